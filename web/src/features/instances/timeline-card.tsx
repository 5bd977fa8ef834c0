import { Trans, useLingui } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import { Suspense } from "react";
import type { Instance } from "#contracts/instances.ts";
import { lazyPart } from "../../lib/browser/missing-code.ts";
import { formatDuration } from "../../lib/i18n/format.ts";
import { Card } from "../../ui/card.tsx";
import { RelativeTime } from "../../ui/description-list.tsx";
import { Facts } from "../../ui/facts.tsx";
import { Skeleton } from "../../ui/feedback.tsx";
import { Icon } from "../../ui/icons.tsx";
import { CancelCommand, isCancelOffered } from "./cancel-command.tsx";
import { type InstanceCommand, groupByCommand } from "./group-commands.ts";
import styles from "./instance.module.css";
import { commandLabel } from "./shared/instance-labels.ts";
import { RequestedBy } from "./requested-by.tsx";
import { StepList } from "./step-list.tsx";
import stepStyles from "./step-list.module.css";
import { useInstanceLogs } from "./use-instance-logs.ts";

const OtherChoices = lazyPart(() => import("./other-choices.tsx"));

/** Why a creation fails when the region has too little of the product. */
const capacityReasons: ReadonlySet<string | null> = new Set(["no_capacity", "quota"]);

const recentAtMost = 3;

/** The steps of the command that runs or failed last; at rest, the last commands. */
export function TimelineCard({ workspace, instance }: { workspace: string; instance: Instance }) {
  const { t } = useLingui();
  const { steps, isLoading } = useInstanceLogs(workspace, instance.id);
  const commands = groupByCommand(steps);
  const [latest] = commands;
  if (latest !== undefined && latest.outcome !== "done" && latest.outcome !== "cancelled")
    return <CommandCard workspace={workspace} command={latest} instance={instance} />;
  return (
    <Card title={t`Timeline`} aside={<TimelineLink />}>
      {isLoading ? (
        <Skeleton width="50%" />
      ) : commands.length === 0 ? (
        <p className={styles["subline"]}>{t`No activity yet`}</p>
      ) : (
        <ol className={stepStyles["steps"]}>
          {commands.slice(0, recentAtMost).map((command) => (
            <RecentCommand key={command.id} command={command} />
          ))}
        </ol>
      )}
    </Card>
  );
}

const TimelineLink = () => (
  <Link
    from="/$workspace/instances/$instanceID"
    to="."
    search={{ tab: "timeline" }}
    className={styles["more"]}
    replace
    resetScroll={false}
  >
    <Trans>Show all steps</Trans>
  </Link>
);

function RecentCommand({ command }: { command: InstanceCommand }) {
  const { t, i18n } = useLingui();
  const { kind, outcome, requestedAt, finishedAt } = command;
  const took =
    finishedAt === null
      ? null
      : formatDuration((Date.parse(finishedAt) - Date.parse(requestedAt)) / 1_000);
  const isFailed = outcome === "failed" || outcome === "cancelled";
  return (
    <li className={stepStyles["step"]} data-status={isFailed ? "failed" : "complete"}>
      <span className={stepStyles["icon"]} aria-hidden="true">
        <Icon name={isFailed ? "close" : "check"} size={12} />
      </span>
      <div className={stepStyles["body"]}>
        <p className={stepStyles["title"]}>{commandLabel(i18n, kind, outcome)}</p>
        {took !== null && (
          <p className={stepStyles["time"]}>
            <span className="visually-hidden">{t`took`} </span>
            {took}
          </p>
        )}
        <p className={stepStyles["note"]}>
          <Facts
            items={[
              <RequestedBy key="requested" command={command} />,
              <RelativeTime key="at" at={requestedAt} />,
            ]}
          />
        </p>
      </div>
    </li>
  );
}

/** The running command, or the last one if it failed; earlier ones are in the timeline. */
function CommandCard({
  workspace,
  command,
  instance,
}: {
  workspace: string;
  command: InstanceCommand;
  instance: Instance;
}) {
  const { t, i18n } = useLingui();
  const what = commandLabel(i18n, command.kind, command.outcome);
  const current = command.steps.filter(({ status }) => status === "complete").length + 1;
  const all = command.steps.length;
  const title =
    command.outcome === "running" ? t`${what}: step ${Math.min(current, all)} of ${all}` : what;
  return (
    <Card title={<span aria-live="polite">{title}</span>} aside={<TimelineLink />}>
      <StepList steps={command.steps} instance={instance} />
      {isCancelOffered(command) && (
        <CancelCommand workspace={workspace} instance={instance} command={command} />
      )}
      {command.outcome === "failed" &&
        command.kind === "create" &&
        (capacityReasons.has(instance.statusReason) ? (
          <Suspense fallback={<Skeleton width="60%" />}>
            <OtherChoices workspace={workspace} instance={instance} />
          </Suspense>
        ) : (
          <p className={styles["subline"]}>
            <Trans>
              Terminate it to free up its name, then create a new one, perhaps in another region.
            </Trans>
          </p>
        ))}
    </Card>
  );
}
