/** Passkeys (WebAuthn Level 3): made in the account's pages, used as the second step or to sign in alone. */
import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from "@simplewebauthn/server";
import { z } from "zod";
import type { Passkey } from "#contracts/account.ts";
import type { Tx } from "../../../core/db/db.ts";
import { type Keyring, uuidv7 } from "../../../core/lib/crypto.ts";
import { lockAccount } from "../../accounts/accounts.ts";
import { createChallenge, consumeChallenge } from "./passkey-challenge.ts";
import {
  findPasskey,
  insertPasskey,
  listCredentialIds,
  type NewPasskey,
  type PasskeyRow,
  recordPasskeyUse,
} from "./store.ts";

export { deletePasskey } from "./store.ts";

export interface PasskeyDeps {
  readonly keys: Keyring;
  /** Passkeys belong to its host name. */
  readonly publicUrl: URL;
  /** Pages that may use them. */
  readonly allowedOrigins: readonly string[];
}

const relyingPartyName = "Boreal";
const maxPasskeysPerUser = 20;

const base64url = z.string().max(20_000);

const credentialFields = {
  id: base64url,
  rawId: base64url,
  type: z.literal("public-key"),
  clientExtensionResults: z.looseObject({}),
  authenticatorAttachment: z.enum(["cross-platform", "platform"]).exactOptional(),
};

const RegistrationResponse = z.object({
  ...credentialFields,
  response: z.object({
    clientDataJSON: base64url,
    attestationObject: base64url,
    transports: z.array(z.string().max(32)).max(10).exactOptional(),
  }),
});

const AuthenticationResponse = z.object({
  ...credentialFields,
  response: z.object({
    clientDataJSON: base64url,
    authenticatorData: base64url,
    signature: base64url,
    userHandle: base64url.exactOptional(),
  }),
});

const toDescriptor = (row: Pick<PasskeyRow, "credential_id" | "transports">) => ({
  id: row.credential_id,
  transports: row.transports,
});

/** What the browser needs to make one for this person; `subject` binds the answer to who asked. */
export async function createRegistrationOptions(
  { keys, publicUrl }: PasskeyDeps,
  tx: Tx,
  user: { id: string; email: string; name: string },
  subject: string,
  now: Date,
) {
  return await generateRegistrationOptions({
    rpName: relyingPartyName,
    rpID: publicUrl.hostname,
    userName: user.email,
    userDisplayName: user.name,
    userID: Uint8Array.from(Buffer.from(user.id)),
    challenge: createChallenge(keys, subject, now),
    attestationType: "none",
    excludeCredentials: (await listCredentialIds(tx, user.id)).map(toDescriptor),
    authenticatorSelection: { residentKey: "preferred", userVerification: "preferred" },
  });
}

/** Keeps a passkey; null where the answer proves nothing, or the person has as many as one may have. */
export async function registerPasskey(
  { keys, publicUrl, allowedOrigins }: PasskeyDeps,
  tx: Tx,
  given: { userId: string; name: string; response: unknown; subject: string; now: Date },
): Promise<Passkey | null> {
  const response = RegistrationResponse.safeParse(given.response).data;
  if (response === undefined) return null;
  const verified = await verifyRegistrationResponse({
    response,
    expectedChallenge: (challenge) =>
      consumeChallenge(tx, keys, given.subject, challenge, given.now),
    expectedOrigin: [...allowedOrigins],
    expectedRPID: publicUrl.hostname,
    requireUserVerification: false,
  }).catch(nullOnVerificationError);
  if (verified?.verified !== true) return null;
  const { credential } = verified.registrationInfo;
  const id = uuidv7(given.now);
  const passkey: NewPasskey = {
    id,
    userId: given.userId,
    name: given.name,
    credentialId: credential.id,
    publicKey: credential.publicKey,
    counter: credential.counter,
    transports: credential.transports ?? [],
    at: given.now,
  };
  if (!(await insertPasskey(tx, passkey, maxPasskeysPerUser))) return null;
  return { id, name: given.name, createdAt: given.now.toISOString(), lastUsedAt: null };
}

/** Of a known person their own are asked for; of nobody, any that the device has for this site. */
export async function createAuthenticationOptions(
  { keys, publicUrl }: PasskeyDeps,
  tx: Tx,
  userId: string | null,
  subject: string,
  now: Date,
) {
  return await generateAuthenticationOptions({
    rpID: publicUrl.hostname,
    challenge: createChallenge(keys, subject, now),
    userVerification: userId === null ? "required" : "preferred",
    ...(userId === null
      ? {}
      : { allowCredentials: (await listCredentialIds(tx, userId)).map(toDescriptor) }),
  });
}

/** A passkey that answered with a valid signature. */
export interface ProvenPasskey {
  readonly id: string;
  readonly userId: string;
  readonly name: string;
  /**
   * Signature counters, when they did not increase: another device uses the same key, or its software stopped
   * counting. Null when they did, and for passkeys that never count (0 and 0).
   */
  readonly copied: { readonly from: number; readonly to: number } | null;
}

/**
 * Whose passkey answered; null where it proves nothing. Alone it has to prove the person too (a
 * fingerprint, a PIN); as a second step having it is enough. A copied one signs nobody in.
 */
export async function verifyPasskey(
  { keys, publicUrl, allowedOrigins }: PasskeyDeps,
  tx: Tx,
  given: { response: unknown; subject: string; now: Date; isAlone: boolean },
): Promise<ProvenPasskey | null> {
  const response = AuthenticationResponse.safeParse(given.response).data;
  if (response === undefined) return null;
  const known = await findPasskey(tx, response.id);
  if (known === null) return null;
  const verified = await verifyAuthenticationResponse({
    response,
    expectedChallenge: (challenge) =>
      consumeChallenge(tx, keys, given.subject, challenge, given.now),
    expectedOrigin: [...allowedOrigins],
    expectedRPID: publicUrl.hostname,
    credential: {
      id: known.credential_id,
      publicKey: Uint8Array.from(known.public_key),
      // The library compares counters before it checks the signature; a copy is only told after it.
      counter: 0,
    },
    requireUserVerification: given.isAlone,
  }).catch(nullOnVerificationError);
  if (verified?.verified !== true) return null;
  const { newCounter } = verified.authenticationInfo;
  const proven = { id: known.id, userId: known.user_id, name: known.name };
  const counts = newCounter > 0 || known.counter > 0;
  if (counts && newCounter <= known.counter)
    return { ...proven, copied: { from: known.counter, to: newCounter } };
  // The account first, as whoever takes its passkeys away has it: they do not wait for each other.
  await lockAccount(tx, known.user_id);
  const isCounted = await recordPasskeyUse(tx, known, newCounter, given.now);
  // It was deleted meanwhile, or a copy of the device was used at the same moment.
  return isCounted ? { ...proven, copied: null } : null;
}

/** What does not fit is told by a plain error; one of the database carries a severity, and is no refusal. */
function nullOnVerificationError(error: unknown): null {
  if (error instanceof Error && !("severity" in error)) return null;
  throw error;
}
