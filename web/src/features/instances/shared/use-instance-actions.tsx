/** Actions of an instance for its row and its page: disabled reasons and confirmations. */
import { Trans, useLingui } from "@lingui/react/macro";
import { instanceActions } from "#contracts/actions/instances.ts";
import { type Instance, instances } from "#contracts/instances.ts";
import { type InstanceAction, type ResetAction } from "#contracts/instance-states.ts";
import type { ActionWithCode } from "../../../components/code-samples/request-preview.ts";
import { withConfirmation } from "../../../components/confirmation.ts";
import { useActionReason } from "../../../components/use-action-denial.ts";
import { useEndpointAction } from "../../../components/use-endpoint-action.ts";
import { TerminateConsequences } from "./terminate-consequences.tsx";

/** Why an action is not possible on an instance; null if it is. */
export function useInstanceActionReason(): (
  instance: Instance,
  action: InstanceAction,
) => string | null {
  const reasonFor = useActionReason();
  return (instance, action) => reasonFor(instanceActions[action], instance);
}

const invalidatedEndpoints = [instances.list, instances.view, instances.logs];

/** The actions with their confirmations. `gone` runs once a termination is accepted. */
export function useInstanceActions(
  workspace: string,
  gone?: () => Promise<void>,
): (instance: Instance) => Record<InstanceAction, ActionWithCode> {
  const { t } = useLingui();
  const reset = useEndpointAction(instances.reset, { invalidates: invalidatedEndpoints });
  const terminate = useEndpointAction(instances.terminate, {
    invalidates: invalidatedEndpoints,
    successMessage: ({ hostname }) => t`Terminating ${hostname}. Billing has stopped.`,
  });
  return (instance) => {
    const name = instance.hostname;
    const path = { workspace, instance: instance.id };
    const order = (action: ResetAction) => ({
      action: () => reset.run({ path, body: { action } }),
      code: reset.code({ path, body: { action } }),
    });
    return {
      reboot: withConfirmation({
        severity: "disruptive",
        title: t`Reboot ${name}?`,
        confirmLabel: t`Reboot ${name}`,
        text: (
          <Trans>
            The operating system shuts down and starts again. The disk and IP addresses stay the
            same. Billing continues.
          </Trans>
        ),
        ...order("reboot"),
      }),
      hard_reboot: withConfirmation({
        severity: "disruptive",
        title: t`Force reboot ${name}?`,
        confirmLabel: t`Force reboot ${name}`,
        text: (
          <Trans>
            Like pulling the plug: data not yet written to the disk is lost. Use this if a normal
            reboot hangs.
          </Trans>
        ),
        ...order("hard_reboot"),
      }),
      power_on: reset.now({ path, body: { action: "power_on" } }),
      power_off: withConfirmation({
        severity: "disruptive",
        title: t`Power off ${name}?`,
        confirmLabel: t`Power off ${name}`,
        text: (
          <Trans>
            Everything running on it stops. It's still billed while stopped. To stop billing,
            terminate it.
          </Trans>
        ),
        ...order("power_off"),
      }),
      terminate: withConfirmation({
        severity: "destructive",
        title: t`Terminate ${name}?`,
        confirmLabel: t`Terminate ${name}`,
        name,
        consequences: <TerminateConsequences workspace={workspace} instance={instance} />,
        action: async () => {
          await terminate.run({ path });
          await gone?.();
        },
        code: terminate.code({ path }),
      }),
    };
  };
}
