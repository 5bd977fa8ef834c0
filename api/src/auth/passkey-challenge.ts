/**
 * Challenges for passkeys. Nothing is stored when one is handed out: it carries its end and a mac over
 * what it is for, and is written down when it comes back, so that it does so once.
 */
import { randomBytes } from "node:crypto";
import type { Tx } from "../core/db.ts";
import { type Keys, sameBytes, sha256 } from "../core/keys.ts";
import { spendOnce } from "./used-nonces.ts";

const lifeMs = 5 * 60_000;
const nonceBytes = 16;
const endBytes = 6;
const headBytes = nonceBytes + endBytes;

const macOf = (keys: Keys, subject: string, head: Uint8Array) =>
  keys.mac("passkey", `${subject}|${Buffer.from(head).toString("hex")}`);

/** `subject` is what it may be answered for: a session, or signing in. */
export function makeChallenge(keys: Keys, subject: string, now: Date) {
  const head = Buffer.alloc(headBytes);
  randomBytes(nonceBytes).copy(head);
  head.writeUIntBE(now.getTime() + lifeMs, nonceBytes, endBytes);
  return Uint8Array.from(Buffer.concat([head, macOf(keys, subject, head)]));
}

/** Whether a challenge, as it came back in base64url, is one of ours for that subject, and comes for the first time. */
export async function spendChallenge(
  tx: Tx,
  keys: Keys,
  subject: string,
  challenge: string,
  now: Date,
): Promise<boolean> {
  const bytes = Buffer.from(challenge, "base64url");
  if (bytes.length <= headBytes) return false;
  const head = bytes.subarray(0, headBytes);
  const end = new Date(head.readUIntBE(nonceBytes, endBytes));
  if (!sameBytes(bytes.subarray(headBytes), macOf(keys, subject, head)) || end <= now) return false;
  return spendOnce(tx, sha256(bytes), end);
}
