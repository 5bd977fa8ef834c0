/** Reauthentication during a session, by password and second factor. */
import type { account as endpoints } from "#contracts/account.ts";
import type { ProblemCode } from "#contracts/problems.ts";
import { findAccountById, type AccountRow } from "../accounts/accounts.ts";
import { authThrottleRules } from "../auth/sign-in/throttle-rules.ts";
import { sendSecurityNotification } from "../accounts/security-notifications.ts";
import { verifySecondFactor } from "../auth/two-factor/two-factor.ts";
import { ProblemError } from "../../core/lib/problem-error.ts";
import { type HandlerContext, preparedHandler } from "../../core/http/handlers.ts";
import { type AccountDeps, systemReason } from "./update-types.ts";
import { setReauthenticated } from "./store.ts";

type ReauthenticationContext = HandlerContext<(typeof endpoints)["confirm"]>;

/** Users without a password sign in again instead: they have nothing to verify here. */
export const reauthenticateHandler = (deps: AccountDeps) =>
  preparedHandler<(typeof endpoints)["confirm"]>(systemReason, async ({ body, caller, now }) => {
    const { id } = caller.user;
    await deps.throttle.consumeOrThrow(authThrottleRules.confirm, id, now);
    const account = await deps.db.withSystemRole(systemReason, (tx) => findAccountById(tx, id));
    const isRight = await deps.passwords
      .verify(account?.password_hash ?? null, body.currentPassword ?? "")
      .catch((error: unknown) =>
        deps.throttle.refund(authThrottleRules.confirm, id).then(() => Promise.reject(error)),
      );
    if (!isRight || account === null)
      return (context) => rejectReauthentication(context, "invalid_credentials");
    return (context) => verifyAndReauthenticate(deps, context, account, body.otpToken ?? "");
  });

async function verifyAndReauthenticate(
  deps: AccountDeps,
  context: ReauthenticationContext,
  account: AccountRow,
  token: string,
): Promise<null> {
  const { tx, now, caller, audit } = context;
  if (account.two_factor) {
    const by = await verifySecondFactor(tx, deps.keys, account.id, token, now);
    if (by === null) return rejectReauthentication(context, "invalid_otp_token");
    if (by === "recovery_code")
      await sendSecurityNotification(deps, context, account, "recovery_code_used");
  }
  await setReauthenticated(tx, caller.session.id, now);
  audit({ target: { type: "user", id: account.id, name: account.email } });
  context.afterCommit(() => deps.throttle.reset(authThrottleRules.confirm, account.id));
  return null;
}

async function rejectReauthentication(
  { caller, audit }: ReauthenticationContext,
  code: ProblemCode,
): Promise<never> {
  audit({ target: { type: "user", id: caller.user.id, name: caller.user.email } });
  throw new ProblemError(code, { commitsTransaction: true });
}
