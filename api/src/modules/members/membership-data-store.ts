/** SQL of memberships outside of a request. */
import type { Member } from "#contracts/members.ts";
import { sql, type Tx } from "../../core/db/db.ts";
import { isoTimestamp } from "../../core/db/list.ts";

/** Finds a membership by its own id. When the user was last active is known to members only. */
export const findMembership = async (
  tx: Tx,
  workspaceId: string,
  id: string,
): Promise<Member | null> => {
  const row = await tx.maybeOne<{ member: Member }>(sql`
    SELECT json_build_object('id', r.user_id, 'email', u.email, 'name', concat_ws(' ', u.first_name, u.last_name),
        'avatarUrl', '/api/v1/avatars/' || u.avatar_id, 'role', r.workspace_role_id, 'twoFactorEnabled', u.two_factor_enabled_at IS NOT NULL,
        'projects', (SELECT coalesce(json_agg(json_build_object('id', p.id, 'name', p.name) ORDER BY lower(p.name), p.id), '[]')
           FROM project_grant g JOIN project p ON p.id = g.project_id WHERE g.workspace_id = r.workspace_id AND g.user_id = r.user_id),
        'joinedAt', ${isoTimestamp("r.created_at")}, 'lastActiveAt', NULL, 'canReceiveOwnership', NULL) AS member
      FROM user_workspace_role r JOIN user_account u ON u.id = r.user_id WHERE r.workspace_id = ${workspaceId} AND r.id = ${id}`);
  return row?.member ?? null;
};
