/** SQL of workspace memberships. Code that locks users and a workspace locks the users first. */
import { type Tx, sql } from "../../core/db/db.ts";
import { WorkspaceRoleId } from "#contracts/roles.ts";
import type { Locale } from "#contracts/locale.ts";

/** Locks the workspace, which serializes changes of its memberships. */
export async function lockWorkspace(tx: Tx, workspaceId: string): Promise<void> {
  await tx.execute(sql`SELECT FROM workspace WHERE id = ${workspaceId} FOR UPDATE`);
}

export async function findRole(
  tx: Tx,
  workspaceId: string,
  userId: string,
): Promise<WorkspaceRoleId | null> {
  const row = await tx.maybeOne<{ role: string }>(sql`
    SELECT r.workspace_role_id AS role FROM user_workspace_role r JOIN workspace w ON w.id = r.workspace_id AND w.status <> 'deactivated'
     WHERE r.workspace_id = ${workspaceId} AND r.user_id = ${userId} AND r.expired_at IS NULL`);
  return row === null ? null : WorkspaceRoleId.parse(row.role);
}

interface NewRole {
  id: string;
  workspaceId: string;
  userId: string;
  role: WorkspaceRoleId;
  createdBy: string;
  at: Date;
}

/**
 * Makes the user's first workspace their default. The user is locked, so that two concurrent memberships do
 * not both become it.
 */
export async function insertRole(tx: Tx, role: NewRole): Promise<void> {
  await tx.execute(sql`SELECT FROM user_account WHERE id = ${role.userId} FOR NO KEY UPDATE`);
  await tx.execute(sql`
    INSERT INTO user_workspace_role (id, workspace_id, user_id, workspace_role_id, is_default, created_by, created_at)
    VALUES (${role.id}, ${role.workspaceId}, ${role.userId}, ${role.role},
      NOT EXISTS (SELECT FROM user_workspace_role WHERE user_id = ${role.userId} AND is_default AND expired_at IS NULL), ${role.createdBy}, ${role.at})`);
}

export async function changeRole(
  tx: Tx,
  { workspaceId, userId, role, at }: Pick<NewRole, "workspaceId" | "userId" | "role" | "at">,
): Promise<void> {
  await tx.execute(sql`UPDATE user_workspace_role SET workspace_role_id = ${role}, role_changed_at = ${at}
    WHERE workspace_id = ${workspaceId} AND user_id = ${userId} AND expired_at IS NULL`);
}

/**
 * Ends a membership and its project grants. If it was the default workspace, the user's oldest other
 * workspace becomes the default. The caller holds the lock of the user.
 */
export async function expireRole(
  tx: Tx,
  { workspaceId, userId, now }: { workspaceId: string; userId: string; now: Date },
): Promise<void> {
  await tx.execute(
    sql`DELETE FROM project_grant WHERE workspace_id = ${workspaceId} AND user_id = ${userId}`,
  );
  await tx.execute(sql`UPDATE user_workspace_role SET expired_at = ${now}, is_default = false
    WHERE workspace_id = ${workspaceId} AND user_id = ${userId} AND expired_at IS NULL`);
  await tx.execute(sql`
    UPDATE user_workspace_role SET is_default = true
     WHERE id = (SELECT o.id FROM user_workspace_role o JOIN workspace w ON w.id = o.workspace_id AND w.status <> 'deactivated'
                  WHERE o.user_id = ${userId} AND o.expired_at IS NULL ORDER BY o.created_at, o.id LIMIT 1)
       AND NOT EXISTS (SELECT FROM user_workspace_role d WHERE d.user_id = ${userId} AND d.is_default AND d.expired_at IS NULL)`);
}

/** Returns false when it was the default already. The caller holds the lock of the user. */
export async function setDefaultWorkspace(
  tx: Tx,
  userId: string,
  workspaceId: string,
): Promise<boolean> {
  await tx.execute(sql`UPDATE user_workspace_role SET is_default = false
    WHERE user_id = ${userId} AND is_default AND expired_at IS NULL AND workspace_id <> ${workspaceId}`);
  const created = await tx.execute(sql`UPDATE user_workspace_role SET is_default = true
    WHERE user_id = ${userId} AND workspace_id = ${workspaceId} AND expired_at IS NULL AND NOT is_default`);
  return created === 1;
}

/**
 * Takes a share lock: rows that reference the workspace can still be inserted, but its memberships cannot
 * change and it cannot be deactivated.
 */
export const lockWorkspaceShared = (tx: Tx, workspaceId: string): Promise<number> =>
  tx.execute(sql`SELECT FROM workspace WHERE id = ${workspaceId} FOR KEY SHARE`);

export const isSuspended = async (tx: Tx, workspaceId: string): Promise<boolean> =>
  (await tx.maybeOne(
    sql`SELECT FROM workspace WHERE id = ${workspaceId} AND status = 'suspended'`,
  )) !== null;

export const findActiveRecipient = (
  tx: Tx,
  userId: string,
): Promise<{ email: string; firstName: string; locale: Locale } | null> =>
  tx.maybeOne(sql`
    SELECT email, first_name AS "firstName", locale FROM user_account WHERE id = ${userId} AND status = 'active'`);

export interface GrantedProject {
  id: string;
  name: string;
}

export async function replaceGrants(
  tx: Tx,
  grant: { workspaceId: string; userId: string; projectIds: readonly string[]; at: Date },
): Promise<void> {
  const { workspaceId, userId, projectIds, at } = grant;
  await tx.execute(
    sql`DELETE FROM project_grant WHERE workspace_id = ${workspaceId} AND user_id = ${userId}`,
  );
  // A project that was deleted meanwhile is not granted.
  await tx.execute(sql`
    INSERT INTO project_grant (workspace_id, project_id, user_id, created_at)
    SELECT p.workspace_id, p.id, ${userId}, ${at} FROM project p WHERE p.workspace_id = ${workspaceId} AND p.id = ANY(${[...projectIds]}::uuid[])`);
}

export const listProjectsById = (
  tx: Tx,
  workspaceId: string,
  ids: readonly string[],
): Promise<GrantedProject[]> =>
  tx.many<GrantedProject>(sql`
    SELECT id, name FROM project WHERE workspace_id = ${workspaceId} AND id = ANY(${[...ids]}::uuid[]) ORDER BY lower(name), id`);
