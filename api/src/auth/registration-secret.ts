/**
 * The secret that whoever signs up turns the second factor on with. It is made for one browser and stored
 * nowhere: the browser keeps a sealed number from which it can be made again.
 */
import { randomBytes } from "node:crypto";
import type { Registration } from "#contracts/auth.ts";
import { cookieOf } from "../core/cookies.ts";
import type { Tx } from "../core/db.ts";
import { Refusal } from "../core/errors.ts";
import type { CookieOptions, RequestInfo } from "../core/handlers.ts";
import { type Keys, sameBytes, sha256 } from "../core/keys.ts";
import { readCode, secretBoundTo, stepOfCode } from "./totp.ts";
import { isSpent, spendOnce } from "./used-nonces.ts";

export interface SecretParts {
  readonly keys: Keys;
  readonly secureCookies: boolean;
}

const lifeMs = 30 * 60_000;
const nonceBytes = 16;

/** Lax: the form is opened from a mail or a search as well. */
export const secretCookieOptions: CookieOptions = {
  httpOnly: true,
  sameSite: "lax",
  shared: false,
};
export const secretCookie = ({ secureCookies }: SecretParts): string =>
  secureCookies ? "__Host-reg" : "reg";

const macOf = (keys: Keys, nonce: string, end: string): string =>
  keys.mac("registration", `${nonce}|${end}`).toString("base64url");

const secretOf = (keys: Keys, nonce: string): string =>
  secretBoundTo(keys, `registration|${nonce}`);

export function newSecret({ keys }: SecretParts, now: Date) {
  const nonce = randomBytes(nonceBytes).toString("base64url");
  const expires = new Date(now.getTime() + lifeMs);
  const end = String(expires.getTime());
  return {
    cookie: [nonce, end, macOf(keys, nonce, end)].join("."),
    expires,
    secret: secretOf(keys, nonce),
  };
}

/** A second factor that is on from the beginning. */
export interface WantedFactor {
  readonly secret: string;
  /** That of the code which proved that the app has the secret. */
  readonly step: number;
  readonly nonceHash: Buffer;
  readonly expires: Date;
}

/** Null where none is wanted: without a secret, or without six digits. Refuses what does not belong to this browser. */
export function wantedFactor(
  parts: SecretParts,
  { otpSecret, otpToken }: Pick<Registration, "otpSecret" | "otpToken">,
  request: Pick<RequestInfo, "headers">,
  now: Date,
): WantedFactor | null {
  if (otpSecret === undefined || otpToken === undefined || readCode(otpToken) === null) return null;
  const bound = readBound(parts, cookieOf(request.headers, secretCookie(parts)), now);
  const step =
    bound !== null && sameBytes(Buffer.from(bound.secret), Buffer.from(otpSecret))
      ? stepOfCode(bound.secret, otpToken, now)
      : null;
  if (bound === null || step === null) throw new Refusal("registration_invalid_otp_token");
  return { ...bound, step };
}

function readBound({ keys }: SecretParts, cookie: string | null, now: Date) {
  const [nonce = "", end = "", mac = "", ...more] = (cookie ?? "").split(".");
  const isOurs =
    more.length === 0 &&
    sameBytes(Buffer.from(mac), Buffer.from(macOf(keys, nonce, end))) &&
    Number(end) > now.getTime();
  if (!isOurs) return null;
  return {
    secret: secretOf(keys, nonce),
    nonceHash: sha256(`registration ${nonce}`),
    expires: new Date(Number(end)),
  };
}

/** A secret turns on one second factor and no more. */
export async function spendSecret(tx: Tx, { nonceHash, expires }: WantedFactor): Promise<void> {
  if (!(await spendOnce(tx, nonceHash, expires)))
    throw new Refusal("registration_invalid_otp_token");
}

/** Refuses like using it would, and uses nothing up. */
export async function demandUnspent(tx: Tx, { nonceHash }: WantedFactor): Promise<void> {
  if (await isSpent(tx, nonceHash)) throw new Refusal("registration_invalid_otp_token");
}
