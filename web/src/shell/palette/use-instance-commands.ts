/** Opening machines and giving them orders: by the same table, and through the same questions, as the buttons of their pages. */
import { useLingui } from "@lingui/react/macro";
import { useNavigate } from "@tanstack/react-router";
import type { Instance, InstanceAction } from "#contracts/instances.ts";
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

/** An instance's data, or what is not written to its disk yet. */
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
      // What is lost by it must not stand one press away the next time.
      passing: !mayRecur(action),
      cli: cliCommand(command, workspace, { args: [instance.hostname], options }),
      code,
      run: onSelect,
    };
  };

  /** Switching on or off, whichever its state asks for. */
  const ordersFor = (instance: Instance): PaletteCommand[] => {
    const other = instance.status === "stopped" ? "power_off" : "power_on";
    return verbs.filter(({ action }) => action !== other).map((verb) => order(instance, verb));
  };

  /** Fills in the verb, for the machine's name to follow. */
  const beginnings = (): PaletteCommand[] =>
    verbs.map(({ action, label, says, icon }) => ({
      id: `begin ${action}`,
      label: t`${label} an instance`,
      icon,
      words: says.join(" "),
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
