/** An automatic top-up failed and waits for the customer, sent to the owner and the billing administrators. */
import { msg } from "@lingui/core/runtime-macro";
import { button, greeting, paragraph } from "../blocks.ts";
import { chargeFailureMessage } from "../charge-failure.ts";
import { defineMail } from "../define-mail.ts";
import { consoleUrl, plainText, subjectName, writtenText } from "../values.ts";

export const automaticTopUpFailed = defineMail(
  {
    firstName: writtenText,
    workspace: writtenText,
    amount: plainText,
    failure: writtenText,
    link: consoleUrl,
  },
  ({ firstName, workspace, amount, failure, link }) => ({
    subject: msg`Automatic top-up failed: ${{ workspace: subjectName(workspace) }}`,
    greeting: greeting(firstName),
    lead: msg`We could not top up the balance of the workspace ${{ workspace }} by ${{ amount }}. Automatic top-up is paused until you turn it on again.`,
    body: [paragraph(chargeFailureMessage(failure)), button(msg`View balance and cards`, link)],
  }),
);
