/** An invoice was issued. The PDF and the e-invoice are attached. */
import { msg } from "@lingui/core/runtime-macro";
import { button, greeting, paragraph } from "../blocks.ts";
import { defineMail } from "../define-mail.ts";
import { consoleUrl, plainText, subjectName, timestamp, writtenText } from "../values.ts";

export const invoiceIssued = defineMail(
  {
    firstName: writtenText,
    workspace: writtenText,
    number: plainText,
    value: plainText,
    /** When it is due; missing when nothing is left to pay. */
    at: timestamp.optional(),
    link: consoleUrl,
  },
  ({ firstName, workspace, number, value, at, link }, format) => ({
    subject: msg`Invoice ${{ number }} for ${{ workspace: subjectName(workspace) }}`,
    greeting: greeting(firstName),
    lead: msg`The invoice ${{ number }} of the workspace ${{ workspace }} over ${{ value }} is attached.`,
    body: [
      at === undefined
        ? paragraph(msg`It is paid from the balance. There is nothing to do.`)
        : paragraph(
            msg`It is due on ${{ at: format.dateTime(at) }}. A saved card is charged automatically.`,
          ),
      button(msg`View invoice`, link),
    ],
  }),
);
