/** Revokes access tokens together with a membership or an account. */
import type { Tx } from "../../core/db/db.ts";
import { lockTokensOfUser, setTokensRevoked } from "./store.ts";

/**
 * Revokes the tokens a user created, in one workspace or, with null, in all. They are already unusable
 * without the membership, but must not work again if the user returns.
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
