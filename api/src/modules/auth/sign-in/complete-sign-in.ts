/** From a proven first factor to a session, or to the second step that is still asked for. */
import type { FirstFactor, SessionInfo } from "#contracts/auth.ts";
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

/** What entering needs of a handler's context, whichever call it is. */
export type SignInContext = Pick<
  HandlerContext<Endpoint>,
  "tx" | "now" | "request" | "audit" | "enqueue" | "setCookie" | "clearCookie"
> & { readonly caller: { readonly session: { readonly id: string } } | null };

export interface FirstFactorResult {
  readonly factor: FirstFactor;
  /** Where it was a password. */
  readonly learned?: PasswordCheck;
}

/** `checked` is the account as it was when the factor was proven; it must not have changed since. */
export async function completeFirstFactor(
  deps: SignInDeps,
  context: SignInContext,
  checked: AccountRow,
  first: FirstFactorResult,
): Promise<SessionInfo> {
  const { tx, audit } = context;
  const locked = await lockAccount(tx, checked.id);
  // Between the check and the lock it may have been frozen, or been given another password.
  if (locked?.status !== "active" || locked.auth_epoch !== checked.auth_epoch)
    throw new ProblemError("invalid_credentials");
  if (deps.maintenance.startedAt !== null && locked.staff_role === null)
    throw new ProblemError("maintenance");
  const account =
    first.learned === undefined
      ? locked
      : await applyPasswordCheck(tx, locked, first.learned, checked);
  // A passkey alone proves possession and person: no second step follows.
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

/** A login-attempt where a second step is still asked for; else the session itself, in a browser that is known from now on. */
export async function startSession(
  deps: SignInDeps,
  context: SignInContext,
  account: AccountRow,
  beginning: VerifiedFactors & Pick<NewSession, "secondStep">,
): Promise<SessionInfo> {
  if (beginning.secondStep === null) {
    await rememberDevice(deps, context, account);
    // Whoever is in has no use for a link to set another password; somebody else might.
    await revokeActionTokens(context.tx, account.id, ["reset_password"], context.now);
  }
  const provenAt = beginning.secondStep === null ? context.now : null;
  const session = await replaceSession(deps, context, account, { ...beginning, provenAt });
  if (beginning.secondStep === "token")
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

/** The session the browser had ends, and another begins: with a new id, a new cookie and a new CSRF token. */
export async function replaceSession(
  { keys, cookieName }: Pick<SignInDeps, "keys" | "cookieName">,
  context: SignInContext,
  account: AccountRow,
  beginning: Omit<NewSession, "ip" | "userAgent" | "now">,
): Promise<SessionRow> {
  const { tx, now, request, caller } = context;
  if (caller !== null) await revokeSession(tx, caller.session.id, "replaced", now);
  const { ip, userAgent } = request;
  const session = await createSession(tx, keys, account, { ...beginning, ip, userAgent, now });
  setSessionCookies(context, keys, cookieName, session);
  return session.row;
}

/** Staff without a second factor show at every sign-in that their mailbox is theirs. */
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
