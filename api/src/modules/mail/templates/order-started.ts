/** A waiting order has started, sent to whoever placed it. */
import { msg } from "@lingui/core/runtime-macro";
import { button, greeting, paragraph } from "../blocks.ts";
import { defineMail } from "../define-mail.ts";
import { consoleUrl, subjectName, writtenText } from "../values.ts";

export const orderStarted = defineMail(
  { firstName: writtenText, instances: writtenText, workspace: writtenText, link: consoleUrl },
  ({ firstName, instances, workspace, link }) => ({
    subject: msg`Your waiting order has started: ${{ instances: subjectName(instances) }}`,
    greeting: greeting(firstName),
    lead: msg`Capacity became free, and your order in the workspace ${{ workspace }} has started: ${{ instances }}. Billing starts when an instance is active.`,
    body: [
      button(msg`View order`, link),
      paragraph(msg`If you no longer need it, terminate the instances.`),
    ],
  }),
);
