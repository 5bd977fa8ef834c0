import type { Tx } from "../../../core/db/db.ts";
import type { CanceledCommand } from "../../commands/command-definition.ts";
import { setInstanceStatus } from "../store.ts";

/** Undoes the status that a power change has shown since it was requested. */
export async function returnToStatusBefore(
  tx: Tx,
  { instance, before }: CanceledCommand,
  now: Date,
): Promise<void> {
  if (before !== null) await setInstanceStatus(tx, instance, before, now);
}
