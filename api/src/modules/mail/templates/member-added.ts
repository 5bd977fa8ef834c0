/** Staff added a user to a workspace, sent to that user. */
import { msg } from "@lingui/core/runtime-macro";
import { button, greeting } from "../blocks.ts";
import { defineMail } from "../define-mail.ts";
import { consoleUrl, writtenText } from "../values.ts";
import { roleName, workspaceRole } from "../workspace-role.ts";

export const memberAdded = defineMail(
  { firstName: writtenText, workspace: writtenText, role: workspaceRole, link: consoleUrl },
  ({ firstName, workspace, role, link }, format) => ({
    subject: msg`You were added to a workspace`,
    greeting: greeting(firstName),
    lead: msg`Support added you to the workspace ${{ workspace }}. Role: ${{ role: roleName(role, format) }}.`,
    body: [button(msg`Open workspace`, link)],
  }),
);
