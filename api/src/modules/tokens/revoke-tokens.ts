/** What ends with a person's membership, or with their account. */
import type { Tx } from "../../core/db/db.ts";
import { lockTokensOfUser, setTokensRevoked } from "./store.ts";

/**
 * Ends the tokens a person made, in one workspace or, with null, in all. They would let nobody in anyway,
 * but must not come back with the person either.
 */
export async function revokeTokensOfUser(
  tx: Tx,
  userId: string,
  workspaceId: string | null,
  now: Date,
): Promise<void> {
  await lockTokensOfUser(tx, userId);
  await setTokensRevoked(tx, userId, workspaceId, now);
}
