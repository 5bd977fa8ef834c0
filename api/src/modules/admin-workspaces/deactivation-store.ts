/** A workspace taken down, and opened again. It runs as boreal_system: it touches what else its people have. */
import { sql, type Tx } from "../../core/db/db.ts";
import { isUuid } from "../../core/lib/crypto.ts";

export interface LockedWorkspace {
  id: string;
  name: string;
  status: "active" | "suspended" | "deactivated";
  liveMachines: number;
}

/** As it is now; nobody orders anything in it until the transaction ends. Null where there never was one. */
export async function lockWorkspace(tx: Tx, id: string): Promise<LockedWorkspace | null> {
  if (!isUuid(id)) return null;
  // People before workspaces, as wherever both are held.
  await lockMembersShared(tx, id);
  const held = await tx.maybeOne(sql`SELECT FROM workspace WHERE id = ${id} FOR UPDATE`);
  return held === null
    ? null
    : await tx.one<LockedWorkspace>(sql`
        SELECT w.id, w.name, w.status,
               (SELECT count(*) FROM instance i WHERE i.workspace_id = w.id AND i.status <> 'terminated') AS "liveMachines"
          FROM workspace w WHERE w.id = ${id}`);
}

/**
 * Who of its people begins elsewhere, and where, is decided for one of them at a time. Rows that only
 * name one of them are not kept waiting: an order has its workspace by then, which this waits for.
 */
const lockMembersShared = (tx: Tx, workspaceId: string) =>
  tx.execute(sql`SELECT FROM user_account WHERE id IN (
      SELECT user_id FROM user_workspace_role WHERE workspace_id = ${workspaceId} AND expired_at IS NULL)
    ORDER BY id FOR NO KEY UPDATE`);

/** Nobody gets in any more; whoever began here begins in the oldest other workspace they have. */
export async function deactivate(tx: Tx, workspaceId: string, now: Date): Promise<void> {
  await tx.execute(
    sql`UPDATE workspace SET status = 'deactivated', deactivated_at = ${now}, updated_at = ${now} WHERE id = ${workspaceId}`,
  );
  const lost = await tx.many<{ userId: string }>(sql`
    UPDATE user_workspace_role SET is_default = false
     WHERE workspace_id = ${workspaceId} AND is_default AND expired_at IS NULL RETURNING user_id AS "userId"`);
  await tx.execute(sql`
    UPDATE user_workspace_role r SET is_default = true
      FROM (SELECT DISTINCT ON (o.user_id) o.id FROM user_workspace_role o
              JOIN workspace w ON w.id = o.workspace_id AND w.status <> 'deactivated'
             WHERE o.user_id = ANY(${lost.map(({ userId }) => userId)}) AND o.expired_at IS NULL
             ORDER BY o.user_id, o.created_at, o.id) oldest
     WHERE r.id = oldest.id`);
}

/** Who has nowhere else to begin begins here again. */
export async function reactivate(tx: Tx, workspaceId: string, now: Date): Promise<void> {
  await tx.execute(
    sql`UPDATE workspace SET status = 'active', deactivated_at = NULL, updated_at = ${now} WHERE id = ${workspaceId}`,
  );
  await tx.execute(sql`
    UPDATE user_workspace_role r SET is_default = true
     WHERE r.workspace_id = ${workspaceId} AND r.expired_at IS NULL
       AND NOT EXISTS (SELECT FROM user_workspace_role o WHERE o.user_id = r.user_id AND o.is_default AND o.expired_at IS NULL)`);
}
