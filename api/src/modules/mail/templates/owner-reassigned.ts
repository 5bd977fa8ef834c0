/** Staff transferred the ownership of a workspace, sent to the previous and to the new owner. */
import { msg } from "@lingui/core/runtime-macro";
import { button, greeting, paragraph } from "../blocks.ts";
import { defineMail } from "../define-mail.ts";
import { consoleUrl, writtenText } from "../values.ts";

export const ownerReassigned = defineMail(
  {
    firstName: writtenText,
    member: writtenText,
    workspace: writtenText,
    note: writtenText,
    link: consoleUrl,
  },
  ({ firstName, member, workspace, note, link }) => ({
    subject: msg`A workspace has a new owner`,
    greeting: greeting(firstName),
    lead: msg`Support transferred the ownership of the workspace ${{ workspace }} to ${{ member }}, who now controls its members, instances, and billing. The previous owner is an administrator.`,
    body: [paragraph(msg`“${{ note }}”`), button(msg`Open workspace`, link)],
  }),
);
