/**
 * Reads an OpenSSH public key line as RFC 4253 section 6.6 and OpenSSH's PROTOCOL.u2f define it,
 * and says what is wrong with anything else. No Node and no browser API: both sides run it.
 */

export interface PublicKey {
  readonly type: string;
  /** Of the modulus or curve; null where the type fixes it (ed25519 and its security-key form: 256). */
  readonly bits: number;
  /** The base64 part alone. */
  readonly base64: string;
  readonly comment: string;
  /** `type base64 comment`, as it is stored and handed to machines. */
  readonly line: string;
  readonly blob: Uint8Array;
}

export type PublicKeyErrorCode =
  | "required"
  | "private_key"
  | "utf16"
  | "comment_too_long"
  | "several_keys"
  | "line_breaks"
  | "options"
  | "unsupported_type"
  | "too_weak"
  | "format";

type PublicKeyError = { readonly fault: PublicKeyErrorCode; readonly message: string };

const curves: Record<string, number> = {
  "ecdsa-sha2-nistp256": 256,
  "ecdsa-sha2-nistp384": 384,
  "ecdsa-sha2-nistp521": 521,
  "sk-ecdsa-sha2-nistp256@openssh.com": 256,
};
const supportedKeyTypes = new Set([
  "ssh-ed25519",
  "sk-ssh-ed25519@openssh.com",
  "ssh-rsa",
  ...Object.keys(curves),
]);
/** A key of this type is kept on a security key, and needs OpenSSH 8.2 on both sides. */
export const isSecurityKeyType = (type: string): boolean => type.startsWith("sk-");
/** Also of types that are refused, certificates among them, so that the refusal can name them. */
const keyTypePattern = /^(?:(?:sk-)?ssh-|(?:sk-)?ecdsa-sha2-)[a-z0-9-]+(?:@openssh\.com)?$/;
/** Controls, and what reorders or hides the text around it. */
const invisibleCharacters = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;
const maxLength = 16_384;
const namedRsaBits = 2048;
/** Some old generators leave the highest bits of a modulus of 2048 bits zero. */
const minRsaBits = 2040;
/** OpenSSH's own limit. */
const maxRsaBits = 16_384;
/** In characters. With it ten keys of the largest kind fit into the first-boot data of an instance. */
export const maxCommentLength = 255;
/** How the base64 of a private key in OpenSSH's own format begins, where its first line is missing. */
const privateKeyBytes = "b3BlbnNzaC1rZXktdjEA";

/**
 * True for text that holds a private key: of OpenSSH, PEM, SSH.com or PuTTY, whole or a part, on one line
 * or several, with UTF-16's zero bytes or without. Such text must not be kept, sent or logged.
 */
export function holdsPrivateKey(text: string): boolean {
  const plain = text.replaceAll("\0", "");
  return (
    /-{4,5} ?(?:BEGIN|END) [A-Z0-9 ]*PRIVATE KEY/.test(plain) ||
    plain.includes("PuTTY-User-Key-File") ||
    /^Private-(?:Lines|MAC|Hash):/m.test(plain) ||
    plain.replace(/\s/g, "").includes(privateKeyBytes)
  );
}

/**
 * The text of a key file. Windows PowerShell writes UTF-16 with a byte order mark; everything else is
 * read as UTF-8, a byte order mark left out.
 */
export function decodeKeyFile(bytes: Uint8Array): string {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return new TextDecoder("utf-16le").decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder("utf-16be").decode(bytes);
  return new TextDecoder("utf-8").decode(bytes);
}
const uncompressedPoint = 4;

const publicKeyError = (code: PublicKeyErrorCode, message: string): PublicKeyError => ({
  fault: code,
  message,
});

export function parsePublicKey(pasted: string): PublicKey | PublicKeyError {
  const text = pasted.replace(/^\ufeff/, "").trim();
  if (text === "") return publicKeyError("required", "Field is required");
  if (holdsPrivateKey(text)) {
    return publicKeyError(
      "private_key",
      "This is a private key. It wasn't saved. Replace it with a new key pair, then paste the new public key (the file ending in .pub)",
    );
  }
  if (text.includes("\0")) return publicKeyError("utf16", "This file is UTF-16. Save it as UTF-8");
  if (text.length > maxLength) return publicKeyError("format", "Too long for a public key");
  if (/-----BEGIN |---- BEGIN /.test(text)) {
    return publicKeyError(
      "format",
      "This isn't in OpenSSH format. Convert it with: ssh-keygen -i -f key-file",
    );
  }
  const lines = text.split(/[\r\n]+/);
  if (lines.length > 1) {
    return lines.filter((line) => keyTypePattern.test(line.trim().split(/\s/)[0] ?? "")).length > 1
      ? publicKeyError("several_keys", "This contains more than one key. Add keys one at a time")
      : publicKeyError("line_breaks", "The key contains line breaks. Paste it as a single line");
  }
  const [type = "", base64 = "", ...words] = text.split(/[ \t]+/);
  if (!keyTypePattern.test(type)) {
    return text.split(/[ \t]+/).some((word) => keyTypePattern.test(word))
      ? publicKeyError(
          "options",
          "There are options before the key. Paste only the part that starts with the key type",
        )
      : publicKeyError("format", "A public key starts with its type, such as ssh-ed25519");
  }
  if (!supportedKeyTypes.has(type))
    return publicKeyError(
      "unsupported_type",
      `Keys of type ${type} aren't supported. Use Ed25519, ECDSA, or RSA`,
    );
  if (
    words.some(
      (word, position) =>
        keyTypePattern.test(word) && words[position + 1]?.startsWith("AAAA") === true,
    )
  ) {
    return publicKeyError(
      "several_keys",
      "This contains more than one key. Add keys one at a time",
    );
  }
  if (invisibleCharacters.test(words.join(" ")))
    return publicKeyError("format", "The comment contains invisible or control characters");
  if (base64 === "") return publicKeyError("format", "The key data is missing after the key type");
  const blob = decodeBase64(base64);
  if (blob === null) {
    return /@/.test(base64)
      ? publicKeyError("format", "There's no space between the key and its comment")
      : publicKeyError("format", "The key is incomplete or damaged (invalid Base64)");
  }
  const fields = readFields(blob);
  if (fields === null || decodeAscii(fields[0]) !== type)
    return publicKeyError("format", "The key is damaged or cut off");
  const strength = keyBits(type, fields);
  if (typeof strength !== "number") return strength;
  const comment = words.join(" ");
  if ([...comment].length > maxCommentLength)
    return publicKeyError(
      "comment_too_long",
      `The comment has more than ${maxCommentLength} characters. Shorten it or leave it out`,
    );
  const line = comment === "" ? `${type} ${base64}` : `${type} ${base64} ${comment}`;
  return { type, bits: strength, base64, comment, line, blob };
}

function keyBits(type: string, fields: readonly Uint8Array[]): number | PublicKeyError {
  const damaged = publicKeyError("format", "The key is damaged or cut off");
  if (type === "ssh-ed25519")
    return fields.length === 2 && fields[1]?.length === 32 ? 256 : damaged;
  if (type === "sk-ssh-ed25519@openssh.com")
    return fields.length === 3 && fields[1]?.length === 32 ? 256 : damaged;
  const curveBits = curves[type];
  if (curveBits !== undefined) {
    const [, curve, point] = fields;
    const fits =
      fields.length === (type.startsWith("sk-") ? 4 : 3) &&
      type.replace("@openssh.com", "").endsWith(`ecdsa-sha2-${decodeAscii(curve)}`) &&
      point?.length === 1 + 2 * Math.ceil(curveBits / 8) &&
      point[0] === uncompressedPoint;
    return fits ? curveBits : damaged;
  }
  const modulus = fields[2];
  if (fields.length !== 3 || modulus === undefined) return damaged;
  const bits = bitLength(modulus);
  if (bits < minRsaBits)
    return publicKeyError(
      "too_weak",
      `RSA keys must be at least ${namedRsaBits} bits. This key has ${bits}`,
    );
  if (bits > maxRsaBits)
    return publicKeyError(
      "format",
      `RSA keys have at most ${maxRsaBits} bits; this one has ${bits}`,
    );
  return bits;
}

/** Length-prefixed fields to the end of the blob; null when they do not fit it exactly. */
function readFields(blob: Uint8Array): Uint8Array[] | null {
  const view = new DataView(blob.buffer, blob.byteOffset, blob.byteLength);
  const fields: Uint8Array[] = [];
  let at = 0;
  while (at < blob.length) {
    if (at + 4 > blob.length) return null;
    const end = at + 4 + view.getUint32(at);
    if (end > blob.length) return null;
    fields.push(blob.subarray(at + 4, end));
    at = end;
  }
  return fields;
}

function bitLength(unsigned: Uint8Array): number {
  const first = unsigned.findIndex((byte) => byte !== 0);
  if (first < 0) return 0;
  return (unsigned.length - first) * 8 - Math.clz32(unsigned[first] ?? 0) + 24;
}

const decodeAscii = (bytes: Uint8Array | undefined) =>
  bytes === undefined ? "" : String.fromCharCode(...bytes);

const base64Alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

function decodeBase64(text: string): Uint8Array | null {
  if (text.length % 4 !== 0 || !/^[A-Za-z0-9+/]+={0,2}$/.test(text)) return null;
  const padding = text.endsWith("==") ? 2 : text.endsWith("=") ? 1 : 0;
  const bytes = new Uint8Array((text.length / 4) * 3 - padding);
  let bits = 0;
  let held = 0;
  let at = 0;
  for (const character of text.slice(0, text.length - padding)) {
    held = ((held << 6) | base64Alphabet.indexOf(character)) & 0xffffff;
    bits += 6;
    if (bits >= 8) {
      bits -= 8;
      bytes[at++] = (held >> bits) & 0xff;
    }
  }
  return bytes;
}
