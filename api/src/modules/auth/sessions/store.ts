/** SQL of sessions and used nonces. */
import { sql, type Tx } from "../../../core/db/db.ts";
import type { SessionInfo } from "#contracts/auth.ts";
import type { NewSession, SecondStep, VerifiedFactors } from "./sessions.ts";
import type { AccountRow } from "../../accounts/accounts.ts";
import type { ImpersonationRequest } from "./impersonation.ts";
import type { SessionToken } from "../../../core/http/session-token.ts";

export interface SessionRow {
  id: string;
  user_id: string;
  auth_type: SessionInfo["userSession"]["authType"];
  salt: Buffer;
  token_generation: number;
  token_hash: Buffer;
  previous_token_hash: Buffer | null;
  rotated_at: Date;
  token_confirmed_at: Date | null;
  expires_at: Date;
  absolute_expires_at: Date;
  second_step: SecondStep | null;
  updated_at: Date;
  revoked_at: Date | null;
  /** Set on a staff session while its user impersonates a customer. */
  suspended_at: Date | null;
}

const sessionColumns = sql`id, user_id, auth_type, salt, token_generation, token_hash, previous_token_hash, rotated_at, token_confirmed_at,
  expires_at, absolute_expires_at, second_step, updated_at, revoked_at, suspended_at`;

/** Revokes all but the `keepCount` newest live sessions of the account. */
export async function revokeOldestSessions(
  tx: Tx,
  userId: string,
  keepCount: number,
  now: Date,
): Promise<void> {
  await tx.execute(sql`
    UPDATE session SET revoked_at = ${now}, revoked_reason = 'too_many'
     WHERE id IN (SELECT id FROM session WHERE user_id = ${userId} AND auth_type <> 'impersonate' AND revoked_at IS NULL AND expires_at > ${now}
                   ORDER BY created_at DESC, id DESC OFFSET ${keepCount})`);
}

export interface InsertedSession {
  id: string;
  authType: SessionRow["auth_type"];
  salt: Buffer;
  tokenHash: Buffer;
  expiresAt: Date;
  absoluteExpiresAt: Date;
}

export const insertSession = (
  tx: Tx,
  account: Pick<AccountRow, "id" | "credential_version">,
  from: NewSession,
  session: InsertedSession,
): Promise<SessionRow> =>
  tx.one<SessionRow>(sql`
    INSERT INTO session (id, user_id, auth_type, salt, token_hash, rotated_at, expires_at, absolute_expires_at, second_step, first_factor, second_factor, reauthenticated_at,
      credential_version, ip, user_agent, created_at, updated_at)
    VALUES (${session.id}, ${account.id}, ${session.authType}, ${session.salt}, ${session.tokenHash}, ${from.now}, ${session.expiresAt}, ${session.absoluteExpiresAt},
      ${from.secondStep}, ${from.firstFactor}, ${from.secondFactor}, ${from.authenticatedAt}, ${account.credential_version}, ${from.ip}, ${from.userAgent?.slice(0, 500) ?? null}, ${from.now}, ${from.now})
    RETURNING ${sessionColumns}`);

export const lockSession = (tx: Tx, id: string): Promise<SessionRow | null> =>
  tx.maybeOne<SessionRow>(sql`SELECT ${sessionColumns} FROM session WHERE id = ${id} FOR UPDATE`);

/** With `nextTokenHash` the session moves to the next token generation. */
export function extendSession(
  tx: Tx,
  id: string,
  to: { expiresAt: Date; nextTokenHash: Buffer | null; now: Date },
): Promise<SessionRow> {
  const rotated =
    to.nextTokenHash === null
      ? sql``
      : sql`, token_generation = token_generation + 1, token_hash = ${to.nextTokenHash}, previous_token_hash = token_hash, rotated_at = ${to.now}, token_confirmed_at = NULL`;
  return tx.one<SessionRow>(
    sql`UPDATE session SET expires_at = ${to.expiresAt}, updated_at = ${to.now}${rotated} WHERE id = ${id} RETURNING ${sessionColumns}`,
  );
}

export const revokeSession = (tx: Tx, id: string, reason: string, now: Date): Promise<number> =>
  tx.execute(
    sql`UPDATE session SET revoked_at = ${now}, revoked_reason = ${reason} WHERE id = ${id} AND revoked_at IS NULL`,
  );

/**
 * Revokes all sessions of the user, those in which staff impersonate the user, and those in which the user
 * impersonates others. Incrementing the epoch also invalidates sessions that are being created concurrently.
 * Returns how many of the user's own live sessions were revoked. The caller holds the lock of the account.
 */
export async function revokeAllSessions(
  tx: Tx,
  userId: string,
  reason: string,
  now: Date,
): Promise<number> {
  await tx.execute(
    sql`UPDATE user_account SET credential_version = credential_version + 1 WHERE id = ${userId}`,
  );
  const { n } = await tx.one<{ n: number }>(sql`
    WITH ended AS (
      UPDATE session SET revoked_at = ${now}, revoked_reason = ${reason}
       WHERE (user_id = ${userId} OR impersonator_id = ${userId}) AND revoked_at IS NULL
       RETURNING user_id, auth_type, expires_at)
    SELECT count(*) AS n FROM ended
     WHERE user_id = ${userId} AND auth_type IN ('password', 'oauth') AND expires_at > ${now}`);
  return n;
}

/** Returns false when the session has ended or is parked already. */
export async function parkSession(tx: Tx, id: string, now: Date): Promise<boolean> {
  const parked = await tx.execute(
    sql`UPDATE session SET suspended_at = ${now} WHERE id = ${id} AND suspended_at IS NULL AND revoked_at IS NULL`,
  );
  return parked === 1;
}

export const insertImpersonationSession = (
  tx: Tx,
  { target, admin, session, ip, userAgent, now }: ImpersonationRequest,
  created: Omit<InsertedSession, "authType">,
): Promise<SessionRow> =>
  tx.one<SessionRow>(sql`
    INSERT INTO session (id, user_id, auth_type, salt, token_hash, rotated_at, expires_at, absolute_expires_at, credential_version, impersonator_id, impersonator_role,
      parent_session_id, ip, user_agent, created_at, updated_at)
    VALUES (${created.id}, ${target.id}, 'impersonate', ${created.salt}, ${created.tokenHash}, ${now}, ${created.expiresAt}, ${created.absoluteExpiresAt},
      ${target.credential_version}, ${admin.id}, ${admin.role}, ${session.id}, ${ip}, ${userAgent?.slice(0, 500) ?? null}, ${now}, ${now})
    RETURNING ${sessionColumns}`);

/** Locks the session. Returns why it was revoked; null while it is live. */
export async function lockRevokedReason(tx: Tx, id: string): Promise<string | null> {
  const { revoked_reason } = await tx.one<{ revoked_reason: string | null }>(
    sql`SELECT revoked_reason FROM session WHERE id = ${id} FOR UPDATE`,
  );
  return revoked_reason;
}

/** Locks a staff session. Returns null when it has ended, or its user may no longer act as staff. */
export const lockUsableStaffSession = (tx: Tx, id: string, now: Date): Promise<SessionRow | null> =>
  tx.maybeOne<SessionRow>(sql`
    SELECT ${sessionColumns} FROM session s WHERE id = ${id} AND revoked_at IS NULL AND absolute_expires_at > ${now}
       AND EXISTS (SELECT FROM user_account u JOIN user_staff_role r ON r.user_id = u.id AND r.expired_at IS NULL
                    WHERE u.id = s.user_id AND u.status = 'active' AND u.credential_version = s.credential_version)
       FOR UPDATE`);

/** Resumes a parked session with a new token. */
export const resumeSession = (
  tx: Tx,
  id: string,
  token: SessionToken,
  expiresAt: Date,
  now: Date,
): Promise<SessionRow> =>
  tx.one<SessionRow>(sql`
    UPDATE session SET suspended_at = NULL, token_generation = ${token.generation}, token_hash = ${token.hash}, previous_token_hash = NULL,
      rotated_at = ${now}, token_confirmed_at = NULL, expires_at = ${expiresAt}, updated_at = ${now}
     WHERE id = ${id} RETURNING ${sessionColumns}`);

export const listWorkspacesOfUser = (
  tx: Tx,
  userId: string,
): Promise<{ id: string; name: string }[]> =>
  tx.many<{ id: string; name: string }>(sql`
    SELECT w.id, w.name FROM user_workspace_role r JOIN workspace w ON w.id = r.workspace_id AND w.status <> 'deactivated'
     WHERE r.user_id = ${userId} AND r.expired_at IS NULL ORDER BY w.id`);

export interface RoleRow {
  handle: string;
  workspace_id: string;
  name: string;
  colour: string;
  status: "active" | "suspended";
  is_default: boolean;
  former_handles: string[];
  workspace_role_id: string;
}

export const listWorkspaceRoles = (tx: Tx, userId: string, now: Date): Promise<RoleRow[]> =>
  tx.many<RoleRow>(sql`
  SELECT w.handle, w.id AS workspace_id, w.name, w.colour, w.status, r.is_default, r.workspace_role_id,
         ARRAY(SELECT h.handle FROM workspace_former_handle h WHERE h.workspace_id = w.id AND h.expires_at > ${now} ORDER BY h.released_at, h.handle) AS former_handles
    FROM user_workspace_role r JOIN workspace w ON w.id = r.workspace_id
   WHERE r.user_id = ${userId} AND r.expired_at IS NULL AND w.status <> 'deactivated'
   ORDER BY r.created_at, r.id`);

export async function verifiedFactorsOfSession(
  tx: Tx,
  sessionId: string,
): Promise<VerifiedFactors> {
  return await tx.one<VerifiedFactors>(
    sql`SELECT first_factor AS "firstFactor", second_factor AS "secondFactor" FROM session WHERE id = ${sessionId}`,
  );
}

/** Returns true on the first use of a nonce; of concurrent uses one gets true. */
export async function consumeNonce(tx: Tx, hash: Buffer, expiresAt: Date): Promise<boolean> {
  const consumed = await tx.execute(
    sql`INSERT INTO used_nonce (nonce_hash, expires_at) VALUES (${hash}, ${expiresAt}) ON CONFLICT DO NOTHING`,
  );
  return consumed === 1;
}

export const isNonceUsed = async (tx: Tx, hash: Buffer): Promise<boolean> =>
  (await tx.maybeOne(sql`SELECT FROM used_nonce WHERE nonce_hash = ${hash}`)) !== null;
