import { Trans } from "@lingui/react/macro";
import { isEnding } from "#contracts/commands.ts";
import type { Instance } from "#contracts/instances.ts";
import { ActionButton } from "../../components/action-button.tsx";
import { CodeButton } from "../../components/code-button.tsx";
import { completePreview } from "../../components/code-samples/request-preview.ts";
import type { InstanceCommand } from "./group-commands.ts";
import styles from "./instance.module.css";
import { useCancelCommand } from "./shared/use-cancel-command.tsx";

/** Below the steps of a command that has not ended: whether it waits for its turn, and the button that cancels it. */
export function CancelCommand({
  workspace,
  instance,
  command,
}: {
  workspace: string;
  instance: Instance;
  command: InstanceCommand;
}) {
  const { label, reason, onSelect, code } = useCancelCommand(workspace)(instance, command);
  return (
    <div className={styles["cancel"]}>
      {command.status === "queued" && (
        <p>
          <Trans>Waiting for its turn. The region starts a few operations at a time.</Trans>
        </p>
      )}
      {code !== undefined && <CodeButton label={label} requested={() => completePreview(code)} />}
      <ActionButton reason={reason} onClick={onSelect}>
        {label}
      </ActionButton>
    </div>
  );
}

/** Whether the command may still be offered for a cancel: it is open, and it is no termination. */
export const isCancelOffered = ({ kind, status }: InstanceCommand): boolean =>
  (status === "queued" || status === "running") && !isEnding(kind) && kind !== "restore";
