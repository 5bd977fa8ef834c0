import { auth, type SessionInfo } from "#contracts/auth.ts";
import { request } from "../../../lib/api/api-client.ts";
import { requestPasskeyAssertion } from "./passkeys.ts";

/** A sign-in by a passkey alone; null where the person chose none. */
export async function signInWithPasskey(): Promise<SessionInfo | null> {
  const response = await requestPasskeyAssertion(await request(auth.passkeyOptions, {}));
  return response === null ? null : request(auth.passkey, { body: { response } });
}

/** The second step by a passkey; null where the person chose none. */
export async function completeSecondStepWithPasskey(): Promise<SessionInfo | null> {
  const response = await requestPasskeyAssertion(await request(auth.loginPasskeyOptions, {}));
  return response === null ? null : request(auth.loginPasskey, { body: { response } });
}
