/** Saves the card of a completed setup, for the request of the browser and for the webhook alike. */
import { maxCards } from "#contracts/payments.ts";
import type { Tx } from "../../../core/db/db.ts";
import { enqueue } from "../../../core/jobs/jobs.ts";
import { uuidv7 } from "../../../core/lib/crypto.ts";
import type { ProviderCard } from "../../../ports/payments.ts";
import {
  type CardFacts,
  countCards,
  findSameCard,
  insertCard,
  lockCards,
  makeDefault,
  replaceCard,
} from "./payment-methods-store.ts";
import { cardRemoval } from "./remove-card-job.ts";

/** `tooMany`: the workspace has the maximum number of cards, and the new one is removed at the provider. */
export type SavedCard =
  | { readonly id: string; readonly isNew: boolean; readonly tooMany: false }
  | { readonly tooMany: true };

/**
 * Saving the same setup again changes nothing. The same card number entered again replaces the stored card; in both
 * cases, as with a new card, it becomes the default.
 */
export async function saveCard(
  tx: Tx,
  card: { workspaceId: string; provided: ProviderCard; createdBy: string | null },
  now: Date,
): Promise<SavedCard> {
  const { workspaceId, provided, createdBy } = card;
  await lockCards(tx, workspaceId);
  const facts: CardFacts = { ...provided, providerId: provided.cardId };
  const same = await findSameCard(tx, workspaceId, facts, now);
  if (same?.provider_id === facts.providerId) return { id: same.id, isNew: false, tooMany: false };
  if (same !== null) {
    await replaceCard(tx, same.id, facts, now);
    await makeDefault(tx, workspaceId, same.id, now);
    await enqueue(tx, now, cardRemoval, { providerId: same.provider_id });
    return { id: same.id, isNew: true, tooMany: false };
  }
  if ((await countCards(tx, workspaceId)) >= maxCards) {
    await enqueue(tx, now, cardRemoval, { providerId: facts.providerId });
    return { tooMany: true };
  }
  const id = uuidv7(now);
  await insertCard(tx, { ...facts, id, workspaceId, createdBy }, now);
  return { id, isNew: true, tooMany: false };
}
