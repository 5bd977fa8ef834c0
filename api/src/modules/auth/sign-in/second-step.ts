/** Turns a login attempt into a session: with a TOTP code, a recovery code or an email OTP. */
import type { auth, SessionInfo } from "#contracts/auth.ts";
import type { FirstFactor, SecondFactor } from "#contracts/sign-in-factors.ts";
import type { ProblemCode } from "#contracts/problems.ts";
import type { Endpoint } from "#contracts/endpoint.ts";
import type { SessionCaller } from "../../../core/http/authorization.ts";
import type { Tx } from "../../../core/db/db.ts";
import { ProblemError } from "../../../core/lib/problem-error.ts";
import {
  type HandlerContext,
  type Handlers,
  preparedHandler,
  type RequestInfo,
} from "../../../core/http/handlers.ts";
import { sha256 } from "../../../core/lib/crypto.ts";
import { parseSessionToken } from "../../../core/http/session-token.ts";
import { throttledError } from "../../../core/http/throttle.ts";
import { startSession, type SignInDeps } from "./complete-sign-in.ts";
import { authThrottleRules } from "./throttle-rules.ts";
import { sendEmailOtp, consumeEmailOtp } from "./email-otp.ts";
import {
  type NotificationContext,
  toRecipient,
  sendSecurityNotification,
} from "../../accounts/security-notifications.ts";
import type { AuthDeps } from "../registration/registration.ts";
import { verifySecondFactor } from "../two-factor/two-factor.ts";
import { clearSessionCookies } from "../sessions/sessions.ts";
import { inactiveAccountProblems, lockAccount } from "../../accounts/accounts.ts";
import { consumeNonce } from "../sessions/store.ts";
import { addStepAttempts, findEndedAttempt, lockAttempt, revokeExhaustedAttempt } from "./store.ts";
import { mailsOf } from "../../mail/send-mail.ts";

const systemReason = "a sign-in runs before there is a tenant";
const maxAttempts = 5;

type SecondStepDeps = AuthDeps & SignInDeps;

type SecondStepContext = Pick<
  HandlerContext<Endpoint>,
  "tx" | "now" | "request" | "audit" | "enqueue" | "setCookie" | "clearCookie" | "afterCommit"
> & { readonly caller: SessionCaller };

export const secondStepHandlers = (
  deps: SecondStepDeps,
): Pick<Handlers<typeof auth>, "loginTwoFactor" | "loginToken" | "resendLoginToken"> => ({
  loginTwoFactor: preparedHandler(
    systemReason,
    async ({ body, caller, now }) => {
      const token = body.token ?? "";
      if (token.trim() === "") throw new ProblemError("no_tfa_code_param_provided");
      if (caller.session.secondStep !== "2fa") throw new ProblemError("no_tfa_secret_set_for_user");
      await countAttempt(deps, caller, now);
      return async (context) => {
        const { tx } = context;
        const by = await verifySecondFactor(tx, deps.keys, caller.user.id, token, now);
        if (by === null) return rejectAttempt(deps, context, "invalid_otp_code_provided");
        if (by === "recovery_code")
          await sendSecurityNotification(deps, context, toRecipient(caller), "recovery_code_used");
        return completeAttempt(deps, context, by);
      };
    },
    { explain: (ended) => explainEndedAttempt(deps, ended, "2fa") },
  ),

  loginToken: preparedHandler(
    systemReason,
    async ({ body, caller, now }) => {
      assertEmailOtpStep(caller);
      const token = body.token ?? "";
      if (token.trim() === "") throw new ProblemError("invalid_one_time_password");
      await countAttempt(deps, caller, now);
      return async (context) =>
        (await consumeEmailOtp(context.tx, deps.keys, caller.session.id, token, now))
          ? completeAttempt(deps, context, "mail_code")
          : rejectAttempt(deps, context, "invalid_one_time_password");
    },
    { explain: (ended) => explainEndedAttempt(deps, ended, "token") },
  ),

  resendLoginToken: preparedHandler(systemReason, async ({ caller, now }) => {
    assertEmailOtpStep(caller);
    await deps.throttle.consumeOrThrow(authThrottleRules.resendCode, caller.user.id, now);
    return async (context) => {
      const { tx, audit } = context;
      await lockLoginAttempt(tx, caller);
      audit({ target: auditTarget(caller) });
      await sendEmailOtp(deps.keys, context, toRecipient(caller), caller.session.id);
      return null;
    };
  }),
});

/** Accepts an email OTP only for an attempt that was sent one; otherwise it would bypass the second factor. */
function assertEmailOtpStep(caller: SessionCaller): void {
  if (caller.session.secondStep !== "token") throw new ProblemError("no_intermediate_session");
}

/**
 * Counts an attempt before the code is checked: per login attempt, which ends after the fifth wrong code, and
 * per account.
 */
export async function countAttempt(
  deps: Pick<SecondStepDeps, "db" | "throttle">,
  caller: SessionCaller,
  now: Date,
): Promise<void> {
  const { id } = caller.session;
  const change = (by: number) =>
    deps.db.withSystemRole("login attempts belong to no tenant", (tx) =>
      addStepAttempts(tx, id, by, maxAttempts),
    );
  if (!(await change(1))) throw new ProblemError("no_intermediate_session");
  const block = await deps.throttle.consume(authThrottleRules.secondStep, caller.user.id, now);
  if (block === null) return;
  // The code is not checked, so the attempt is not counted.
  await change(-1);
  throw throttledError(block, auditTarget(caller));
}

/**
 * Rejects a wrong code. The user already knows the password, so the owner is notified when the account
 * becomes blocked.
 */
export async function rejectAttempt(
  deps: SecondStepDeps,
  context: SecondStepContext,
  code: ProblemCode,
): Promise<never> {
  const { tx, now, caller, audit } = context;
  audit({ target: auditTarget(caller) });
  if (await revokeExhaustedAttempt(tx, caller.session.id, maxAttempts, now))
    clearSessionCookies(context, deps.cookieName);
  context.afterCommit(() => notifyWhenBlocked(deps, context));
  throw new ProblemError(code, { commitsTransaction: true });
}

async function notifyWhenBlocked(
  deps: SecondStepDeps,
  { caller, now, request }: SecondStepContext,
) {
  const until = await deps.throttle.blockedUntil(authThrottleRules.secondStep, caller.user.id, now);
  if (until === null) return;
  const notice = sha256(`password known|${caller.user.id}|${until.toISOString()}`);
  await deps.db.withSystemRole(systemReason, async (tx) => {
    // Of concurrent attempts one sends the notification.
    if (!(await consumeNonce(tx, notice, until))) return;
    const link = new URL("/auth/reset", deps.publicUrl).href;
    const sending: NotificationContext = {
      tx,
      now,
      request,
      ...mailsOf(tx, now),
    };
    await sendSecurityNotification(deps, sending, toRecipient(caller), "password_known", { link });
  });
}

/** Ends the login attempt and creates a session with a new id, cookie and CSRF token. */
export async function completeAttempt(
  deps: SecondStepDeps,
  context: SecondStepContext,
  secondFactor: SecondFactor,
): Promise<SessionInfo> {
  const { tx, caller, audit } = context;
  const account = await lockAccount(tx, caller.user.id);
  if (account === null) throw new ProblemError("no_intermediate_session");
  const firstFactor = await lockLoginAttempt(tx, caller);
  if (account.status !== "active") throw new ProblemError(inactiveAccountProblems[account.status]);
  if (deps.maintenance.startedAt !== null && account.staff_role === null)
    throw new ProblemError("maintenance");
  audit({ target: auditTarget(caller) });
  context.afterCommit(() => deps.throttle.refund(authThrottleRules.secondStep, account.id));
  return startSession(deps, context, account, { firstFactor, secondFactor, secondStep: null });
}

/**
 * Locks the attempt, so that two concurrent right codes create one session. Returns the first factor of the
 * attempt.
 */
async function lockLoginAttempt(tx: Tx, caller: SessionCaller): Promise<FirstFactor> {
  const firstFactor = await lockAttempt(tx, caller.session.id);
  if (firstFactor === null) throw new ProblemError("no_intermediate_session");
  return firstFactor;
}

/**
 * Explains why a login attempt is over instead of reporting that there is none. The user has already verified
 * the password.
 */
async function explainEndedAttempt(
  deps: SecondStepDeps,
  { request, now }: { request: RequestInfo; now: Date },
  step: "2fa" | "token",
): Promise<ProblemError | null> {
  const token = parseSessionToken(request.sessionCookie ?? "");
  if (token === null) return null;
  const dead = await deps.db.withSystemRole(systemReason, (tx) =>
    findEndedAttempt(tx, token, step, now),
  );
  if (dead?.status === "frozen" || dead?.status === "deactivated")
    return new ProblemError("account_decativated");
  return dead?.is_late === true && step === "token"
    ? new ProblemError("one_time_password_expired")
    : null;
}

const auditTarget = ({ user }: SessionCaller) => ({ type: "user", id: user.id, name: user.email });
