/**
 * Parses an OpenSSH public key line as defined by RFC 4253 section 6.6 and OpenSSH's PROTOCOL.u2f, and reports
 * errors. It uses no Node or browser API, because server and console both run it.
 */
import type { ParamsArgument } from "./error-params.ts";
import type { FieldErrorCode, FieldErrorParams, formatRules } from "./field-errors.ts";
import { createFieldError, type FieldError } from "./field-problem.ts";

export interface PublicKey {
  readonly type: string;
  /** Bits of the modulus or curve; null when the type fixes it (ed25519 and its security-key form: 256). */
  readonly bits: number;
  /** Only the base64 part. */
  readonly base64: string;
  readonly comment: string;
  /** `type base64 comment`, as stored and installed on instances. */
  readonly line: string;
  readonly blob: Uint8Array;
}

/** The error of a text that is not a valid public key. */
export interface PublicKeyError {
  readonly error: FieldError;
}

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
/** Whether keys of this type are stored on a security key, which requires OpenSSH 8.2 on both sides. */
export const isSecurityKeyType = (type: string): boolean => type.startsWith("sk-");
/** Also matches rejected types, including certificates, so that the error can name them. */
const keyTypePattern = /^(?:(?:sk-)?ssh-|(?:sk-)?ecdsa-sha2-)[a-z0-9-]+(?:@openssh\.com)?$/;
/** Control characters and characters that reorder or hide text. */
const invisibleCharacters = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;
const maxLength = 16_384;
const namedRsaBits = 2048;
/** Some old generators leave the highest bits of a 2048-bit modulus zero. */
const minRsaBits = 2040;
/** OpenSSH's own limit. */
const maxRsaBits = 16_384;
/** In characters. With this limit ten keys of the largest type fit into the first-boot data of an instance. */
export const maxCommentLength = 255;
/** Base64 prefix of a private key in OpenSSH format, for text whose first line is missing. */
const privateKeyBytes = "b3BlbnNzaC1rZXktdjEA";

/**
 * Whether text contains a private key: OpenSSH, PEM, SSH.com or PuTTY, whole or partial, on one line or several, with
 * or without the zero bytes of UTF-16. Such text must not be stored, sent or logged.
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
 * Decodes a key file. Windows PowerShell writes UTF-16 with a byte order mark; everything else is decoded as UTF-8
 * without its byte order mark.
 */
export function decodeKeyFile(bytes: Uint8Array): string {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return new TextDecoder("utf-16le").decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder("utf-16be").decode(bytes);
  return new TextDecoder("utf-8").decode(bytes);
}
const uncompressedPoint = 4;

const publicKeyError = <C extends FieldErrorCode>(
  code: C,
  ...params: ParamsArgument<FieldErrorParams[C]>
): { readonly error: FieldError<C> } => ({ error: createFieldError(code, ...params) });

type KeyFormatRule = Extract<(typeof formatRules)[number], `key_${string}`>;
const formatError = (rule: KeyFormatRule) => publicKeyError("format", { rule });

export function parsePublicKey(pasted: string): PublicKey | PublicKeyError {
  const text = pasted.replace(/^\ufeff/, "").trim();
  if (text === "") return publicKeyError("required");
  if (holdsPrivateKey(text)) return publicKeyError("private_key");
  if (text.includes("\0")) return publicKeyError("utf16");
  if (text.length > maxLength) return formatError("key_too_long");
  if (/-----BEGIN |---- BEGIN /.test(text)) return formatError("key_not_openssh");
  const lines = text.split(/[\r\n]+/);
  if (lines.length > 1)
    return publicKeyError(
      lines.filter(startsWithKeyType).length > 1 ? "several_keys" : "line_breaks",
    );
  const [type = "", base64 = "", ...words] = text.split(/[ \t]+/);
  if (!keyTypePattern.test(type))
    return text.split(/[ \t]+/).some((word) => keyTypePattern.test(word))
      ? publicKeyError("options")
      : formatError("key_without_type");
  if (!supportedKeyTypes.has(type)) return publicKeyError("unsupported_type", { type });
  if (containsSecondKey(words)) return publicKeyError("several_keys");
  const comment = words.join(" ");
  if (invisibleCharacters.test(comment)) return formatError("key_comment_characters");
  if (base64 === "") return formatError("key_without_data");
  const blob = decodeBase64(base64);
  if (blob === null) return formatError(base64.includes("@") ? "key_comment_space" : "key_base64");
  const fields = readFields(blob);
  if (fields === null || decodeAscii(fields[0]) !== type) return formatError("key_damaged");
  const strength = keyBits(type, fields);
  if (typeof strength !== "number") return strength;
  if ([...comment].length > maxCommentLength)
    return publicKeyError("comment_too_long", { maximum: maxCommentLength });
  const line = comment === "" ? `${type} ${base64}` : `${type} ${base64} ${comment}`;
  return { type, bits: strength, base64, comment, line, blob };
}

const startsWithKeyType = (line: string): boolean =>
  keyTypePattern.test(line.trim().split(/\s/)[0] ?? "");

const containsSecondKey = (words: readonly string[]): boolean =>
  words.some(
    (word, position) =>
      keyTypePattern.test(word) && words[position + 1]?.startsWith("AAAA") === true,
  );

function keyBits(type: string, fields: readonly Uint8Array[]): number | PublicKeyError {
  const damaged = formatError("key_damaged");
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
  if (bits < minRsaBits) return publicKeyError("too_weak", { minimum: namedRsaBits, bits });
  return bits > maxRsaBits
    ? publicKeyError("format", { rule: "rsa_too_long", maximum: maxRsaBits, bits })
    : bits;
}

/** Splits the blob into its length-prefixed fields; null when they do not fill it exactly. */
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
