/** Queues an email in the transaction of its cause. The worker renders it when it is sent. */
import { z } from "zod";
import type { Endpoint } from "#contracts/endpoint.ts";
import { Locale } from "#contracts/locale.ts";
import type { HandlerContext } from "../../core/http/handlers.ts";
import type { Tx } from "../../core/db/db.ts";
import { defineJob, enqueue } from "../../core/jobs/jobs.ts";
import type { mailTemplates } from "./mail-templates.ts";

/** Its handler is in jobs.ts. */
export const mailDelivery = defineJob(
  "mail.send",
  z.object({
    to: z.string(),
    /** A name in mail-templates.ts. */
    template: z.string().max(64),
    locale: Locale,
    /** Of the dates; UTC where the recipient's is not known. */
    timezone: z.string().optional(),
    /** What the template declares, checked when the mail is composed. */
    values: z.record(z.string(), z.unknown()),
  }),
);

export interface MailRecipient {
  readonly email: string;
  readonly locale: Locale;
  /** IANA name. Dates are in UTC without it. */
  readonly timezone?: string;
}

type MailName = keyof typeof mailTemplates;
export type MailValues<Name extends MailName> = z.input<(typeof mailTemplates)[Name]["values"]>;

type MailContext = Pick<HandlerContext<Endpoint>, "enqueue">;

/** The context of a mail that no request causes: it is queued in the transaction of a job. */
export const mailsOf = (tx: Tx, now: Date): MailContext => ({
  enqueue: (definition, payload, options) => enqueue(tx, now, definition, payload, options),
});

export const sendMail = <Name extends MailName>(
  context: MailContext,
  to: MailRecipient,
  template: Name,
  values: MailValues<Name>,
): Promise<void> => queueMail(context, to, template, values);

/** For callers that have validated the values against the template themselves. */
export const queueMail = (
  { enqueue }: MailContext,
  to: MailRecipient,
  template: MailName,
  values: Readonly<Record<string, unknown>>,
): Promise<void> =>
  enqueue(mailDelivery, {
    to: to.email,
    template,
    locale: to.locale,
    timezone: to.timezone,
    values,
  });
