/** The card could not be charged for an invoice, sent to the owner and the billing administrators. */
import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/runtime-macro";
import { button, greeting, paragraph } from "../blocks.ts";
import { defineMail } from "../define-mail.ts";
import { consoleUrl, plainText, timestamp, writtenText } from "../values.ts";

/** Reasons of banks that a customer can do something about. */
const reasons: Readonly<Record<string, MessageDescriptor>> = {
  authentication_required: msg`Your bank asks you to confirm the payment. Open the invoice and pay it there.`,
  insufficient_funds: msg`Your bank says that the card has too little credit.`,
  expired_card: msg`Your bank says that the card has expired.`,
  provider_unavailable: msg`The payment provider did not respond.`,
};

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
      paragraph(
        reasons[failure] ??
          msg`Your bank declined the card (${{ failure }}). Use another card, or ask your bank.`,
      ),
      at === undefined
        ? null
        : paragraph(
            msg`We try again after ${{ at: format.dateTime(at) }}. You can pay now, with this card or another one.`,
          ),
      button(msg`View and pay invoice`, link),
    ],
  }),
);
