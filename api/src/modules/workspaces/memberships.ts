/**
 * Who is in a workspace: the rows of roles, for every noun that changes them. Where people and a
 * workspace are both held, people come first.
 */
import { accessLevel, type WorkspacePermission } from "#contracts/permissions.ts";
import type { Tx } from "../../core/db/db.ts";
import { ProblemError } from "../../core/lib/problem-error.ts";
import { lockWorkspace, findRole, lockWorkspaceShared } from "./membership-store.ts";

export { insertRole, lockWorkspace, changeRole, expireRole, findRole } from "./membership-store.ts";

/** Holds the workspace; whoever lost the right while this waited for its turn is refused as if they came now. */
export async function lockWorkspaceWithPermission(
  tx: Tx,
  workspaceId: string,
  userId: string,
  permission: WorkspacePermission,
): Promise<void> {
  await lockWorkspace(tx, workspaceId);
  await assertPermission(tx, workspaceId, userId, permission);
}

/** The same for whoever adds something to it: others may meanwhile, but nobody's role changes, and it is not taken down. */
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
}
