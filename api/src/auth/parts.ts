/** What signing in and one's own account work with. */
import type { EmailStep } from "../config.ts";
import { sessionCookie } from "../core/cookies.ts";
import type { Platform } from "../core/mount.ts";
import { throttleOf } from "../core/throttle.ts";
import type { SignInProviders } from "../ports/sign-in-provider.ts";
import type { EnterParts } from "./enter.ts";
import { networkLimits } from "./limits.ts";
import type { OauthParts } from "./oauth.ts";
import type { PasskeyParts } from "./passkeys.ts";
import type { Passwords } from "./passwords.ts";
import type { AuthParts } from "./registration.ts";

export type IdentityParts = AuthParts & EnterParts & OauthParts & PasskeyParts;

export function identityParts(
  platform: Platform,
  options: {
    passwords: Passwords;
    publicUrl: URL;
    demo: boolean;
    emailStep: EmailStep;
    signIn?: SignInProviders;
  },
): IdentityParts {
  const { db, keys } = platform;
  const throttle = throttleOf(db, keys);
  return {
    db,
    keys,
    throttle,
    networks: networkLimits(throttle, options),
    passwords: options.passwords,
    publicUrl: options.publicUrl,
    cookieName: sessionCookie(platform),
    emailStep: options.emailStep,
    maintenance: platform.maintenance,
    secureCookies: platform.secureCookies,
    signIn: options.signIn ?? new Map(),
    allowedOrigins: platform.allowedOrigins,
  };
}
