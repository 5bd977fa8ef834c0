/** Powers on an instance that a suspension powered off. It runs as boreal_system. */
import type { Tx } from "../../core/db/db.ts";
import { isCommandOpen } from "../commands/create-commands.ts";
import { resetInstance } from "./change-power.ts";
import { lockInstance } from "./store.ts";

/**
 * - `runs`: it is active, or its customer ends it.
 * - `waits`: an operation is under way; ask again later.
 */
export async function startStoppedInstance(
  tx: Tx,
  now: Date,
  instance: { readonly id: string; readonly workspaceId: string },
): Promise<"runs" | "waits"> {
  const row = await lockInstance(tx, instance);
  if (row.status !== "stopped" && row.statusReason !== "stopping") return "runs";
  if (row.statusReason !== null || (await isCommandOpen(tx, row))) return "waits";
  await resetInstance(tx, now, row, "power_on", {
    requester: { type: "system" },
    requestId: null,
  });
  return "waits";
}
