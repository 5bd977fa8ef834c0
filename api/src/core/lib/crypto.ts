/** Keys and random values. Each key is derived from the master secret for one purpose. */
import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from "node:crypto";

export type KeyPurpose =
  | "session"
  | "csrf"
  | "throttle"
  | "password"
  | "oauth"
  | "passkey"
  | "totp"
  | "recovery"
  | "email-code"
  | "registration"
  | "data copy"
  | "idempotent response"
  | "webhook";

export interface Keyring {
  /** HMAC-SHA256 with the purpose's key. */
  hmac(purpose: KeyPurpose, text: string): Buffer;
  /** AES-256-GCM with the purpose's key; `owner` must be the same when decrypting. */
  encrypt(purpose: KeyPurpose, plain: string | Uint8Array, owner: string): Buffer;
  /** Null if the data was not encrypted with this key, purpose and owner, or was modified. */
  decrypt(purpose: KeyPurpose, sealed: Uint8Array, owner: string): Buffer | null;
}

const cipher = "aes-256-gcm";
const ivBytes = 12;
const tagBytes = 16;

export function deriveKeyring(secret: Uint8Array): Keyring {
  const derived = new Map<KeyPurpose, Buffer>();
  const key = (purpose: KeyPurpose) => {
    const cached = derived.get(purpose);
    if (cached !== undefined) return cached;
    const created = Buffer.from(
      hkdfSync("sha256", secret, new Uint8Array(), `boreal ${purpose}`, 32),
    );
    derived.set(purpose, created);
    return created;
  };
  return {
    hmac: (purpose, text) => createHmac("sha256", key(purpose)).update(text).digest(),
    encrypt: (purpose, plain, owner) => {
      const iv = randomBytes(ivBytes);
      const sealing = createCipheriv(cipher, key(purpose), iv).setAAD(Buffer.from(owner));
      return Buffer.concat([iv, sealing.update(plain), sealing.final(), sealing.getAuthTag()]);
    },
    decrypt: (purpose, sealed, owner) => {
      if (sealed.length < ivBytes + tagBytes) return null;
      const opening = createDecipheriv(cipher, key(purpose), sealed.subarray(0, ivBytes))
        .setAAD(Buffer.from(owner))
        .setAuthTag(sealed.subarray(-tagBytes));
      try {
        return Buffer.concat([
          opening.update(sealed.subarray(ivBytes, -tagBytes)),
          opening.final(),
        ]);
      } catch {
        return null;
      }
    },
  };
}

export const sha256 = (text: string | Uint8Array): Buffer =>
  createHash("sha256").update(text).digest();

export function constantTimeEqual(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && timingSafeEqual(one, other);
}

/** UUIDv7 (RFC 9562): ordered by time to the millisecond, followed by 74 random bits. */
export function uuidv7(at: Date): string {
  const bytes = randomBytes(16);
  bytes.writeUIntBE(at.getTime(), 0, 6);
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x70, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  const hex = bytes.toString("hex");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

export const isUuid = (text: string): boolean =>
  /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/.test(text);

/** 32 random bytes for a link in an email; only the hash is stored. */
export function generateLinkToken(): { token: string; hash: Buffer } {
  const token = randomBytes(32).toString("base64url");
  return { token, hash: sha256(token) };
}
