/** What people are told of their place in a workspace. */
import type { Locale } from "#contracts/auth.ts";
import type { WorkspaceRoleId } from "#contracts/permissions.ts";
import type { Call } from "#contracts/kit.ts";
import type { Context } from "../core/handlers.ts";
import { sql } from "../core/db.ts";
import { roleNames } from "../mail/memberships.ts";

type Kind = "member-joined" | "member-removed" | "role-changed" | "ownership-received";

interface Told {
  userId: string;
  workspace: { handle: string; name: string };
  role: WorkspaceRoleId;
  /** Who did it, or who it is about. */
  member?: string;
}

/** To nobody who is gone. */
export async function tellMember(
  parts: { readonly publicUrl: URL },
  { tx, enqueue }: Pick<Context<Call>, "tx" | "enqueue">,
  kind: Kind,
  { userId, workspace, role, member }: Told,
): Promise<void> {
  const person = await tx.maybe<{ email: string; firstName: string; locale: Locale }>(sql`
    SELECT email, first_name AS "firstName", locale FROM user_account WHERE id = ${userId} AND status = 'active'`);
  if (person === null) return;
  const page = kind === "member-removed" ? "/workspaces" : `/${workspace.handle}`;
  await enqueue("mail.send", {
    to: person.email,
    template: kind,
    locale: person.locale,
    values: {
      firstName: person.firstName,
      workspace: workspace.name,
      role: roleNames[person.locale][role],
      link: new URL(page, parts.publicUrl).href,
      ...(member === undefined ? {} : { member }),
    },
  });
}
