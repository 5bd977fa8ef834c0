/** Sessions: creation, refresh and end. This file holds the whole refresh protocol. */
import { randomBytes } from "node:crypto";
import type { SessionInfo } from "#contracts/auth.ts";
import type { FirstFactor, SecondFactor } from "#contracts/sign-in-factors.ts";
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
/** Time allowed for the second step; a login attempt is not extended. */
const loginAttemptTtlMs = 10 * minuteMs;
/** The cookie is rotated at most once per interval; the previous cookie works for the same time. */
const rotationIntervalMs = minuteMs;
const maxLiveSessions = 20;

export const minDate = (one: Date, other: Date): Date => (one < other ? one : other);

export type SecondStep = NonNullable<SessionInfo["userSession"]["secondStep"]>;

/** The factors a user has verified. */
export interface VerifiedFactors {
  firstFactor: FirstFactor;
  /** Null when no second factor was required, or while it is pending. */
  secondFactor: SecondFactor | null;
}

/** `password` for factors verified by Boreal, `oauth` for those verified by a provider. */
const authTypeFor = (first: FirstFactor): "password" | "oauth" =>
  first === "password" || first === "passkey" ? "password" : "oauth";

export interface NewSession extends VerifiedFactors {
  /** The second step that is pending; with one the session is a login attempt. */
  secondStep: SecondStep | null;
  /** When the user was last authenticated; null while the second step is pending. */
  authenticatedAt: Date | null;
  ip: string;
  userAgent: string | null;
  now: Date;
}

/** The caller holds the lock of the account. */
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
 * Extends a session. All open tabs refresh at about the same time and responses get lost, so:
 * - the current cookie is exchanged for the next one, at most once a minute;
 * - the previous cookie gets that same next one, for a minute after the rotation and for as long as the
 *   next one has not been used (a request that carries it marks it as used);
 * - any older cookie was copied: the session is revoked.
 * The row lock serializes concurrent refreshes.
 */
export async function refreshSession(
  tx: Tx,
  keys: Keyring,
  presented: SessionToken,
  isCallerKnown: boolean,
  now: Date,
): Promise<RefreshResult> {
  const row = await lockSession(tx, presented.sessionId);
  if (
    row === null ||
    row.revoked_at !== null ||
    row.expires_at <= now ||
    row.auth_type === "login-attempt" ||
    row.suspended_at !== null
  )
    return { kind: "dead" };
  const sinceRotationMs = now.getTime() - row.rotated_at.getTime();
  const isPrevious =
    row.previous_token_hash !== null &&
    constantTimeEqual(presented.hash, row.previous_token_hash) &&
    (row.token_confirmed_at === null || sinceRotationMs <= rotationIntervalMs);
  if (constantTimeEqual(presented.hash, row.token_hash) || isPrevious) {
    if (!isCallerKnown) return { kind: "dead" };
    const isDue = !isPrevious && sinceRotationMs >= rotationIntervalMs;
    const token = createSessionToken(
      keys,
      row.id,
      row.token_generation + (isDue ? 1 : 0),
      row.salt,
    );
    const expires = minDate(new Date(now.getTime() + idleTimeoutMs), row.absolute_expires_at);
    const extended = await extendSession(tx, row.id, {
      expiresAt: expires,
      nextTokenHash: isDue ? token.hash : null,
      now,
    });
    return { kind: "extended", row: extended, token };
  }
  const isOlderToken =
    presented.generation < row.token_generation &&
    constantTimeEqual(
      presented.hash,
      createSessionToken(keys, row.id, presented.generation, row.salt).hash,
    );
  if (!isOlderToken) return { kind: "dead" };
  await revokeSession(tx, row.id, "token_reuse", now);
  return { kind: "reused", row };
}

/** The session credential: sent to this host only, not readable by scripts. */
const sessionCookieOptions: CookieOptions = { httpOnly: true, sameSite: "strict", shared: false };
/** Shows the console that there is a session, and which. The server never trusts its value. */
const csrfCookieOptions: CookieOptions = { httpOnly: false, sameSite: "lax", shared: true };
const csrfCookie = "csrf";

interface CookieWriter {
  setCookie(name: string, value: string, options: CookieOptions): void;
  clearCookie(name: string, options: CookieOptions): void;
}

/** Cookies last until the absolute expiry; the server enforces the earlier idle timeout. */
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

/**
 * Revokes the session of this browser, whichever user it belongs to. During impersonation the parked staff
 * session is revoked too.
 */
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
