import { Trans, useLingui } from "@lingui/react/macro";
import { useNavigate } from "@tanstack/react-router";
import type { Instance, InstanceAction } from "#contracts/instances.ts";
import { ActionButton } from "../../blocks/action-button.tsx";
import { type ActionEntry, useCodedEntries } from "../../blocks/coded-entries.ts";
import { useWhyNot } from "../../blocks/reason.ts";
import { IconButton } from "../../ui/button.tsx";
import { Menu } from "../../ui/menu.tsx";
import { useWhyNotMove } from "../projects/may-move.ts";
import { useMoves } from "../projects/use-moves.tsx";
import { useMachineConditions, useMachineOrders } from "./machine-orders.tsx";

/** What can be done with a machine, on its page; after a terminate the list is shown. */
export function InstanceActions({ workspace, machine }: { workspace: string; machine: Instance }) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const word = useWhyNot();
  const conditionsOf = useMachineConditions(workspace);
  const whyNotMove = useWhyNotMove(workspace);
  const moves = useMoves(workspace);
  const orders = useMachineOrders(workspace, () =>
    navigate({ to: "/$workspace/instances", params: { workspace }, replace: true }),
  )(machine);
  const withCode = useCodedEntries();
  const power =
    machine.status === "stopped"
      ? ({ action: "power_on", label: t`Power on` } as const)
      : ({ action: "power_off", label: t`Power off` } as const);
  const entryOf = (action: InstanceAction, label: string): ActionEntry => ({
    label,
    reason: word(conditionsOf(machine, action)),
    ...orders[action],
  });
  return (
    <>
      <ActionButton {...conditionsOf(machine, "reboot")} onClick={orders.reboot.onSelect}>
        <Trans>Reboot</Trans>
      </ActionButton>
      <ActionButton
        {...conditionsOf(machine, power.action)}
        onClick={orders[power.action].onSelect}
      >
        {power.label}
      </ActionButton>
      <ActionButton
        tone="danger"
        {...conditionsOf(machine, "terminate")}
        onClick={orders.terminate.onSelect}
      >
        <Trans>Terminate</Trans>
      </ActionButton>
      <Menu
        entries={() =>
          withCode(
            [
              {
                label: t`Move to project`,
                icon: "folder",
                reason: whyNotMove(machine),
                onSelect: () => moves.choose([machine]),
              },
              { ...entryOf("hard_reboot", t`Force reboot`), icon: "refresh" },
            ],
            [
              entryOf("reboot", t`Reboot`),
              entryOf(power.action, power.label),
              entryOf("terminate", t`Terminate`),
            ],
          )
        }
      >
        {(trigger) => (
          <IconButton
            {...trigger}
            icon="dots"
            tone="plain"
            label={t`More actions for ${machine.hostname}`}
          />
        )}
      </Menu>
      {moves.dialog}
    </>
  );
}
