/** A credit note was issued. The PDF and the e-invoice are attached. */
import { msg } from "@lingui/core/runtime-macro";
import { button, greeting, paragraph } from "../blocks.ts";
import { defineMail } from "../define-mail.ts";
import { consoleUrl, plainText, subjectName, writtenText } from "../values.ts";

export const creditNoteIssued = defineMail(
  {
    firstName: writtenText,
    workspace: writtenText,
    number: plainText,
    /** Number of the invoice that is credited. */
    invoiceNumber: plainText,
    value: plainText,
    link: consoleUrl,
  },
  ({ firstName, workspace, number, invoiceNumber, value, link }) => ({
    subject: msg`Credit note ${{ number }} for ${{ workspace: subjectName(workspace) }}`,
    greeting: greeting(firstName),
    lead: msg`The credit note ${{ number }} of the workspace ${{ workspace }} over ${{ value }} is attached. It credits the invoice ${{ invoiceNumber }}.`,
    body: [
      paragraph(
        msg`The amount reduces what is owed for the invoice. What was paid of it already goes to the balance.`,
      ),
      button(msg`View credit note`, link),
    ],
  }),
);
