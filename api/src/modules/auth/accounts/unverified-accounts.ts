/** Accounts whose address nobody has proven: they own nothing, and may be forgotten. */
import type { Tx } from "../../../core/db/db.ts";
import type { AccountRow } from "../../accounts/accounts.ts";
import { deleteKnownDevices } from "../sign-in/store.ts";
import type { NewOauthAccount } from "../oauth/store.ts";
import { revokeAllActionTokens } from "../../accounts/action-tokens.ts";
import { activateAccount, deletePasskeysAndIdentities, resetUnverifiedAccount } from "./store.ts";
import { disableTwoFactor } from "../two-factor/two-factor.ts";
import { revokeAllSessions } from "../sessions/store.ts";

export { eraseUnverifiedAccountsBefore } from "./store.ts";

/** A link from an email verifies the address and unlocks a locked account. An account verified this way loses its factors. */
export async function verifyEmailByReset(
  tx: Tx,
  { id }: Pick<AccountRow, "id">,
  now: Date,
): Promise<void> {
  if (await activateAccount(tx, id, now)) await forgetFactors(tx, id, now);
}

/**
 * Removes every way to sign in except the password, and every known browser. For an account that nobody had verified:
 * whoever set them up need not own the mailbox.
 */
async function forgetFactors(tx: Tx, id: string, now: Date): Promise<void> {
  await disableTwoFactor(tx, id, now);
  await deletePasskeysAndIdentities(tx, id, null);
  await deleteKnownDevices(tx, id);
}

/**
 * An account nobody had proven belongs to whoever proves the address: nothing that whoever signed up
 * with it first has set, agreed to or been sent works any more.
 */
export async function claimUnverifiedAccount(
  tx: Tx,
  user: Omit<NewOauthAccount, "emailKey">,
): Promise<void> {
  const { id, at } = user;
  await resetUnverifiedAccount(tx, user);
  await forgetFactors(tx, id, at);
  await revokeAllActionTokens(tx, id, at);
  await revokeAllSessions(tx, id, "taken_over", at);
}
