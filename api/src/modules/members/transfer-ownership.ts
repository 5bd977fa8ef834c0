/** Transfer of the ownership of a workspace, by its owner or by staff. */
import type { WorkspaceRoleId } from "#contracts/roles.ts";
import type { Tx } from "../../core/db/db.ts";
import { expireInvitesSentBy } from "../invites/revoke-invites.ts";
import { changeRole } from "../workspaces/memberships.ts";
import { replaceGrants } from "../workspaces/project-grants.ts";

/**
 * The caller holds the lock of the workspace. A workspace has one owner at a time, so the former owner, if there is
 * one, is demoted first.
 */
export async function transferOwnership(
  tx: Tx,
  {
    workspaceId,
    from,
    to,
    now,
  }: { workspaceId: string; from: string | null; to: string; now: Date },
): Promise<void> {
  const become = (userId: string, role: WorkspaceRoleId) =>
    changeRole(tx, { workspaceId, userId, role, at: now });
  if (from !== null) await become(from, "administrator");
  await become(to, "owner");
  await replaceGrants(tx, { workspaceId, userId: to, projectIds: [], at: now });
  if (from !== null) await expireInvitesSentBy(tx, workspaceId, from, now);
}
