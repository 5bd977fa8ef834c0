/**
 * Access tokens as they are written: `gcw_`, 30 random letters and digits, and 6 of checksum, so that
 * scanners find one that leaked and a mistyped one costs no question to the database.
 */
import { randomBytes } from "node:crypto";
import { crc32 } from "node:zlib";
import { tokenPrefix } from "#contracts/tokens.ts";
import { sha256 } from "../lib/crypto.ts";

export interface AccessToken {
  readonly text: string;
  /** What is kept of it: it has more than enough random in it to be hashed plainly. */
  readonly hash: Buffer;
}

const digits = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const randomLength = 30;
const checksumLength = 6;
/** Above it a byte would make some digits likelier than others. */
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
  for (let place = 0; place < checksumLength; place += 1) {
    text = digits.charAt(rest % digits.length) + text;
    rest = Math.floor(rest / digits.length);
  }
  return text;
}

const bearerPattern = new RegExp(
  `^Bearer (${tokenPrefix}([0-9A-Za-z]{${randomLength}})([0-9A-Za-z]{${checksumLength}}))$`,
  "i",
);

/** From an Authorization header. Reads the shape alone; whether it is valid only the stored hash tells. */
export function parseBearerToken(authorization: string | undefined): AccessToken | null {
  const [, text = "", random = "", checksum] = bearerPattern.exec(authorization ?? "") ?? [];
  return text.startsWith(tokenPrefix) && checksum === computeChecksum(random)
    ? toAccessToken(text)
    : null;
}
