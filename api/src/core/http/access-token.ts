/**
 * Access token format: `gcw_`, 30 random letters and digits, and a 6-character checksum. Secret scanners recognize a
 * leaked token, and a mistyped one is rejected without a database query.
 */
import { randomBytes } from "node:crypto";
import { crc32 } from "node:zlib";
import { tokenPrefix } from "#contracts/tokens.ts";
import { sha256 } from "../lib/crypto.ts";

export interface AccessToken {
  readonly text: string;
  /** Hash that is stored. The token has enough entropy for a plain, unsalted hash. */
  readonly hash: Buffer;
}

const digits = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const randomLength = 30;
const checksumLength = 6;
/** Bytes at or above this limit are discarded; they would bias the distribution of digits. */
const unbiasedByteLimit = 256 - (256 % digits.length);

const toAccessToken = (text: string): AccessToken => ({ text, hash: sha256(text) });

export function generateAccessToken(): AccessToken {
  let random = "";
  while (random.length < randomLength) {
    const [byte = 0] = randomBytes(1);
    if (byte < unbiasedByteLimit) random += digits.charAt(byte % digits.length);
  }
  return toAccessToken(tokenPrefix + random + computeChecksum(random));
}

function computeChecksum(random: string): string {
  let rest = crc32(random);
  let text = "";
  for (let index = 0; index < checksumLength; index += 1) {
    text = digits.charAt(rest % digits.length) + text;
    rest = Math.floor(rest / digits.length);
  }
  return text;
}

const bearerPattern = new RegExp(
  `^Bearer (${tokenPrefix}([0-9A-Za-z]{${randomLength}})([0-9A-Za-z]{${checksumLength}}))$`,
  "i",
);

/**
 * Parses an Authorization header. Checks only the format and the checksum; the caller compares the hash with the
 * stored one.
 */
export function parseBearerToken(authorization: string | undefined): AccessToken | null {
  const [, text = "", random = "", checksum] = bearerPattern.exec(authorization ?? "") ?? [];
  return text.startsWith(tokenPrefix) && checksum === computeChecksum(random)
    ? toAccessToken(text)
    : null;
}
