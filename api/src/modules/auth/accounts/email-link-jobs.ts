/**
 * Sends requested links in a job, so that the response time does not reveal whether the email address has an
 * account.
 */
import type { Clock } from "../../../core/lib/clock.ts";
import type { Database } from "../../../core/db/db.ts";
import { enqueue } from "../../../core/jobs/jobs.ts";
import type { TaskHandlers } from "../../../core/jobs/worker.ts";
import { sendPasswordResetLink } from "../passwords/password-reset.ts";
import { findAccount } from "../../accounts/accounts.ts";
import { type MailContext, sendVerificationEmail } from "./verify-email.ts";

export function linkJobs(parts: {
  db: Database;
  clock: Clock;
  publicUrl: URL;
}): Pick<TaskHandlers, "auth.mailLink"> {
  return {
    "auth.mailLink": async ({ emailKey, purpose }) => {
      const now = parts.clock.now();
      await parts.db.withSystemRole("whoever asks for a link is not signed in", async (tx) => {
        const account = await findAccount(tx, emailKey);
        if (account === null) return;
        const context: MailContext = {
          tx,
          now,
          enqueue: (task, payload, options) => enqueue(tx, now, task, payload, options),
        };
        if (purpose === "reset_password") await sendPasswordResetLink(parts, context, account);
        else if (account.status === "unverified")
          await sendVerificationEmail(parts, context, {
            ...account,
            firstName: account.first_name,
          });
      });
    },
  };
}
