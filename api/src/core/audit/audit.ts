/** What a change leaves behind, in the transaction of the change. */
import { sql, type Tx } from "../db/db.ts";
import { uuidv7 } from "../lib/crypto.ts";

export interface FieldChange {
  field: string;
  from: unknown;
  to: unknown;
}

/** What a handler adds to the entry that mount() writes for it. */
export interface AuditDetails {
  target?: { type: string; id: string; name: string };
  /** Allow-listed fields only; a secret is `"changed"`, never its value. */
  changes?: FieldChange[];
  /** Where the call itself does not say it: the new workspace, the person who signed up. */
  workspaceId?: string;
  actor?: { id: string; name: string };
  /** `ok` unless said. */
  result?: "denied" | "failed";
}

export interface AuditEvent extends AuditDetails {
  at: Date;
  action: string;
  actorType: "user" | "staff" | "token" | "system";
  /** Of staff. */
  actorRole: string | null;
  /** Whom staff acted as. */
  onBehalfOf: { id: string; name: string } | null;
  sessionId: string | null;
  /** The access token it was done with. */
  tokenId: string | null;
  ip: string | null;
  userAgent: string | null;
  requestId: string;
}

export async function insertAuditEvent(tx: Tx, entry: AuditEvent): Promise<void> {
  await tx.execute(sql`
    INSERT INTO audit_event (id, at, workspace_id, actor_type, actor_user_id, actor_name, actor_role, on_behalf_of_id,
      on_behalf_of_name, session_id, token_id, action,
      target_type, target_id, target_name, result, ip, user_agent, request_id, changes)
    VALUES (${uuidv7(entry.at)}, ${entry.at}, ${entry.workspaceId ?? null}, ${entry.actorType}, ${entry.actor?.id ?? null},
      ${entry.actor?.name ?? ""}, ${entry.actorRole}, ${entry.onBehalfOf?.id ?? null}, ${entry.onBehalfOf?.name ?? null}, ${entry.sessionId}, ${entry.tokenId}, ${entry.action}, ${entry.target?.type ?? null}, ${entry.target?.id ?? null},
      ${entry.target?.name ?? null}, ${entry.result ?? "ok"}, ${entry.ip}, ${entry.userAgent?.slice(0, 500) ?? null}, ${entry.requestId},
      ${JSON.stringify(entry.changes ?? [])}::jsonb)`);
}
