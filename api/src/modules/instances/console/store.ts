/** SQL of an instance's console. */
import { type Tx, sql } from "../../../core/db/db.ts";

interface InstanceKey {
  readonly id: string;
  readonly workspaceId: string;
}

/** The provider's id of the instance's server; null before it is created and after its termination. */
export async function readServerId(
  tx: Tx,
  { id, workspaceId }: InstanceKey,
): Promise<string | null> {
  const row = await tx.one<{ serverId: string | null }>(
    sql`SELECT provider_server_id AS "serverId" FROM instance WHERE id = ${id} AND workspace_id = ${workspaceId}`,
  );
  return row.serverId;
}

interface TicketOwner {
  readonly workspaceId: string;
  readonly instanceId: string;
  readonly sessionId: string;
}

/** Inserts a ticket, and deletes those of the workspace that have expired. */
export async function insertTicket(
  tx: Tx,
  { workspaceId, instanceId, sessionId }: TicketOwner,
  ticket: { id: string; hash: Buffer; createdAt: Date; expiresAt: Date },
): Promise<void> {
  await tx.execute(
    sql`DELETE FROM console_ticket WHERE workspace_id = ${workspaceId} AND expires_at < ${ticket.createdAt}`,
  );
  await tx.execute(sql`INSERT INTO console_ticket (id, workspace_id, instance_id, session_id, ticket_hash, created_at, expires_at)
    VALUES (${ticket.id}, ${workspaceId}, ${instanceId}, ${sessionId}, ${ticket.hash}, ${ticket.createdAt}, ${ticket.expiresAt})`);
}

/** Deletes the ticket; returns whether it was valid for this instance and session. Of two requests one succeeds. */
export async function useTicket(
  tx: Tx,
  { workspaceId, instanceId, sessionId }: TicketOwner,
  hash: Buffer,
  now: Date,
): Promise<boolean> {
  const deleted = await tx.execute(sql`DELETE FROM console_ticket
    WHERE ticket_hash = ${hash} AND workspace_id = ${workspaceId} AND instance_id = ${instanceId}
      AND session_id = ${sessionId} AND expires_at > ${now}`);
  return deleted === 1;
}

export interface ConsoleUser extends TicketOwner {
  readonly userId: string;
}

export interface ConsoleAccess {
  readonly sessionId: string;
  readonly instanceId: string;
  readonly role: string;
  readonly variant: string;
  readonly status: string;
  readonly statusReason: string | null;
  readonly activatedAt: Date | null;
  readonly deleteProtection: boolean;
  readonly owner: { readonly id: string };
}

/** What each open console depends on; nothing for one whose session, membership or workspace has ended. */
export const listConsoleAccess = (
  tx: Tx,
  users: readonly ConsoleUser[],
  now: Date,
): Promise<ConsoleAccess[]> =>
  tx.many(sql`
    SELECT s.id AS "sessionId", i.id AS "instanceId", r.workspace_role_id AS role, i.variant, i.status,
           i.status_reason AS "statusReason", i.activated_at AS "activatedAt", i.delete_protection AS "deleteProtection",
           json_build_object('id', coalesce(p.created_by, i.created_by)) AS owner
      FROM unnest(${users.map(({ sessionId }) => sessionId)}::uuid[], ${users.map(({ instanceId }) => instanceId)}::uuid[],
                  ${users.map(({ workspaceId }) => workspaceId)}::uuid[]) AS c (session_id, instance_id, workspace_id)
      JOIN session s ON s.id = c.session_id AND s.revoked_at IS NULL AND s.suspended_at IS NULL AND s.expires_at > ${now}
      JOIN user_account u ON u.id = s.user_id AND u.status = 'active' AND u.credential_version = s.credential_version
      JOIN user_workspace_role r ON r.user_id = s.user_id AND r.workspace_id = c.workspace_id AND r.expired_at IS NULL
      JOIN workspace w ON w.id = c.workspace_id AND w.status <> 'deactivated'
      JOIN instance i ON i.workspace_id = c.workspace_id AND i.id = c.instance_id
      LEFT JOIN project p ON p.workspace_id = i.workspace_id AND p.id = i.project_id AND NOT p.is_default`);
