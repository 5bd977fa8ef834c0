/** Mail is written when it is sent, from a template and values that were kept with the cause. */
import type { TaskHandlers } from "../../core/jobs/worker.ts";
import type { Mailer } from "../../ports/mailer.ts";
import { renderEmail } from "./render-email.ts";

export function mailJobs(parts: { mail: Mailer }): Pick<TaskHandlers, "mail.send"> {
  return {
    // A server that does not take the mail makes this throw: the queue tries again, later and later.
    "mail.send": ({ to, template, locale, values }) =>
      parts.mail.send({ to, ...renderEmail(template, locale, values) }),
  };
}
