/** A workspace will be suspended because of an overdue invoice, sent to the owner and the billing administrators. */
import { msg } from "@lingui/core/runtime-macro";
import { button, greeting, paragraph } from "../blocks.ts";
import { defineMail } from "../define-mail.ts";
import { consoleUrl, plainText, subjectName, timestamp, writtenText } from "../values.ts";

export const suspensionAnnounced = defineMail(
  {
    firstName: writtenText,
    workspace: writtenText,
    amount: plainText,
    at: timestamp,
    instances: writtenText.optional(),
    link: consoleUrl,
  },
  ({ firstName, workspace, amount, at, instances, link }, format) => ({
    subject: msg`Pay now to keep your instances running: ${{ workspace: subjectName(workspace) }}`,
    greeting: greeting(firstName),
    lead: msg`${{ amount }} of the workspace ${{ workspace }} are overdue. If they stay unpaid, the workspace is suspended on ${{ at: format.dateTime(at) }}.`,
    body: [
      instances === undefined
        ? null
        : paragraph(
            msg`These instances are then powered off: ${{ instances }}. They are kept with their disks, and are still billed.`,
          ),
      paragraph(msg`A payment that arrives before stops this.`),
      button(msg`View and pay invoices`, link),
    ],
  }),
);
