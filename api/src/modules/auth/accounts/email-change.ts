/** Changes the email address of an account, and reverts such a change. */
import { revokeInvitesForEmail } from "../../invites/revoke-invites.ts";
import { z } from "zod";
import { normalizeEmail } from "#contracts/text.ts";
import type { FieldChange } from "../../../core/audit/audit.ts";
import { isDatabaseError, type Tx, uniqueViolation } from "../../../core/db/db.ts";
import { ProblemError } from "../../../core/lib/problem-error.ts";
import {
  eraseUnverifiedAccount,
  findPreviousEmail,
  getEmailKey,
  restoreEmail,
  updateEmail,
} from "./store.ts";

/** Payload of the link that is sent to the new email address. */
export const EmailChange = z.object({ email: z.string() });

/** A freeze restores the previous email address within this time after the change. */
const revertMs = 7 * 24 * 3_600_000;

export const emailFieldChange = (from: string, to: string): FieldChange => ({
  field: "email",
  from,
  to,
});

/**
 * Returns false when another account has the email address. The address before the first of several recent
 * changes is stored, so a thief who changes it twice cannot erase the owner's.
 */
export async function replaceEmail(
  tx: Tx,
  userId: string,
  email: string,
  now: Date,
): Promise<boolean> {
  const since = new Date(now.getTime() - revertMs);
  const key = normalizeEmail(email);
  const before = await getEmailKey(tx, userId);
  const changed = await throwWhenTaken(updateEmail(tx, { userId, email, key, since, now }));
  if (changed && before !== key) await revokeInvitesForEmail(tx, before, now);
  return changed;
}

/**
 * Reverts an email change of the last 7 days. Returns the restored email address; null when there was no
 * change to revert.
 */
export async function revertEmail(tx: Tx, userId: string, now: Date): Promise<string | null> {
  const since = new Date(now.getTime() - revertMs);
  const email = await findPreviousEmail(tx, userId, since);
  if (email === null) return null;
  const key = normalizeEmail(email);
  // An unverified account with this email address must not block the owner from getting it back.
  await eraseUnverifiedAccount(tx, key, now);
  const reverted = await throwWhenTaken(restoreEmail(tx, { userId, email, key, now }));
  return reverted ? email : null;
}

/** The unique index decides when two accounts claim the same email address concurrently. */
async function throwWhenTaken(update: Promise<boolean>): Promise<boolean> {
  return update.catch((error: unknown) => {
    if (isDatabaseError(error, uniqueViolation, "user_account_email_key"))
      throw new ProblemError("email_already_in_use");
    throw error;
  });
}
