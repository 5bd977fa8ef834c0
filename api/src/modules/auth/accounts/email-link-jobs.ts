/**
 * Sends requested links in a job, so that the response time does not reveal whether the email address has an
 * account.
 */
import type { Clock } from "../../../core/lib/clock.ts";
import type { Database } from "../../../core/db/db.ts";
import { job } from "../../../core/jobs/jobs.ts";
import { sendPasswordResetLink } from "../passwords/password-reset.ts";
import { findAccount } from "../../accounts/accounts.ts";
import { emailLink } from "./email-link.ts";
import { type MailContext, sendVerificationEmail } from "./verify-email.ts";
import { mailsOf } from "../../mail/send-mail.ts";

interface EmailLinkDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly publicUrl: URL;
}

export const emailLinkJob = job(emailLink, async (deps: EmailLinkDeps, { emailKey, purpose }) => {
  const now = deps.clock.now();
  await deps.db.withSystemRole("the requester of a link is not signed in", async (tx) => {
    const account = await findAccount(tx, emailKey);
    if (account === null) return;
    const context: MailContext = {
      tx,
      now,
      ...mailsOf(tx, now),
    };
    if (purpose === "reset_password") await sendPasswordResetLink(deps, context, account);
    else if (account.status === "unverified")
      await sendVerificationEmail(deps, context, { ...account, firstName: account.first_name });
  });
});
