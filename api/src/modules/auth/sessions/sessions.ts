/** Sessions: how one begins, is extended and ends (docs: the refresh protocol in this file is the whole of it). */
import { randomBytes } from "node:crypto";
import type { FirstFactor, SecondFactor, SessionInfo } from "#contracts/auth.ts";
import { sql, type Tx } from "../../../core/db/db.ts";
import type { CookieOptions } from "../../../core/http/handlers.ts";
import { type Keyring, uuidv7, constantTimeEqual } from "../../../core/lib/crypto.ts";
import {
  csrfToken,
  createSessionToken,
  type SessionToken,
} from "../../../core/http/session-token.ts";
import type { AccountRow } from "../../accounts/accounts.ts";

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
export const idleTimeoutMs = 10 * minuteMs;
const absoluteTimeoutMs = { customer: 12 * hourMs, staff: 8 * hourMs };
/** For the second step; it is not extended. */
const loginAttemptTtlMs = 10 * minuteMs;
/** A cookie is exchanged at most this often; for as long the one before it still works. */
const rotationIntervalMs = minuteMs;
const maxLiveSessions = 20;

export interface SessionRow {
  id: string;
  user_id: string;
  auth_type: SessionInfo["userSession"]["authType"];
  salt: Buffer;
  generation: number;
  token_hash: Buffer;
  previous_token_hash: Buffer | null;
  rotated_at: Date;
  successor_used_at: Date | null;
  expires_at: Date;
  absolute_expires_at: Date;
  second_step: SecondStep | null;
  updated_at: Date;
  revoked_at: Date | null;
  /** While staff act as a customer their own session waits. */
  parked_at: Date | null;
}

export const sessionColumns = sql`id, user_id, auth_type, salt, generation, token_hash, previous_token_hash, rotated_at, successor_used_at,
  expires_at, absolute_expires_at, second_step, updated_at, revoked_at, parked_at`;

export const minDate = (one: Date, other: Date): Date => (one < other ? one : other);

export type SecondStep = NonNullable<SessionInfo["userSession"]["secondStep"]>;

/** What was shown of who somebody is. */
export interface VerifiedFactors {
  firstFactor: FirstFactor;
  /** Null where none was asked for, or while it still is. */
  secondFactor: SecondFactor | null;
}

/** Whether it was shown here or elsewhere. */
const authTypeFor = (first: FirstFactor): "password" | "oauth" =>
  first === "password" || first === "passkey" ? "password" : "oauth";

export interface NewSession extends VerifiedFactors {
  /** What is still to be shown; until then the session is a login-attempt. */
  secondStep: SecondStep | null;
  /** When who it is was proven; null where it was not yet. */
  provenAt: Date | null;
  ip: string;
  userAgent: string | null;
  now: Date;
}

/** The caller holds the account's lock. */
export async function createSession(
  tx: Tx,
  keys: Keyring,
  account: AccountRow,
  from: NewSession,
): Promise<{ row: SessionRow; token: SessionToken }> {
  const { now, secondStep } = from;
  const id = uuidv7(now);
  const salt = randomBytes(16);
  const token = createSessionToken(keys, id, 1, salt);
  const whole = account.staff_role === null ? absoluteTimeoutMs.customer : absoluteTimeoutMs.staff;
  const end = new Date(now.getTime() + (secondStep === null ? whole : loginAttemptTtlMs));
  await tx.execute(sql`
    UPDATE session SET revoked_at = ${now}, revoked_reason = 'too_many'
     WHERE id IN (SELECT id FROM session WHERE user_id = ${account.id} AND auth_type <> 'impersonate' AND revoked_at IS NULL AND expires_at > ${now}
                   ORDER BY created_at DESC, id DESC OFFSET ${maxLiveSessions - 1})`);
  const row = await tx.one<SessionRow>(sql`
    INSERT INTO session (id, user_id, auth_type, salt, token_hash, rotated_at, expires_at, absolute_expires_at, second_step, first_factor, second_factor, reauth_at,
      auth_epoch, ip, user_agent, created_at, updated_at)
    VALUES (${id}, ${account.id}, ${secondStep === null ? authTypeFor(from.firstFactor) : "login-attempt"}, ${salt}, ${token.hash}, ${now}, ${new Date(now.getTime() + idleTimeoutMs)}, ${end},
      ${secondStep}, ${from.firstFactor}, ${from.secondFactor}, ${from.provenAt}, ${account.auth_epoch}, ${from.ip}, ${from.userAgent?.slice(0, 500) ?? null}, ${now}, ${now})
    RETURNING ${sessionColumns}`);
  return { row, token };
}

export const revokeSession = (tx: Tx, id: string, reason: string, now: Date): Promise<number> =>
  tx.execute(
    sql`UPDATE session SET revoked_at = ${now}, revoked_reason = ${reason} WHERE id = ${id} AND revoked_at IS NULL`,
  );

/**
 * Everything someone is signed in with ends, with whatever staff do as them and they do as others. Of
 * sessions that are being begun meanwhile the epoch tells that they are of before. Returns how many of
 * their own were live. The caller holds the account's lock.
 */
export async function revokeAllSessions(
  tx: Tx,
  userId: string,
  reason: string,
  now: Date,
): Promise<number> {
  await tx.execute(sql`UPDATE user_account SET auth_epoch = auth_epoch + 1 WHERE id = ${userId}`);
  const { n } = await tx.one<{ n: number }>(sql`
    WITH ended AS (
      UPDATE session SET revoked_at = ${now}, revoked_reason = ${reason}
       WHERE (user_id = ${userId} OR admin_id = ${userId}) AND revoked_at IS NULL
       RETURNING user_id, auth_type, expires_at)
    SELECT count(*) AS n FROM ended
     WHERE user_id = ${userId} AND auth_type IN ('password', 'oauth') AND expires_at > ${now}`);
  return n;
}

export type RefreshResult =
  | { kind: "extended"; row: SessionRow; token: SessionToken }
  | { kind: "dead" }
  | { kind: "reused"; row: SessionRow };

/**
 * Extends a session. Every open tab asks at about the same time and answers get lost, so:
 * - the current cookie is exchanged for the next one, at most once a minute;
 * - the one before it gets that same next one again, for a minute after the exchange, and for as long
 *   as the next one has never arrived (a request that carries it marks it, see mount);
 * - any older one was copied: the session ends.
 * The row is locked, so that of requests side by side each sees what the one before it did.
 */
export async function refreshSession(
  tx: Tx,
  keys: Keyring,
  given: SessionToken,
  isCallerKnown: boolean,
  now: Date,
): Promise<RefreshResult> {
  const row = await tx.maybeOne<SessionRow>(
    sql`SELECT ${sessionColumns} FROM session WHERE id = ${given.sessionId} FOR UPDATE`,
  );
  if (
    row === null ||
    row.revoked_at !== null ||
    row.expires_at <= now ||
    row.auth_type === "login-attempt" ||
    row.parked_at !== null
  )
    return { kind: "dead" };
  const sinceRotationMs = now.getTime() - row.rotated_at.getTime();
  const isPrevious =
    row.previous_token_hash !== null &&
    constantTimeEqual(given.hash, row.previous_token_hash) &&
    (row.successor_used_at === null || sinceRotationMs <= rotationIntervalMs);
  if (constantTimeEqual(given.hash, row.token_hash) || isPrevious) {
    if (!isCallerKnown) return { kind: "dead" };
    const isDue = !isPrevious && sinceRotationMs >= rotationIntervalMs;
    const token = createSessionToken(keys, row.id, row.generation + (isDue ? 1 : 0), row.salt);
    const expires = minDate(new Date(now.getTime() + idleTimeoutMs), row.absolute_expires_at);
    const rotated = isDue
      ? sql`, generation = generation + 1, token_hash = ${token.hash}, previous_token_hash = token_hash, rotated_at = ${now}, successor_used_at = NULL`
      : sql``;
    const extended = await tx.one<SessionRow>(
      sql`UPDATE session SET expires_at = ${expires}, updated_at = ${now}${rotated} WHERE id = ${row.id} RETURNING ${sessionColumns}`,
    );
    return { kind: "extended", row: extended, token };
  }
  const wasOurs =
    given.generation < row.generation &&
    constantTimeEqual(
      given.hash,
      createSessionToken(keys, row.id, given.generation, row.salt).hash,
    );
  if (!wasOurs) return { kind: "dead" };
  await revokeSession(tx, row.id, "token_reuse", now);
  return { kind: "reused", row };
}

/** The credential: this host alone, never read by a script. */
const sessionCookieOptions: CookieOptions = { httpOnly: true, sameSite: "strict", shared: false };
/** Tells the console that there is a session, and which; the server never trusts its value. */
const csrfCookieOptions: CookieOptions = { httpOnly: false, sameSite: "lax", shared: true };
const csrfCookie = "csrf";

interface CookieWriter {
  setCookie(name: string, value: string, options: CookieOptions): void;
  clearCookie(name: string, options: CookieOptions): void;
}

/** Cookies live until the session's utmost end: when it slides out before that, the server knows. */
export function setSessionCookies(
  jar: CookieWriter,
  keys: Keyring,
  name: string,
  session: { row: SessionRow; token: SessionToken },
): void {
  const expires = session.row.absolute_expires_at;
  jar.setCookie(name, session.token.text, { ...sessionCookieOptions, expires });
  jar.setCookie(csrfCookie, csrfToken(keys, session.row.id), { ...csrfCookieOptions, expires });
}

/** Whatever session the browser has ends, whoever's it is; staff who act as a customer end their own as well. */
export async function signOutBrowser(
  context: CookieWriter & {
    readonly tx: Tx;
    readonly now: Date;
    readonly caller: {
      readonly session: { readonly id: string; readonly parentSessionId: string | null };
    } | null;
  },
  cookieName: string,
): Promise<void> {
  const { tx, now, caller } = context;
  if (caller !== null) {
    await revokeSession(tx, caller.session.id, "logout", now);
    if (caller.session.parentSessionId !== null)
      await revokeSession(tx, caller.session.parentSessionId, "logout", now);
  }
  clearSessionCookies(context, cookieName);
}

export function clearSessionCookies(jar: CookieWriter, name: string): void {
  jar.clearCookie(name, sessionCookieOptions);
  jar.clearCookie(csrfCookie, csrfCookieOptions);
}
