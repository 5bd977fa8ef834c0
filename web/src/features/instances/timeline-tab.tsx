import { Trans, useLingui } from "@lingui/react/macro";
import type { Instance } from "#contracts/instances.ts";
import { StaleDataNotice } from "../../components/detail-page.tsx";
import { formatDuration } from "../../lib/i18n/format.ts";
import { type CommandOutcome, commandLabel } from "./shared/instance-labels.ts";
import { Button } from "../../ui/button.tsx";
import { Card, Stack } from "../../ui/card.tsx";
import { CopyButton, RelativeTime } from "../../ui/description-list.tsx";
import { Facts } from "../../ui/facts.tsx";
import { Skeleton, EmptyState } from "../../ui/feedback.tsx";
import { Status } from "../../ui/status.tsx";
import { CancelCommand, isCancelOffered } from "./cancel-command.tsx";
import { groupByCommand, type InstanceCommand } from "./group-commands.ts";
import styles from "./instance.module.css";
import { RequestedBy } from "./requested-by.tsx";
import { StepList } from "./step-list.tsx";
import { useInstanceLogs } from "./use-instance-logs.ts";

/** All commands of the instance, newest first. */
export function TimelineTab({ workspace, instance }: { workspace: string; instance: Instance }) {
  const { t } = useLingui();
  const log = useInstanceLogs(workspace, instance.id);
  if (log.isLoading) {
    return (
      <Card>
        <Skeleton width="40%" />
      </Card>
    );
  }
  const commands = groupByCommand(log.steps);
  return (
    <Stack>
      {log.error !== null && (
        <StaleDataNotice result={{ error: log.error, refetch: log.refetch, data: undefined }} />
      )}
      {commands.map((command) => (
        <CommandItem key={command.id} workspace={workspace} command={command} instance={instance} />
      ))}
      {log.error === null && commands.length === 0 && (
        <Card>
          <EmptyState plain title={t`No activity yet`} />
        </Card>
      )}
      {log.hasEarlier && (
        <div className={styles["more"]}>
          <Button onClick={log.showEarlier}>
            <Trans>Show earlier</Trans>
          </Button>
        </div>
      )}
    </Stack>
  );
}

const outcomeAppearance = {
  running: { tone: "busy", shape: "spinner" },
  waiting: { tone: "warn", shape: "diamond" },
  done: { tone: "ok", shape: "dot" },
  failed: { tone: "danger", shape: "square" },
  cancelled: { tone: "idle", shape: "hollow" },
} as const;

function OutcomeIcon({ outcome }: { outcome: CommandOutcome }) {
  const { t } = useLingui();
  return (
    <Status {...outcomeAppearance[outcome]}>
      {
        {
          running: t`In progress`,
          waiting: t`Waiting for Support`,
          done: t`Succeeded`,
          failed: t`Failed`,
          cancelled: t`Canceled`,
        }[outcome]
      }
    </Status>
  );
}

function CommandItem({
  workspace,
  command,
  instance,
}: {
  workspace: string;
  command: InstanceCommand;
  instance: Instance;
}) {
  const { t, i18n } = useLingui();
  const { requestedAt, finishedAt } = command;
  const took =
    finishedAt === null
      ? null
      : formatDuration((Date.parse(finishedAt) - Date.parse(requestedAt)) / 1_000);
  return (
    <Card
      title={commandLabel(i18n, command.kind, command.outcome)}
      aside={<OutcomeIcon outcome={command.outcome} />}
    >
      <p className={styles["actor"]}>
        <Facts
          items={[
            <RequestedBy key="requested" command={command} />,
            <RelativeTime key="at" at={requestedAt} exact />,
            finishedAt !== null && <Trans key="finished">finished after {took}</Trans>,
          ]}
        />
      </p>
      <StepList steps={command.steps} instance={instance} />
      {isCancelOffered(command) && (
        <CancelCommand workspace={workspace} instance={instance} command={command} />
      )}
      <p className={styles["number"]}>
        <Trans>
          Operation ID for support: <code>{command.id}</code>
        </Trans>
        <CopyButton text={command.id} copyLabel={t`operation ID`} />
      </p>
    </Card>
  );
}
