/** The menu of a machine's row. */
import { useLingui } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import type { Instance, InstanceAction } from "#contracts/instances.ts";
import type { CodedEntry } from "../../blocks/coded-entries.ts";
import { useWhyNot } from "../../blocks/reason.ts";
import { toast } from "../../ui/toast.ts";
import { useCopy } from "../../ui/use-copy.ts";
import { useWhyNotMove } from "../projects/may-move.ts";
import { useMachineConditions, useMachineOrders } from "./machine-orders.tsx";

export function useMachineMenu(
  workspace: string,
  /** Asks where to move machines. */
  move: (machines: readonly Instance[]) => void,
): (machine: Instance) => readonly CodedEntry[] {
  const { t } = useLingui();
  const word = useWhyNot();
  const conditionsOf = useMachineConditions(workspace);
  const ordersOf = useMachineOrders(workspace);
  const whyNotMove = useWhyNotMove(workspace);
  const write = useCopy();
  const copySshLine = async (machine: Instance) => {
    const isCopied = await write(`ssh ${machine.image.defaultUser}@${machine.publicIp ?? ""}`);
    if (isCopied) void toast({ title: t`SSH command for ${machine.hostname} copied` });
  };

  return (machine) => {
    const orders = ordersOf(machine);
    const reasonOf = (action: InstanceAction) => word(conditionsOf(machine, action));
    return [
      {
        kind: "link",
        label: t`Open`,
        icon: "server",
        link: (
          <Link
            to="/$workspace/instances/$instanceID"
            params={{ workspace, instanceID: machine.id }}
          />
        ),
      },
      {
        label: t`Copy SSH command`,
        icon: "copy",
        reason: machine.publicIp === null ? t`No public IP address` : null,
        onSelect: () => void copySshLine(machine),
      },
      {
        label: t`Move to project`,
        icon: "folder",
        reason: whyNotMove(machine),
        onSelect: () => move([machine]),
      },
      { kind: "rule" },
      { label: t`Reboot`, icon: "refresh", reason: reasonOf("reboot"), ...orders.reboot },
      machine.status === "stopped"
        ? {
            label: t`Power on`,
            icon: "power",
            reason: reasonOf("power_on"),
            ...orders.power_on,
          }
        : {
            label: t`Power off`,
            icon: "power",
            reason: reasonOf("power_off"),
            ...orders.power_off,
          },
      { kind: "rule" },
      {
        label: t`Terminate`,
        icon: "trash",
        tone: "danger",
        reason: reasonOf("terminate"),
        ...orders.terminate,
      },
    ];
  };
}
