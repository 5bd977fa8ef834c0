/** Signs in with a passkey: passwordless, or as the second step. */
import type { auth as endpoints } from "#contracts/auth.ts";
import { ProblemError } from "../../../core/lib/problem-error.ts";
import { systemHandler, type Handlers, preparedHandler } from "../../../core/http/handlers.ts";
import { completeFirstFactor, type SignInDeps } from "../sign-in/complete-sign-in.ts";
import { authThrottleRules } from "../sign-in/throttle-rules.ts";
import { rejectCopy } from "./passkey-copies.ts";
import { createAuthenticationOptions, type PasskeyDeps, verifyPasskey } from "./passkeys.ts";
import type { AuthDeps } from "../registration/registration.ts";
import { completeAttempt, countAttempt, rejectAttempt } from "../sign-in/second-step.ts";
import { inactiveAccountProblems, findAccountById } from "../../accounts/accounts.ts";

const systemReason = "a sign-in runs before there is a tenant";
const passwordlessSubject = "sign in";
const secondStepSubject = (sessionId: string) => `step ${sessionId}`;

type PasskeySignInDeps = AuthDeps & SignInDeps & PasskeyDeps;

export const passkeySignInHandlers = (
  deps: PasskeySignInDeps,
): Pick<
  Handlers<typeof endpoints>,
  "passkeyOptions" | "passkey" | "loginPasskeyOptions" | "loginPasskey"
> => ({
  passkeyOptions: preparedHandler(systemReason, async ({ now, request }) => {
    await deps.networks.consumeOrThrow(authThrottleRules.passkeyFromNetwork, request.ip, now);
    return async ({ tx }) => ({
      ...(await createAuthenticationOptions(deps, tx, null, passwordlessSubject, now)),
    });
  }),

  passkey: preparedHandler(systemReason, async ({ body, now, request }) => {
    await deps.networks.consumeOrThrow(authThrottleRules.loginFromNetwork, request.ip, now);
    return async (context) => {
      const { tx, audit } = context;
      const { response } = body;
      const verified = await verifyPasskey(deps, tx, {
        response,
        subject: passwordlessSubject,
        now,
        isPasswordless: true,
      });
      if (verified !== null) await rejectCopy(deps, context, verified);
      const account = verified === null ? null : await findAccountById(tx, verified.userId);
      if (account === null) {
        audit({ target: { type: "user", id: "unknown", name: "" } });
        throw new ProblemError("invalid_credentials", { commitsTransaction: true });
      }
      context.afterCommit(() =>
        deps.networks.refund(authThrottleRules.loginFromNetwork, request.ip),
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
      const verified = await verifyPasskey(deps, tx, {
        response: body.response,
        subject: secondStepSubject(caller.session.id),
        now,
        isPasswordless: false,
      });
      if (verified?.userId !== caller.user.id)
        return rejectAttempt(deps, context, "invalid_otp_code_provided");
      await rejectCopy(deps, context, verified);
      return completeAttempt(deps, context, "passkey");
    };
  }),
});
