/** The card could not be charged for an invoice, sent to the owner and the billing administrators. */
import { msg } from "@lingui/core/runtime-macro";
import { button, greeting, paragraph } from "../blocks.ts";
import { chargeFailureMessage } from "../charge-failure.ts";
import { defineMail } from "../define-mail.ts";
import { consoleUrl, plainText, timestamp, writtenText } from "../values.ts";

export const chargeFailed = defineMail(
  {
    firstName: writtenText,
    workspace: writtenText,
    invoice: plainText,
    amount: plainText,
    card: plainText,
    failure: writtenText,
    at: timestamp.optional(),
    link: consoleUrl,
  },
  ({ firstName, workspace, invoice, amount, card, failure, at, link }, format) => ({
    subject: msg`Payment failed: ${{ invoice }}`,
    greeting: greeting(firstName),
    lead: msg`We could not charge the card ${{ card }} of the workspace ${{ workspace }} for the invoice ${{ invoice }}. ${{ amount }} are open.`,
    body: [
      paragraph(chargeFailureMessage(failure)),
      at === undefined
        ? null
        : paragraph(
            msg`We try again after ${{ at: format.dateTime(at) }}. You can pay now, with this card or another one.`,
          ),
      button(msg`View and pay invoice`, link),
    ],
  }),
);
