/** The address somebody signs in with becomes another, or the one before again. */
import { z } from "zod";
import { normalizeEmail } from "#contracts/text.ts";
import type { FieldChange } from "../../../core/audit/audit.ts";
import { isDatabaseError, type Sql, sql, type Tx, uniqueViolation } from "../../../core/db/db.ts";
import { ProblemError } from "../../../core/lib/problem-error.ts";
import { revokeInvitesForEmail } from "../../invites/revoke-invites.ts";
import { eraseUnverifiedAccounts } from "./unverified-accounts.ts";

/** What the link to the new address carries. */
export const EmailChange = z.object({ email: z.string() });

/** For as long a freeze gives the old address back. */
const revertMs = 7 * 24 * 3_600_000;

export const emailFieldChange = (from: string, to: string): FieldChange => ({
  field: "email",
  from,
  to,
});

/**
 * False where the address is somebody's. Of two changes shortly after each other the address before the
 * first one is kept: a thief who changes twice must not make it forgotten.
 */
export async function replaceEmail(
  tx: Tx,
  userId: string,
  email: string,
  now: Date,
): Promise<boolean> {
  const since = new Date(now.getTime() - revertMs);
  const key = normalizeEmail(email);
  const before = await tx.one<{ email_key: string }>(
    sql`SELECT email_key FROM user_account WHERE id = ${userId}`,
  );
  const changed = await updateIfEmailAvailable(
    tx,
    sql`
    UPDATE user_account u SET email = ${email}, email_key = ${key}, email_verified_at = ${now}, email_changed_at = ${now}, updated_at = ${now},
        previous_email = CASE WHEN u.email_changed_at > ${since} AND u.previous_email IS NOT NULL THEN u.previous_email ELSE u.email END
     WHERE u.id = ${userId} AND NOT EXISTS (
       SELECT FROM user_account o WHERE o.email_key = ${key} AND o.status <> 'deleted' AND o.id <> u.id)`,
  );
  if (changed && before.email_key !== key) await revokeInvitesForEmail(tx, before.email_key, now);
  return changed;
}

/** Undoes a change of the last week; the address that holds now, or null where there was none to undo. */
export async function revertEmail(tx: Tx, userId: string, now: Date): Promise<string | null> {
  const since = new Date(now.getTime() - revertMs);
  const recent = await tx.maybeOne<{ previous_email: string }>(
    sql`SELECT previous_email FROM user_account WHERE id = ${userId} AND email_changed_at > ${since} AND previous_email IS NOT NULL`,
  );
  if (recent === null) return null;
  const { previous_email: email } = recent;
  const key = normalizeEmail(email);
  // Whoever signed up with it meanwhile and never proved it only meant to keep it from its owner.
  await eraseUnverifiedAccounts(tx, sql`email_key = ${key}`, now);
  const reverted = await updateIfEmailAvailable(
    tx,
    sql`
    UPDATE user_account u SET email = ${email}, email_key = ${key}, previous_email = NULL, email_changed_at = NULL, updated_at = ${now}
     WHERE u.id = ${userId} AND NOT EXISTS (
       SELECT FROM user_account o WHERE o.email_key = ${key} AND o.status <> 'deleted' AND o.id <> u.id)`,
  );
  return reverted ? email : null;
}

/** The index has the last word where two take one address at the same moment. */
async function updateIfEmailAvailable(tx: Tx, change: Sql): Promise<boolean> {
  const changed = await tx.execute(change).catch((error: unknown) => {
    if (isDatabaseError(error, uniqueViolation, "user_account_email"))
      throw new ProblemError("email_already_in_use");
    throw error;
  });
  return changed === 1;
}
