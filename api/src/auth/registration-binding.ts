/**
 * Binds a new account to the browser that registered it. Only there does the link of the verification email confirm
 * the account as it is: anywhere else the owner of the mailbox may be somebody other than who chose the password.
 * The cookie is the whole binding, so nothing is stored for accounts that are never confirmed.
 */
import { cookieOf } from "../core/cookies.ts";
import type { CookieOptions, RequestInfo } from "../core/handlers.ts";
import { type Keys, sameBytes } from "../core/keys.ts";

interface BindingParts {
  readonly keys: Keys;
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
  keys.mac("registration", `account|${userId}`).toString("base64url");

export function bindBrowser(jar: CookieJar, parts: BindingParts, userId: string, now: Date): void {
  const expires = new Date(now.getTime() + lifeMs);
  jar.setCookie(nameOf(parts), macOf(parts, userId), { ...options, expires });
}

export const unbindBrowser = (jar: CookieJar, parts: BindingParts): void =>
  jar.clearCookie(nameOf(parts), options);

/** Whether this browser registered the account. */
export function isBrowserBound(
  parts: BindingParts,
  { headers }: Pick<RequestInfo, "headers">,
  userId: string,
): boolean {
  const cookie = cookieOf(headers, nameOf(parts)) ?? "";
  return sameBytes(Buffer.from(cookie), Buffer.from(macOf(parts, userId)));
}
