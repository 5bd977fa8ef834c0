/** The default card expires soon, sent to the owner and the billing administrators. */
import { msg } from "@lingui/core/runtime-macro";
import { button, greeting, paragraph } from "../blocks.ts";
import { defineMail } from "../define-mail.ts";
import { consoleUrl, plainText, subjectName, writtenText } from "../values.ts";

export const cardExpiring = defineMail(
  {
    firstName: writtenText,
    workspace: writtenText,
    card: plainText,
    expiry: plainText,
    link: consoleUrl,
  },
  ({ firstName, workspace, card, expiry, link }) => ({
    subject: msg`A card expires soon: ${{ workspace: subjectName(workspace) }}`,
    greeting: greeting(firstName),
    lead: msg`The card ${{ card }}, which pays for the workspace ${{ workspace }}, expires at the end of ${{ expiry }}. After that it can't be charged.`,
    body: [
      button(msg`View cards`, link),
      paragraph(
        msg`Add the new card before. It then becomes the default card, and invoices are paid without interruption.`,
      ),
    ],
  }),
);
