/** Codes of an authenticator app: RFC 6238 with what every app takes: SHA-1, six digits, half a minute. */
import { hkdfSync } from "node:crypto";
import { HOTP, Secret } from "otpauth";
import type { Tx } from "../../../core/db/db.ts";
import { type Keyring, constantTimeEqual, sha256 } from "../../../core/lib/crypto.ts";
import { consumeNonce } from "../sessions/store.ts";
import { findTotpSecret, recordTotpStep } from "./store.ts";

const secretBytes = 20;
const stepMs = 30_000;
/** A consumed step is remembered until no clock accepts its code any more. */
const stepsKept = 3;

/** A secret that nothing stores: whoever comes back with the same binding has the same one. In base32, as apps take it. */
export function deriveTotpSecret(keys: Keyring, binding: string): string {
  const derived = hkdfSync(
    "sha256",
    keys.hmac("totp", "bound secrets"),
    Buffer.from(binding),
    "boreal second factor",
    secretBytes,
  );
  return new Secret({ buffer: derived }).base32;
}

/** As people type it: apps show a gap in the middle. Null for anything but six ASCII digits. */
export function parseOtpCode(text: string): string | null {
  const code = text.replace(/\s/g, "");
  return /^[0-9]{6}$/.test(code) ? code : null;
}

/**
 * The time step a code belongs to, or null. Accepts the current step and one step either way (RFC 6238, 5.2):
 * users type slowly, and the clock of a phone may be ahead.
 */
export function matchTimeStep(secret: string, text: string, now: Date): number | null {
  const code = parseOtpCode(text);
  if (code === null) return null;
  const current = Math.floor(now.getTime() / stepMs);
  const steps = [current, current - 1, current + 1].filter((step) =>
    isCodeAtStep(secret, step, code),
  );
  return steps[0] ?? null;
}

const isCodeAtStep = (secret: string, step: number, code: string): boolean =>
  constantTimeEqual(
    Buffer.from(HOTP.generate({ secret: Secret.fromBase32(secret), counter: step })),
    Buffer.from(code),
  );

export const encryptTotpSecret = (keys: Keyring, userId: string, secret: string): Buffer =>
  keys.encrypt("totp", secret, userId);

/** Verifies a code and consumes its time step. Each step is accepted once; of concurrent attempts one succeeds. */
export async function consumeTotpCode(
  tx: Tx,
  keys: Keyring,
  userId: string,
  code: string,
  now: Date,
): Promise<boolean> {
  const encrypted = await findTotpSecret(tx, userId);
  const secret = encrypted === null ? null : keys.decrypt("totp", encrypted, userId);
  const step = secret === null ? null : matchTimeStep(secret.toString("utf8"), code, now);
  if (step === null) return false;
  // The step of the code that enabled TOTP is consumed too; it is in the account row.
  if (!(await recordTotpStep(tx, userId, step))) return false;
  return consumeNonce(tx, sha256(`totp|${userId}|${step}`), new Date((step + stepsKept) * stepMs));
}
