/** What ends with a person's membership, or with their account. */
import { sql, type Tx } from "../../core/db/db.ts";
import { lockTokensOfUser } from "./store.ts";

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
  await tx.execute(sql`
    UPDATE access_token SET revoked_at = ${now}, updated_at = ${now}
     WHERE created_by = ${userId} AND revoked_at IS NULL AND (${workspaceId}::uuid IS NULL OR workspace_id = ${workspaceId}::uuid)`);
}
