/** Signing in with a passkey: alone, or as the second step. */
import type { auth as calls } from "#contracts/auth.ts";
import { Refusal } from "../core/errors.ts";
import { asSystem, type Handlers, prepared } from "../core/handlers.ts";
import { enter, type EnterParts } from "./enter.ts";
import { limits } from "./limits.ts";
import { refuseCopy } from "./passkey-copies.ts";
import { assertionOptions, type PasskeyParts, provePasskey } from "./passkeys.ts";
import type { AuthParts } from "./registration.ts";
import { completeAttempt, countStep, missStep } from "./second-step.ts";
import { findAccountById, refusedStates } from "./accounts.ts";

const reason = "whoever signs in is not known to the wall yet";
const alone = "sign in";
const stepOf = (sessionId: string) => `step ${sessionId}`;

type Parts = AuthParts & EnterParts & PasskeyParts;

export const passkeySignIn = (
  parts: Parts,
): Pick<
  Handlers<typeof calls>,
  "passkeyOptions" | "passkey" | "loginPasskeyOptions" | "loginPasskey"
> => ({
  passkeyOptions: prepared(reason, async ({ now, request }) => {
    await parts.networks.demand(limits.passkeyFromNetwork, request.ip, now);
    return async ({ tx }) => ({ ...(await assertionOptions(parts, tx, null, alone, now)) });
  }),

  passkey: prepared(reason, async ({ body, now, request }) => {
    await parts.networks.demand(limits.loginFromNetwork, request.ip, now);
    return async (context) => {
      const { tx, note } = context;
      const { response } = body;
      const proven = await provePasskey(parts, tx, {
        response,
        subject: alone,
        now,
        isAlone: true,
      });
      if (proven !== null) await refuseCopy(parts, context, proven);
      const account = proven === null ? null : await findAccountById(tx, proven.userId);
      if (account === null) {
        note({ target: { type: "user", id: "unknown", name: "" } });
        throw new Refusal("invalid_credentials", { keepsChanges: true });
      }
      context.afterwards(() => parts.networks.giveBack(limits.loginFromNetwork, request.ip));
      const { status } = account;
      if (status !== "active") throw new Refusal(refusedStates[status]);
      return enter(parts, context, account, { factor: "passkey" });
    };
  }),

  loginPasskeyOptions: asSystem(reason, async ({ tx, now, caller }) => ({
    ...(await assertionOptions(parts, tx, caller.user.id, stepOf(caller.session.id), now)),
  })),

  loginPasskey: prepared(reason, async ({ body, now, caller }) => {
    await countStep(parts, caller, now);
    return async (context) => {
      const { tx } = context;
      const proven = await provePasskey(parts, tx, {
        response: body.response,
        subject: stepOf(caller.session.id),
        now,
        isAlone: false,
      });
      if (proven?.userId !== caller.user.id)
        return missStep(parts, context, "invalid_otp_code_provided");
      await refuseCopy(parts, context, proven);
      return completeAttempt(parts, context, "passkey");
    };
  }),
});
