/**
 * An OAuth sign-in in progress. An encrypted cookie binds the provider's response to this browser, so an
 * abandoned flow leaves nothing in the database.
 */
import { randomBytes } from "node:crypto";
import { z } from "zod";
import { SignInProvider } from "#contracts/sign-in-factors.ts";
import type { CookieOptions } from "../../../core/http/handlers.ts";
import { type Keyring, constantTimeEqual, sha256 } from "../../../core/lib/crypto.ts";

const OauthFlow = z.strictObject({
  provider: SignInProvider,
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  expiresAt: z.iso.datetime(),
});
export type OauthFlow = z.infer<typeof OauthFlow>;

const ttlMs = 10 * 60_000;
const secretBytes = 32;
const flowOwner = "browser";

/** Lax, because the provider redirects the browser from another site. */
export const flowCookieOptions: CookieOptions = { httpOnly: true, sameSite: "lax", shared: false };

export const flowCookie = (deps: { readonly secureCookies: boolean }): string =>
  deps.secureCookies ? "__Host-oauth" : "oauth";

const secret = (): string => randomBytes(secretBytes).toString("base64url");

export const createFlow = (provider: SignInProvider, now: Date): OauthFlow => ({
  provider,
  state: secret(),
  nonce: secret(),
  verifier: secret(),
  expiresAt: new Date(now.getTime() + ttlMs).toISOString(),
});

export const codeChallenge = (flow: OauthFlow): string =>
  sha256(flow.verifier).toString("base64url");

export const encryptFlow = (keys: Keyring, flow: OauthFlow): string =>
  keys.encrypt("oauth", JSON.stringify(flow), flowOwner).toString("base64url");

/**
 * Returns the flow that this browser started with this provider; null when the cookie, state or expiry does
 * not match.
 */
export function decryptFlow(
  keys: Keyring,
  cookie: string | null,
  callback: { provider: SignInProvider; state: string | undefined; now: Date },
): OauthFlow | null {
  const plain = keys.decrypt("oauth", Buffer.from(cookie ?? "", "base64url"), flowOwner);
  if (plain === null) return null;
  const flow = OauthFlow.parse(JSON.parse(plain.toString("utf8")));
  const isOurs =
    flow.provider === callback.provider &&
    new Date(flow.expiresAt) > callback.now &&
    constantTimeEqual(sha256(flow.state), sha256(callback.state ?? ""));
  return isOurs ? flow : null;
}
