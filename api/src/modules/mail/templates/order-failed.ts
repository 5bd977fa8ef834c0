/** A waiting order can no longer start, sent to whoever placed it. */
import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/runtime-macro";
import type { QueueFailReason } from "#contracts/queue.ts";
import { button, greeting, paragraph } from "../blocks.ts";
import { defineMail } from "../define-mail.ts";
import { consoleUrl, subjectName, writtenText } from "../values.ts";

const reasons: Record<QueueFailReason, MessageDescriptor> = {
  access_lost: msg`You can no longer create instances in this workspace.`,
  token_revoked: msg`The access token that placed the order was revoked.`,
  workspace_deactivated: msg`The workspace was deactivated.`,
  project_deleted: msg`Its project was deleted.`,
  key_deleted: msg`One of its SSH keys was deleted.`,
  image_retired: msg`Its operating system is no longer available.`,
  product_withdrawn: msg`None of its products is offered in its region any more.`,
  hostname_taken: msg`Another instance has one of its names.`,
  rejected: msg`It doesn't fit what is offered any more.`,
};

/** A worker of an earlier release shows the code of a reason that it does not know. */
const reasonMessage = (reason: string): MessageDescriptor =>
  Object.entries(reasons).find(([code]) => code === reason)?.[1] ?? msg`Reason: ${{ reason }}`;

export const orderFailed = defineMail(
  {
    firstName: writtenText,
    instances: writtenText,
    workspace: writtenText,
    reason: writtenText,
    link: consoleUrl,
  },
  ({ firstName, instances, workspace, reason, link }) => ({
    subject: msg`Your waiting order was ended: ${{ instances: subjectName(instances) }}`,
    greeting: greeting(firstName),
    lead: msg`Your order in the workspace ${{ workspace }} can't start any more: ${{ instances }}. Nothing was created, and nothing is billed.`,
    body: [paragraph(reasonMessage(reason)), button(msg`View waiting orders`, link)],
  }),
);
