import { auth, type SessionInfo } from "#contracts/auth.ts";
import { request } from "../../../lib/api/api-client.ts";
import { requestPasskeyAssertion } from "./passkeys.ts";

/** Signs in with a passkey only; null when the user cancelled. */
export async function signInWithPasskey(): Promise<SessionInfo | null> {
  const response = await requestPasskeyAssertion(await request(auth.passkeyOptions, {}));
  return response === null ? null : request(auth.passkey, { body: { response } });
}

/** Completes the second factor with a passkey; null when the user cancelled. */
export async function completeSecondStepWithPasskey(): Promise<SessionInfo | null> {
  const response = await requestPasskeyAssertion(await request(auth.loginPasskeyOptions, {}));
  return response === null ? null : request(auth.loginPasskey, { body: { response } });
}
