/** "This wasn't me": from any letter about one's account, without being signed in. */
import type { auth } from "#contracts/auth.ts";
import type { Change } from "../core/audit.ts";
import { sql, type Tx } from "../core/db.ts";
import { Refusal } from "../core/errors.ts";
import { asSystem } from "../core/handlers.ts";
import { revokeInvitesOf } from "../invites/ending.ts";
import { revokeTokensOf } from "../tokens/revoke.ts";
import { type SpentToken, spendActionToken, supersedeActionTokens } from "./action-tokens.ts";
import { noteEmail, revertEmail } from "./email-change.ts";
import type { EnterParts } from "./enter.ts";
import { forgetDevices } from "./known-devices.ts";
import { sendNotice } from "./notices.ts";
import type { AuthParts } from "./registration.ts";
import { resetLink } from "./reset.ts";
import { earlier, endSessions, signOutBrowser } from "./sessions.ts";
import { type AccountRow, lockAccount } from "./accounts.ts";

export const freeze = (parts: Pick<AuthParts, "publicUrl"> & Pick<EnterParts, "cookieName">) =>
  asSystem<typeof auth.freeze>("whoever is locked out is not signed in", async (context) => {
    const { tx, now, path, caller, note } = context;
    const spent = await spendActionToken(tx, ["freeze"], path.token, now);
    const before = await lockAccount(tx, spent.user_id);
    if (before === null) throw new Refusal("token_action_expired");
    const { id } = before;
    const reverted = await revertEmail(tx, id, now);
    await forgetIntruder(tx, id, await oldestLetter(tx, spent, now));
    await supersedeActionTokens(
      tx,
      id,
      ["verify_email", "change_email", "reset_password", "freeze", "data_copy"],
      now,
    );
    await endSessions(tx, id, "frozen", now);
    // Another person who is signed in here stays so.
    if (caller?.user.id === id) await signOutBrowser(context, parts.cookieName);
    await revokeInvitesOf(tx, id, now);
    await revokeTokensOf(tx, id, null, now);
    const account = { ...before, email: reverted ?? before.email };
    // What staff have closed stays closed: a reset must not open it.
    if (before.status !== "deactivated") {
      await tx.run(
        sql`UPDATE user_account SET status = 'frozen', updated_at = ${now} WHERE id = ${id}`,
      );
      const link = await resetLink(parts, context, id);
      await sendNotice(parts, context, account, "account_frozen", { link });
    }
    note({
      actor: { id, name: `${account.first_name} ${account.last_name}` },
      target: { type: "user", id, name: account.email },
      changes: changesOf(before, account.email),
    });
    return { email: account.email };
  });

/** Of several letters people may follow any: whoever came in with what the first tells of has been in since then. */
async function oldestLetter(
  tx: Tx,
  { user_id: userId, created_at: followed }: SpentToken,
  now: Date,
): Promise<Date> {
  const { oldest } = await tx.one<{ oldest: Date | null }>(sql`
    SELECT min(created_at) AS oldest FROM action_token
     WHERE user_id = ${userId} AND purpose = 'freeze' AND consumed_at IS NULL AND superseded_at IS NULL AND expires_at > ${now}`);
  return oldest === null ? followed : earlier(oldest, followed);
}

/** Ways in that were added since the letter was written: they would outlast the new password. */
async function forgetIntruder(tx: Tx, userId: string, since: Date): Promise<void> {
  await tx.run(sql`DELETE FROM passkey WHERE user_id = ${userId} AND created_at >= ${since}`);
  await tx.run(sql`DELETE FROM user_identity WHERE user_id = ${userId} AND linked_at >= ${since}`);
  await forgetDevices(tx, userId);
}

const changesOf = (before: AccountRow, email: string): Change[] => [
  ...(before.status === "deactivated"
    ? []
    : [{ field: "status", from: before.status, to: "frozen" }]),
  ...(before.email === email ? [] : [noteEmail(before.email, email)]),
];
