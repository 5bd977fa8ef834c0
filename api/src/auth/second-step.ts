/** From a login-attempt to a session: with a code of the authenticator, a recovery code, or the code from a mail. */
import type { auth, FirstFactor, SecondFactor, Self } from "#contracts/auth.ts";
import type { ProblemCode } from "#contracts/errors.ts";
import type { Call } from "#contracts/kit.ts";
import type { Caller } from "../core/access.ts";
import { sql, type Tx } from "../core/db.ts";
import { Refusal } from "../core/errors.ts";
import { type Context, type Handlers, prepared, type RequestInfo } from "../core/handlers.ts";
import { enqueue } from "../core/jobs.ts";
import { sha256 } from "../core/keys.ts";
import { readSessionToken } from "../core/session-token.ts";
import { refuseBlocked } from "../core/throttle.ts";
import { beginFor, type EnterParts } from "./enter.ts";
import { limits } from "./limits.ts";
import { mailCode, spendMailCode } from "./mail-code.ts";
import { notifiedOf, sendNotice } from "./notices.ts";
import type { AuthParts } from "./registration.ts";
import { proveSecondFactor } from "./second-factor.ts";
import { clearSessionCookies } from "./sessions.ts";
import { lockAccount, refusedStates } from "./accounts.ts";
import { spendOnce } from "./used-nonces.ts";

const reason = "whoever signs in is not known to the wall yet";
const maxTries = 5;

type StepParts = AuthParts & EnterParts;

type Stepping = Pick<
  Context<Call>,
  "tx" | "now" | "request" | "note" | "enqueue" | "setCookie" | "clearCookie" | "afterwards"
> & { readonly caller: Caller };

export const secondStep = (
  parts: StepParts,
): Pick<Handlers<typeof auth>, "loginTwoFactor" | "loginToken" | "resendLoginToken"> => ({
  loginTwoFactor: prepared(
    reason,
    async ({ body, caller, now }) => {
      const token = body.token ?? "";
      if (token.trim() === "") throw new Refusal("no_tfa_code_param_provided");
      if (caller.session.secondStep !== "2fa") throw new Refusal("no_tfa_secret_set_for_user");
      await countStep(parts, caller, now);
      return async (context) => {
        const { tx } = context;
        const by = await proveSecondFactor(tx, parts.keys, caller.user.id, token, now);
        if (by === null) return missStep(parts, context, "invalid_otp_code_provided");
        if (by === "recovery_code")
          await sendNotice(parts, context, notifiedOf(caller), "recovery_code_used");
        return completeAttempt(parts, context, by);
      };
    },
    { explain: (asked) => explainDead(parts, asked, "2fa") },
  ),

  loginToken: prepared(
    reason,
    async ({ body, caller, now }) => {
      demandMailStep(caller);
      const token = body.token ?? "";
      if (token.trim() === "") throw new Refusal("invalid_one_time_password");
      await countStep(parts, caller, now);
      return async (context) =>
        (await spendMailCode(context.tx, parts.keys, caller.session.id, token, now))
          ? completeAttempt(parts, context, "mail_code")
          : missStep(parts, context, "invalid_one_time_password");
    },
    { explain: (asked) => explainDead(parts, asked, "token") },
  ),

  resendLoginToken: prepared(reason, async ({ caller, now }) => {
    demandMailStep(caller);
    await parts.throttle.demand(limits.resendCode, caller.user.id, now);
    return async (context) => {
      const { tx, note } = context;
      await demandAttempt(tx, caller);
      note({ target: targetOf(caller) });
      await mailCode(parts.keys, context, notifiedOf(caller), caller.session.id);
      return null;
    };
  }),
});

/** A code from a mail opens only an attempt that was mailed one, or it would be a way past the second factor. */
function demandMailStep(caller: Caller): void {
  if (caller.session.secondStep !== "token") throw new Refusal("no_intermediate_session");
}

/** Counts a try before it is looked at: of the attempt, which ends with the fifth wrong one, and of the account. */
export async function countStep(
  parts: Pick<StepParts, "db" | "throttle">,
  caller: Caller,
  now: Date,
): Promise<void> {
  const { id } = caller.session;
  const change = (by: number) =>
    parts.db.asSystem("tries are counted for no tenant", (tx) =>
      tx.run(sql`UPDATE session SET step_attempts = step_attempts + ${by}
        WHERE id = ${id} AND revoked_at IS NULL AND step_attempts + ${by} BETWEEN 0 AND ${maxTries}`),
    );
  if ((await change(1)) === 0) throw new Refusal("no_intermediate_session");
  const block = await parts.throttle.take(limits.secondStep, caller.user.id, now);
  if (block === null) return;
  // It is not looked at, so it was none.
  await change(-1);
  throw refuseBlocked(block, targetOf(caller));
}

/** For a try that was wrong. Whoever gets here knows the password: when it happens too often, the owner is told. */
export async function missStep(
  parts: StepParts,
  context: Stepping,
  code: ProblemCode,
): Promise<never> {
  const { tx, now, caller, note } = context;
  note({ target: targetOf(caller) });
  const ended =
    await tx.run(sql`UPDATE session SET revoked_at = ${now}, revoked_reason = 'too_many_tries'
    WHERE id = ${caller.session.id} AND revoked_at IS NULL AND step_attempts >= ${maxTries}`);
  if (ended === 1) clearSessionCookies(context, parts.cookieName);
  context.afterwards(() => warnWhenBlocked(parts, context));
  throw new Refusal(code, { keepsChanges: true });
}

async function warnWhenBlocked(parts: StepParts, { caller, now, request }: Stepping) {
  const until = await parts.throttle.blockedUntil(limits.secondStep, caller.user.id, now);
  if (until === null) return;
  const notice = sha256(`password known|${caller.user.id}|${until.toISOString()}`);
  await parts.db.asSystem(reason, async (tx) => {
    // Of tries side by side one tells.
    if (!(await spendOnce(tx, notice, until))) return;
    const link = new URL("/auth/reset", parts.publicUrl).href;
    const sending: Parameters<typeof sendNotice>[1] = {
      tx,
      now,
      request,
      enqueue: (task, payload, options) => enqueue(tx, now, task, payload, options),
    };
    await sendNotice(parts, sending, notifiedOf(caller), "password_known", { link });
  });
}

/** The second step was shown: the attempt ends, and the session begins with a new id, a new cookie and a new CSRF token. */
export async function completeAttempt(
  parts: StepParts,
  context: Stepping,
  secondFactor: SecondFactor,
): Promise<Self> {
  const { tx, caller, note } = context;
  const account = await lockAccount(tx, caller.user.id);
  if (account === null) throw new Refusal("no_intermediate_session");
  const firstFactor = await demandAttempt(tx, caller);
  if (account.status !== "active") throw new Refusal(refusedStates[account.status]);
  if (parts.maintenance.startedAt !== null && account.staff_role === null)
    throw new Refusal("maintenance");
  note({ target: targetOf(caller) });
  context.afterwards(() => parts.throttle.giveBack(limits.secondStep, account.id));
  return beginFor(parts, context, account, { firstFactor, secondFactor, secondStep: null });
}

/** Two right answers side by side begin one session: the row is locked. Returns what the attempt began with. */
async function demandAttempt(tx: Tx, caller: Caller): Promise<FirstFactor> {
  const attempt = await tx.maybe<{ first_factor: FirstFactor }>(sql`
    SELECT s.first_factor FROM session s JOIN user_account u ON u.id = s.user_id AND u.auth_epoch = s.auth_epoch
     WHERE s.id = ${caller.session.id} AND s.revoked_at IS NULL FOR UPDATE OF s`);
  if (attempt === null) throw new Refusal("no_intermediate_session");
  return attempt.first_factor;
}

/** What somebody hears whose attempt is over, instead of being told that there is none: they know the password. */
async function explainDead(
  parts: StepParts,
  { request, now }: { request: RequestInfo; now: Date },
  step: "2fa" | "token",
): Promise<Refusal | null> {
  const token = readSessionToken(request.sessionCookie ?? "");
  if (token === null) return null;
  const dead = await parts.db.asSystem(reason, (tx) =>
    tx.maybe<{ status: string; is_late: boolean }>(sql`
      SELECT u.status, s.revoked_at IS NULL AND s.expires_at <= ${now} AS is_late FROM session s JOIN user_account u ON u.id = s.user_id
       WHERE s.id = ${token.sessionId} AND s.token_hash = ${token.hash} AND s.auth_type = 'login-attempt' AND s.second_step = ${step}`),
  );
  if (dead?.status === "frozen" || dead?.status === "deactivated")
    return new Refusal("account_decativated");
  return dead?.is_late === true && step === "token"
    ? new Refusal("one_time_password_expired")
    : null;
}

const targetOf = ({ user }: Caller) => ({ type: "user", id: user.id, name: user.email });
