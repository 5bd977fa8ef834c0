/** What can be asked of a machine, from its row and from its page: why not, and what is asked before. */
import { Trans, useLingui } from "@lingui/react/macro";
import {
  type Instance,
  type InstanceAction,
  instances,
  type ResetAction,
  whyNot,
} from "#contracts/instances.ts";
import { reachOf } from "#contracts/permissions.ts";
import type { Act } from "../../blocks/code/requested.ts";
import { asking } from "../../blocks/confirm.ts";
import type { Conditions } from "../../blocks/reason.ts";
import { useAction } from "../../blocks/use-action.ts";
import { useWorkspace } from "../../lib/permissions.ts";
import { useSelf } from "../../lib/session.ts";
import { useKnownProjects } from "./known-projects.ts";
import { TerminateConsequences } from "./terminate-consequences.tsx";

/** Whether an action is possible on a machine: by permission, by whose it is, by its state. */
export function useMachineConditions(
  workspace: string,
): (machine: Instance, action: InstanceAction) => Conditions {
  const { t } = useLingui();
  const self = useSelf();
  const { workspaceRoleId } = useWorkspace();
  const known = useKnownProjects(workspace);
  const isAnothers = ({ createdBy, project }: Instance): boolean => {
    if (createdBy.id === self.user.id) return false;
    if (project === null) return true;
    const maker = known?.find(({ id }) => id === project.id)?.createdBy;
    // As long as the project's maker is not known, the server decides.
    return maker !== undefined && maker.id !== self.user.id;
  };
  return (machine, action) => {
    const permission = action === "terminate" ? "instance.terminate" : "instance.reset";
    if (reachOf(workspaceRoleId, permission) === "own" && isAnothers(machine)) {
      const message = t`Your role allows this only for instances you created or that are in your own projects. ${machine.createdBy.name} created this one.`;
      return { permission, reason: { code: "not_yours", message } };
    }
    const { status, statusReason, activatedAt } = machine;
    return {
      permission,
      reason: whyNot(action, { status, statusReason, everActive: activatedAt !== null }),
    };
  };
}

const changed = [instances.list, instances.view, instances.logs];

/** Each order with its question, where it interrupts or destroys something. `gone` runs once a terminate is accepted. */
export function useMachineOrders(
  workspace: string,
  gone?: () => Promise<void>,
): (machine: Instance) => Record<InstanceAction, Act> {
  const { t } = useLingui();
  const reset = useAction(instances.reset, { refreshes: changed });
  const terminate = useAction(instances.terminate, {
    refreshes: changed,
    done: ({ hostname }) => t`Terminating ${hostname}. Billing has stopped.`,
  });
  return (machine) => {
    const name = machine.hostname;
    const path = { workspace, instance: machine.id };
    const order = (action: ResetAction) => ({
      action: () => reset.run({ path, body: { action } }),
      code: reset.code({ path, body: { action } }),
    });
    return {
      reboot: asking({
        habit: "interrupting",
        title: t`Reboot ${name}?`,
        verb: t`Reboot ${name}`,
        text: (
          <Trans>
            The operating system shuts down and starts again. The disk and IP addresses stay the
            same. Billing continues.
          </Trans>
        ),
        ...order("reboot"),
      }),
      hard_reboot: asking({
        habit: "interrupting",
        title: t`Force reboot ${name}?`,
        verb: t`Force reboot ${name}`,
        text: (
          <Trans>
            Like pulling the plug: data not yet written to the disk is lost. Use this if a normal
            reboot hangs.
          </Trans>
        ),
        ...order("hard_reboot"),
      }),
      power_on: reset.now({ path, body: { action: "power_on" } }),
      power_off: asking({
        habit: "interrupting",
        title: t`Power off ${name}?`,
        verb: t`Power off ${name}`,
        text: (
          <Trans>
            Everything running on it stops. It's still billed while stopped. To stop billing,
            terminate it.
          </Trans>
        ),
        ...order("power_off"),
      }),
      terminate: asking({
        habit: "destroying",
        title: t`Terminate ${name}?`,
        verb: t`Terminate ${name}`,
        name,
        consequences: <TerminateConsequences workspace={workspace} machine={machine} />,
        action: async () => {
          await terminate.run({ path });
          await gone?.();
        },
        code: terminate.code({ path }),
      }),
    };
  };
}
