/** TOTP codes (RFC 6238) with the parameters every authenticator app supports: SHA-1, six digits, 30 seconds. */
import { hkdfSync } from "node:crypto";
import { HOTP, Secret } from "otpauth";
import type { Tx } from "../../../core/db/db.ts";
import { type Keyring, constantTimeEqual, sha256 } from "../../../core/lib/crypto.ts";
import { consumeNonce } from "../sessions/store.ts";
import { findTotpSecret, recordTotpStep } from "./store.ts";

const secretBytes = 20;
const stepMs = 30_000;
/** A consumed step is remembered until no clock accepts its code any more. */
const consumedStepTtl = 3;

/** Derives a base32 secret without storing it: the same binding gives the same secret. */
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

/** Removes spaces, because apps show a gap in the middle. Null for anything but six ASCII digits. */
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
  return consumeNonce(
    tx,
    sha256(`totp|${userId}|${step}`),
    new Date((step + consumedStepTtl) * stepMs),
  );
}
