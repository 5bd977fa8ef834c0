/**
 * The TOTP secret of a registration with two-factor. It is not stored: it is derived from a signed nonce in
 * the browser's cookie.
 */
import { randomBytes } from "node:crypto";
import type { Registration } from "#contracts/auth.ts";
import { readCookie } from "../../../core/http/cookies.ts";
import type { Tx } from "../../../core/db/db.ts";
import { ProblemError } from "../../../core/lib/problem-error.ts";
import type { CookieOptions, RequestInfo } from "../../../core/http/handlers.ts";
import { type Keyring, constantTimeEqual, sha256 } from "../../../core/lib/crypto.ts";
import { parseOtpCode, deriveTotpSecret, matchTimeStep } from "../two-factor/totp.ts";
import { isNonceUsed, consumeNonce } from "../sessions/store.ts";

export interface SecretDeps {
  readonly keys: Keyring;
  readonly secureCookies: boolean;
}

const ttlMs = 30 * 60_000;
const nonceBytes = 16;

/** Lax, because the form is also opened from emails and search results. */
export const secretCookieOptions: CookieOptions = {
  httpOnly: true,
  sameSite: "lax",
  shared: false,
};

export const secretCookieName = ({ secureCookies }: SecretDeps): string =>
  secureCookies ? "__Host-reg" : "reg";

const secretHmac = (keys: Keyring, nonce: string, end: string): string =>
  keys.hmac("registration", `${nonce}|${end}`).toString("base64url");

const deriveSecret = (keys: Keyring, nonce: string): string =>
  deriveTotpSecret(keys, `registration|${nonce}`);

export function issueRegistrationSecret({ keys }: SecretDeps, now: Date) {
  const nonce = randomBytes(nonceBytes).toString("base64url");
  const expires = new Date(now.getTime() + ttlMs);
  const end = String(expires.getTime());
  return {
    cookie: [nonce, end, secretHmac(keys, nonce, end)].join("."),
    expires,
    secret: deriveSecret(keys, nonce),
  };
}

/** A second factor that is enabled at registration. */
export interface RequestedTwoFactor {
  readonly secret: string;
  /** Time step of the code that verified the authenticator app. */
  readonly step: number;
  readonly nonceHash: Buffer;
  readonly expires: Date;
}

/**
 * Returns null when no second factor is requested: no secret, or no six-digit code. Throws when the secret
 * was not issued to this browser.
 */
export function readRequestedTwoFactor(
  deps: SecretDeps,
  { otpSecret, otpToken }: Pick<Registration, "otpSecret" | "otpToken">,
  request: Pick<RequestInfo, "headers">,
  now: Date,
): RequestedTwoFactor | null {
  if (otpSecret === undefined || otpToken === undefined || parseOtpCode(otpToken) === null)
    return null;
  const bound = readBoundSecret(deps, readCookie(request.headers, secretCookieName(deps)), now);
  const step =
    bound !== null && constantTimeEqual(Buffer.from(bound.secret), Buffer.from(otpSecret))
      ? matchTimeStep(bound.secret, otpToken, now)
      : null;
  if (bound === null || step === null) throw new ProblemError("registration_invalid_otp_token");
  return { ...bound, step };
}

function readBoundSecret({ keys }: SecretDeps, cookie: string | null, now: Date) {
  const [nonce = "", end = "", mac = "", ...more] = (cookie ?? "").split(".");
  const isOurs =
    more.length === 0 &&
    constantTimeEqual(Buffer.from(mac), Buffer.from(secretHmac(keys, nonce, end))) &&
    Number(end) > now.getTime();
  if (!isOurs) return null;
  return {
    secret: deriveSecret(keys, nonce),
    nonceHash: sha256(`registration ${nonce}`),
    expires: new Date(Number(end)),
  };
}

/** Allows each secret to enable one second factor only. */
export async function consumeSecret(
  tx: Tx,
  { nonceHash, expires }: RequestedTwoFactor,
): Promise<void> {
  if (!(await consumeNonce(tx, nonceHash, expires)))
    throw new ProblemError("registration_invalid_otp_token");
}

/** Throws the same problem as `consumeSecret` without consuming the secret. */
export async function assertSecretUnused(tx: Tx, { nonceHash }: RequestedTwoFactor): Promise<void> {
  if (await isNonceUsed(tx, nonceHash)) throw new ProblemError("registration_invalid_otp_token");
}
