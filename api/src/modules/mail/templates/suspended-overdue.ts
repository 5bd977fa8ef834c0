/** A workspace is suspended because of an overdue invoice, sent to the owner and the billing administrators. */
import { msg } from "@lingui/core/runtime-macro";
import { button, greeting, paragraph } from "../blocks.ts";
import { defineMail } from "../define-mail.ts";
import { consoleUrl, plainText, subjectName, writtenText } from "../values.ts";

export const suspendedOverdue = defineMail(
  {
    firstName: writtenText,
    workspace: writtenText,
    amount: plainText,
    instances: writtenText.optional(),
    link: consoleUrl,
  },
  ({ firstName, workspace, amount, instances, link }) => ({
    subject: msg`Your workspace is suspended for unpaid invoices: ${{ workspace: subjectName(workspace) }}`,
    greeting: greeting(firstName),
    lead: msg`${{ amount }} of the workspace ${{ workspace }} are overdue, so it is suspended. Nothing new can be ordered, started or invited. You can still read, pay, power off, terminate, export and leave.`,
    body: [
      instances === undefined
        ? null
        : paragraph(
            msg`These instances are powered off: ${{ instances }}. They are kept with their disks, and are still billed as stopped instances until you terminate them.`,
          ),
      paragraph(
        msg`When the payment arrives, the suspension ends and these instances start again by themselves.`,
      ),
      button(msg`View and pay invoices`, link),
    ],
  }),
);
