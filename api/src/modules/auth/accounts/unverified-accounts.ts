/** Accounts whose email address is not verified: they own no data, so they may be erased. */
import type { Tx } from "../../../core/db/db.ts";
import type { AccountRow } from "../../accounts/accounts.ts";
import { deleteKnownDevices } from "../sign-in/store.ts";
import type { NewOauthAccount } from "../oauth/store.ts";
import { revokeAllActionTokens } from "../../accounts/action-tokens.ts";
import { activateAccount, deletePasskeysAndIdentities, resetUnverifiedAccount } from "./store.ts";
import { disableTwoFactor } from "../two-factor/two-factor.ts";
import { revokeAllSessions } from "../sessions/store.ts";

export { eraseUnverifiedAccountsBefore } from "./store.ts";

/**
 * Verifies the email address and unlocks a locked account. An account that was unverified until now loses its
 * factors.
 */
export async function verifyEmailByReset(
  tx: Tx,
  { id }: Pick<AccountRow, "id">,
  now: Date,
): Promise<void> {
  if (await activateAccount(tx, id, now)) await deleteFactors(tx, id, now);
}

/**
 * Removes every sign-in method except the password, and every known device. The user who added them to an
 * unverified account need not own the mailbox.
 */
async function deleteFactors(tx: Tx, id: string, now: Date): Promise<void> {
  await disableTwoFactor(tx, id, now);
  await deletePasskeysAndIdentities(tx, id, null);
  await deleteKnownDevices(tx, id);
}

/**
 * Gives an unverified account to the user who has verified its email address. Passwords, factors, links and
 * sessions of the first sign-up stop working.
 */
export async function claimUnverifiedAccount(
  tx: Tx,
  user: Omit<NewOauthAccount, "emailKey">,
): Promise<void> {
  const { id, at } = user;
  await resetUnverifiedAccount(tx, user);
  await deleteFactors(tx, id, at);
  await revokeAllActionTokens(tx, id, at);
  await revokeAllSessions(tx, id, "taken_over", at);
}
