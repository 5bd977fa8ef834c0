/**
 * Enables two-factor with a code of the authenticator app. Disables it, or regenerates the recovery codes,
 * with a current code.
 */
import type { account as endpoints } from "#contracts/account.ts";
import { lockCallerAccount } from "../accounts/accounts.ts";
import { authThrottleRules } from "../auth/sign-in/throttle-rules.ts";
import { toRecipient, sendSecurityNotification } from "../accounts/security-notifications.ts";
import { regenerateRecoveryCodes } from "../auth/two-factor/recovery-codes.ts";
import { replaceAllSessions } from "../auth/sessions/replace-sessions.ts";
import {
  verifySecondFactor,
  disableTwoFactor,
  enableTwoFactor,
} from "../auth/two-factor/two-factor.ts";
import { consumeTotpCode, deriveTotpSecret, matchTimeStep } from "../auth/two-factor/totp.ts";
import { type SessionCaller, assertRecentlyAuthenticated } from "../../core/http/authorization.ts";
import type { Tx } from "../../core/db/db.ts";
import { ProblemError, actionNotPossible } from "../../core/lib/problem-error.ts";
import type { HandlerFunction } from "../../core/http/handlers.ts";
import {
  type AccountDeps,
  type UpdatePreparation,
  type AttributeHandler,
  defaultUpdateResult,
  type UpdateContext,
} from "./update-types.ts";

/** Derives the secret from the session, so a secret handed out to another session cannot enable two-factor here. */
const setupSecret = ({ keys }: Pick<AccountDeps, "keys">, { session }: SessionCaller): string =>
  deriveTotpSecret(keys, `settings ${session.id}`);

export const newSecretHandler =
  (deps: AccountDeps): HandlerFunction<(typeof endpoints)["newSecret"]> =>
  async ({ caller }) => ({ secret: setupSecret(deps, caller) });

export const twoFactorAttribute: AttributeHandler<"twoFactor"> = async (
  deps,
  preparation,
  { enabled, otpToken },
) => {
  assertRecentlyAuthenticated(preparation.caller, preparation.now);
  const token = otpToken ?? "";
  if (enabled) return (context) => enable(deps, context, token);
  await countAttempt(deps, preparation);
  return (context) => disable(deps, context, token);
};

async function enable(deps: AccountDeps, context: UpdateContext, token: string) {
  const { tx, now, caller } = context;
  await assertTwoFactorState(tx, caller, false);
  const secret = setupSecret(deps, caller);
  const step = matchTimeStep(secret, token, now);
  if (step === null) return rejectCode(context);
  const recoveryCodes = await enableTwoFactor(tx, deps.keys, caller.user.id, secret, step, now);
  const endedSessions = await replaceAllSessions(deps, context, caller.user.id, "two_factor_on");
  await sendSecurityNotification(deps, context, toRecipient(caller), "two_factor_on");
  auditTwoFactorChange(context, false, true);
  return { recoveryCodes, endedSessions };
}

async function disable(deps: AccountDeps, context: UpdateContext, token: string) {
  const { tx, now, caller } = context;
  await assertTwoFactorState(tx, caller, true);
  if ((await verifySecondFactor(tx, deps.keys, caller.user.id, token, now)) === null)
    return rejectCode(context);
  refundAttempt(deps, context);
  await disableTwoFactor(tx, caller.user.id, now);
  const endedSessions = await replaceAllSessions(deps, context, caller.user.id, "two_factor_off");
  await sendSecurityNotification(deps, context, toRecipient(caller), "two_factor_off");
  auditTwoFactorChange(context, true, false);
  return { recoveryCodes: null, endedSessions };
}

/** Accepts TOTP codes only: otherwise one stolen recovery code would yield ten new ones. */
export const recoveryCodesAttribute: AttributeHandler<"recoveryCodes"> = async (
  deps,
  preparation,
  { otpToken },
) => {
  assertRecentlyAuthenticated(preparation.caller, preparation.now);
  await countAttempt(deps, preparation);
  return async (context) => {
    const { tx, now, caller, audit } = context;
    await assertTwoFactorState(tx, caller, true);
    if (!(await consumeTotpCode(tx, deps.keys, caller.user.id, otpToken ?? "", now)))
      return rejectCode(context);
    refundAttempt(deps, context);
    const codes = await regenerateRecoveryCodes(tx, deps.keys, caller.user.id, now);
    await sendSecurityNotification(deps, context, toRecipient(caller), "recovery_codes_new");
    audit({
      target: { type: "user", id: caller.user.id, name: caller.user.email },
      changes: [{ field: "recoveryCodes", from: null, to: "changed" }],
    });
    return { ...defaultUpdateResult, recoveryCodes: codes };
  };
};

/** The lock serializes concurrent changes; the second one sees the state the first has left. */
async function assertTwoFactorState(tx: Tx, caller: SessionCaller, isOn: boolean): Promise<void> {
  const account = await lockCallerAccount(tx, caller);
  if (account.two_factor !== isOn)
    throw actionNotPossible(isOn ? "two_factor_is_off" : "two_factor_is_on");
}

/** Shares its throttle with the second step of a sign-in: both guess the same code. */
const countAttempt = (deps: AccountDeps, { caller, now }: UpdatePreparation): Promise<void> =>
  deps.throttle.consumeOrThrow(authThrottleRules.secondStep, caller.user.id, now);

const refundAttempt = (deps: AccountDeps, { caller, afterCommit }: UpdateContext): void =>
  afterCommit(() => deps.throttle.refund(authThrottleRules.secondStep, caller.user.id));

function rejectCode({ caller, audit }: UpdateContext): never {
  audit({ target: { type: "user", id: caller.user.id, name: caller.user.email } });
  throw new ProblemError("invalid_otp_token", { commitsTransaction: true });
}

const auditTwoFactorChange = ({ caller, audit }: UpdateContext, from: boolean, to: boolean): void =>
  audit({
    target: { type: "user", id: caller.user.id, name: caller.user.email },
    changes: [{ field: "twoFactor", from, to }],
  });
