/** The month's cost has reached a percentage of the alert threshold, sent to the owner and the billing administrators. */
import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/runtime-macro";
import type { AlertAction } from "#contracts/spending-alerts.ts";
import { button, greeting, paragraph } from "../blocks.ts";
import { defineMail } from "../define-mail.ts";
import { consoleUrl, plainText, subjectName, timestamp, writtenText } from "../values.ts";

const effects: Record<AlertAction, MessageDescriptor> = {
  notify: msg`Nothing is stopped: this is only an alert.`,
  block_orders: msg`New orders are rejected until the month ends (UTC). Running instances continue and are billed.`,
  stop: msg`New orders are rejected until the month ends (UTC), and the active instances are powered off. They are kept with their disks, and are still billed until you terminate them.`,
  terminate_after_grace: msg`New orders are rejected until the month ends (UTC).`,
};

/** A worker of an earlier release shows the code of an action that it does not know. */
const effectMessage = (action: string): MessageDescriptor =>
  Object.entries(effects).find(([code]) => code === action)?.[1] ?? msg`Action: ${{ action }}`;

export const spendingAlert = defineMail(
  {
    firstName: writtenText,
    workspace: writtenText,
    percent: plainText,
    amount: plainText,
    spent: plainText,
    alertAction: writtenText,
    at: timestamp.optional(),
    instances: writtenText.optional(),
    link: consoleUrl,
  },
  ({ firstName, workspace, percent, amount, spent, alertAction, at, instances, link }, format) => ({
    subject: msg`${{ percent }} % of your alert threshold: ${{ workspace: subjectName(workspace) }}`,
    greeting: greeting(firstName),
    lead: msg`This month (UTC), the workspace ${{ workspace }} has cost ${{ spent }}. That is at least ${{ percent }} % of the threshold of ${{ amount }}.`,
    body: [
      paragraph(effectMessage(alertAction)),
      at === undefined
        ? null
        : paragraph(
            msg`On ${{ at: format.dateTime(at) }} the virtual machines are terminated. You can restore them with their disks for 30 days. Bare-metal and protected instances are powered off instead. Raise or remove the threshold before, and nothing happens.`,
          ),
      instances === undefined ? null : paragraph(msg`Powered off: ${{ instances }}`),
      button(msg`View balance and threshold`, link),
    ],
  }),
);
