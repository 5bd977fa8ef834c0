/** A software WebAuthn authenticator: creates the responses of a browser and its device ("none" attestation). */
import {
  createHash,
  createSign,
  generateKeyPairSync,
  type KeyObject,
  randomBytes,
} from "node:crypto";

const flags = { present: 0x01, verified: 0x04, attested: 0x40 };

/** Encodes the few CBOR types (RFC 8949) that an attestation contains. */
function cbor(value: string | number | Uint8Array | ReadonlyMap<unknown, unknown>): Buffer {
  if (typeof value === "number") return value < 0 ? head(1, -1 - value) : head(0, value);
  if (typeof value === "string")
    return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (value instanceof Uint8Array) return Buffer.concat([head(2, value.length), value]);
  const entries = [...value].flatMap(([key, inner]) => [key, inner].map(toCborValue));
  return Buffer.concat([head(5, value.size), ...entries.map(cbor)]);
}

function toCborValue(value: unknown): string | number | Uint8Array | ReadonlyMap<unknown, unknown> {
  if (typeof value === "string" || typeof value === "number") return value;
  if (value instanceof Uint8Array || value instanceof Map) return value;
  throw new Error("Unsupported CBOR type");
}

function head(major: number, count: number): Buffer {
  if (count < 24) return Buffer.from([(major << 5) | count]);
  if (count < 256) return Buffer.from([(major << 5) | 24, count]);
  return Buffer.from([(major << 5) | 25, count >> 8, count & 0xff]);
}

const sha256 = (text: string | Uint8Array) => createHash("sha256").update(text).digest();

export interface CeremonyOptions {
  challenge: string;
}

export class Authenticator {
  readonly #origin: string;
  readonly #host: string;
  readonly #id = randomBytes(16);
  readonly #keys: { publicKey: KeyObject; privateKey: KeyObject };
  /** Signature counter, as reported. */
  counter = 0;
  /** Many password managers do not count: their passkeys always report 0. */
  counts = true;
  /** Whether it verifies the user. */
  verifies = true;

  constructor(page: URL) {
    this.#origin = page.origin;
    this.#host = page.hostname;
    this.#keys = generateKeyPairSync("ec", { namedCurve: "P-256" });
  }

  /** The response to `passkeys/options`. */
  register({ challenge }: CeremonyOptions) {
    const id = Buffer.alloc(2);
    id.writeUInt16BE(this.#id.length);
    const authData = Buffer.concat([
      this.#authenticatorData(flags.attested),
      Buffer.alloc(16),
      id,
      this.#id,
      cbor(this.#publicKey()),
    ]);
    const attestation = new Map<string, unknown>([
      ["fmt", "none"],
      ["attStmt", new Map()],
      ["authData", authData],
    ]);
    return this.#credential({
      clientDataJSON: this.#clientData("webauthn.create", challenge).toString("base64url"),
      attestationObject: cbor(attestation).toString("base64url"),
      transports: ["internal"],
    });
  }

  /** The response to a sign-in challenge. */
  sign({ challenge }: CeremonyOptions, overrides: { origin?: string } = {}) {
    if (this.counts) this.counter += 1;
    const authData = this.#authenticatorData(0);
    const clientData = this.#clientData("webauthn.get", challenge, overrides.origin);
    const signature = createSign("sha256")
      .update(Buffer.concat([authData, sha256(clientData)]))
      .sign(this.#keys.privateKey);
    return this.#credential({
      clientDataJSON: clientData.toString("base64url"),
      authenticatorData: authData.toString("base64url"),
      signature: signature.toString("base64url"),
    });
  }

  #credential<R extends object>(response: R) {
    const id = this.#id.toString("base64url");
    return { id, rawId: id, type: "public-key", clientExtensionResults: {}, response };
  }

  #clientData(type: string, challenge: string, origin = this.#origin): Buffer {
    return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  }

  #authenticatorData(extraFlags: number): Buffer {
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(this.counter);
    const reportedFlags = flags.present | (this.verifies ? flags.verified : 0) | extraFlags;
    return Buffer.concat([sha256(this.#host), Buffer.from([reportedFlags]), counter]);
  }

  /** COSE (RFC 9053): ES256 on P-256. */
  #publicKey(): ReadonlyMap<number, unknown> {
    const { x = "", y = "" } = this.#keys.publicKey.export({ format: "jwk" });
    return new Map<number, unknown>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, Buffer.from(x, "base64url")],
      [-3, Buffer.from(y, "base64url")],
    ]);
  }
}
