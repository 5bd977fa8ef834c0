/** A browser that signs in with an OAuth provider. */
import type { SignInProvider } from "#contracts/sign-in-factors.ts";
import { auth } from "#contracts/auth.ts";
import { completeSignInPage, type ConsentAnswers } from "#emulators/identity/browser.ts";
import type { TestClient } from "./client.ts";

/** Authorization code and state of the provider's redirect. */
export async function visitProvider(
  client: TestClient,
  provider: SignInProvider,
  responses: ConsentAnswers,
): Promise<{ authorizationCode: string; state: string }> {
  const started = await client.call(auth.oauthStart, { path: { provider } });
  const callbackUrl = await completeSignInPage(started.data.url, responses);
  return {
    authorizationCode: callbackUrl.searchParams.get("code") ?? "",
    state: callbackUrl.searchParams.get("state") ?? "",
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
