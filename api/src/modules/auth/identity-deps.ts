/** Dependencies of the sign-in and account handlers. */
import type { EmailOtpPolicy } from "../../config.ts";
import { sessionCookieName } from "../../core/http/cookies.ts";
import type { ServerDeps } from "../../core/http/register-endpoints.ts";
import { createThrottle } from "../../core/http/throttle.ts";
import type { OauthProviders } from "../../ports/oauth-provider.ts";
import type { SignInDeps } from "./sign-in/complete-sign-in.ts";
import { createNetworkThrottle } from "./sign-in/throttle-rules.ts";
import type { OauthDeps } from "./oauth/oauth.ts";
import type { PasskeyDeps } from "./passkeys/passkeys.ts";
import type { PasswordHasher } from "./passwords/password-hasher.ts";
import type { AuthDeps } from "./registration/registration.ts";

export type IdentityDeps = AuthDeps & SignInDeps & OauthDeps & PasskeyDeps;

export function createIdentityDeps(
  serverDeps: ServerDeps,
  options: {
    passwords: PasswordHasher;
    publicUrl: URL;
    demo: boolean;
    emailStep: EmailOtpPolicy;
    signIn?: OauthProviders;
  },
): IdentityDeps {
  const { db, keys } = serverDeps;
  const throttle = createThrottle(db, keys);
  return {
    db,
    keys,
    throttle,
    networks: createNetworkThrottle(throttle, options),
    passwords: options.passwords,
    publicUrl: options.publicUrl,
    cookieName: sessionCookieName(serverDeps),
    emailStep: options.emailStep,
    maintenance: serverDeps.maintenance,
    secureCookies: serverDeps.secureCookies,
    signIn: options.signIn ?? new Map(),
    allowedOrigins: serverDeps.allowedOrigins,
  };
}
