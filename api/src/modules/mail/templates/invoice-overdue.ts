/** An invoice is overdue, sent to the owner and the billing administrators. */
import { msg } from "@lingui/core/runtime-macro";
import { button, greeting, paragraph } from "../blocks.ts";
import { defineMail } from "../define-mail.ts";
import { consoleUrl, plainText, timestamp, writtenText } from "../values.ts";

export const invoiceOverdue = defineMail(
  {
    firstName: writtenText,
    workspace: writtenText,
    invoice: plainText,
    amount: plainText,
    at: timestamp,
    link: consoleUrl,
  },
  ({ firstName, workspace, invoice, amount, at, link }, format) => ({
    subject: msg`Payment reminder: ${{ invoice }} is overdue`,
    greeting: greeting(firstName),
    lead: msg`The invoice ${{ invoice }} of the workspace ${{ workspace }} is overdue. ${{ amount }} are open.`,
    body: [
      paragraph(
        msg`If it stays unpaid until ${{ at: format.dateTime(at) }}, the workspace is suspended and its instances are powered off. We tell you 3 days before.`,
      ),
      button(msg`View and pay invoice`, link),
      paragraph(msg`If you paid by bank transfer in the last days, there is nothing to do.`),
    ],
  }),
);
