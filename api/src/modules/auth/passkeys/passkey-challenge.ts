/**
 * Challenges for passkeys. Nothing is stored when one is handed out: it carries its end and a mac over
 * what it is for, and is written down when it comes back, so that it does so once.
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

/** `subject` is what it may be answered for: a session, or signing in. */
export function createChallenge(keys: Keyring, subject: string, now: Date) {
  const head = Buffer.alloc(headBytes);
  randomBytes(nonceBytes).copy(head);
  head.writeUIntBE(now.getTime() + ttlMs, nonceBytes, expiryBytes);
  return Uint8Array.from(Buffer.concat([head, challengeHmac(keys, subject, head)]));
}

/** Whether a challenge, as it came back in base64url, is one of ours for that subject, and comes for the first time. */
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
