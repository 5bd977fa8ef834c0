/** What staff change of a person: who they are, how they are reached, whether they may come in. */
import type { z } from "zod";
import { staffReachOf } from "#contracts/permissions.ts";
import type { User, users as calls } from "#contracts/users.ts";
import { supersedeActionTokens } from "../auth/action-tokens.ts";
import { noteEmail, swapEmail } from "../auth/email-change.ts";
import { forgetDevices } from "../auth/known-devices.ts";
import { sendNotice } from "../auth/notices.ts";
import { resetLink } from "../auth/reset.ts";
import { turnOff } from "../auth/second-factor.ts";
import { endSessions } from "../auth/sessions.ts";
import { type AccountRow, lockPerson, markVerified } from "../auth/accounts.ts";
import type { Change } from "../core/audit.ts";
import type { Tx } from "../core/db.ts";
import { Refusal, refuseField } from "../core/errors.ts";
import { asSystem, type Context, type Handlers } from "../core/handlers.ts";
import { demandAnotherAdmin } from "../staff-roles/last-admin.ts";
import { revokeTokensOf } from "../tokens/revoke.ts";
import { demandRank } from "./rank.ts";
import { restoreUser, setDetails, setStatus, viewUser } from "./store.ts";

const reason = "people belong to no tenant";

export interface ChangeParts {
  readonly publicUrl: URL;
}

type Update = Context<(typeof calls)["update"]>;
type Wanted = z.output<(typeof calls)["update"]["body"]>;
type Status = NonNullable<Wanted["status"]>;

export const changeHandlers = (
  parts: ChangeParts,
): Pick<Handlers<typeof calls>, "update" | "restore"> => ({
  update: asSystem(reason, async (context) => {
    const { tx, now, path, body, note } = context;
    checkReach(context);
    if (body.status === "frozen" || body.status === "deactivated")
      await demandAnotherAdmin(tx, path.user);
    const account = await lockPerson(tx, path.user);
    const act = body.status === "deactivated" ? "deactivate" : "edit";
    demandRank(context.caller, ranked(account), act, "staff.user.update");
    const changes: Change[] = [
      ...(await changeDetails(context, account)),
      ...(await changeEmail(parts, context, account)),
      ...(await changeStatus(parts, context, account)),
      ...(await turnOffTwoFactor(parts, context, account)),
    ];
    // Whoever signed in as the person they were has to show again who they are.
    if (changes.some(({ field }) => ["email", "status", "twoFactor"].includes(field)))
      await endSessions(tx, account.id, "changed_by_staff", now);
    note({ target: { type: "user", id: account.id, name: account.email }, changes });
    return await shown(tx, account.id, now);
  }),

  restore: asSystem(reason, async (context) => {
    const { tx, now, caller, path, note } = context;
    if (path.user === caller.user.id) throw new Refusal("permission_denied_cannot_do_on_self");
    const account = await lockPerson(tx, path.user);
    demandRank(caller, ranked(account), "restore", "staff.user.restore");
    const isRestored = (await restoreUser(tx, account.id, now)) === 1;
    const after = await shown(tx, account.id, now);
    if (!isRestored && account.status === "unverified") throw new Refusal("action_not_possible");
    note({
      target: { type: "user", id: account.id, name: account.email },
      changes: isRestored ? [{ field: "status", from: account.status, to: after.status }] : [],
    });
    if (isRestored) await sendNotice(parts, asStaff(context), account, "account_restored");
    return after;
  }),
});

/** Support reaches a person's details alone, and nobody lets themselves in or out through the staff door. */
function checkReach({ caller, path, body }: Update): void {
  const permission = "staff.user.update";
  const isMore =
    body.email !== undefined || body.status !== undefined || body.twoFactor !== undefined;
  if (!isMore) return;
  const reach = caller.staffRole === null ? null : staffReachOf(caller.staffRole, permission);
  if (reach !== "all") throw new Refusal("permission_denied_missing_permission", { permission });
  if (path.user === caller.user.id) throw new Refusal("permission_denied_cannot_do_on_self");
}

const ranked = ({ id, staff_role: staffRole }: AccountRow) => ({ id, staffRole });

async function shown(tx: Tx, id: string, now: Date): Promise<User> {
  const user = await viewUser(tx, id, now);
  if (user === null) throw new Error("A locked person is gone");
  return user;
}

/** Where staff sit is not the customer's to know. */
const asStaff = ({ tx, now, enqueue }: Pick<Update, "tx" | "now" | "enqueue">) => ({
  tx,
  now,
  enqueue,
});

async function changeDetails({ tx, now, body }: Update, account: AccountRow): Promise<Change[]> {
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
  if (changed.length > 0) await setDetails(tx, account.id, after, now);
  return changed.map((field) => ({ field, from: before[field], to: after[field] }));
}

async function changeEmail(
  parts: ChangeParts,
  context: Update,
  account: AccountRow,
): Promise<Change[]> {
  const { tx, now, body } = context;
  const { email } = body;
  if (email === undefined || email === account.email) return [];
  // Staff have made sure of it, so that it counts as proven.
  if (!(await swapEmail(tx, account.id, email, now))) throw new Refusal("email_already_in_use");
  if (account.status === "unverified") await markVerified(tx, account.id, now);
  await supersedeActionTokens(
    tx,
    account.id,
    ["verify_email", "change_email", "reset_password", "data_copy"],
    now,
  );
  for (const to of [account, { ...account, email }])
    await sendNotice(parts, asStaff(context), to, "email_changed", { email });
  return [noteEmail(account.email, email)];
}

/** From which states each may be set; coming back from `deactivated` is a call of its own. */
const setFrom: Record<Status, readonly AccountRow["status"][]> = {
  active: ["frozen"],
  frozen: ["unverified", "active"],
  deactivated: ["unverified", "active", "frozen"],
};

async function changeStatus(
  parts: ChangeParts,
  context: Update,
  account: AccountRow,
): Promise<Change[]> {
  const { tx, now, body } = context;
  const { status } = body;
  if (status === undefined || status === account.status) return [];
  if (!setFrom[status].includes(account.status))
    throw refuseField(
      "status",
      "not_possible",
      `An account that is ${account.status} can't be set to ${status}`,
    );
  const after = await setStatus(tx, account.id, status, now);
  const to = { ...account, email: body.email ?? account.email };
  if (status === "active") {
    await sendNotice(parts, asStaff(context), to, "account_restored");
  } else {
    await supersedeActionTokens(tx, account.id, ["verify_email", "change_email", "data_copy"], now);
    await revokeTokensOf(tx, account.id, null, now);
    if (status === "deactivated")
      await sendNotice(parts, asStaff(context), to, "account_deactivated");
    else
      await sendNotice(parts, asStaff(context), to, "account_frozen", {
        link: await resetLink(parts, context, account.id),
      });
  }
  return [{ field: "status", from: account.status, to: after }];
}

async function turnOffTwoFactor(
  parts: ChangeParts,
  context: Update,
  account: AccountRow,
): Promise<Change[]> {
  const { tx, now, body } = context;
  if (body.twoFactor === undefined || !account.two_factor) return [];
  await turnOff(tx, account.id, now);
  await forgetDevices(tx, account.id);
  const to = { ...account, email: body.email ?? account.email };
  await sendNotice(parts, asStaff(context), to, "two_factor_off");
  return [{ field: "twoFactor", from: "on", to: "off" }];
}
