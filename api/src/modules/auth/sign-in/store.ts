/** SQL of sign-in: login attempts, codes sent by email, known devices. */
import { sql, type Tx } from "../../../core/db/db.ts";
import type { FirstFactor } from "#contracts/sign-in-factors.ts";
import { uuidv7 } from "../../../core/lib/crypto.ts";

/**
 * Adds `by` to the attempt count of a login attempt. Returns false when it has ended, or the count would
 * leave the range 0 to `max`.
 */
export async function addStepAttempts(
  tx: Tx,
  sessionId: string,
  by: number,
  max: number,
): Promise<boolean> {
  const updated =
    await tx.execute(sql`UPDATE session SET second_step_attempts = second_step_attempts + ${by}
    WHERE id = ${sessionId} AND revoked_at IS NULL AND second_step_attempts + ${by} BETWEEN 0 AND ${max}`);
  return updated === 1;
}

/** Revokes a login attempt that has used all its attempts. Returns true when this call revoked it. */
export async function revokeExhaustedAttempt(
  tx: Tx,
  sessionId: string,
  max: number,
  now: Date,
): Promise<boolean> {
  const revoked =
    await tx.execute(sql`UPDATE session SET revoked_at = ${now}, revoked_reason = 'too_many_tries'
    WHERE id = ${sessionId} AND revoked_at IS NULL AND second_step_attempts >= ${max}`);
  return revoked === 1;
}

/** Locks a login attempt and returns its first factor; null when it has ended. */
export async function lockAttempt(tx: Tx, sessionId: string): Promise<FirstFactor | null> {
  const attempt = await tx.maybeOne<{ first_factor: FirstFactor }>(sql`
    SELECT s.first_factor FROM session s JOIN user_account u ON u.id = s.user_id AND u.credential_version = s.credential_version
     WHERE s.id = ${sessionId} AND s.revoked_at IS NULL FOR UPDATE OF s`);
  return attempt?.first_factor ?? null;
}

/** Returns the login attempt of a cookie, live or ended; `is_late` when it has expired. */
export const findEndedAttempt = (
  tx: Tx,
  token: { sessionId: string; hash: Buffer },
  step: "2fa" | "token",
  now: Date,
): Promise<{ status: string; is_late: boolean } | null> =>
  tx.maybeOne(sql`
    SELECT u.status, s.revoked_at IS NULL AND s.expires_at <= ${now} AS is_late FROM session s JOIN user_account u ON u.id = s.user_id
     WHERE s.id = ${token.sessionId} AND s.token_hash = ${token.hash} AND s.auth_type = 'login-attempt' AND s.second_step = ${step}`);

/** Login attempts of an account since `since` that wait for a code from an email. */
export async function countEmailOtpAttempts(tx: Tx, userId: string, since: Date): Promise<number> {
  const { n } = await tx.one<{ n: number }>(sql`
    SELECT count(*) AS n FROM session WHERE user_id = ${userId} AND auth_type = 'login-attempt' AND second_step = 'token' AND created_at > ${since}`);
  return n;
}

/** Replaces the code of the login attempt. */
export async function saveEmailOtp(
  tx: Tx,
  sessionId: string,
  codeHash: Buffer,
  expiresAt: Date,
): Promise<void> {
  await tx.execute(sql`
    INSERT INTO email_otp (session_id, code_hash, expires_at) VALUES (${sessionId}, ${codeHash}, ${expiresAt})
    ON CONFLICT (session_id) DO UPDATE SET code_hash = EXCLUDED.code_hash, expires_at = EXCLUDED.expires_at`);
}

/** Returns true when this code was stored and has not expired. Of concurrent calls one gets true. */
export async function deleteEmailOtp(
  tx: Tx,
  sessionId: string,
  codeHash: Buffer,
  now: Date,
): Promise<boolean> {
  const deleted = await tx.execute(sql`
    DELETE FROM email_otp WHERE session_id = ${sessionId} AND code_hash = ${codeHash} AND expires_at > ${now}`);
  return deleted === 1;
}

export const hasKnownDevice = async (tx: Tx, tokenHash: Buffer, now: Date): Promise<boolean> =>
  (await tx.maybeOne(
    sql`SELECT FROM known_device WHERE token_hash = ${tokenHash} AND expires_at > ${now}`,
  )) !== null;

export async function saveKnownDevice(
  tx: Tx,
  device: { userId: string; tokenHash: Buffer; label: string; now: Date; expiresAt: Date },
): Promise<void> {
  const { userId, tokenHash, label, now, expiresAt } = device;
  await tx.execute(sql`
    INSERT INTO known_device (id, user_id, token_hash, name, created_at, last_seen_at, expires_at)
    VALUES (${uuidv7(now)}, ${userId}, ${tokenHash}, ${label}, ${now}, ${now}, ${expiresAt})
    ON CONFLICT (token_hash) DO UPDATE SET name = EXCLUDED.name, last_seen_at = EXCLUDED.last_seen_at, expires_at = EXCLUDED.expires_at`);
}

/** Deletes all but the `keepCount` devices that were seen last. */
export const deleteOldestKnownDevices = (
  tx: Tx,
  userId: string,
  keepCount: number,
): Promise<number> =>
  tx.execute(sql`DELETE FROM known_device WHERE id IN (
    SELECT id FROM known_device WHERE user_id = ${userId} ORDER BY last_seen_at DESC, id DESC OFFSET ${keepCount})`);

export const hasSignedInBefore = async (tx: Tx, userId: string): Promise<boolean> =>
  (await tx.maybeOne(
    sql`SELECT FROM session WHERE user_id = ${userId} AND auth_type <> 'login-attempt' LIMIT 1`,
  )) !== null;

/** Called when the account may have been in other hands: an attacker may have used any of its devices. */
export const deleteKnownDevices = (tx: Tx, userId: string): Promise<number> =>
  tx.execute(sql`DELETE FROM known_device WHERE user_id = ${userId}`);
