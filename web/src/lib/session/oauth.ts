/** Signing in with an account elsewhere: the browser goes there, and comes back to /auth/oauth/{provider}. */
import { auth, type SignInProvider } from "#contracts/auth.ts";
import { request, endpointQuery } from "../api/api-client.ts";

export const providerNames: Record<SignInProvider, string> = { google: "Google", github: "GitHub" };

export const providersQuery = endpointQuery(auth.providers, {});

/** What one comes back for: to sign in, or to link the account elsewhere to one's own. */
export type OauthPurpose = "sign-in" | "link";

const purposeKey = "provider-purpose";

export async function redirectToProvider(
  provider: SignInProvider,
  purpose: OauthPurpose,
): Promise<void> {
  const { url } = await request(auth.oauthStart, { path: { provider } });
  sessionStorage.setItem(purposeKey, purpose);
  location.assign(url);
}

export function consumeOauthPurpose(): OauthPurpose {
  const purpose = sessionStorage.getItem(purposeKey);
  sessionStorage.removeItem(purposeKey);
  return purpose === "link" ? "link" : "sign-in";
}
