/** A payment or top-up arrived. The receipt is attached. */
import { msg } from "@lingui/core/runtime-macro";
import { button, greeting } from "../blocks.ts";
import { defineMail } from "../define-mail.ts";
import { consoleUrl, plainText, subjectName, writtenText } from "../values.ts";

export const paymentReceipt = defineMail(
  { firstName: writtenText, workspace: writtenText, value: plainText, link: consoleUrl },
  ({ firstName, workspace, value, link }) => ({
    subject: msg`Receipt for ${{ workspace: subjectName(workspace) }}: ${{ value }}`,
    greeting: greeting(firstName),
    lead: msg`Your payment of ${{ value }} for the workspace ${{ workspace }} has arrived. The receipt is attached.`,
    body: [button(msg`View billing history`, link)],
  }),
);
