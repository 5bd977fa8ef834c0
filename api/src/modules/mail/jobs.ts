/** A mail is composed when it is sent, from the template and the values that were queued with its cause. */
import type { TaskHandlers } from "../../core/jobs/worker.ts";
import type { Mailer } from "../../ports/mailer.ts";

export function mailJobs(parts: { mail: Mailer }): Pick<TaskHandlers, "mail.send"> {
  return {
    // A server that rejects the mail makes this throw: the queue tries again, later and later.
    "mail.send": async ({ to, ...mail }) => {
      // Loaded with the first mail, because every process knows this job and few send one.
      const { renderEmail } = await import("./render-email.ts");
      await parts.mail.send({ to, ...(await renderEmail(mail)) });
    },
  };
}
