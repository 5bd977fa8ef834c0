/**
 * The secret that whoever signs up turns the second factor on with. It is made for one browser and stored
 * nowhere: the browser keeps a sealed number from which it can be made again.
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

/** Lax: the form is opened from a mail or a search as well. */
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

/** A second factor that is on from the beginning. */
export interface RequestedTwoFactor {
  readonly secret: string;
  /** That of the code which proved that the app has the secret. */
  readonly step: number;
  readonly nonceHash: Buffer;
  readonly expires: Date;
}

/** Null where none is wanted: without a secret, or without six digits. Refuses what does not belong to this browser. */
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

/** A secret turns on one second factor and no more. */
export async function consumeSecret(
  tx: Tx,
  { nonceHash, expires }: RequestedTwoFactor,
): Promise<void> {
  if (!(await consumeNonce(tx, nonceHash, expires)))
    throw new ProblemError("registration_invalid_otp_token");
}

/** Refuses like using it would, and uses nothing up. */
export async function assertSecretUnused(tx: Tx, { nonceHash }: RequestedTwoFactor): Promise<void> {
  if (await isNonceUsed(tx, nonceHash)) throw new ProblemError("registration_invalid_otp_token");
}
