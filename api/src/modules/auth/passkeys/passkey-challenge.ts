/**
 * Passkey challenges. A new challenge is not stored: it contains its expiry and a MAC over its subject. It is
 * stored when it comes back, so that it is accepted once.
 */
import { randomBytes } from "node:crypto";
import type { Tx } from "../../../core/db/db.ts";
import { type Keyring, constantTimeEqual, sha256 } from "../../../core/lib/crypto.ts";
import { consumeNonce } from "../sessions/store.ts";

const ttlMs = 5 * 60_000;
const nonceBytes = 16;
const expiryBytes = 6;
const headBytes = nonceBytes + expiryBytes;

const challengeHmac = (keys: Keyring, subject: string, head: Uint8Array) =>
  keys.hmac("passkey", `${subject}|${Buffer.from(head).toString("hex")}`);

/** `subject` is what the challenge is valid for: one session, or a passwordless sign-in. */
export function createChallenge(keys: Keyring, subject: string, now: Date) {
  const head = Buffer.alloc(headBytes);
  randomBytes(nonceBytes).copy(head);
  head.writeUIntBE(now.getTime() + ttlMs, nonceBytes, expiryBytes);
  return Uint8Array.from(Buffer.concat([head, challengeHmac(keys, subject, head)]));
}

/** Returns true when the base64url challenge is valid for the subject and not consumed yet. */
export async function consumeChallenge(
  tx: Tx,
  keys: Keyring,
  subject: string,
  challenge: string,
  now: Date,
): Promise<boolean> {
  const bytes = Buffer.from(challenge, "base64url");
  if (bytes.length <= headBytes) return false;
  const head = bytes.subarray(0, headBytes);
  const end = new Date(head.readUIntBE(nonceBytes, expiryBytes));
  if (
    !constantTimeEqual(bytes.subarray(headBytes), challengeHmac(keys, subject, head)) ||
    end <= now
  )
    return false;
  return consumeNonce(tx, sha256(bytes), end);
}
