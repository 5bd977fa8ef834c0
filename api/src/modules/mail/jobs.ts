/** An email is written when it is sent, from a template and the values that were stored with its cause. */
import { job } from "../../core/jobs/jobs.ts";
import type { Mailer } from "../../ports/mailer.ts";
import { renderEmail } from "./render-email.ts";
import { sendEmail } from "./send-email.ts";

export const sendEmailJob = job(
  sendEmail,
  // A server that does not take the email makes this throw: the queue tries again, later and later.
  ({ mail }: { mail: Mailer }, { to, template, locale, values }) =>
    mail.send({ to, ...renderEmail(template, locale, values) }),
);
