/** Power changes and terminations of an instance, requested by a customer or by staff. */
import type { InstanceStatus, ResetAction } from "#contracts/instance-states.ts";
import type { Tx } from "../../core/db/db.ts";
import { actionNotPossible } from "../../core/lib/problem-error.ts";
import { stopMetering } from "../billing/metering.ts";
import {
  cancelOpenCommands,
  createCommands,
  isCommandOpen,
  publishInstanceChanged,
} from "../commands/create-commands.ts";
import type { Requester } from "../commands/requester.ts";
import { findInstanceDefinition } from "./commands/command-definitions.ts";
import { type InstanceRow, setInstanceStatus } from "./store.ts";
import { keepInstance } from "./undo.ts";

interface Origin {
  readonly requester: Requester;
  readonly requestId: string | null;
}

/** The status of an instance while an accepted power change is in progress. */
const transitionalStatuses: Readonly<
  Record<ResetAction, { status: InstanceStatus; reason: string | null }>
> = {
  reboot: { status: "rebooting", reason: null },
  hard_reboot: { status: "rebooting", reason: null },
  power_on: { status: "stopped", reason: "starting" },
  power_off: { status: "active", reason: "stopping" },
};

const commandTarget = ({ id, workspaceId, variant, regionHandle }: InstanceRow) => ({
  instanceIds: [id],
  workspaceId,
  variant,
  regionHandle,
});

/** Requests a power change. The caller has locked the instance and checked the rule of the action. */
export async function resetInstance(
  tx: Tx,
  now: Date,
  row: InstanceRow,
  action: ResetAction,
  origin: Origin,
): Promise<void> {
  // A hard reboot replaces a reboot that does not finish.
  if (action === "hard_reboot") await cancelOpenCommands(tx, now, row, ["reboot", "hard_reboot"]);
  if (await isCommandOpen(tx, row)) throw actionNotPossible("operation_in_progress");
  await setInstanceStatus(tx, row, transitionalStatuses[action], now);
  await createCommands(tx, now, {
    ...origin,
    kind: action,
    definition: findInstanceDefinition(action, row.variant),
    ...commandTarget(row),
    before: { status: row.status, reason: row.statusReason },
  });
  await publishInstanceChanged(tx, row);
}

/**
 * Ends the billing and requests the termination. The caller has locked the instance and checked the rule of the action.
 * `canBeUndone`: an instance that can be kept is kept for `keptHours`, by default for those that a customer has to undo it.
 */
export async function terminateInstance(
  tx: Tx,
  now: Date,
  row: InstanceRow,
  {
    canBeUndone,
    keptHours,
    requester,
    requestId,
  }: Origin & { readonly canBeUndone: boolean; readonly keptHours?: number },
): Promise<void> {
  const origin = { requester, requestId };
  await cancelOpenCommands(tx, now, row);
  await stopMetering(tx, row, now);
  await setInstanceStatus(tx, row, { status: "terminating", reason: null }, now);
  if (row.canBeKept && canBeUndone) await keepInstance(tx, now, row, origin, keptHours);
  else
    await createCommands(tx, now, {
      ...origin,
      kind: "terminate",
      definition: findInstanceDefinition("terminate", row.variant),
      ...commandTarget(row),
    });
  await publishInstanceChanged(tx, row);
}
