/** Browsers an account has signed in with before: known by a cookie that says nothing but that. */
import { randomBytes } from "node:crypto";
import { readCookie } from "../../../core/http/cookies.ts";
import type { Tx } from "../../../core/db/db.ts";
import type { CookieOptions, RequestInfo } from "../../../core/http/handlers.ts";
import { sha256 } from "../../../core/lib/crypto.ts";
import { describeUserAgent } from "../../../core/lib/user-agent.ts";
import {
  type NotificationRecipient,
  type NotificationContext,
  sendSecurityNotification,
} from "../../accounts/security-notifications.ts";
import {
  deleteOldestKnownDevices,
  hasKnownDevice,
  hasSignedInBefore,
  saveKnownDevice,
} from "./store.ts";

export { deleteKnownDevices } from "./store.ts";

export interface DeviceDeps {
  readonly publicUrl: URL;
  readonly secureCookies: boolean;
}

const ttlMs = 90 * 24 * 3_600_000;
const tokenBytes = 32;
/** Of one account; a browser that keeps no cookies would add one with every sign-in. */
const maxKnownDevices = 50;
const nilUuid = "00000000-0000-0000-0000-000000000000";

const cookieOptions: CookieOptions = { httpOnly: true, sameSite: "strict", shared: false };
const cookieName = ({ secureCookies }: DeviceDeps) => (secureCookies ? "__Host-did" : "did");

/** What the browser was given before; null where it could not be that. */
export function deviceToken(
  deps: DeviceDeps,
  request: Pick<RequestInfo, "headers">,
): string | null {
  const token = readCookie(request.headers, cookieName(deps));
  return token !== null && /^[\w-]{43}$/.test(token) ? token : null;
}

/** One browser serves several people: each knows it by a hash of their own. */
const hashDeviceToken = (userId: string, token: string) => sha256(`${userId}|${token}`);

/** Asks the same of an account nobody has, which must not answer faster. */
export async function isKnownDevice(
  tx: Tx,
  userId: string | null,
  token: string | null,
  now: Date,
): Promise<boolean> {
  if (token === null) return false;
  return hasKnownDevice(tx, hashDeviceToken(userId ?? nilUuid, token), now);
}

type DeviceContext = NotificationContext & {
  readonly request: RequestInfo;
  setCookie(name: string, value: string, options: CookieOptions): void;
};

/** At the end of a sign-in, before its session is there: the browser is known from now on, and of a new one the person is told. */
export async function rememberDevice(
  deps: DeviceDeps,
  context: DeviceContext,
  account: NotificationRecipient,
): Promise<void> {
  const { tx, now, request, setCookie } = context;
  const token = deviceToken(deps, request) ?? randomBytes(tokenBytes).toString("base64url");
  const expires = new Date(now.getTime() + ttlMs);
  const isKnown = await isKnownDevice(tx, account.id, token, now);
  const label = describeUserAgent(request.userAgent) ?? "";
  const tokenHash = hashDeviceToken(account.id, token);
  await saveKnownDevice(tx, { userId: account.id, tokenHash, label, now, expiresAt: expires });
  setCookie(cookieName(deps), token, { ...cookieOptions, expires });
  if (isKnown) return;
  await deleteOldestKnownDevices(tx, account.id, maxKnownDevices);
  // The first sign-in of an account is no news to its owner.
  if (!(await hasSignedInBefore(tx, account.id))) return;
  const link = new URL("/account/sessions", deps.publicUrl).href;
  await sendSecurityNotification(deps, context, account, "new_device", { link });
}
