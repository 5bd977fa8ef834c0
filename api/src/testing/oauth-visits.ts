/** A browser that signs in elsewhere and comes back. */
import type { SignInProvider } from "#contracts/auth.ts";
import { auth } from "#contracts/auth.ts";
import { signInOnPage, type VisitorAnswers } from "#emulators/identity/visitor.ts";
import type { Client } from "./client.ts";

/** The code and state the provider sent the browser back with. */
export async function visitElsewhere(
  client: Client,
  provider: SignInProvider,
  answers: VisitorAnswers,
): Promise<{ authorizationCode: string; state: string }> {
  const started = await client.call(auth.oauthStart, { path: { provider } });
  const back = await signInOnPage(started.data.url, answers);
  return {
    authorizationCode: back.searchParams.get("code") ?? "",
    state: back.searchParams.get("state") ?? "",
  };
}

export async function signInElsewhere(
  client: Client,
  provider: SignInProvider,
  answers: VisitorAnswers,
) {
  const body = await visitElsewhere(client, provider, answers);
  return client.call(auth.oauthSignIn, { path: { provider }, body });
}
