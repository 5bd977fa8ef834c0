/** Deactivates and reactivates a workspace. It runs as boreal_system: the members' default workspaces change too. */
import { sql, type Tx } from "../../core/db/db.ts";
import { isUuid } from "../../core/lib/crypto.ts";

export interface LockedWorkspace {
  id: string;
  name: string;
  status: "active" | "suspended" | "deactivated";
  liveInstances: number;
}

/**
 * Locks and re-reads the workspace, so that no order is placed in it until the transaction ends. Returns null
 * when it never existed.
 */
export async function lockWorkspace(tx: Tx, id: string): Promise<LockedWorkspace | null> {
  if (!isUuid(id)) return null;
  // Lock order: users before workspaces.
  await lockMembers(tx, id);
  const locked = await tx.maybeOne(sql`SELECT FROM workspace WHERE id = ${id} FOR UPDATE`);
  return locked === null
    ? null
    : await tx.one<LockedWorkspace>(sql`
        SELECT w.id, w.name, w.status,
               (SELECT count(*) FROM instance i WHERE i.workspace_id = w.id AND i.status <> 'terminated') AS "liveInstances"
          FROM workspace w WHERE w.id = ${id}`);
}

/**
 * Serializes changes of the members' default workspaces. Inserts that reference a user are not blocked: an
 * order holds its workspace lock by then, and this transaction waits for that.
 */
const lockMembers = (tx: Tx, workspaceId: string) =>
  tx.execute(sql`SELECT FROM user_account WHERE id IN (
      SELECT user_id FROM user_workspace_role WHERE workspace_id = ${workspaceId} AND expired_at IS NULL)
    ORDER BY id FOR NO KEY UPDATE`);

/** Deactivates the workspace. Members whose default it was get their oldest other workspace as default. */
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

/** Reactivates the workspace. It becomes the default of members without another default. */
export async function reactivate(tx: Tx, workspaceId: string, now: Date): Promise<void> {
  await tx.execute(
    sql`UPDATE workspace SET status = CASE WHEN suspended_at IS NULL THEN 'active' ELSE 'suspended' END, deactivated_at = NULL, updated_at = ${now} WHERE id = ${workspaceId}`,
  );
  await tx.execute(sql`
    UPDATE user_workspace_role r SET is_default = true
     WHERE r.workspace_id = ${workspaceId} AND r.expired_at IS NULL
       AND NOT EXISTS (SELECT FROM user_workspace_role o WHERE o.user_id = r.user_id AND o.is_default AND o.expired_at IS NULL)`);
}
