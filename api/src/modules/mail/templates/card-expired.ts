/** The default card has expired, sent to the owner and the billing administrators. */
import { msg } from "@lingui/core/runtime-macro";
import { button, greeting, paragraph } from "../blocks.ts";
import { defineMail } from "../define-mail.ts";
import { consoleUrl, plainText, subjectName, writtenText } from "../values.ts";

export const cardExpired = defineMail(
  {
    firstName: writtenText,
    workspace: writtenText,
    card: plainText,
    expiry: plainText,
    link: consoleUrl,
  },
  ({ firstName, workspace, card, expiry, link }) => ({
    subject: msg`A card has expired: ${{ workspace: subjectName(workspace) }}`,
    greeting: greeting(firstName),
    lead: msg`The card ${{ card }}, which pays for the workspace ${{ workspace }}, was valid until the end of ${{ expiry }}. It can't be charged any more.`,
    body: [
      button(msg`View cards`, link),
      paragraph(
        msg`Add another card, or top up the balance, so that the next invoice can be paid. Running instances continue.`,
      ),
    ],
  }),
);
