import { auth, type Self } from "#contracts/auth.ts";
import { call } from "../../lib/client.ts";
import { askForPasskey } from "../../lib/passkeys.ts";

/** A sign-in by a passkey alone; null where the person chose none. */
export async function signInWithPasskey(): Promise<Self | null> {
  const response = await askForPasskey(await call(auth.passkeyOptions, {}));
  return response === null ? null : call(auth.passkey, { body: { response } });
}

/** The second step by a passkey; null where the person chose none. */
export async function confirmWithPasskey(): Promise<Self | null> {
  const response = await askForPasskey(await call(auth.loginPasskeyOptions, {}));
  return response === null ? null : call(auth.loginPasskey, { body: { response } });
}
