/** An invitation was accepted, sent to the inviter. */
import { msg } from "@lingui/core/runtime-macro";
import { button, greeting } from "../blocks.ts";
import { defineMail } from "../define-mail.ts";
import { consoleUrl, writtenText } from "../values.ts";
import { roleName, workspaceRole } from "../workspace-role.ts";

export const memberJoined = defineMail(
  {
    firstName: writtenText,
    member: writtenText,
    workspace: writtenText,
    role: workspaceRole,
    link: consoleUrl,
  },
  ({ firstName, member, workspace, role, link }, format) => ({
    subject: msg`Your invitation was accepted`,
    greeting: greeting(firstName),
    lead: msg`${{ member }} accepted your invitation and joined the workspace ${{ workspace }}. Role: ${{ role: roleName(role, format) }}.`,
    body: [button(msg`Open workspace`, link)],
  }),
);
