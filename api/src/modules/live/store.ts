/** SQL of live event streams. It runs as boreal_system: a stream outlives its request. */
import { type Tx, sql } from "../../core/db/db.ts";

/** Returns the role of each listener whose session and membership are still valid. */
export const listListenerRoles = (
  tx: Tx,
  listening: readonly { readonly sessionId: string; readonly workspaceId: string }[],
  now: Date,
): Promise<{ session_id: string; workspace_id: string; role: string }[]> =>
  tx.many(sql`
    SELECT s.id AS session_id, w.id AS workspace_id, r.workspace_role_id AS role
      FROM unnest(${listening.map(({ sessionId }) => sessionId)}::uuid[], ${listening.map(({ workspaceId }) => workspaceId)}::uuid[])
           AS l (session_id, workspace_id)
      JOIN session s ON s.id = l.session_id AND s.revoked_at IS NULL AND s.suspended_at IS NULL AND s.expires_at > ${now}
      JOIN user_account u ON u.id = s.user_id AND u.status = 'active' AND u.credential_version = s.credential_version
      JOIN user_workspace_role r ON r.user_id = s.user_id AND r.workspace_id = l.workspace_id AND r.expired_at IS NULL
      JOIN workspace w ON w.id = l.workspace_id AND w.status <> 'deactivated'`);

/** Returns the sessions of listeners who are still staff. */
export const listStaffListeners = async (
  tx: Tx,
  sessionIds: readonly string[],
  now: Date,
): Promise<ReadonlySet<string>> => {
  const rows = await tx.many<{ id: string }>(sql`
    SELECT s.id
      FROM session s
      JOIN user_account u ON u.id = s.user_id AND u.status = 'active' AND u.credential_version = s.credential_version
      JOIN user_staff_role r ON r.user_id = u.id AND r.expired_at IS NULL
     WHERE s.id = ANY (${[...sessionIds]}::uuid[]) AND s.revoked_at IS NULL AND s.suspended_at IS NULL AND s.expires_at > ${now}`);
  return new Set(rows.map(({ id }) => id));
};
