/** A member was removed from a workspace. */
import { msg } from "@lingui/core/runtime-macro";
import { button, greeting } from "../blocks.ts";
import { defineMail } from "../define-mail.ts";
import { consoleUrl, writtenText } from "../values.ts";

export const memberRemoved = defineMail(
  { firstName: writtenText, workspace: writtenText, link: consoleUrl },
  ({ firstName, workspace, link }) => ({
    subject: msg`You were removed from a workspace`,
    greeting: greeting(firstName),
    lead: msg`You were removed from the workspace ${{ workspace }}. Everything you created there stays in the workspace.`,
    body: [button(msg`View your workspaces`, link)],
  }),
);
