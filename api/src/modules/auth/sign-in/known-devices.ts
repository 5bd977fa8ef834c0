/** Browsers that have signed in to an account before, recognized by a random cookie. */
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
/** Maximum per account: a browser that rejects cookies would add one at every sign-in. */
const maxKnownDevices = 50;
const nilUuid = "00000000-0000-0000-0000-000000000000";

const cookieOptions: CookieOptions = { httpOnly: true, sameSite: "strict", shared: false };
const cookieName = ({ secureCookies }: DeviceDeps) => (secureCookies ? "__Host-did" : "did");

/** Returns the device token of the browser; null when there is none or it is malformed. */
export function deviceToken(
  deps: DeviceDeps,
  request: Pick<RequestInfo, "headers">,
): string | null {
  const token = readCookie(request.headers, cookieName(deps));
  return token !== null && /^[\w-]{43}$/.test(token) ? token : null;
}

/** Several users may share a browser, so the token is hashed per user. */
const hashDeviceToken = (userId: string, token: string) => sha256(`${userId}|${token}`);

/** With `userId` null it runs the same query, so that a missing account does not respond faster. */
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

/**
 * Remembers the browser at the end of a sign-in, before the session is inserted, and notifies the user about
 * a new device.
 */
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
  // The first sign-in of an account needs no notification.
  if (!(await hasSignedInBefore(tx, account.id))) return;
  const link = new URL("/account/sessions", deps.publicUrl).href;
  await sendSecurityNotification(deps, context, account, "new_device", { link });
}
