/** Signs in with email address and password. */
import type { auth } from "#contracts/auth.ts";
import type { ProblemCode } from "#contracts/problems.ts";
import { normalizeEmail } from "#contracts/text.ts";
import { ProblemError } from "../../../core/lib/problem-error.ts";
import {
  type HandlerContext,
  preparedHandler,
  type RequestInfo,
} from "../../../core/http/handlers.ts";
import type { ThrottleRule } from "../../../core/http/throttle.ts";
import { completeFirstFactor, type SignInDeps } from "./complete-sign-in.ts";
import { deviceToken, isKnownDevice } from "./known-devices.ts";
import { authThrottleRules } from "./throttle-rules.ts";
import { checkPasswordAtSignIn } from "../passwords/password-rehash.ts";
import type { AuthDeps } from "../registration/registration.ts";
import { inactiveAccountProblems, findAccount, type AccountRow } from "../../accounts/accounts.ts";

const systemReason = "a sign-in runs before there is a tenant";

type PasswordSignInDeps = AuthDeps & SignInDeps;

export const loginHandler = (deps: PasswordSignInDeps) =>
  preparedHandler<typeof auth.login>(systemReason, async ({ body, now, request }) => {
    if (body.email === undefined || body.email === "")
      throw new ProblemError("missing_email_field");
    if (body.password === undefined || body.password === "")
      throw new ProblemError("missing_password_field");
    const { password } = body;
    // Blanks around a pasted address are no other address, which would have attempts of its own.
    const key = normalizeEmail(body.email.trim());
    const { account, throttle } = await findAccountAndThrottle(deps, key, request, now);
    // Both throttles are consumed before the password is checked, the network first, so that a
    // blocked IP address cannot block accounts.
    await deps.networks.consumeOrThrow(authThrottleRules.loginFromNetwork, request.ip, now);
    await deps.throttle.consumeOrThrow(throttle.rule, throttle.subject, now, auditTarget(account));
    const refundAttempt = () =>
      Promise.all([
        deps.networks.refund(authThrottleRules.loginFromNetwork, request.ip),
        deps.throttle.refund(throttle.rule, throttle.subject),
      ]);
    const isRight = await deps.passwords
      .verify(account?.password_hash ?? null, password)
      // The hasher was overloaded and no password was checked, so the attempt is refunded.
      .catch((error: unknown) => refundAttempt().then(() => Promise.reject(error)));
    if (!isRight || account === null)
      return (context) => rejectLogin(context, account, "invalid_credentials");
    await deps.networks.refund(authThrottleRules.loginFromNetwork, request.ip);
    await deps.throttle.reset(throttle.rule, throttle.subject);
    await deps.networks.consumeOrThrow(authThrottleRules.loginsFromNetwork, request.ip, now);
    const { status } = account;
    if (status !== "active")
      return (context) => rejectLogin(context, account, inactiveAccountProblems[status]);
    const passwordCheck = await checkPasswordAtSignIn(deps.passwords, account, password);
    return (context) =>
      completeFirstFactor(deps, context, account, { factor: "password", passwordCheck });
  });

/** A known device has its own throttle, so that attackers who guess do not lock out the owner. */
async function findAccountAndThrottle(
  deps: PasswordSignInDeps,
  key: string,
  request: RequestInfo,
  now: Date,
): Promise<{
  account: AccountRow | null;
  throttle: { rule: ThrottleRule; subject: string };
}> {
  const device = deviceToken(deps, request);
  return deps.db.withSystemRole(systemReason, async (tx) => {
    const account = await findAccount(tx, key);
    const isKnown = await isKnownDevice(tx, account?.id ?? null, device, now);
    return {
      account,
      throttle: isKnown
        ? { rule: authThrottleRules.loginFromDevice, subject: `${key}|${device}` }
        : { rule: authThrottleRules.loginOfAccount, subject: key },
    };
  });
}

const auditTarget = (account: AccountRow | null) => ({
  type: "user",
  id: account?.id ?? "unknown",
  name: account?.email ?? "",
});

/** Audits known and unknown accounts alike, so that both take the same time. */
async function rejectLogin(
  { audit }: HandlerContext<typeof auth.login>,
  account: AccountRow | null,
  code: ProblemCode,
): Promise<never> {
  audit({ target: auditTarget(account) });
  throw new ProblemError(code, { commitsTransaction: true });
}
