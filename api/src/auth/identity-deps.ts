/** What signing in and one's own account work with. */
import type { EmailOtpPolicy } from "../config.ts";
import { sessionCookieName } from "../core/cookies.ts";
import type { ServerDeps } from "../core/register-endpoints.ts";
import { createThrottle } from "../core/throttle.ts";
import type { OauthProviders } from "../ports/oauth-provider.ts";
import type { SignInDeps } from "./complete-sign-in.ts";
import { createNetworkThrottle } from "./throttle-rules.ts";
import type { OauthDeps } from "./oauth.ts";
import type { PasskeyDeps } from "./passkeys.ts";
import type { PasswordHasher } from "./password-hasher.ts";
import type { AuthDeps } from "./registration.ts";

export type IdentityDeps = AuthDeps & SignInDeps & OauthDeps & PasskeyDeps;

export function createIdentityDeps(
  platform: ServerDeps,
  options: {
    passwords: PasswordHasher;
    publicUrl: URL;
    demo: boolean;
    emailStep: EmailOtpPolicy;
    signIn?: OauthProviders;
  },
): IdentityDeps {
  const { db, keys } = platform;
  const throttle = createThrottle(db, keys);
  return {
    db,
    keys,
    throttle,
    networks: createNetworkThrottle(throttle, options),
    passwords: options.passwords,
    publicUrl: options.publicUrl,
    cookieName: sessionCookieName(platform),
    emailStep: options.emailStep,
    maintenance: platform.maintenance,
    secureCookies: platform.secureCookies,
    signIn: options.signIn ?? new Map(),
    allowedOrigins: platform.allowedOrigins,
  };
}
