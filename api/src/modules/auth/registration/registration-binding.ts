/**
 * Binds a new account to the browser that registered it. Only in that browser does the link of the
 * verification email confirm the account as it is: elsewhere the owner of the mailbox may not be the one who
 * chose the password. The cookie is the whole binding, so nothing is stored for accounts that are never
 * confirmed.
 */
import { readCookie } from "../../../core/http/cookies.ts";
import type { CookieOptions, RequestInfo } from "../../../core/http/handlers.ts";
import { type Keyring, constantTimeEqual } from "../../../core/lib/crypto.ts";

interface BindingDeps {
  readonly keys: Keyring;
  readonly secureCookies: boolean;
}

interface CookieJar {
  setCookie(name: string, value: string, options: CookieOptions): void;
  clearCookie(name: string, options: CookieOptions): void;
}

/** The time for which an account may stay unverified. */
const ttlMs = 7 * 24 * 3_600_000;
const options: CookieOptions = { httpOnly: true, sameSite: "strict", shared: false };

const cookieName = ({ secureCookies }: BindingDeps): string =>
  secureCookies ? "__Host-registered" : "registered";

const bindingHmac = ({ keys }: BindingDeps, userId: string): string =>
  keys.hmac("registration", `account|${userId}`).toString("base64url");

export function bindBrowser(jar: CookieJar, deps: BindingDeps, userId: string, now: Date): void {
  const expires = new Date(now.getTime() + ttlMs);
  jar.setCookie(cookieName(deps), bindingHmac(deps, userId), { ...options, expires });
}

export const unbindBrowser = (jar: CookieJar, deps: BindingDeps): void =>
  jar.clearCookie(cookieName(deps), options);

/** Whether this browser registered the account. */
export function isBrowserBound(
  deps: BindingDeps,
  { headers }: Pick<RequestInfo, "headers">,
  userId: string,
): boolean {
  const cookie = readCookie(headers, cookieName(deps)) ?? "";
  return constantTimeEqual(Buffer.from(cookie), Buffer.from(bindingHmac(deps, userId)));
}
