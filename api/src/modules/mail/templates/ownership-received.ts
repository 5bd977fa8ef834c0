/** The ownership of a workspace was transferred, sent to the new owner. */
import { msg } from "@lingui/core/runtime-macro";
import { button, greeting } from "../blocks.ts";
import { defineMail } from "../define-mail.ts";
import { consoleUrl, writtenText } from "../values.ts";

export const ownershipReceived = defineMail(
  { firstName: writtenText, member: writtenText, workspace: writtenText, link: consoleUrl },
  ({ firstName, member, workspace, link }) => ({
    subject: msg`You're now the owner of a workspace`,
    greeting: greeting(firstName),
    lead: msg`${{ member }} transferred ownership of the workspace ${{ workspace }} to you. You now control its members, instances, and billing.`,
    body: [button(msg`Open workspace`, link)],
  }),
);
