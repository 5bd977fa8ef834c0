/** Opening machines and giving them orders: by the same table, and through the same questions, as the buttons of their pages. */
import { useLingui } from "@lingui/react/macro";
import { useNavigate } from "@tanstack/react-router";
import type { Instance, InstanceAction } from "#contracts/instances.ts";
import { useWhyNot } from "../../blocks/reason.ts";
import { wordStatus } from "../../lib/instance-words.ts";
import { useMachineConditions, useMachineOrders } from "../instances/machine-orders.tsx";
import { cliLine } from "./cli-line.ts";
import type { Command } from "./command.ts";
import type { Verb } from "./meant.ts";
import { useVerbs } from "./verbs.ts";

/** An instance's data, or what is not written to its disk yet. */
const losesData: ReadonlySet<InstanceAction> = new Set(["terminate", "hard_reboot"]);

/** Whether an action may be offered again under "Recent". */
export const mayRecur = (action: InstanceAction): boolean => !losesData.has(action);

export function useMachineCommands(workspace: string) {
  const { t, i18n } = useLingui();
  const navigate = useNavigate();
  const word = useWhyNot();
  const conditionsOf = useMachineConditions(workspace);
  const ordersOf = useMachineOrders(workspace);
  const verbs = useVerbs();

  const context = ({ status, project, region, publicIp }: Instance) =>
    [wordStatus(i18n, status), project?.name, region.name, publicIp]
      .filter((part) => part !== null && part !== undefined)
      .join(" · ");

  const open = (machine: Instance): Command => ({
    id: `instance ${machine.id}`,
    label: machine.hostname,
    second: context(machine),
    icon: "server",
    run: () =>
      void navigate({
        to: "/$workspace/instances/$instanceID",
        params: { workspace, instanceID: machine.id },
      }),
  });

  const order = (machine: Instance, { action, of, icon, cli }: Verb): Command => {
    const { onSelect, code } = ordersOf(machine)[action];
    const { command, options = "" } = cli;
    return {
      id: `order ${action} ${machine.id}`,
      label: of(machine.hostname),
      second: context(machine),
      icon,
      reason: word(conditionsOf(machine, action)),
      recentName: machine.hostname,
      // What is lost by it must not stand one press away the next time.
      passing: !mayRecur(action),
      cli: cliLine(command, workspace, { args: [machine.hostname], options }),
      code,
      run: onSelect,
    };
  };

  /** Switching on or off, whichever its state asks for. */
  const ordersFor = (machine: Instance): Command[] => {
    const other = machine.status === "stopped" ? "power_off" : "power_on";
    return verbs.filter(({ action }) => action !== other).map((verb) => order(machine, verb));
  };

  /** Fills in the verb, for the machine's name to follow. */
  const beginnings = (): Command[] =>
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
