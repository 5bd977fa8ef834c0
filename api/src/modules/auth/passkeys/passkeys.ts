/**
 * Passkeys (WebAuthn Level 3): created on the account pages, used as the second step or for a passwordless
 * sign-in.
 */
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
  /** Its host name is the relying party id of the passkeys. */
  readonly publicUrl: URL;
  /** Origins that may use the passkeys. */
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

/**
 * Returns the options that a browser needs to create a passkey. `subject` binds the response to the session
 * that requested it.
 */
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

/** Stores a passkey. Returns null when the response is invalid, or the user has the maximum number of passkeys. */
export async function registerPasskey(
  { keys, publicUrl, allowedOrigins }: PasskeyDeps,
  tx: Tx,
  input: { userId: string; name: string; response: unknown; subject: string; now: Date },
): Promise<Passkey | null> {
  const response = RegistrationResponse.safeParse(input.response).data;
  if (response === undefined) return null;
  const verified = await verifyRegistrationResponse({
    response,
    expectedChallenge: (challenge) =>
      consumeChallenge(tx, keys, input.subject, challenge, input.now),
    expectedOrigin: [...allowedOrigins],
    expectedRPID: publicUrl.hostname,
    requireUserVerification: false,
  }).catch(nullOnVerificationError);
  if (verified?.verified !== true) return null;
  const { credential } = verified.registrationInfo;
  const id = uuidv7(input.now);
  const passkey: NewPasskey = {
    id,
    userId: input.userId,
    name: input.name,
    credentialId: credential.id,
    publicKey: credential.publicKey,
    counter: credential.counter,
    transports: credential.transports ?? [],
    at: input.now,
  };
  if (!(await insertPasskey(tx, passkey, maxPasskeysPerUser))) return null;
  return { id, name: input.name, createdAt: input.now.toISOString(), lastUsedAt: null };
}

/** With a user id it allows the passkeys of that user; with null any passkey that the device has for this site. */
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

/** A passkey whose response has a valid signature. */
export interface VerifiedPasskey {
  readonly id: string;
  readonly userId: string;
  readonly name: string;
  /**
   * The stored and the received signature counter when the counter did not increase: another device uses the
   * same key, or its software stopped counting. Null when it increased, and for passkeys that never count (0
   * and 0).
   */
  readonly copied: { readonly from: number; readonly to: number } | null;
}

/**
 * Returns the passkey that made the response; null when the response is invalid. A passwordless sign-in
 * requires user verification (fingerprint, PIN); a second step does not. The caller must reject a copied
 * passkey.
 */
export async function verifyPasskey(
  { keys, publicUrl, allowedOrigins }: PasskeyDeps,
  tx: Tx,
  input: { response: unknown; subject: string; now: Date; isPasswordless: boolean },
): Promise<VerifiedPasskey | null> {
  const response = AuthenticationResponse.safeParse(input.response).data;
  if (response === undefined) return null;
  const known = await findPasskey(tx, response.id);
  if (known === null) return null;
  const verified = await verifyAuthenticationResponse({
    response,
    expectedChallenge: (challenge) =>
      consumeChallenge(tx, keys, input.subject, challenge, input.now),
    expectedOrigin: [...allowedOrigins],
    expectedRPID: publicUrl.hostname,
    credential: {
      id: known.credential_id,
      publicKey: Uint8Array.from(known.public_key),
      // The library compares counters before it checks the signature. Passing 0 lets the code below
      // report a copy only after the signature is valid.
      counter: 0,
    },
    requireUserVerification: input.isPasswordless,
  }).catch(nullOnVerificationError);
  if (verified?.verified !== true) return null;
  const { newCounter } = verified.authenticationInfo;
  const passkey = { id: known.id, userId: known.user_id, name: known.name };
  const counts = newCounter > 0 || known.counter > 0;
  if (counts && newCounter <= known.counter)
    return { ...passkey, copied: { from: known.counter, to: newCounter } };
  // Lock the account first, as code that deletes passkeys does: the same lock order prevents a
  // deadlock.
  await lockAccount(tx, known.user_id);
  const isCounted = await recordPasskeyUse(tx, known, newCounter, input.now);
  // The passkey was deleted meanwhile, or a copy of the device was used concurrently.
  return isCounted ? { ...passkey, copied: null } : null;
}

/** The library reports an invalid response with a plain Error. A database error has a `severity` and is rethrown. */
function nullOnVerificationError(error: unknown): null {
  if (error instanceof Error && !("severity" in error)) return null;
  throw error;
}
