/**
 * A sign-in that is under way at another provider. What binds its answer to this browser travels in a
 * sealed cookie, so that nothing is stored for people who never come back.
 */
import { randomBytes } from "node:crypto";
import { z } from "zod";
import { SignInProvider } from "#contracts/auth.ts";
import type { CookieOptions } from "../core/handlers.ts";
import { type Keys, sameBytes, sha256 } from "../core/keys.ts";

const Flow = z.strictObject({
  provider: SignInProvider,
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  expiresAt: z.iso.datetime(),
});
export type Flow = z.infer<typeof Flow>;

const lifeMs = 10 * 60_000;
const secretBytes = 32;
const owner = "browser";

/** Lax: the browser comes back from another site. */
export const flowCookieOptions: CookieOptions = { httpOnly: true, sameSite: "lax", shared: false };

export const flowCookie = (platform: { readonly secureCookies: boolean }): string =>
  platform.secureCookies ? "__Host-oauth" : "oauth";

const secret = (): string => randomBytes(secretBytes).toString("base64url");

export const newFlow = (provider: SignInProvider, now: Date): Flow => ({
  provider,
  state: secret(),
  nonce: secret(),
  verifier: secret(),
  expiresAt: new Date(now.getTime() + lifeMs).toISOString(),
});

export const challengeOf = (flow: Flow): string => sha256(flow.verifier).toString("base64url");

export const sealFlow = (keys: Keys, flow: Flow): string =>
  keys.seal("oauth", JSON.stringify(flow), owner).toString("base64url");

/** The flow this browser began at that provider and comes back from; null where anything does not fit. */
export function readFlow(
  keys: Keys,
  cookie: string | null,
  given: { provider: SignInProvider; state: string | undefined; now: Date },
): Flow | null {
  const plain = keys.unseal("oauth", Buffer.from(cookie ?? "", "base64url"), owner);
  if (plain === null) return null;
  const flow = Flow.parse(JSON.parse(plain.toString("utf8")));
  const isOurs =
    flow.provider === given.provider &&
    new Date(flow.expiresAt) > given.now &&
    sameBytes(sha256(flow.state), sha256(given.state ?? ""));
  return isOurs ? flow : null;
}
