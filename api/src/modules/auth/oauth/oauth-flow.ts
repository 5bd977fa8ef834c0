/**
 * A sign-in that is under way at another provider. What binds its answer to this browser travels in a
 * sealed cookie, so that nothing is stored for people who never come back.
 */
import { randomBytes } from "node:crypto";
import { z } from "zod";
import { SignInProvider } from "#contracts/auth.ts";
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

/** Lax: the browser comes back from another site. */
export const flowCookieOptions: CookieOptions = { httpOnly: true, sameSite: "lax", shared: false };

export const flowCookie = (platform: { readonly secureCookies: boolean }): string =>
  platform.secureCookies ? "__Host-oauth" : "oauth";

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

/** The flow this browser began at that provider and comes back from; null where anything does not fit. */
export function decryptFlow(
  keys: Keyring,
  cookie: string | null,
  given: { provider: SignInProvider; state: string | undefined; now: Date },
): OauthFlow | null {
  const plain = keys.decrypt("oauth", Buffer.from(cookie ?? "", "base64url"), flowOwner);
  if (plain === null) return null;
  const flow = OauthFlow.parse(JSON.parse(plain.toString("utf8")));
  const isOurs =
    flow.provider === given.provider &&
    new Date(flow.expiresAt) > given.now &&
    constantTimeEqual(sha256(flow.state), sha256(given.state ?? ""));
  return isOurs ? flow : null;
}
