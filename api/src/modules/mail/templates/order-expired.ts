/** A waiting order has expired, sent to whoever placed it. */
import { msg } from "@lingui/core/runtime-macro";
import { button, greeting, paragraph } from "../blocks.ts";
import { defineMail } from "../define-mail.ts";
import { consoleUrl, subjectName, writtenText } from "../values.ts";

export const orderExpired = defineMail(
  { firstName: writtenText, instances: writtenText, workspace: writtenText, link: consoleUrl },
  ({ firstName, instances, workspace, link }) => ({
    subject: msg`Your waiting order has expired: ${{ instances: subjectName(instances) }}`,
    greeting: greeting(firstName),
    lead: msg`Your order in the workspace ${{ workspace }} did not start before the time you chose: ${{ instances }}. Nothing was created, and nothing is billed.`,
    body: [
      button(msg`View waiting orders`, link),
      paragraph(
        msg`To try again, place a new order. More choices of size or region make an early start more likely.`,
      ),
    ],
  }),
);
