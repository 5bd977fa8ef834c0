/** Labels for commands in the staff area. */
import type { I18n } from "@lingui/core";
import { useLingui } from "@lingui/react/macro";
import type { CommandStatus, RequesterType } from "#contracts/commands.ts";
import { type CommandOutcome, commandLabel } from "../instances/shared/instance-labels.ts";
import { type StatusShape, Status, type StatusTone } from "../../ui/status.tsx";

const appearance: Record<CommandStatus, readonly [tone: StatusTone, shape: StatusShape]> = {
  queued: ["idle", "hollow"],
  running: ["busy", "spinner"],
  waiting: ["warn", "diamond"],
  succeeded: ["ok", "dot"],
  failed: ["danger", "square"],
  timed_out: ["danger", "square"],
  cancelled: ["idle", "hollow"],
};

export function useCommandStatusLabels(): Record<CommandStatus, string> {
  const { t } = useLingui();
  return {
    queued: t`Queued`,
    running: t`In progress`,
    waiting: t`Waiting for staff`,
    succeeded: t`Succeeded`,
    failed: t`Failed`,
    timed_out: t`Timed out`,
    cancelled: t`Canceled`,
  };
}

export function CommandStatusBadge({ status }: { status: CommandStatus }) {
  const labels = useCommandStatusLabels();
  const [tone, shape] = appearance[status];
  return (
    <Status tone={tone} shape={shape}>
      {labels[status]}
    </Status>
  );
}

const outcomes: Record<CommandStatus, CommandOutcome> = {
  queued: "running",
  running: "running",
  waiting: "waiting",
  succeeded: "done",
  failed: "failed",
  timed_out: "failed",
  cancelled: "cancelled",
};

/** What the command does or did, as its customer reads it. */
export const commandTitle = (
  i18n: I18n,
  { kind, status }: { kind: string; status: CommandStatus },
): string => commandLabel(i18n, kind, outcomes[status]);

export function useRequesterLabels(): Record<RequesterType, string> {
  const { t } = useLingui();
  return {
    user: t`User`,
    token: t`Access token`,
    staff: t`Staff`,
    system: t`System`,
  };
}
