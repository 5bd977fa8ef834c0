/**
 * Workspace memberships, for every module that changes them. Code that locks users and a workspace locks the
 * users first.
 */
import {
  accessLevel,
  isBlockedWhileSuspended,
  type WorkspacePermission,
} from "#contracts/permissions.ts";
import type { Tx } from "../../core/db/db.ts";
import { ProblemError } from "../../core/lib/problem-error.ts";
import { findRole, isSuspended, lockWorkspace, lockWorkspaceShared } from "./membership-store.ts";

export { insertRole, lockWorkspace, changeRole, expireRole, findRole } from "./membership-store.ts";

/**
 * Locks the workspace, then re-checks the permission, because the caller may have lost it while waiting for
 * the lock.
 */
export async function lockWorkspaceWithPermission(
  tx: Tx,
  workspaceId: string,
  userId: string,
  permission: WorkspacePermission,
): Promise<void> {
  await lockWorkspace(tx, workspaceId);
  await assertPermission(tx, workspaceId, userId, permission);
}

/**
 * Like `lockWorkspaceWithPermission` with a share lock, for adding objects: concurrent additions proceed, but
 * roles cannot change and the workspace cannot be deactivated.
 */
export async function lockWorkspaceSharedWithPermission(
  tx: Tx,
  workspaceId: string,
  userId: string,
  permission: WorkspacePermission,
): Promise<void> {
  await lockWorkspaceShared(tx, workspaceId);
  await assertPermission(tx, workspaceId, userId, permission);
}

async function assertPermission(
  tx: Tx,
  workspaceId: string,
  userId: string,
  permission: WorkspacePermission,
): Promise<void> {
  const role = await findRole(tx, workspaceId, userId);
  if (role === null) throw new ProblemError("permission_denied_missing_role");
  if (accessLevel(role, permission) === null)
    throw new ProblemError("permission_denied_missing_permission", { permission });
  if (isBlockedWhileSuspended(permission) && (await isSuspended(tx, workspaceId)))
    throw new ProblemError("workspace_suspended");
}
