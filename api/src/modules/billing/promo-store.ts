/** SQL of promo codes, their redemptions and what they granted. */
import { type Tx, sql } from "../../core/db/db.ts";

/** Active grants that ended before a time, at most 1000. */
export const listExpiredGrants = (
  tx: Tx,
  before: Date,
): Promise<{ id: string; workspaceId: string }[]> =>
  tx.many<{ id: string; workspaceId: string }>(sql`
    SELECT id, workspace_id AS "workspaceId" FROM promo_grant WHERE status = 'active' AND valid_until <= ${before}
     ORDER BY workspace_id, id LIMIT 1000`);

export const lockExpiredGrant = (tx: Tx, workspaceId: string, id: string) =>
  tx.maybeOne<{ remaining: number; code: string }>(sql`
    SELECT remaining_cents AS remaining, code FROM promo_grant
     WHERE workspace_id = ${workspaceId} AND id = ${id} AND status = 'active' FOR UPDATE`);

export const markGrantExpired = (tx: Tx, workspaceId: string, id: string) =>
  tx.execute(
    sql`UPDATE promo_grant SET status = 'expired' WHERE workspace_id = ${workspaceId} AND id = ${id}`,
  );
