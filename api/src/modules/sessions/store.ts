/** SQL of the caller's own sessions. It runs as boreal_system: they belong to no tenant. */
import { raw, type Sql, sql, type Tx } from "../../core/db/db.ts";
import { isoTimestamp, type ListQuery } from "../../core/db/list.ts";

/**
 * Condition that session `s` is live. A parked staff session does not time out; it lives as long as its
 * impersonation.
 */
const isLive = (
  now: Date,
): Sql => sql`s.auth_type IN ('password', 'oauth') AND s.revoked_at IS NULL AND s.absolute_expires_at > ${now}
  AND s.credential_version = (SELECT u.credential_version FROM user_account u WHERE u.id = s.user_id)
  AND CASE WHEN s.suspended_at IS NULL THEN s.expires_at > ${now}
           ELSE EXISTS (SELECT FROM session c WHERE c.parent_session_id = s.id AND c.revoked_at IS NULL AND c.expires_at > ${now}) END`;

export function listSessions(
  userId: string,
  currentId: string,
  page: ListQuery["page"],
  now: Date,
): ListQuery {
  return {
    from: sql`session s`,
    alias: "s",
    where: [sql`s.user_id = ${userId}`, isLive(now)],
    sort: { column: raw("s.created_at"), type: "timestamptz" },
    descending: true,
    rowJson: sql`json_build_object('id', s.id, 'isCurrent', s.id = ${currentId}, 'firstFactor', s.first_factor,
      'secondFactor', s.second_factor, 'userAgent', s.user_agent, 'ip', host(s.ip),
      'createdAt', ${isoTimestamp("s.created_at")}, 'lastActiveAt', ${isoTimestamp("s.updated_at")}, 'expiresAt', ${isoTimestamp("s.expires_at")})`,
    page,
  };
}

export async function lockLiveSession(
  tx: Tx,
  userId: string,
  id: string,
  now: Date,
): Promise<boolean> {
  const session = await tx.maybeOne(
    sql`SELECT FROM session s WHERE s.id = ${id} AND s.user_id = ${userId} AND ${isLive(now)} FOR UPDATE OF s`,
  );
  return session !== null;
}

/**
 * Revokes all sessions except `keptId`, including pending login attempts and impersonations of this user.
 * Returns how many of the user's own live sessions were revoked.
 */
export async function revokeOwnSessions(
  tx: Tx,
  userId: string,
  keptId: string | null,
  now: Date,
): Promise<number> {
  const { n } = await tx.one<{ n: number }>(sql`
    WITH live AS MATERIALIZED (SELECT s.id FROM session s WHERE s.user_id = ${userId} AND ${isLive(now)}),
    ended AS (
      UPDATE session SET revoked_at = ${now}, revoked_reason = 'killed'
       WHERE user_id = ${userId} AND revoked_at IS NULL AND id IS DISTINCT FROM ${keptId}::uuid RETURNING id)
    SELECT count(*) AS n FROM ended JOIN live USING (id)`);
  return n;
}
