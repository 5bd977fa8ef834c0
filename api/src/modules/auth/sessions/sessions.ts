/** Sessions: how one begins, is extended and ends (docs: the refresh protocol in this file is the whole of it). */
import { randomBytes } from "node:crypto";
import type { FirstFactor, SecondFactor, SessionInfo } from "#contracts/auth.ts";
import type { Tx } from "../../../core/db/db.ts";
import type { CookieOptions } from "../../../core/http/handlers.ts";
import { type Keyring, uuidv7, constantTimeEqual } from "../../../core/lib/crypto.ts";
import {
  csrfToken,
  createSessionToken,
  type SessionToken,
} from "../../../core/http/session-token.ts";
import type { AccountRow } from "../../accounts/accounts.ts";
import {
  extendSession,
  insertSession,
  lockSession,
  revokeOldestSessions,
  revokeSession,
  type SessionRow,
} from "./store.ts";

export { revokeAllSessions, revokeSession } from "./store.ts";

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
export const idleTimeoutMs = 10 * minuteMs;
const absoluteTimeoutMs = { customer: 12 * hourMs, staff: 8 * hourMs };
/** For the second step; it is not extended. */
const loginAttemptTtlMs = 10 * minuteMs;
/** A cookie is exchanged at most this often; for as long the one before it still works. */
const rotationIntervalMs = minuteMs;
const maxLiveSessions = 20;

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
  await revokeOldestSessions(tx, account.id, maxLiveSessions - 1, now);
  const row = await insertSession(tx, account, from, {
    id,
    authType: secondStep === null ? authTypeFor(from.firstFactor) : "login-attempt",
    salt,
    tokenHash: token.hash,
    expiresAt: new Date(now.getTime() + idleTimeoutMs),
    absoluteExpiresAt: end,
  });
  return { row, token };
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
  const row = await lockSession(tx, given.sessionId);
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
    const extended = await extendSession(tx, row.id, {
      expiresAt: expires,
      nextTokenHash: isDue ? token.hash : null,
      now,
    });
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
