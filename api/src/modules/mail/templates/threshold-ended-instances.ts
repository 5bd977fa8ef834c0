/** The grace period of a passed alert threshold is over, sent to the owner and the billing administrators. */
import { msg } from "@lingui/core/runtime-macro";
import { button, greeting, paragraph } from "../blocks.ts";
import { defineMail } from "../define-mail.ts";
import { consoleUrl, plainText, subjectName, timestamp, writtenText } from "../values.ts";

export const thresholdEndedInstances = defineMail(
  {
    firstName: writtenText,
    workspace: writtenText,
    amount: plainText,
    terminated: writtenText.optional(),
    stopped: writtenText.optional(),
    at: timestamp,
    link: consoleUrl,
  },
  ({ firstName, workspace, amount, terminated, stopped, at, link }, format) => ({
    subject: msg`Your alert threshold ended instances: ${{ workspace: subjectName(workspace) }}`,
    greeting: greeting(firstName),
    lead: msg`The workspace ${{ workspace }} passed its threshold of ${{ amount }}, and the time to raise it is over.`,
    body: [
      terminated === undefined
        ? null
        : paragraph(
            msg`Terminated: ${{ terminated }}. They are not billed any more, and you can restore them with their disks until ${{ at: format.dateTime(at) }}.`,
          ),
      stopped === undefined
        ? null
        : paragraph(
            msg`Powered off and kept, because they are bare-metal or protected: ${{ stopped }}. They are still billed until you terminate them.`,
          ),
      button(msg`View instances`, link),
    ],
  }),
);
