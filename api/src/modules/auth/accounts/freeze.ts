/** Handles the "This wasn't me" link of a security notification. The request needs no session. */
import { revokeInvitesSentBy } from "../../invites/revoke-invites.ts";
import type { auth } from "#contracts/auth.ts";
import type { FieldChange } from "../../../core/audit/audit.ts";
import type { Tx } from "../../../core/db/db.ts";
import { ProblemError } from "../../../core/lib/problem-error.ts";
import { systemHandler } from "../../../core/http/handlers.ts";
import { revokeTokensOfUser } from "../../tokens/revoke-tokens.ts";
import {
  consumeActionToken,
  revokeActionTokens,
  oldestUsableTokenDate,
  type ConsumedActionToken,
} from "../../accounts/action-tokens.ts";
import { emailFieldChange, revertEmail } from "./email-change.ts";
import type { SignInDeps } from "../sign-in/complete-sign-in.ts";
import { deleteKnownDevices } from "../sign-in/store.ts";
import { sendSecurityNotification } from "../../accounts/security-notifications.ts";
import type { AuthDeps } from "../registration/registration.ts";
import { createResetLink } from "../passwords/password-reset.ts";
import { minDate, signOutBrowser } from "../sessions/sessions.ts";
import { revokeAllSessions } from "../sessions/store.ts";
import { lockAccount, type AccountRow } from "../../accounts/accounts.ts";
import { deletePasskeysAndIdentities, freezeAccount } from "./store.ts";

export const freezeHandler = (deps: Pick<AuthDeps, "publicUrl"> & Pick<SignInDeps, "cookieName">) =>
  systemHandler<typeof auth.freeze>(
    "a freeze link is opened without a session",
    async (context) => {
      const { tx, now, path, caller, audit } = context;
      const consumed = await consumeActionToken(tx, ["freeze"], path.token, now);
      const before = await lockAccount(tx, consumed.user_id);
      if (before === null) throw new ProblemError("token_action_expired");
      const { id } = before;
      const reverted = await revertEmail(tx, id, now);
      await deleteCredentialsAddedSince(tx, id, await oldestOpenFreezeLink(tx, consumed, now));
      await revokeActionTokens(
        tx,
        id,
        ["verify_email", "change_email", "reset_password", "freeze", "data_copy"],
        now,
      );
      await revokeAllSessions(tx, id, "frozen", now);
      // A different user who is signed in on this browser keeps the session.
      if (caller?.user.id === id) await signOutBrowser(context, deps.cookieName);
      await revokeInvitesSentBy(tx, id, now);
      await revokeTokensOfUser(tx, id, null, now);
      const account = { ...before, email: reverted ?? before.email };
      // A deactivated account stays deactivated: a reset link would reactivate it.
      if (before.status !== "deactivated") {
        await freezeAccount(tx, id, now);
        const link = await createResetLink(deps, context, id);
        await sendSecurityNotification(deps, context, account, "account_frozen", { link });
      }
      audit({
        actor: { id, name: `${account.first_name} ${account.last_name}` },
        target: { type: "user", id, name: account.email },
        changes: freezeFieldChanges(before, account.email),
      });
      return { email: account.email };
    },
  );

/**
 * Returns when the oldest open freeze link was created. The user may open any of several links; the intrusion
 * started no later than the oldest one.
 */
async function oldestOpenFreezeLink(
  tx: Tx,
  { user_id: userId, created_at: followed }: ConsumedActionToken,
  now: Date,
): Promise<Date> {
  const oldest = await oldestUsableTokenDate(tx, userId, "freeze", now);
  return oldest === null ? followed : minDate(oldest, followed);
}

/** Deletes sign-in methods added since the link was created: they would survive the password reset. */
async function deleteCredentialsAddedSince(tx: Tx, userId: string, since: Date): Promise<void> {
  await deletePasskeysAndIdentities(tx, userId, since);
  await deleteKnownDevices(tx, userId);
}

const freezeFieldChanges = (before: AccountRow, email: string): FieldChange[] => [
  ...(before.status === "deactivated"
    ? []
    : [{ field: "status", from: before.status, to: "frozen" }]),
  ...(before.email === email ? [] : [emailFieldChange(before.email, email)]),
];
