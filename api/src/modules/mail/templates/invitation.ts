/** An invitation to a workspace. The language is that of the inviter, because the recipient's is unknown. */
import { msg } from "@lingui/core/runtime-macro";
import { button, paragraph } from "../blocks.ts";
import { defineMail } from "../define-mail.ts";
import { consoleUrl, subjectName, writtenText } from "../values.ts";
import { roleName, workspaceRole } from "../workspace-role.ts";

export const invitation = defineMail(
  {
    member: writtenText,
    workspace: writtenText,
    role: workspaceRole,
    note: writtenText.optional(),
    link: consoleUrl,
  },
  ({ member, workspace, role, note, link }, format) => ({
    subject: subject(subjectName(member), subjectName(workspace)),
    greeting: msg`Hello,`,
    lead: msg`${{ member }} invited you to join the workspace ${{ workspace }}. Your role will be: ${{ role: roleName(role, format) }}.`,
    body: [
      note === undefined ? null : paragraph(msg`“${{ note }}”`),
      button(msg`View invitation`, link),
      paragraph(
        msg`The invitation is valid for 7 days and only for this email address. Sign in with it, or create an account first. If you don't know who sent this, you can ignore this email.`,
      ),
    ],
  }),
);

/** Names inviter and workspace, unless one of the names has no displayable character. */
const subject = (member: string, workspace: string) =>
  member === "" || workspace === ""
    ? msg`You're invited to join a workspace`
    : msg`${{ member }} invites you to ${{ workspace }}`;
