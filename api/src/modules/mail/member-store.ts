/** SQL of the members who get an email about their workspace. */
import { Locale } from "#contracts/locale.ts";
import { type Sql, sql, type Tx } from "../../core/db/db.ts";
import type { MailRecipient } from "./send-mail.ts";

export type MemberRecipient = MailRecipient & { readonly firstName: string };

/** The member with an active account; null if there is none, or the user has left the workspace. */
export const findMember = (tx: Tx, workspaceId: string, userId: string) =>
  find(tx, workspaceId, sql`r.user_id = ${userId}`);

export const findOwner = (tx: Tx, workspaceId: string) =>
  find(tx, workspaceId, sql`r.workspace_role_id = 'owner'`);

async function find(tx: Tx, workspaceId: string, who: Sql): Promise<MemberRecipient | null> {
  const row = await tx.maybeOne<{
    email: string;
    locale: string;
    timezone: string;
    firstName: string;
  }>(sql`
    SELECT u.email, u.locale, u.timezone, u.first_name AS "firstName" FROM user_workspace_role r JOIN user_account u ON u.id = r.user_id
     WHERE r.workspace_id = ${workspaceId} AND r.expired_at IS NULL AND u.status = 'active' AND ${who}`);
  return row === null ? null : { ...row, locale: Locale.parse(row.locale) };
}
