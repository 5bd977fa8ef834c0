/**
 * Commands that open instances and run actions on them, with the same rules and confirmations as the buttons of their
 * pages.
 */
import { useLingui } from "@lingui/react/macro";
import { useNavigate } from "@tanstack/react-router";
import type { Instance } from "#contracts/instances.ts";
import type { InstanceAction } from "#contracts/instance-states.ts";
import { useDisabledReason } from "../../components/use-disabled-reason.ts";
import { statusLabel } from "../../features/instances/shared/instance-labels.ts";
import {
  useInstanceActionReason,
  useInstanceActions,
} from "../../features/instances/shared/use-instance-actions.tsx";
import { cliCommand } from "./cli-command.ts";
import type { PaletteCommand } from "./palette-command.ts";
import type { Verb } from "./parse-command.ts";
import { useVerbs } from "./verbs.ts";

/** Actions that lose the instance's data, or data that is not written to disk yet. */
const losesData: ReadonlySet<InstanceAction> = new Set(["terminate", "hard_reboot"]);

/** Whether an action may be offered again under "Recent". */
export const mayRecur = (action: InstanceAction): boolean => !losesData.has(action);

export function useInstanceCommands(workspace: string) {
  const { t, i18n } = useLingui();
  const navigate = useNavigate();
  const word = useDisabledReason();
  const disabledReason = useInstanceActionReason();
  const instanceActions = useInstanceActions(workspace);
  const verbs = useVerbs();

  const context = ({ status, project, region, publicIp }: Instance) =>
    [statusLabel(i18n, status), project?.name, region.name, publicIp]
      .filter((part) => part !== null && part !== undefined)
      .join(" · ");

  const open = (instance: Instance): PaletteCommand => ({
    id: `instance ${instance.id}`,
    label: instance.hostname,
    description: context(instance),
    icon: "server",
    run: () =>
      void navigate({
        to: "/$workspace/instances/$instanceID",
        params: { workspace, instanceID: instance.id },
      }),
  });

  const order = (instance: Instance, { action, of, icon, cli }: Verb): PaletteCommand => {
    const { onSelect, code } = instanceActions(instance)[action];
    const { command, options = "" } = cli;
    return {
      id: `order ${action} ${instance.id}`,
      label: of(instance.hostname),
      description: context(instance),
      icon,
      reason: disabledReason(instance, action),
      recentName: instance.hostname,
      // An action that loses data must not be one key press away the next time.
      passing: !mayRecur(action),
      cli: cliCommand(command, workspace, { args: [instance.hostname], options }),
      code,
      run: onSelect,
    };
  };

  /** Power on or off, depending on the instance's status. */
  const ordersFor = (instance: Instance): PaletteCommand[] => {
    const other = instance.status === "stopped" ? "power_off" : "power_on";
    return verbs.filter(({ action }) => action !== other).map((verb) => order(instance, verb));
  };

  /** Commands that complete the verb; the instance's name follows. */
  const beginnings = (): PaletteCommand[] =>
    verbs.map(({ action, label, says, icon }) => ({
      id: `begin ${action}`,
      label: t`${label} an instance`,
      icon,
      keywords: says.join(" "),
      reason: word({
        permission: action === "terminate" ? "instance.terminate" : "instance.reset",
      }),
      onlyWhenTyped: true,
      completes: `${says[0] ?? ""} `,
      passing: true,
      run: () => undefined,
    }));

  return { open, order, ordersFor, beginnings, verbs };
}
