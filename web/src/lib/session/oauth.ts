/** Sign-in at an OAuth provider: the browser goes there and returns to /auth/oauth/{provider}. */
import { auth } from "#contracts/auth.ts";
import { type SignInProvider } from "#contracts/sign-in-factors.ts";
import { endpointQuery, request } from "../api/api-client.ts";
import { loadFirst } from "../api/first-answers.ts";

export const providerNames: Record<SignInProvider, string> = { google: "Google", github: "GitHub" };

export const providersQuery = endpointQuery(auth.providers, {});

/** For pages for guests. Without the list, users sign in with their password. */
export const loadProviders = async (): Promise<readonly SignInProvider[]> => {
  try {
    return (await loadFirst(auth.providers, {})).providers;
  } catch {
    return [];
  }
};

/** The purpose of the redirect: to sign in, or to link the identity to the current account. */
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
