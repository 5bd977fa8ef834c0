import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { type Instance, type InstanceAction, instances, type ResetAction, whyNot } from "#contracts/instances.ts";
import type { Reason } from "#contracts/kit.ts";
import { reachOf, type WorkspacePermission } from "#contracts/permissions.ts";
import { projects } from "#contracts/projects.ts";
import { ActionButton } from "../../blocks/action-button.tsx";
import { confirm } from "../../blocks/confirm.ts";
import { useWhyNot } from "../../blocks/reason.ts";
import { useAction } from "../../blocks/use-action.ts";
import { query } from "../../lib/client.ts";
import { useWorkspace } from "../../lib/permissions.ts";
import { useSelf } from "../../lib/session.ts";
import { IconButton } from "../../ui/button.tsx";
import { Menu } from "../../ui/menu.tsx";
import { TerminateConsequences } from "./terminate-consequences.tsx";

const permissionOf = (action: InstanceAction): WorkspacePermission => (action === "terminate" ? "instance.terminate" : "instance.reset");

/** Why a role that reaches only its own may not touch this machine; null when it may. */
function useNotMine(workspace: string, machine: Instance): (permission: WorkspacePermission) => Reason | null {
  const { t } = useLingui();
  const self = useSelf();
  const { workspaceRoleId } = useWorkspace();
  const needsProject = reachOf(workspaceRoleId, "instance.reset") === "own" && machine.project !== null && machine.createdBy.id !== self.user.id;
  const { data } = useQuery({
    ...query(projects.view, { path: { workspace, project: machine.project?.id ?? "" } }),
    enabled: needsProject,
  });
  const isMine = machine.createdBy.id === self.user.id || data?.createdBy.id === self.user.id;
  return (permission) =>
    reachOf(workspaceRoleId, permission) === "own" && !isMine
      ? { code: "not_yours", message: t`Your role does this only to machines of your own or in your own projects. ${machine.createdBy.name} created this one.` }
      : null;
}

/** Why an action is not possible on this machine, by role and by state. */
export function useActionReasons(workspace: string, machine: Instance): (action: InstanceAction) => Reason | null {
  const notMine = useNotMine(workspace, machine);
  const { status, statusReason, activatedAt } = machine;
  return (action) => notMine(permissionOf(action)) ?? whyNot(action, { status, statusReason, everActive: activatedAt !== null });
}

export function InstanceActions({ workspace, machine }: { workspace: string; machine: Instance }) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const reasonFor = useActionReasons(workspace, machine);
  const word = useWhyNot();
  const path = { workspace, instance: machine.id };
  const name = machine.hostname;
  const refreshes = [instances.view, instances.logs, instances.list];
  const reset = useAction(instances.reset, { refreshes });
  const terminate = useAction(instances.terminate, {
    refreshes,
    done: () => t`${name} is being terminated. Billing has stopped.`,
  });

  const order = (action: ResetAction) => () => reset.run({ path, body: { action } });
  const askReboot = () =>
    confirm({
      habit: "interrupting",
      title: t`Reboot ${name}?`,
      verb: t`Reboot ${name}`,
      text: <Trans>Whatever runs on it is asked to stop and starts again. Its disk and addresses stay. Billing goes on.</Trans>,
      action: order("reboot"),
    });
  const askHardReboot = () =>
    confirm({
      habit: "interrupting",
      title: t`Reboot ${name} by force?`,
      verb: t`Reboot ${name} by force`,
      text: <Trans>As if the plug were pulled: what is not written to its disk is lost. Use it when a plain reboot hangs.</Trans>,
      action: order("hard_reboot"),
    });
  const askPowerOff = () =>
    confirm({
      habit: "interrupting",
      title: t`Power off ${name}?`,
      verb: t`Power off ${name}`,
      text: <Trans>Whatever runs on it stops. It is still billed while off; terminate it to stop the billing.</Trans>,
      action: order("power_off"),
    });
  const askTerminate = () =>
    confirm({
      habit: "destroying",
      title: t`Terminate ${name}?`,
      verb: t`Terminate ${name}`,
      name,
      consequences: <TerminateConsequences machine={machine} />,
      action: async () => {
        await terminate.run({ path });
        await navigate({ to: "/$workspace/instances", params: { workspace }, replace: true });
      },
    });

  const isOff = machine.status === "stopped";
  return (
    <>
      <ActionButton permission="instance.reset" reason={reasonFor("reboot")} onClick={askReboot}>
        <Trans>Reboot</Trans>
      </ActionButton>
      {isOff ? (
        <ActionButton
          permission="instance.reset"
          reason={reasonFor("power_on")}
          busy={reset.busy}
          onClick={() => void reset.press({ path, body: { action: "power_on" } })}
        >
          <Trans>Power on</Trans>
        </ActionButton>
      ) : (
        <ActionButton permission="instance.reset" reason={reasonFor("power_off")} onClick={askPowerOff}>
          <Trans>Power off</Trans>
        </ActionButton>
      )}
      <ActionButton tone="danger" permission="instance.terminate" reason={reasonFor("terminate")} onClick={askTerminate}>
        <Trans>Terminate</Trans>
      </ActionButton>
      <Menu
        entries={() => [
          {
            label: t`Reboot by force`,
            icon: "refresh",
            reason: word({ permission: "instance.reset", reason: reasonFor("hard_reboot") }),
            onSelect: askHardReboot,
          },
        ]}
      >
        {(trigger) => <IconButton {...trigger} icon="dots" tone="plain" label={t`More actions for ${name}`} />}
      </Menu>
    </>
  );
}
