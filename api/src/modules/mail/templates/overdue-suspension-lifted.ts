/** The suspension for overdue invoices has ended, sent to the owner and the billing administrators. */
import { msg } from "@lingui/core/runtime-macro";
import { button, greeting, paragraph } from "../blocks.ts";
import { defineMail } from "../define-mail.ts";
import { consoleUrl, subjectName, writtenText } from "../values.ts";

export const overdueSuspensionLifted = defineMail(
  {
    firstName: writtenText,
    workspace: writtenText,
    /** Those that the suspension powered off. */
    instances: writtenText.optional(),
    link: consoleUrl,
  },
  ({ firstName, workspace, instances, link }) => ({
    subject: msg`Your workspace is active again: ${{ workspace: subjectName(workspace) }}`,
    greeting: greeting(firstName),
    lead: msg`The suspension of the workspace ${{ workspace }} is lifted. Everything works again.`,
    body: [
      instances === undefined
        ? null
        : paragraph(
            msg`The instances that the suspension powered off start again by themselves: ${{ instances }}.`,
          ),
      button(msg`Open workspace`, link),
    ],
  }),
);
