/** Signing in with an account elsewhere: the browser goes there, and comes back to /auth/oauth/{provider}. */
import { auth, type SignInProvider } from "#contracts/auth.ts";
import { call, query } from "./client.ts";

export const providerNames: Record<SignInProvider, string> = { google: "Google", github: "GitHub" };

export const providersRead = query(auth.providers, {});

/** What one comes back for: to sign in, or to link the account elsewhere to one's own. */
export type Purpose = "sign-in" | "link";

const purposeKey = "provider-purpose";

export async function leaveForProvider(provider: SignInProvider, purpose: Purpose): Promise<void> {
  const { url } = await call(auth.oauthStart, { path: { provider } });
  sessionStorage.setItem(purposeKey, purpose);
  location.assign(url);
}

export function takePurpose(): Purpose {
  const purpose = sessionStorage.getItem(purposeKey);
  sessionStorage.removeItem(purposeKey);
  return purpose === "link" ? "link" : "sign-in";
}
