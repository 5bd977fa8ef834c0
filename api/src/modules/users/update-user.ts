/** Updates of a user by staff: profile, email address, status, two-factor. */
import { actionDenial } from "#contracts/actions/action.ts";
import { canSetStatus, userActions } from "#contracts/actions/users.ts";
import type { User, users as endpoints } from "#contracts/users.ts";
import { revokeActionTokens } from "../accounts/action-tokens.ts";
import { emailFieldChange, replaceEmail } from "../auth/accounts/email-change.ts";
import { deleteKnownDevices } from "../auth/sign-in/known-devices.ts";
import { sendSecurityNotification } from "../accounts/security-notifications.ts";
import { createResetLink } from "../auth/passwords/password-reset.ts";
import { disableTwoFactor } from "../auth/two-factor/two-factor.ts";
import { revokeAllSessions } from "../auth/sessions/sessions.ts";
import { lockAccountOrThrow, markEmailVerified, type AccountRow } from "../accounts/accounts.ts";
import type { FieldChange } from "../../core/audit/audit.ts";
import type { Tx } from "../../core/db/db.ts";
import { assertNotDenied, toActor } from "../../core/http/authorization.ts";
import { ProblemError, fieldError } from "../../core/lib/problem-error.ts";
import { systemHandler, type HandlerContext, type Handlers } from "../../core/http/handlers.ts";
import { assertNotLastAdmin } from "../staff-roles/last-admin.ts";
import { revokeTokensOfUser } from "../tokens/revoke-tokens.ts";
import { restoreUser, updateUserDetails, setStatus, findUser } from "./store.ts";

const systemReason = "users belong to no tenant";

export interface UpdateUserDeps {
  readonly publicUrl: URL;
}

const signInUrl = ({ publicUrl }: UpdateUserDeps): string => new URL("/auth/login", publicUrl).href;

type UpdateContext = HandlerContext<(typeof endpoints)["update"]>;
type Subject = Pick<User, "id" | "status" | "staffRole">;

export const updateUserHandlers = (
  deps: UpdateUserDeps,
): Pick<Handlers<typeof endpoints>, "update" | "restore"> => ({
  update: systemHandler(systemReason, async (context) => {
    const { tx, now, path, body, audit } = context;
    assertUpdatable(context, { id: path.user, status: "active", staffRole: null });
    if (body.status === "frozen" || body.status === "deactivated")
      await assertNotLastAdmin(tx, path.user);
    const account = await lockAccountOrThrow(tx, path.user);
    assertUpdatable(context, toSubject(account));
    const changes: FieldChange[] = [
      ...(await updateDetails(context, account)),
      ...(await updateEmail(deps, context, account)),
      ...(await updateStatus(deps, context, account)),
      ...(await disableUserTwoFactor(deps, context, account)),
    ];
    // A change of sign-in data revokes all sessions of the user.
    if (changes.some(({ field }) => ["email", "status", "twoFactor"].includes(field)))
      await revokeAllSessions(tx, account.id, "changed_by_staff", now);
    audit({ target: { type: "user", id: account.id, name: account.email }, changes });
    return await toUser(tx, account.id, now);
  }),

  restore: systemHandler(systemReason, async (context) => {
    const { tx, now, caller, path, audit } = context;
    const account = await lockAccountOrThrow(tx, path.user);
    assertNotDenied(actionDenial(toActor(caller), userActions.restore, toSubject(account), now));
    const isRestored = (await restoreUser(tx, account.id, now)) === 1;
    const after = await toUser(tx, account.id, now);
    audit({
      target: { type: "user", id: account.id, name: account.email },
      changes: isRestored ? [{ field: "status", from: account.status, to: after.status }] : [],
    });
    if (isRestored)
      await sendSecurityNotification(
        deps,
        staffNotificationContext(context),
        account,
        "account_restored",
        { link: signInUrl(deps) },
      );
    return after;
  }),
});

/**
 * Called before the account is loaded, so that a role without the permission learns nothing about the account, and
 * again with the locked account.
 */
function assertUpdatable({ caller, body, now }: UpdateContext, subject: Subject): void {
  const isMore =
    body.email !== undefined || body.status !== undefined || body.twoFactor !== undefined;
  const action = isMore ? userActions.editAccount : userActions.editDetails;
  assertNotDenied(actionDenial(toActor(caller), action, subject, now));
}

const toSubject = ({ id, status, staff_role: staffRole }: AccountRow): Subject => ({
  id,
  status,
  staffRole,
});

async function toUser(tx: Tx, id: string, now: Date): Promise<User> {
  const user = await findUser(tx, id, now);
  if (user === null) throw new Error("The locked user does not exist");
  return user;
}

/** Omits the request, so that customers do not see the IP address of staff. */
const staffNotificationContext = ({
  tx,
  now,
  enqueue,
}: Pick<UpdateContext, "tx" | "now" | "enqueue">) => ({
  tx,
  now,
  enqueue,
});

async function updateDetails(
  { tx, now, body }: UpdateContext,
  account: AccountRow,
): Promise<FieldChange[]> {
  const before = {
    firstName: account.first_name,
    lastName: account.last_name,
    locale: account.locale,
    timezone: account.timezone,
  };
  const after = {
    firstName: body.firstName ?? before.firstName,
    lastName: body.lastName ?? before.lastName,
    locale: body.locale ?? before.locale,
    timezone: body.timezone ?? before.timezone,
  };
  const fields = ["firstName", "lastName", "locale", "timezone"] as const;
  const changed = fields.filter((field) => before[field] !== after[field]);
  if (changed.length > 0) await updateUserDetails(tx, account.id, after, now);
  return changed.map((field) => ({ field, from: before[field], to: after[field] }));
}

async function updateEmail(
  deps: UpdateUserDeps,
  context: UpdateContext,
  account: AccountRow,
): Promise<FieldChange[]> {
  const { tx, now, body } = context;
  const { email } = body;
  if (email === undefined || email === account.email) return [];
  // Staff have verified the email address, so it counts as verified.
  if (!(await replaceEmail(tx, account.id, email, now)))
    throw new ProblemError("email_already_in_use");
  if (account.status === "unverified") await markEmailVerified(tx, account.id, now);
  await revokeActionTokens(
    tx,
    account.id,
    ["verify_email", "change_email", "reset_password", "data_copy"],
    now,
  );
  for (const to of [account, { ...account, email }])
    await sendSecurityNotification(deps, staffNotificationContext(context), to, "email_changed", {
      email,
    });
  return [emailFieldChange(account.email, email)];
}

async function updateStatus(
  deps: UpdateUserDeps,
  context: UpdateContext,
  account: AccountRow,
): Promise<FieldChange[]> {
  const { tx, now, body } = context;
  const { status } = body;
  if (status === undefined || status === account.status) return [];
  if (!canSetStatus(status, account.status))
    throw fieldError("status", "not_possible", { from: account.status, to: status });
  const after = await setStatus(tx, account.id, status, now);
  const to = { ...account, email: body.email ?? account.email };
  if (status === "active") {
    await sendSecurityNotification(
      deps,
      staffNotificationContext(context),
      to,
      "account_restored",
      {
        link: signInUrl(deps),
      },
    );
  } else {
    await revokeActionTokens(tx, account.id, ["verify_email", "change_email", "data_copy"], now);
    await revokeTokensOfUser(tx, account.id, null, now);
    if (status === "deactivated")
      await sendSecurityNotification(
        deps,
        staffNotificationContext(context),
        to,
        "account_deactivated",
      );
    else
      await sendSecurityNotification(
        deps,
        staffNotificationContext(context),
        to,
        "account_frozen",
        {
          link: await createResetLink(deps, context, account.id),
        },
      );
  }
  return [{ field: "status", from: account.status, to: after }];
}

async function disableUserTwoFactor(
  deps: UpdateUserDeps,
  context: UpdateContext,
  account: AccountRow,
): Promise<FieldChange[]> {
  const { tx, now, body } = context;
  if (body.twoFactor === undefined || !account.two_factor) return [];
  await disableTwoFactor(tx, account.id, now);
  await deleteKnownDevices(tx, account.id);
  const to = { ...account, email: body.email ?? account.email };
  await sendSecurityNotification(deps, staffNotificationContext(context), to, "two_factor_off");
  return [{ field: "twoFactor", from: "on", to: "off" }];
}
