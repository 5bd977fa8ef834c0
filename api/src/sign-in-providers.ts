/** Which sign-in providers the configuration sets up. */
import type { SignInProvider as SignInProviderName } from "#contracts/auth.ts";
import type { SignInConfig } from "./config.ts";
import type { SignInProvider, SignInProviders } from "./ports/sign-in-provider.ts";
import { githubSignIn } from "./providers/github/github.ts";
import { googleSignIn } from "./providers/google/google.ts";

export function connectSignIn(config: SignInConfig): SignInProviders {
  const providers = new Map<SignInProviderName, SignInProvider>();
  if (config.google !== undefined) providers.set("google", googleSignIn(config.google));
  if (config.github !== undefined) providers.set("github", githubSignIn(config.github));
  return providers;
}
