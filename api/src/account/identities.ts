/** Accounts elsewhere, linked on the security page by whoever is signed in. */
import type { account as calls } from "#contracts/account.ts";
import { networkLimits } from "../auth/limits.ts";
import { linkIdentity } from "../auth/oauth.ts";
import type { Handlers } from "../core/handlers.ts";
import type { Platform } from "../core/mount.ts";
import { throttleOf } from "../core/throttle.ts";
import type { SignInProviders } from "../ports/sign-in-provider.ts";

export const identityHandlers = (
  platform: Platform,
  options: { publicUrl: URL; demo: boolean; signIn?: SignInProviders },
): Pick<Handlers<typeof calls>, "linkIdentity"> => {
  const { db, keys, secureCookies } = platform;
  return {
    linkIdentity: linkIdentity({
      db,
      keys,
      secureCookies,
      publicUrl: options.publicUrl,
      networks: networkLimits(throttleOf(db, keys), options),
      signIn: options.signIn ?? new Map(),
    }),
  };
};
