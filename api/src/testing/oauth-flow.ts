/** A browser that signs in elsewhere and comes back. */
import type { SignInProvider } from "#contracts/auth.ts";
import { auth } from "#contracts/auth.ts";
import { completeSignInPage, type ConsentAnswers } from "#emulators/identity/browser.ts";
import type { TestClient } from "./client.ts";

/** The code and state the provider sent the browser back with. */
export async function visitProvider(
  client: TestClient,
  provider: SignInProvider,
  responses: ConsentAnswers,
): Promise<{ authorizationCode: string; state: string }> {
  const started = await client.call(auth.oauthStart, { path: { provider } });
  const back = await completeSignInPage(started.data.url, responses);
  return {
    authorizationCode: back.searchParams.get("code") ?? "",
    state: back.searchParams.get("state") ?? "",
  };
}

export async function signInWithProvider(
  client: TestClient,
  provider: SignInProvider,
  responses: ConsentAnswers,
) {
  const body = await visitProvider(client, provider, responses);
  return client.call(auth.oauthSignIn, { path: { provider }, body });
}
