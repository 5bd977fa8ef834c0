/** What people are told of their place in a workspace. */
import type { Locale } from "#contracts/locale.ts";
import type { WorkspaceRoleId } from "#contracts/roles.ts";
import type { Endpoint } from "#contracts/endpoint.ts";
import type { HandlerContext } from "../../core/http/handlers.ts";
import { sql } from "../../core/db/db.ts";
import { roleNames } from "../mail/membership-emails.ts";
import { sendEmail } from "../mail/send-email.ts";

type MembershipEmail = "member-joined" | "member-removed" | "role-changed" | "ownership-received";

interface MemberRecipient {
  userId: string;
  workspace: { handle: string; name: string };
  role: WorkspaceRoleId;
  /** Who did it, or who it is about. */
  member?: string;
}

/** To nobody who is gone. */
export async function sendMembershipEmail(
  parts: { readonly publicUrl: URL },
  { tx, enqueue }: Pick<HandlerContext<Endpoint>, "tx" | "enqueue">,
  kind: MembershipEmail,
  { userId, workspace, role, member }: MemberRecipient,
): Promise<void> {
  const user = await tx.maybeOne<{ email: string; firstName: string; locale: Locale }>(sql`
    SELECT email, first_name AS "firstName", locale FROM user_account WHERE id = ${userId} AND status = 'active'`);
  if (user === null) return;
  const page = kind === "member-removed" ? "/workspaces" : `/${workspace.handle}`;
  await enqueue(sendEmail, {
    to: user.email,
    template: kind,
    locale: user.locale,
    values: {
      firstName: user.firstName,
      workspace: workspace.name,
      role: roleNames[user.locale][role],
      link: new URL(page, parts.publicUrl).href,
      ...(member === undefined ? {} : { member }),
    },
  });
}
