/**
 * The session cookie: `s1.<session>.<generation>.<mac>`. The database keeps its hash; the mac's key
 * lives outside the database, so nothing in it alone recreates a cookie.
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

/** Reads the shape alone; whether it is valid only the stored hash tells. */
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

/** Stable for a session id: rotation in one tab never breaks another; new with every new session. */
export const csrfToken = (keys: Keyring, sessionId: string): string =>
  keys.hmac("csrf", `v1|${sessionId}`).toString("base64url");
