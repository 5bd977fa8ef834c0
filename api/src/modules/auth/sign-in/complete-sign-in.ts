/** Turns a verified first factor into a session, or into a login attempt that waits for the second step. */
import type { SessionInfo } from "#contracts/auth.ts";
import type { FirstFactor } from "#contracts/sign-in-factors.ts";
import type { Endpoint } from "#contracts/endpoint.ts";
import type { EmailOtpPolicy } from "../../../config.ts";
import { ProblemError } from "../../../core/lib/problem-error.ts";
import type { HandlerContext } from "../../../core/http/handlers.ts";
import type { Keyring } from "../../../core/lib/crypto.ts";
import type { MaintenanceState } from "../../../core/live/maintenance.ts";
import { revokeActionTokens } from "../../accounts/action-tokens.ts";
import { type DeviceDeps, deviceToken, isKnownDevice, rememberDevice } from "./known-devices.ts";
import { sendFirstEmailOtp } from "./email-otp.ts";
import { applyPasswordCheck, type PasswordCheck } from "../passwords/password-rehash.ts";
import { getSessionInfo } from "../sessions/session-info.ts";
import {
  createSession,
  type NewSession,
  type SecondStep,
  type VerifiedFactors,
  setSessionCookies,
} from "../sessions/sessions.ts";
import { revokeSession, type SessionRow } from "../sessions/store.ts";
import { toUserContext, lockAccount, type AccountRow } from "../../accounts/accounts.ts";

export interface SignInDeps extends DeviceDeps {
  readonly keys: Keyring;
  readonly cookieName: string;
  readonly emailStep: EmailOtpPolicy;
  readonly maintenance: MaintenanceState;
}

/** The part of a handler context that a sign-in needs, for any endpoint. */
export type SignInContext = Pick<
  HandlerContext<Endpoint>,
  "tx" | "now" | "request" | "audit" | "enqueue" | "setCookie" | "clearCookie"
> & { readonly caller: { readonly session: { readonly id: string } } | null };

export interface FirstFactorResult {
  readonly factor: FirstFactor;
  /** Set when the factor is a password. */
  readonly passwordCheck?: PasswordCheck;
}

/** `checked` is the account as read when the factor was verified. The sign-in is rejected if it has changed since. */
export async function completeFirstFactor(
  deps: SignInDeps,
  context: SignInContext,
  checked: AccountRow,
  first: FirstFactorResult,
): Promise<SessionInfo> {
  const { tx, audit } = context;
  const locked = await lockAccount(tx, checked.id);
  // The account may have been frozen, or its password changed, before the lock was taken.
  if (locked?.status !== "active" || locked.credential_version !== checked.credential_version)
    throw new ProblemError("invalid_credentials");
  if (deps.maintenance.startedAt !== null && locked.staff_role === null)
    throw new ProblemError("maintenance");
  const account =
    first.passwordCheck === undefined
      ? locked
      : await applyPasswordCheck(tx, locked, first.passwordCheck, checked);
  // A passwordless passkey verifies possession and the user, so no second step follows.
  const secondStep =
    first.factor === "passkey" ? null : await requiredSecondStep(deps, context, account);
  audit({
    actor: { id: account.id, name: `${account.first_name} ${account.last_name}` },
    target: { type: "user", id: account.id, name: account.email },
  });
  return startSession(deps, context, account, {
    firstFactor: first.factor,
    secondFactor: null,
    secondStep,
  });
}

/**
 * Creates a login attempt while a second step is pending; otherwise a session, and remembers the browser as a
 * known device.
 */
export async function startSession(
  deps: SignInDeps,
  context: SignInContext,
  account: AccountRow,
  newSession: VerifiedFactors & Pick<NewSession, "secondStep">,
): Promise<SessionInfo> {
  if (newSession.secondStep === null) {
    await rememberDevice(deps, context, account);
    // A signed-in user does not need an open reset link, which an attacker could use.
    await revokeActionTokens(context.tx, account.id, ["reset_password"], context.now);
  }
  const authenticatedAt = newSession.secondStep === null ? context.now : null;
  const session = await replaceSession(deps, context, account, { ...newSession, authenticatedAt });
  if (newSession.secondStep === "token")
    await sendFirstEmailOtp(deps.keys, context, account, session.id);
  return getSessionInfo(
    context.tx,
    deps.keys,
    {
      user: toUserContext(account),
      session: toSessionView(session),
      staffRole: account.staff_role,
    },
    context.now,
  );
}

/** Revokes the browser's current session and creates a new one, with a new id, cookie and CSRF token. */
export async function replaceSession(
  { keys, cookieName }: Pick<SignInDeps, "keys" | "cookieName">,
  context: SignInContext,
  account: AccountRow,
  newSession: Omit<NewSession, "ip" | "userAgent" | "now">,
): Promise<SessionRow> {
  const { tx, now, request, caller } = context;
  if (caller !== null) await revokeSession(tx, caller.session.id, "replaced", now);
  const { ip, userAgent } = request;
  const session = await createSession(tx, keys, account, { ...newSession, ip, userAgent, now });
  setSessionCookies(context, keys, cookieName, session);
  return session.row;
}

/** Staff without two-factor confirm a code from their mailbox at every sign-in. */
async function requiredSecondStep(
  deps: SignInDeps,
  { tx, now, request }: SignInContext,
  account: AccountRow,
): Promise<SecondStep | null> {
  if (account.two_factor) return "2fa";
  if (deps.emailStep === "never") return null;
  if (deps.emailStep === "always" || account.staff_role !== null) return "token";
  const device = deviceToken(deps, request);
  return (await isKnownDevice(tx, account.id, device, now)) ? null : "token";
}

export const toSessionView = (row: SessionRow) => ({
  id: row.id,
  authType: row.auth_type,
  secondStep: row.second_step,
  expiresAt: row.expires_at,
  updatedAt: row.updated_at,
  absoluteExpiresAt: row.absolute_expires_at,
  adminId: null,
  adminRole: null,
});
