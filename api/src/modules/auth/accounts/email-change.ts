/** The address somebody signs in with becomes another, or the one before again. */
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
  const before = await getEmailKey(tx, userId);
  const changed = await throwWhenTaken(updateEmail(tx, { userId, email, key, since, now }));
  if (changed && before !== key) await revokeInvitesForEmail(tx, before, now);
  return changed;
}

/** Undoes a change of the last week; the address that holds now, or null where there was none to undo. */
export async function revertEmail(tx: Tx, userId: string, now: Date): Promise<string | null> {
  const since = new Date(now.getTime() - revertMs);
  const email = await findPreviousEmail(tx, userId, since);
  if (email === null) return null;
  const key = normalizeEmail(email);
  // Whoever signed up with it meanwhile and never proved it only meant to keep it from its owner.
  await eraseUnverifiedAccount(tx, key, now);
  const reverted = await throwWhenTaken(restoreEmail(tx, { userId, email, key, now }));
  return reverted ? email : null;
}

/** The unique index decides when two accounts take one address at the same moment. */
async function throwWhenTaken(update: Promise<boolean>): Promise<boolean> {
  return update.catch((error: unknown) => {
    if (isDatabaseError(error, uniqueViolation, "user_account_email"))
      throw new ProblemError("email_already_in_use");
    throw error;
  });
}
