/** Secrets and signatures of webhooks by the Standard Webhooks scheme. */
import { randomBytes } from "node:crypto";
import { Webhook } from "standardwebhooks";
import type { Keyring } from "../../core/lib/crypto.ts";

const secretBytes = 32;
const prefix = "whsec_";

export const createSecret = (): string => `${prefix}${randomBytes(secretBytes).toString("base64")}`;

export const encryptSecret = (keys: Keyring, secret: string, endpointId: string): Buffer =>
  keys.encrypt("webhook", secret, endpointId);

export function decryptSecret(keys: Keyring, encrypted: Uint8Array, endpointId: string): string {
  const secret = keys.decrypt("webhook", encrypted, endpointId);
  if (secret === null) throw new Error(`The secret of webhook endpoint ${endpointId} is damaged`);
  return secret.toString();
}

/** The headers of an attempt, with one signature per secret. */
export const signedHeaders = (
  secrets: readonly string[],
  { id, at, body }: { readonly id: string; readonly at: Date; readonly body: string },
): Record<string, string> => ({
  "content-type": "application/json",
  "user-agent": "Boreal-Webhooks/1",
  "webhook-id": id,
  "webhook-timestamp": String(Math.floor(at.getTime() / 1_000)),
  "webhook-signature": secrets.map((secret) => new Webhook(secret).sign(id, at, body)).join(" "),
});
