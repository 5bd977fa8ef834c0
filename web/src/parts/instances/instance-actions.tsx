import { Trans, useLingui } from "@lingui/react/macro";
import { useNavigate } from "@tanstack/react-router";
import type { Instance } from "#contracts/instances.ts";
import { ActionButton } from "../../blocks/action-button.tsx";
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
  return (
    <>
      <ActionButton {...conditionsOf(machine, "reboot")} onClick={orders.reboot}>
        <Trans>Reboot</Trans>
      </ActionButton>
      {machine.status === "stopped" ? (
        <ActionButton {...conditionsOf(machine, "power_on")} onClick={orders.powerOn}>
          <Trans>Power on</Trans>
        </ActionButton>
      ) : (
        <ActionButton {...conditionsOf(machine, "power_off")} onClick={orders.powerOff}>
          <Trans>Power off</Trans>
        </ActionButton>
      )}
      <ActionButton
        tone="danger"
        {...conditionsOf(machine, "terminate")}
        onClick={orders.terminate}
      >
        <Trans>Terminate</Trans>
      </ActionButton>
      <Menu
        entries={() => [
          {
            label: t`Move to project`,
            icon: "folder",
            reason: whyNotMove(machine),
            onSelect: () => moves.choose([machine]),
          },
          {
            label: t`Reboot by force`,
            icon: "refresh",
            reason: word(conditionsOf(machine, "hard_reboot")),
            onSelect: orders.hardReboot,
          },
        ]}
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
