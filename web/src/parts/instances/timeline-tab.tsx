import { Trans, useLingui } from "@lingui/react/macro";
import type { Instance } from "#contracts/instances.ts";
import { StaleNote } from "../../blocks/detail-page.tsx";
import { duration } from "../../lib/format.ts";
import { type Outcome, wordCommand } from "../../lib/instance-words.ts";
import { Button } from "../../ui/button.tsx";
import { Card, Stack } from "../../ui/card.tsx";
import { CopyButton, Time } from "../../ui/facts.tsx";
import { Bone, Empty } from "../../ui/notices.tsx";
import { Status } from "../../ui/status.tsx";
import { commandsOf, type InstanceCommand } from "./commands.ts";
import styles from "./instance.module.css";
import { StepList } from "./step-list.tsx";
import { useSteps } from "./use-steps.ts";

/** Everything that was asked of the machine, newest first. */
export function TimelineTab({ workspace, machine }: { workspace: string; machine: Instance }) {
  const { t } = useLingui();
  const log = useSteps(workspace, machine.id);
  if (log.isLoading) {
    return (
      <Card>
        <Bone width="40%" />
      </Card>
    );
  }
  const commands = commandsOf(log.steps);
  return (
    <Stack>
      {log.error !== null && (
        <StaleNote result={{ error: log.error, refetch: log.refetch, data: undefined }} />
      )}
      {commands.map((command) => (
        <CommandEntry key={command.id} command={command} machine={machine} />
      ))}
      {log.error === null && commands.length === 0 && (
        <Card>
          <Empty plain title={t`No activity yet`} />
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

const looks = {
  running: { tone: "busy", shape: "turning" },
  done: { tone: "ok", shape: "dot" },
  failed: { tone: "bad", shape: "square" },
} as const;

function OutcomeMark({ outcome }: { outcome: Outcome }) {
  const { t } = useLingui();
  return (
    <Status {...looks[outcome]}>
      {{ running: t`In progress`, done: t`Succeeded`, failed: t`Failed` }[outcome]}
    </Status>
  );
}

function CommandEntry({ command, machine }: { command: InstanceCommand; machine: Instance }) {
  const { t, i18n } = useLingui();
  const { requestedAt, finishedAt, requestedBy } = command;
  const took =
    finishedAt === null
      ? null
      : duration((Date.parse(finishedAt) - Date.parse(requestedAt)) / 1_000);
  return (
    <Card
      title={wordCommand(i18n, command.kind, command.outcome)}
      aside={<OutcomeMark outcome={command.outcome} />}
    >
      <p className={styles["by"]}>
        <Trans>
          Requested by {requestedBy}, <Time at={requestedAt} exact />
        </Trans>
        {finishedAt !== null && (
          <>
            {" · "}
            <Trans>
              finished <Time at={finishedAt} exact /> after {took}
            </Trans>
          </>
        )}
      </p>
      <StepList steps={command.steps} machine={machine} />
      <p className={styles["number"]}>
        <Trans>
          Operation ID for support: <code>{command.id}</code>
        </Trans>
        <CopyButton text={command.id} what={t`operation ID`} />
      </p>
    </Card>
  );
}
