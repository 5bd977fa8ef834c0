/** Promo credit expires soon, sent to the owner and the billing administrators. */
import { msg } from "@lingui/core/runtime-macro";
import { button, greeting, paragraph } from "../blocks.ts";
import { defineMail } from "../define-mail.ts";
import { consoleUrl, plainText, subjectName, timestamp, writtenText } from "../values.ts";

export const promoCreditExpiring = defineMail(
  {
    firstName: writtenText,
    workspace: writtenText,
    amount: plainText,
    promoCode: writtenText,
    at: timestamp,
    link: consoleUrl,
  },
  ({ firstName, workspace, amount, promoCode, at, link }, format) => ({
    subject: msg`Promo credit expires soon: ${{ workspace: subjectName(workspace) }}`,
    greeting: greeting(firstName),
    lead: msg`${{ amount }} of promo credit (code ${{ promoCode }}) of the workspace ${{ workspace }} expires on ${{ at: format.dateTime(at) }}.`,
    body: [
      button(msg`View balance`, link),
      paragraph(
        msg`It still reduces the invoice of the month in which it expires. What that invoice does not use is then lost.`,
      ),
    ],
  }),
);
