/** Registration: creates an account with an unverified email address. */
import type { auth, Registration } from "#contracts/auth.ts";
import { normalizeEmail } from "#contracts/text.ts";
import type { Database } from "../../../core/db/db.ts";
import { ProblemError } from "../../../core/lib/problem-error.ts";
import {
  type HandlerContext,
  preparedHandler,
  type HandlerFunction,
} from "../../../core/http/handlers.ts";
import { type Keyring, uuidv7 } from "../../../core/lib/crypto.ts";
import type { Throttle } from "../../../core/http/throttle.ts";
import { authThrottleRules, type NetworkThrottle } from "../sign-in/throttle-rules.ts";
import { assertMinimumAge, tosVersion } from "../accounts/eligibility.ts";
import { assertPasswordAcceptable } from "../passwords/password-policy.ts";
import type { PasswordHasher } from "../passwords/password-hasher.ts";
import { isEmailDomainBlocked } from "../accounts/blocked-email-domains.ts";
import { sendMail } from "../../mail/send-mail.ts";
import { bindBrowser } from "./registration-binding.ts";
import {
  assertSecretUnused,
  issueRegistrationSecret,
  secretCookieName,
  secretCookieOptions,
  consumeSecret,
  type RequestedTwoFactor,
  readRequestedTwoFactor,
} from "./registration-totp.ts";
import { enableTwoFactor } from "../two-factor/two-factor.ts";
import { insertAccount, findAccount, type AccountRow } from "../../accounts/accounts.ts";
import { sendVerificationEmail } from "../accounts/verify-email.ts";

export interface AuthDeps {
  readonly db: Database;
  readonly keys: Keyring;
  readonly throttle: Throttle;
  readonly networks: NetworkThrottle;
  readonly passwords: PasswordHasher;
  readonly publicUrl: URL;
  readonly secureCookies: boolean;
}

const systemReason = "a registration runs before there is a tenant";
/**
 * Within this time the same form is the same registration, for example a double click or a retry after a lost
 * response.
 */
const resubmitWindowMs = 10 * 60_000;

export const issueSecretHandler = (deps: AuthDeps) =>
  preparedHandler<typeof auth.newSecret>(systemReason, async ({ now, request }) => {
    await deps.networks.consumeOrThrow(authThrottleRules.secretFromNetwork, request.ip, now);
    return async ({ setCookie }) => {
      const { cookie, expires, secret } = issueRegistrationSecret(deps, now);
      setCookie(secretCookieName(deps), cookie, { ...secretCookieOptions, expires });
      return { secret };
    };
  });

export const registerHandler = (deps: AuthDeps) =>
  preparedHandler<typeof auth.register>(systemReason, async ({ body, now, request }) => {
    if (body.dob !== undefined) assertMinimumAge(body.dob, now);
    if (isEmailDomainBlocked(body.email)) throw new ProblemError("registration_invalid_email");
    assertPasswordAcceptable(body.password, { ...body, isStaff: false });
    const requested = readRequestedTwoFactor(deps, body, request, now);
    const key = normalizeEmail(body.email);
    await deps.networks.consumeOrThrow(authThrottleRules.registerFromNetwork, request.ip, now);
    await deps.throttle.consumeOrThrow(authThrottleRules.registerAddress, key, now);
    const passwordHash = await deps.passwords.hash(body.password);
    const existing = await deps.db.withSystemRole(systemReason, (tx) => findAccount(tx, key));
    if (existing !== null)
      return handleEmailAlreadyRegistered(deps, existing, requested, body, now);
    return (context) => createAccount(deps, context, passwordHash, requested);
  });

async function createAccount(
  deps: AuthDeps,
  context: HandlerContext<typeof auth.register>,
  passwordHash: string,
  requested: RequestedTwoFactor | null,
) {
  const { tx, body, now, request, audit } = context;
  const id = uuidv7(now);
  const account = {
    ...body,
    id,
    emailKey: normalizeEmail(body.email),
    passwordHash,
    dob: body.dob ?? null,
    tosVersion,
    ip: request.ip,
    at: now,
  };
  if (!(await insertAccount(tx, account))) {
    const winner = await findAccount(tx, account.emailKey);
    if (winner === null) throw new ProblemError("registration_email_already_in_use");
    return (await handleEmailAlreadyRegistered(deps, winner, requested, body, now))(context);
  }
  bindBrowser(context, deps, id, now);
  const recoveryCodes =
    requested === null ? null : await enableTwoFactorAtRegistration(deps, context, id, requested);
  await sendVerificationEmail(deps, context, {
    id,
    email: body.email,
    firstName: body.firstName,
    locale: body.locale,
  });
  audit({
    actor: { id, name: `${body.firstName} ${body.lastName}` },
    target: { type: "user", id, name: body.email },
  });
  return { email: body.email, recoveryCodes };
}

async function enableTwoFactorAtRegistration(
  deps: AuthDeps,
  { tx, now, clearCookie, audit }: HandlerContext<typeof auth.register>,
  id: string,
  requested: RequestedTwoFactor,
): Promise<string[]> {
  await consumeSecret(tx, requested);
  clearCookie(secretCookieName(deps), secretCookieOptions);
  audit({ changes: [{ field: "twoFactor", from: false, to: true }] });
  return enableTwoFactor(tx, deps.keys, id, requested.secret, requested.step, now);
}

async function handleEmailAlreadyRegistered(
  deps: AuthDeps,
  account: AccountRow,
  requested: RequestedTwoFactor | null,
  body: Registration,
  now: Date,
): Promise<HandlerFunction<typeof auth.register>> {
  const isRepeat =
    account.status === "unverified" &&
    now.getTime() - account.created_at.getTime() < resubmitWindowMs &&
    (await deps.passwords.verify(account.password_hash, body.password));
  if (isRepeat)
    return async (context) => {
      // The response to the first request may have been lost with its cookie.
      bindBrowser(context, deps, account.id, now);
      return { email: account.email, recoveryCodes: null };
    };
  return async (context) => {
    const { tx, audit } = context;
    if (requested !== null) await assertSecretUnused(tx, requested);
    const link = new URL("/auth/login", deps.publicUrl).href;
    await sendMail(context, account, "already-registered", {
      firstName: account.first_name,
      link,
    });
    audit({ target: { type: "user", id: account.id, name: account.email } });
    throw new ProblemError("registration_email_already_in_use", { commitsTransaction: true });
  };
}
