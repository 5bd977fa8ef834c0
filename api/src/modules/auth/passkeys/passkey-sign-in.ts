/** Signing in with a passkey: alone, or as the second step. */
import type { auth as calls } from "#contracts/auth.ts";
import { ProblemError } from "../../../core/lib/problem-error.ts";
import { systemHandler, type Handlers, preparedHandler } from "../../../core/http/handlers.ts";
import { completeFirstFactor, type SignInDeps } from "../sign-in/complete-sign-in.ts";
import { authThrottleRules } from "../sign-in/throttle-rules.ts";
import { refuseCopy } from "./passkey-copies.ts";
import { createAuthenticationOptions, type PasskeyDeps, verifyPasskey } from "./passkeys.ts";
import type { AuthDeps } from "../registration/registration.ts";
import { completeAttempt, countAttempt, rejectAttempt } from "../sign-in/second-step.ts";
import { inactiveAccountProblems, findAccountById } from "../../accounts/accounts.ts";

const systemReason = "whoever signs in is not known to the wall yet";
const passwordlessSubject = "sign in";
const secondStepSubject = (sessionId: string) => `step ${sessionId}`;

type PasskeySignInDeps = AuthDeps & SignInDeps & PasskeyDeps;

export const passkeySignIn = (
  deps: PasskeySignInDeps,
): Pick<
  Handlers<typeof calls>,
  "passkeyOptions" | "passkey" | "loginPasskeyOptions" | "loginPasskey"
> => ({
  passkeyOptions: preparedHandler(systemReason, async ({ now, request }) => {
    await deps.networks.demand(authThrottleRules.passkeyFromNetwork, request.ip, now);
    return async ({ tx }) => ({
      ...(await createAuthenticationOptions(deps, tx, null, passwordlessSubject, now)),
    });
  }),

  passkey: preparedHandler(systemReason, async ({ body, now, request }) => {
    await deps.networks.demand(authThrottleRules.loginFromNetwork, request.ip, now);
    return async (context) => {
      const { tx, audit } = context;
      const { response } = body;
      const proven = await verifyPasskey(deps, tx, {
        response,
        subject: passwordlessSubject,
        now,
        isAlone: true,
      });
      if (proven !== null) await refuseCopy(deps, context, proven);
      const account = proven === null ? null : await findAccountById(tx, proven.userId);
      if (account === null) {
        audit({ target: { type: "user", id: "unknown", name: "" } });
        throw new ProblemError("invalid_credentials", { commitsTransaction: true });
      }
      context.afterCommit(() =>
        deps.networks.giveBack(authThrottleRules.loginFromNetwork, request.ip),
      );
      const { status } = account;
      if (status !== "active") throw new ProblemError(inactiveAccountProblems[status]);
      return completeFirstFactor(deps, context, account, { factor: "passkey" });
    };
  }),

  loginPasskeyOptions: systemHandler(systemReason, async ({ tx, now, caller }) => ({
    ...(await createAuthenticationOptions(
      deps,
      tx,
      caller.user.id,
      secondStepSubject(caller.session.id),
      now,
    )),
  })),

  loginPasskey: preparedHandler(systemReason, async ({ body, now, caller }) => {
    await countAttempt(deps, caller, now);
    return async (context) => {
      const { tx } = context;
      const proven = await verifyPasskey(deps, tx, {
        response: body.response,
        subject: secondStepSubject(caller.session.id),
        now,
        isAlone: false,
      });
      if (proven?.userId !== caller.user.id)
        return rejectAttempt(deps, context, "invalid_otp_code_provided");
      await refuseCopy(deps, context, proven);
      return completeAttempt(deps, context, "passkey");
    };
  }),
});
