/**
 * Binds a new account to the browser that registered it. Only there does the link of the verification email confirm
 * the account as it is: anywhere else the owner of the mailbox may be somebody other than who chose the password.
 * The cookie is the whole binding, so nothing is stored for accounts that are never confirmed.
 */
import { readCookie } from "../../../core/http/cookies.ts";
import type { CookieOptions, RequestInfo } from "../../../core/http/handlers.ts";
import { type Keyring, constantTimeEqual } from "../../../core/lib/crypto.ts";

interface BindingParts {
  readonly keys: Keyring;
  readonly secureCookies: boolean;
}

interface CookieJar {
  setCookie(name: string, value: string, options: CookieOptions): void;
  clearCookie(name: string, options: CookieOptions): void;
}

/** As long as an account may stay unverified. */
const lifeMs = 7 * 24 * 3_600_000;
const options: CookieOptions = { httpOnly: true, sameSite: "strict", shared: false };

const nameOf = ({ secureCookies }: BindingParts): string =>
  secureCookies ? "__Host-registered" : "registered";

const macOf = ({ keys }: BindingParts, userId: string): string =>
  keys.hmac("registration", `account|${userId}`).toString("base64url");

export function bindBrowser(jar: CookieJar, deps: BindingParts, userId: string, now: Date): void {
  const expires = new Date(now.getTime() + lifeMs);
  jar.setCookie(nameOf(deps), macOf(deps, userId), { ...options, expires });
}

export const unbindBrowser = (jar: CookieJar, deps: BindingParts): void =>
  jar.clearCookie(nameOf(deps), options);

/** Whether this browser registered the account. */
export function isBrowserBound(
  deps: BindingParts,
  { headers }: Pick<RequestInfo, "headers">,
  userId: string,
): boolean {
  const cookie = readCookie(headers, nameOf(deps)) ?? "";
  return constantTimeEqual(Buffer.from(cookie), Buffer.from(macOf(deps, userId)));
}
