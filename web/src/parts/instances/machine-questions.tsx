/** What can be done with a machine from its row, asked before where something is interrupted or lost. */
import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { type Instance, type InstanceAction, instances, type ResetAction, whyNot } from "#contracts/instances.ts";
import { reachOf } from "#contracts/permissions.ts";
import { projects } from "#contracts/projects.ts";
import { confirm } from "../../blocks/confirm.ts";
import { useWhyNot } from "../../blocks/reason.ts";
import { useAction } from "../../blocks/use-action.ts";
import { query } from "../../lib/client.ts";
import { useWorkspace } from "../../lib/permissions.ts";
import { useSelf } from "../../lib/session.ts";
import { useQuiet } from "../../lib/use-quiet.ts";
import type { MenuEntry } from "../../ui/menu.tsx";
import { toast } from "../../ui/toast.ts";
import { TerminateConsequences } from "./terminate-consequences.tsx";

/** The names of all projects, for filters and for whose a machine is; asked for once the rows stand. */
export function useKnownProjects(workspace: string) {
  const quiet = useQuiet();
  const { data } = useQuery({
    ...query(projects.list, { path: { workspace }, query: { perPage: "100", orderBy: "name" } }),
    enabled: quiet,
  });
  return data?.data;
}

/** Why an action on a machine is not possible: by permission, by whose it is, by its state. */
function useMachineReasons(workspace: string): (machine: Instance, action: InstanceAction) => string | null {
  const { t } = useLingui();
  const word = useWhyNot();
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
    const byRole = word({ permission });
    if (byRole !== null) return byRole;
    if (reachOf(workspaceRoleId, permission) === "own" && isAnothers(machine)) {
      return t`Your role does this only to machines of your own or in your own projects. ${machine.createdBy.name} created this one.`;
    }
    const { status, statusReason, activatedAt } = machine;
    return word({ reason: whyNot(action, { status, statusReason, everActive: activatedAt !== null }) });
  };
}

const changed = [instances.list, instances.view, instances.logs];

/** The menu of a machine's row. */
export function useMachineMenu(workspace: string): (machine: Instance) => readonly MenuEntry[] {
  const { t } = useLingui();
  const reasonOf = useMachineReasons(workspace);
  const reset = useAction(instances.reset, { refreshes: changed });
  const terminate = useAction(instances.terminate, {
    refreshes: changed,
    done: ({ hostname }) => t`${hostname} is being terminated. Billing has stopped.`,
  });
  const pathOf = (machine: Instance) => ({ workspace, instance: machine.id });
  const order = (machine: Instance, action: ResetAction) => () => reset.run({ path: pathOf(machine), body: { action } });

  const askReboot = (machine: Instance) =>
    confirm({
      habit: "interrupting",
      title: t`Reboot ${machine.hostname}?`,
      verb: t`Reboot ${machine.hostname}`,
      text: <Trans>Whatever runs on it is asked to stop and starts again. Its disk and addresses stay. Billing goes on.</Trans>,
      action: order(machine, "reboot"),
    });
  const askPowerOff = (machine: Instance) =>
    confirm({
      habit: "interrupting",
      title: t`Power off ${machine.hostname}?`,
      verb: t`Power off ${machine.hostname}`,
      text: <Trans>Whatever runs on it stops. It is still billed while off; terminate it to stop the billing.</Trans>,
      action: order(machine, "power_off"),
    });
  const askTerminate = (machine: Instance) =>
    confirm({
      habit: "destroying",
      title: t`Terminate ${machine.hostname}?`,
      verb: t`Terminate ${machine.hostname}`,
      name: machine.hostname,
      consequences: <TerminateConsequences machine={machine} />,
      action: () => terminate.run({ path: pathOf(machine) }),
    });
  const copySshLine = async (machine: Instance) => {
    await navigator.clipboard.writeText(`ssh ${machine.image.defaultUser}@${machine.publicIp ?? ""}`);
    void toast({ title: t`The ssh line of ${machine.hostname} was copied` });
  };

  return (machine) => [
    { kind: "link", label: t`Open`, icon: "server", link: <Link to="/$workspace/instances/$instanceID" params={{ workspace, instanceID: machine.id }} /> },
    {
      label: t`Copy ssh line`,
      icon: "copy",
      reason: machine.publicIp === null ? t`It has no public address` : null,
      onSelect: () => void copySshLine(machine),
    },
    { kind: "rule" },
    { label: t`Reboot`, icon: "refresh", reason: reasonOf(machine, "reboot"), onSelect: () => askReboot(machine) },
    machine.status === "stopped"
      ? {
          label: t`Power on`,
          icon: "power",
          reason: reasonOf(machine, "power_on"),
          onSelect: () => void reset.press({ path: pathOf(machine), body: { action: "power_on" } }),
        }
      : { label: t`Power off`, icon: "power", reason: reasonOf(machine, "power_off"), onSelect: () => askPowerOff(machine) },
    { kind: "rule" },
    { label: t`Terminate`, icon: "trash", tone: "danger", reason: reasonOf(machine, "terminate"), onSelect: () => askTerminate(machine) },
  ];
}
