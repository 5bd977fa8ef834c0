import { useState } from "react";
import type { SessionInfo } from "#contracts/auth.ts";
import { openPage } from "../../lib/browser/page-entry.ts";
import { isLoginAttempt, setLoginAttempt } from "../../lib/session/login-attempt.ts";
import { storeLocale } from "../../lib/i18n/i18n.ts";
import { consumeReturnPath } from "../../lib/session/return-path.ts";
import { applySignIn } from "../../lib/session/session.ts";
import { clearDraft } from "../../lib/session/sign-in-draft.ts";
import { areCookiesEnabled, type SignInError, validateSignInSession } from "./sign-in-error.ts";

/** Continues after a sign-in response: second factor, terms, or the return path. */
export function useSignIn() {
  const [error, setFault] = useState<SignInError | null>(null);
  const completeSignIn = async (self: SessionInfo): Promise<void> => {
    const signInError = validateSignInSession(self, areCookiesEnabled());
    setFault(signInError);
    if (signInError === "no_session_available") return;
    if (isLoginAttempt(self)) {
      setLoginAttempt(self);
      return openPage("/auth/login?step=code");
    }
    applySignIn(self);
    clearDraft();
    storeLocale(self.user.locale);
    if (signInError !== null) return;
    openPage(self.user.mustAcceptTerms ? "/auth/terms" : consumeReturnPath(self.user.id));
  };
  return { arrive: completeSignIn, fault: error };
}
