import { account } from "#contracts/account.ts";
import { auth } from "#contracts/auth.ts";
import { type SignInProvider } from "#contracts/sign-in-factors.ts";
import { request } from "../../lib/api/api-client.ts";
import { openPage, pageEntry, renamePage } from "../../lib/browser/page-entry.ts";
import { consumeOauthPurpose } from "../../lib/session/oauth.ts";
import { ProblemError } from "../../lib/api/problem-error.ts";
import { useSignIn } from "./use-sign-in.ts";

/** Handles the redirect from an OAuth provider once. On failure it returns to the page that started it. */
export function useOauthCallback(provider: SignInProvider) {
  const { arrive, fault: error } = useSignIn();
  const back = (to: "/auth/login" | "/account/security", rejected: string) =>
    openPage(to, { state: { rejected }, replace: true });
  const handleCallback = async (): Promise<void> => {
    const { search } = pageEntry();
    const code = search.get("code") || undefined;
    const state = search.get("state") || undefined;
    // Neither Back nor a reload may send the code again.
    renamePage(`/auth/oauth/${provider}`);
    const isLink = consumeOauthPurpose() === "link";
    const from = isLink ? "/account/security" : "/auth/login";
    if (code === undefined) return back(from, "provider_refused");
    const input = { path: { provider }, body: { authorizationCode: code, state } };
    try {
      if (!isLink) return await arrive(await request(auth.oauthSignIn, input));
      await request(account.linkIdentity, input);
      openPage(from, { replace: true });
    } catch (error) {
      const rejected = error instanceof ProblemError ? error.code : "internal";
      const isTaken = rejected === "email_already_in_use" && !isLink;
      back(from, isTaken ? "provider_address_taken" : rejected);
    }
  };
  return { fault: error, take: handleCallback };
}
