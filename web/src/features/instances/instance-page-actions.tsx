import { Trans, useLingui } from "@lingui/react/macro";
import { useNavigate } from "@tanstack/react-router";
import type { Instance } from "#contracts/instances.ts";
import type { InstanceAction } from "#contracts/instance-states.ts";
import { ActionButton } from "../../components/action-button.tsx";
import {
  type ActionMenuEntry,
  type MenuEntryWithCode,
  useMenuCode,
} from "../../components/use-menu-code.ts";
import { IconButton } from "../../ui/button.tsx";
import { Menu } from "../../ui/menu.tsx";
import { useCreateSimilar } from "./shared/use-create-similar.ts";
import { useInstanceMoveReason } from "./shared/use-move-reason.ts";
import { useMoveInstances } from "./shared/use-move-instances.tsx";
import { useInstanceActionReason, useInstanceActions } from "./shared/use-instance-actions.tsx";

/** Actions on the page of an instance; a termination leads to the list. */
export function InstancePageActions({
  workspace,
  instance,
}: {
  workspace: string;
  instance: Instance;
}) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const disabledReason = useInstanceActionReason();
  const whyNotMove = useInstanceMoveReason();
  const moves = useMoveInstances(workspace);
  const createSimilar = useCreateSimilar(workspace);
  const orders = useInstanceActions(workspace, () =>
    navigate({ to: "/$workspace/instances", params: { workspace }, replace: true }),
  )(instance);
  const power =
    instance.status === "stopped"
      ? ({ action: "power_on", label: t`Power on` } as const)
      : ({ action: "power_off", label: t`Power off` } as const);
  const toMenuEntry = (action: InstanceAction, label: string): ActionMenuEntry => ({
    label,
    reason: disabledReason(instance, action),
    ...orders[action],
  });
  const entries = (): readonly MenuEntryWithCode[] => [
    {
      label: t`Move to project`,
      icon: "folder",
      reason: whyNotMove(instance),
      onSelect: () => moves.choose([instance]),
    },
    { ...toMenuEntry("hard_reboot", t`Force reboot`), icon: "refresh" },
    createSimilar(instance),
  ];
  useMenuCode(() => [
    toMenuEntry("reboot", t`Reboot`),
    toMenuEntry(power.action, power.label),
    toMenuEntry("terminate", t`Terminate`),
    ...entries(),
  ]);
  return (
    <>
      <ActionButton reason={disabledReason(instance, "reboot")} onClick={orders.reboot.onSelect}>
        <Trans>Reboot</Trans>
      </ActionButton>
      <ActionButton
        reason={disabledReason(instance, power.action)}
        onClick={orders[power.action].onSelect}
      >
        {power.label}
      </ActionButton>
      <ActionButton
        tone="danger"
        reason={disabledReason(instance, "terminate")}
        onClick={orders.terminate.onSelect}
      >
        <Trans>Terminate</Trans>
      </ActionButton>
      <Menu entries={entries}>
        {(trigger) => (
          <IconButton
            {...trigger}
            icon="dots"
            tone="plain"
            label={t`More actions for ${instance.hostname}`}
          />
        )}
      </Menu>
      {moves.dialog}
    </>
  );
}
