/** The first Admin of an installation, whom nobody in the console can appoint. A command of the operator creates it. */
import { z } from "zod";
import { displayName, email, normalizeEmail } from "#contracts/text.ts";
import { Locale } from "#contracts/locale.ts";
import { insertAuditEvent } from "../../core/audit/audit.ts";
import type { Tx } from "../../core/db/db.ts";
import { uuidv7 } from "../../core/lib/crypto.ts";
import { type AccountRow, findAccount, lockAccountOrThrow } from "../accounts/accounts.ts";
import { insertPasswordlessAccount } from "../auth/accounts/passwordless-account.ts";
import { createResetLink } from "../auth/passwords/password-reset.ts";
import { revokeAllSessions } from "../auth/sessions/sessions.ts";
import { assignRole, listAdmins, lockStaffAdmins } from "./store.ts";

export const FirstAdmin = z.strictObject({
  email,
  firstName: displayName(),
  lastName: displayName(),
  locale: Locale.default("en"),
});
export type FirstAdmin = z.output<typeof FirstAdmin>;

/** Why no Admin is created. The message is for the operator. */
export class FirstAdminRefused extends Error {}

/**
 * Creates the account, or takes the active one with this email address, and gives it the role. Returns a link to set
 * its password, which expires as every link of a password reset.
 *
 * An Admin who has never had a password gets another link: the first one may have expired. In every other case an
 * existing Admin is refused, so the command gives nobody access to an installation that is in use.
 */
export async function createFirstAdmin(
  deps: { readonly publicUrl: URL },
  tx: Tx,
  now: Date,
  admin: FirstAdmin,
): Promise<{ email: string; link: string; isNew: boolean }> {
  await lockStaffAdmins(tx);
  const emailKey = normalizeEmail(admin.email);
  const [existing, ...others] = await listAdmins(tx);
  const isWaiting = others.length === 0 && existing?.emailKey === emailKey && !existing.canSignIn;
  if (existing !== undefined && !isWaiting)
    throw new FirstAdminRefused(
      "This installation has an Admin already. Admins give others a staff role on the page Staff.",
    );
  const account = await requireAccount(tx, now, admin, emailKey);
  if (!isWaiting) await appoint(tx, now, account);
  const link = await createResetLink(deps, { tx, now }, account.id);
  return { email: account.email, link, isNew: !isWaiting };
}

async function requireAccount(
  tx: Tx,
  now: Date,
  admin: FirstAdmin,
  emailKey: string,
): Promise<AccountRow> {
  const id = uuidv7(now);
  const isNew = await insertPasswordlessAccount(tx, { ...admin, id, emailKey, at: now });
  const known = isNew ? null : await findAccount(tx, emailKey);
  const account = await lockAccountOrThrow(tx, known?.id ?? id);
  if (account.status !== "active")
    throw new FirstAdminRefused(
      `The account ${account.email} exists and is ${account.status}. Use another email address.`,
    );
  return account;
}

async function appoint(tx: Tx, now: Date, account: AccountRow): Promise<void> {
  await assignRole(tx, { userId: account.id, role: "Admin", by: null, now });
  await revokeAllSessions(tx, account.id, "staff_role_changed", now);
  await insertAuditEvent(tx, {
    at: now,
    action: "staffRoles.assign",
    actorType: "system",
    actorRole: null,
    onBehalfOf: null,
    sessionId: null,
    tokenId: null,
    ip: null,
    userAgent: null,
    requestId: "first-admin",
    target: { type: "user", id: account.id, name: account.email },
    changes: [{ field: "staffRole", from: account.staff_role, to: "Admin" }],
  });
}
