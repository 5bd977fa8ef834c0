/** The role of a member changed. */
import { msg } from "@lingui/core/runtime-macro";
import { button, greeting } from "../blocks.ts";
import { defineMail } from "../define-mail.ts";
import { consoleUrl, writtenText } from "../values.ts";
import { roleName, workspaceRole } from "../workspace-role.ts";

export const roleChanged = defineMail(
  { firstName: writtenText, workspace: writtenText, role: workspaceRole, link: consoleUrl },
  ({ firstName, workspace, role, link }, format) => ({
    subject: msg`Your role in a workspace has changed`,
    greeting: greeting(firstName),
    lead: msg`Your role in the workspace ${{ workspace }} is now: ${{ role: roleName(role, format) }}.`,
    body: [button(msg`Open workspace`, link)],
  }),
);
