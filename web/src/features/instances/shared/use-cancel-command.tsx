/** Cancel of the command that an instance is waiting for: its reason and its confirmation. */
import { Trans, useLingui } from "@lingui/react/macro";
import { commandActions } from "#contracts/actions/commands.ts";
import type { CommandStatus } from "#contracts/commands.ts";
import { instanceLifecycle } from "#contracts/instance-lifecycle.ts";
import { type Instance, instances } from "#contracts/instances.ts";
import type { ActionWithCode } from "../../../components/code-samples/request-preview.ts";
import { withConfirmation } from "../../../components/confirmation.ts";
import { useActionReason } from "../../../components/use-action-denial.ts";
import { useEndpointAction } from "../../../components/use-endpoint-action.ts";

interface CancelableCommand {
  readonly id: string;
  readonly kind: string;
  readonly status: CommandStatus;
}

interface CancelAction extends ActionWithCode {
  readonly label: string;
  /** Why the command can't be canceled; null if it can. */
  readonly reason: string | null;
}

/** The action for a command of an instance. A creation is confirmed, because the instance is not created then. */
export function useCancelCommand(
  workspace: string,
): (instance: Instance, command: CancelableCommand) => CancelAction {
  const { t } = useLingui();
  const reasonFor = useActionReason();
  const cancel = useEndpointAction(instanceLifecycle.cancelCommand, {
    invalidates: [instances.list, instances.view, instances.logs],
    successMessage: ({ hostname, status }) =>
      status === "terminated"
        ? t`Creation of ${hostname} canceled. Nothing was billed.`
        : t`Operation of ${hostname} canceled`,
  });
  return (instance, { id, kind, status }) => {
    const name = instance.hostname;
    const path = { workspace, command: id };
    const reason = reasonFor(commandActions.cancel, { kind, status, owner: instance.owner });
    if (kind !== "create") return { label: t`Cancel operation`, reason, ...cancel.now({ path }) };
    return {
      label: t`Cancel creation`,
      reason,
      ...withConfirmation({
        severity: "disruptive",
        title: t`Cancel the creation of ${name}?`,
        confirmLabel: t`Cancel creation`,
        text: (
          <Trans>
            {name} isn't created and nothing is billed. Its name is available again. You can order
            it again at any time.
          </Trans>
        ),
        action: () => cancel.run({ path }),
        code: cancel.code({ path }),
      }),
    };
  };
}
