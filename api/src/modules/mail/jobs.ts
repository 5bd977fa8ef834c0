/** A mail is composed when it is sent, from the template and the values that were queued with its cause. */
import { job } from "../../core/jobs/jobs.ts";
import type { Mailer } from "../../ports/mailer.ts";
import { mailDelivery } from "./send-mail.ts";

export const mailDeliveryJob = job(
  mailDelivery,
  // A server that rejects the mail makes this throw: the queue tries again, later and later.
  async (deps: { mail: Mailer }, { to, ...mail }) => {
    // Loaded with the first mail, because every process knows this job and few send one.
    const { renderEmail } = await import("./render-email.ts");
    await deps.mail.send({ to, ...(await renderEmail(mail)) });
  },
);
