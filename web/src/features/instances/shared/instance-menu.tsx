/** Row menu of an instance. */
import { useLingui } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import { isEnding } from "#contracts/commands.ts";
import type { Instance } from "#contracts/instances.ts";
import type { InstanceAction } from "#contracts/instance-states.ts";
import type { MenuEntryWithCode } from "../../../components/use-menu-code.ts";
import { toast } from "../../../ui/toast.ts";
import { useCopy } from "../../../ui/use-copy.ts";
import { useCancelCommand } from "./use-cancel-command.tsx";
import { useEndedActions } from "./use-ended-actions.tsx";
import { useCreateSimilar } from "./use-create-similar.ts";
import { useInstanceMoveReason } from "./use-move-reason.ts";
import { useInstanceActionReason, useInstanceActions } from "./use-instance-actions.tsx";

export function useInstanceMenu(
  workspace: string,
  /** Opens the dialog that moves instances. */
  move: (instances: readonly Instance[]) => void,
): (instance: Instance) => readonly MenuEntryWithCode[] {
  const { t } = useLingui();
  const disabledReason = useInstanceActionReason();
  const instanceActions = useInstanceActions(workspace);
  const cancelCommand = useCancelCommand(workspace);
  const endedActions = useEndedActions(workspace);
  const whyNotMove = useInstanceMoveReason();
  const createSimilar = useCreateSimilar(workspace);
  const write = useCopy();
  const copySshLine = async (instance: Instance) => {
    const isCopied = await write(`ssh ${instance.image.defaultUser}@${instance.publicIp ?? ""}`);
    if (isCopied) void toast({ title: t`SSH command for ${instance.hostname} copied` });
  };

  const copyId = async ({ id, hostname }: Instance) => {
    if (await write(id)) void toast({ title: t`ID of ${hostname} copied` });
  };

  return (instance) => {
    const orders = instanceActions(instance);
    const reasonFor = (action: InstanceAction) => disabledReason(instance, action);
    const ended = instance.undoUntil === null ? null : endedActions(instance);
    return [
      {
        kind: "link",
        label: t`Open`,
        icon: "server",
        link: (
          <Link
            to="/$workspace/instances/$instanceID"
            params={{ workspace, instanceID: instance.id }}
          />
        ),
      },
      {
        label: t`Copy SSH command`,
        icon: "copy",
        reason: instance.publicIp === null ? t`No public IP address` : null,
        onSelect: () => void copySshLine(instance),
      },
      createSimilar(instance),
      { label: t`Copy ID`, icon: "copy", onSelect: () => void copyId(instance) },
      {
        label: t`Move to project`,
        icon: "folder",
        reason: whyNotMove(instance),
        onSelect: () => move([instance]),
      },
      ...(ended === null
        ? []
        : [
            { kind: "rule" as const },
            { icon: "refresh" as const, ...ended.undo },
            { icon: "trash" as const, tone: "danger" as const, ...ended.deleteNow },
          ]),
      { kind: "rule" },
      { label: t`Reboot`, icon: "refresh", reason: reasonFor("reboot"), ...orders.reboot },
      instance.status === "stopped"
        ? {
            label: t`Power on`,
            icon: "power",
            reason: reasonFor("power_on"),
            ...orders.power_on,
          }
        : {
            label: t`Power off`,
            icon: "power",
            reason: reasonFor("power_off"),
            ...orders.power_off,
          },
      ...(instance.openCommand === null || isEnding(instance.openCommand.kind)
        ? []
        : [{ icon: "close" as const, ...cancelCommand(instance, instance.openCommand) }]),
      { kind: "rule" },
      {
        label: t`Terminate`,
        icon: "trash",
        tone: "danger",
        reason: reasonFor("terminate"),
        ...orders.terminate,
      },
    ];
  };
}
