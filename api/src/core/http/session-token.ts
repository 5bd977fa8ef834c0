/**
 * The session cookie: `s1.<session>.<generation>.<mac>`. The database stores only its hash, and the MAC key is not in
 * the database, so a database dump alone cannot recreate a cookie.
 */
import { isUuid, type Keyring, sha256 } from "../lib/crypto.ts";

export interface SessionToken {
  sessionId: string;
  generation: number;
  text: string;
  hash: Buffer;
}

export function createSessionToken(
  keys: Keyring,
  sessionId: string,
  generation: number,
  salt: Uint8Array,
): SessionToken {
  const mac = keys
    .hmac("session", `${sessionId}|${generation}|${Buffer.from(salt).toString("hex")}`)
    .toString("base64url");
  const text = `s1.${sessionId}.${generation}.${mac}`;
  return { sessionId, generation, text, hash: sha256(text) };
}

/** Checks only the format; the caller compares the hash with the stored one. */
export function parseSessionToken(text: string): SessionToken | null {
  const [version, sessionId = "", generation = "", mac = "", ...more] = text.split(".");
  if (
    version !== "s1" ||
    more.length > 0 ||
    !isUuid(sessionId) ||
    !/^\d{1,9}$/.test(generation) ||
    mac.length !== 43
  )
    return null;
  return { sessionId, generation: Number(generation), text, hash: sha256(text) };
}

/**
 * Derived from the session id: rotation in one tab does not invalidate another tab's token, and every new session
 * gets a new one.
 */
export const csrfToken = (keys: Keyring, sessionId: string): string =>
  keys.hmac("csrf", `v1|${sessionId}`).toString("base64url");
