/** Browsers an account has signed in with before: known by a cookie that says nothing but that. */
import { randomBytes } from "node:crypto";
import { cookieOf } from "../core/cookies.ts";
import { sql, type Tx } from "../core/db.ts";
import type { CookieOptions, RequestInfo } from "../core/handlers.ts";
import { newId, sha256 } from "../core/keys.ts";
import { deviceOf } from "./devices.ts";
import { type Notified, type Notifying, sendNotice } from "./notices.ts";

export interface DeviceParts {
  readonly publicUrl: URL;
  readonly secureCookies: boolean;
}

const lifeMs = 90 * 24 * 3_600_000;
const tokenBytes = 32;
/** Of one account; a browser that keeps no cookies would add one with every sign-in. */
const maxKnown = 50;
const nobody = "00000000-0000-0000-0000-000000000000";

const cookieOptions: CookieOptions = { httpOnly: true, sameSite: "strict", shared: false };
const cookieName = ({ secureCookies }: DeviceParts) => (secureCookies ? "__Host-did" : "did");

/** What the browser was given before; null where it could not be that. */
export function deviceToken(
  parts: DeviceParts,
  request: Pick<RequestInfo, "headers">,
): string | null {
  const token = cookieOf(request.headers, cookieName(parts));
  return token !== null && /^[\w-]{43}$/.test(token) ? token : null;
}

/** One browser serves several people: each knows it by a hash of their own. */
const hashOf = (userId: string, token: string) => sha256(`${userId}|${token}`);

/** Asks the same of an account nobody has, which must not answer faster. */
export async function isKnownDevice(
  tx: Tx,
  userId: string | null,
  token: string | null,
  now: Date,
): Promise<boolean> {
  if (token === null) return false;
  const found = await tx.maybe(
    sql`SELECT FROM known_device WHERE token_hash = ${hashOf(userId ?? nobody, token)} AND expires_at > ${now}`,
  );
  return found !== null;
}

type Arriving = Notifying & {
  readonly request: RequestInfo;
  setCookie(name: string, value: string, options: CookieOptions): void;
};

/** At the end of a sign-in, before its session is there: the browser is known from now on, and of a new one the person is told. */
export async function meetDevice(
  parts: DeviceParts,
  context: Arriving,
  account: Notified,
): Promise<void> {
  const { tx, now, request, setCookie } = context;
  const token = deviceToken(parts, request) ?? randomBytes(tokenBytes).toString("base64url");
  const expires = new Date(now.getTime() + lifeMs);
  const isKnown = await isKnownDevice(tx, account.id, token, now);
  const label = deviceOf(request.userAgent) ?? "";
  await tx.run(sql`
    INSERT INTO known_device (id, user_id, token_hash, label, created_at, last_seen_at, expires_at)
    VALUES (${newId(now)}, ${account.id}, ${hashOf(account.id, token)}, ${label}, ${now}, ${now}, ${expires})
    ON CONFLICT (token_hash) DO UPDATE SET label = EXCLUDED.label, last_seen_at = EXCLUDED.last_seen_at, expires_at = EXCLUDED.expires_at`);
  setCookie(cookieName(parts), token, { ...cookieOptions, expires });
  if (isKnown) return;
  await tx.run(sql`DELETE FROM known_device WHERE id IN (
    SELECT id FROM known_device WHERE user_id = ${account.id} ORDER BY last_seen_at DESC, id DESC OFFSET ${maxKnown})`);
  // Whoever signs in for the first time knows it.
  const earlier = await tx.maybe(
    sql`SELECT FROM session WHERE user_id = ${account.id} AND auth_type <> 'login-attempt' LIMIT 1`,
  );
  if (earlier === null) return;
  const link = new URL("/account/sessions", parts.publicUrl).href;
  await sendNotice(parts, context, account, "new_device", { link });
}

/** Whoever had the account may have signed in from any of them. */
export const forgetDevices = (tx: Tx, userId: string): Promise<number> =>
  tx.run(sql`DELETE FROM known_device WHERE user_id = ${userId}`);
