/** Ends the use of a bare-metal item: it is erased before it is sold again. */
import type { Tx } from "../../../core/db/db.ts";
import { uuidv7 } from "../../../core/lib/crypto.ts";
import { createSubjectCommand } from "../../commands/create-commands.ts";
import { releaseReservedItem, startErasure } from "../bare-metal-store.ts";
import { eraseItemCommand } from "./erase-item.ts";

/** An item that was only reserved is available again at once. */
export async function endUseOfItem(
  tx: Tx,
  instance: { id: string; workspaceId: string },
  now: Date,
): Promise<void> {
  await releaseReservedItem(tx, instance, now);
  const item = await startErasure(tx, uuidv7(now), instance, now);
  if (item === null) return;
  await createSubjectCommand(tx, now, {
    kind: "erase",
    definition: eraseItemCommand,
    subject: `bare_metal_item ${item.id}`,
    regionHandle: item.regionHandle,
    requester: { type: "system" },
    requestId: null,
  });
}
