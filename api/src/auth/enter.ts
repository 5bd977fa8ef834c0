/** From a proven first factor to a session, or to the second step that is still asked for. */
import type { FirstFactor, Self } from "#contracts/auth.ts";
import type { Call } from "#contracts/kit.ts";
import type { EmailStep } from "../config.ts";
import { Refusal } from "../core/errors.ts";
import type { Context } from "../core/handlers.ts";
import type { Keys } from "../core/keys.ts";
import type { MaintenanceWatch } from "../core/maintenance.ts";
import { supersedeActionTokens } from "./action-tokens.ts";
import { type DeviceParts, deviceToken, isKnownDevice, meetDevice } from "./known-devices.ts";
import { mailFirstCode } from "./mail-code.ts";
import { keepLearned, type Learned } from "./password-upkeep.ts";
import { selfOf } from "./self.ts";
import {
  beginSession,
  type Beginning,
  revokeSession,
  type SecondStep,
  type SessionRow,
  type Shown,
  setSessionCookies,
} from "./sessions.ts";
import { type AccountRow, lockAccount, userOf } from "./accounts.ts";

export interface EnterParts extends DeviceParts {
  readonly keys: Keys;
  readonly cookieName: string;
  readonly emailStep: EmailStep;
  readonly maintenance: MaintenanceWatch;
}

/** What entering needs of a handler's context, whichever call it is. */
export type Entering = Pick<
  Context<Call>,
  "tx" | "now" | "request" | "note" | "enqueue" | "setCookie" | "clearCookie"
> & { readonly caller: { readonly session: { readonly id: string } } | null };

export interface First {
  readonly factor: FirstFactor;
  /** Where it was a password. */
  readonly learned?: Learned;
}

/** `checked` is the account as it was when the factor was proven; it must not have changed since. */
export async function enter(
  parts: EnterParts,
  context: Entering,
  checked: AccountRow,
  first: First,
): Promise<Self> {
  const { tx, note } = context;
  const locked = await lockAccount(tx, checked.id);
  // Between the check and the lock it may have been frozen, or been given another password.
  if (locked?.status !== "active" || locked.auth_epoch !== checked.auth_epoch)
    throw new Refusal("invalid_credentials");
  if (parts.maintenance.startedAt !== null && locked.staff_role === null)
    throw new Refusal("maintenance");
  const account =
    first.learned === undefined ? locked : await keepLearned(tx, locked, first.learned, checked);
  // A passkey alone proves possession and person: no second step follows.
  const secondStep = first.factor === "passkey" ? null : await stepOf(parts, context, account);
  note({
    actor: { id: account.id, name: `${account.first_name} ${account.last_name}` },
    target: { type: "user", id: account.id, name: account.email },
  });
  return beginFor(parts, context, account, {
    firstFactor: first.factor,
    secondFactor: null,
    secondStep,
  });
}

/** A login-attempt where a second step is still asked for; else the session itself, in a browser that is known from now on. */
export async function beginFor(
  parts: EnterParts,
  context: Entering,
  account: AccountRow,
  beginning: Shown & Pick<Beginning, "secondStep">,
): Promise<Self> {
  if (beginning.secondStep === null) {
    await meetDevice(parts, context, account);
    // Whoever is in has no use for a link to set another password; somebody else might.
    await supersedeActionTokens(context.tx, account.id, ["reset_password"], context.now);
  }
  const provenAt = beginning.secondStep === null ? context.now : null;
  const session = await replaceSession(parts, context, account, { ...beginning, provenAt });
  if (beginning.secondStep === "token")
    await mailFirstCode(parts.keys, context, account, session.id);
  return selfOf(
    context.tx,
    parts.keys,
    {
      user: userOf(account),
      session: sessionShown(session),
      staffRole: account.staff_role,
    },
    context.now,
  );
}

/** The session the browser had ends, and another begins: with a new id, a new cookie and a new CSRF token. */
export async function replaceSession(
  { keys, cookieName }: Pick<EnterParts, "keys" | "cookieName">,
  context: Entering,
  account: AccountRow,
  beginning: Omit<Beginning, "ip" | "userAgent" | "now">,
): Promise<SessionRow> {
  const { tx, now, request, caller } = context;
  if (caller !== null) await revokeSession(tx, caller.session.id, "replaced", now);
  const { ip, userAgent } = request;
  const session = await beginSession(tx, keys, account, { ...beginning, ip, userAgent, now });
  setSessionCookies(context, keys, cookieName, session);
  return session.row;
}

/** Staff without a second factor show at every sign-in that their mailbox is theirs. */
async function stepOf(
  parts: EnterParts,
  { tx, now, request }: Entering,
  account: AccountRow,
): Promise<SecondStep | null> {
  if (account.two_factor) return "2fa";
  if (parts.emailStep === "never") return null;
  if (parts.emailStep === "always" || account.staff_role !== null) return "token";
  const device = deviceToken(parts, request);
  return (await isKnownDevice(tx, account.id, device, now)) ? null : "token";
}

export const sessionShown = (row: SessionRow) => ({
  id: row.id,
  authType: row.auth_type,
  secondStep: row.second_step,
  expiresAt: row.expires_at,
  updatedAt: row.updated_at,
  absoluteExpiresAt: row.absolute_expires_at,
  adminId: null,
  adminRole: null,
});
