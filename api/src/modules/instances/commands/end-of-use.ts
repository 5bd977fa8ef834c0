/** Ends the use of a bare-metal item: it is erased before it is sold again. */
import type { Tx } from "../../../core/db/db.ts";
import { uuidv7 } from "../../../core/lib/crypto.ts";
import { createSubjectCommand } from "../../commands/create-commands.ts";
import type { Requester } from "../../commands/requester.ts";
import { releaseReservedItem, restartErasure, startErasure } from "../bare-metal-store.ts";
import { eraseItemCommand } from "./erase-item.ts";

/** An item that was only reserved is available again at once. */
export async function endUseOfItem(
  tx: Tx,
  instance: { id: string; workspaceId: string },
  now: Date,
): Promise<void> {
  await releaseReservedItem(tx, instance, now);
  const item = await startErasure(tx, uuidv7(now), instance, now);
  if (item !== null)
    await createErasure(tx, now, item, { requester: { type: "system" }, requestId: null });
}

interface ErasedItem {
  readonly id: string;
  readonly regionHandle: string;
}

interface Origin {
  readonly requester: Requester;
  readonly requestId: string | null;
}

/**
 * Erases an item whose erasure failed, or that was never erased after its use. The customer whose erasure failed gets the
 * certificate of this one. The caller has locked the item. Returns false while another command works on the item.
 */
export async function eraseItemAgain(
  tx: Tx,
  now: Date,
  item: ErasedItem,
  origin: Origin,
): Promise<boolean> {
  await restartErasure(tx, item.id, now);
  return (await createErasure(tx, now, item, origin)) !== null;
}

const createErasure = (
  tx: Tx,
  now: Date,
  { id, regionHandle }: ErasedItem,
  origin: Origin,
): Promise<string | null> =>
  createSubjectCommand(tx, now, {
    ...origin,
    kind: "erase",
    definition: eraseItemCommand,
    subject: `bare_metal_item ${id}`,
    regionHandle,
  });
