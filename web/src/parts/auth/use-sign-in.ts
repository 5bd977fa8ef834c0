import { useRouter } from "@tanstack/react-router";
import { useState } from "react";
import type { Self } from "#contracts/auth.ts";
import { isAttempt, keepAttempt } from "../../lib/attempt.ts";
import { speakAccountLanguage } from "../../lib/i18n.ts";
import { takeRoute } from "../../lib/route-me.ts";
import { adoptSignIn } from "../../lib/session.ts";
import { forgetDraft, forgetSecrets } from "../../lib/sign-in-draft.ts";
import { keepsCookies, type SignInFault, sessionFaultOf } from "../../lib/sign-in-fault.ts";

/** What follows an answer that signs in: the second step, the terms, or where the visitor wanted to go. */
export function useSignIn() {
  const router = useRouter();
  const [fault, setFault] = useState<SignInFault | null>(null);
  const arrive = async (self: Self): Promise<void> => {
    const found = sessionFaultOf(self, keepsCookies());
    setFault(found);
    if (found === "no_session_available") return;
    if (isAttempt(self)) {
      keepAttempt(self);
      forgetSecrets();
      return router.navigate({ to: "/auth/login", search: { step: "code" } });
    }
    adoptSignIn(self);
    forgetDraft();
    await speakAccountLanguage(self.user.locale);
    if (found !== null) return;
    if (self.user.mustAcceptTerms) return router.navigate({ to: "/auth/terms" });
    router.history.push(takeRoute(self.user.id));
  };
  return { arrive, fault };
}
