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

/** The owner, and the billing administrators in the order of their email addresses. */
export const listBillingRecipients = (tx: Tx, workspaceId: string) =>
  list(tx, workspaceId, sql`r.workspace_role_id IN ('owner', 'billing_administrator')`);

const find = async (tx: Tx, workspaceId: string, who: Sql): Promise<MemberRecipient | null> =>
  (await list(tx, workspaceId, who))[0] ?? null;

async function list(tx: Tx, workspaceId: string, who: Sql): Promise<MemberRecipient[]> {
  const rows = await tx.many<{
    email: string;
    locale: string;
    timezone: string;
    firstName: string;
  }>(sql`
    SELECT u.email, u.locale, u.timezone, u.first_name AS "firstName" FROM user_workspace_role r JOIN user_account u ON u.id = r.user_id
     WHERE r.workspace_id = ${workspaceId} AND r.expired_at IS NULL AND u.status = 'active' AND ${who}
     ORDER BY r.workspace_role_id = 'owner' DESC, u.email`);
  return rows.map((row) => ({ ...row, locale: Locale.parse(row.locale) }));
}

export interface WorkspaceNames {
  readonly name: string;
  readonly handle: string;
}

/** What emails call the workspace, and the handle of its links. */
export const findWorkspaceNames = (tx: Tx, workspaceId: string): Promise<WorkspaceNames> =>
  tx.one<WorkspaceNames>(sql`SELECT name, handle FROM workspace WHERE id = ${workspaceId}`);
