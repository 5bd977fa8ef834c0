/** Audit events, written in the transaction of the change they describe. */
import { sql, type Tx } from "../db/db.ts";
import { uuidv7 } from "../lib/crypto.ts";

export interface FieldChange {
  field: string;
  from: unknown;
  to: unknown;
}

/** Details a handler adds to the audit event of its request. */
export interface AuditDetails {
  target?: { type: string; id: string; name: string };
  /** Allow-listed fields only; a secret is `"changed"`, never its value. */
  changes?: FieldChange[];
  /** Set if the request itself does not name the workspace or actor: a new workspace, a new user. */
  workspaceId?: string;
  actor?: { id: string; name: string };
  /** Default: `ok`. */
  result?: "denied" | "failed";
}

export interface AuditEvent extends AuditDetails {
  at: Date;
  action: string;
  actorType: "user" | "staff" | "token" | "system";
  /** Staff role of the actor; null for other actors. */
  actorRole: string | null;
  /** The user that staff impersonated. */
  onBehalfOf: { id: string; name: string } | null;
  sessionId: string | null;
  /** The access token used. */
  tokenId: string | null;
  ip: string | null;
  userAgent: string | null;
  requestId: string;
}

export async function insertAuditEvent(tx: Tx, event: AuditEvent): Promise<void> {
  await tx.execute(sql`
    INSERT INTO audit_event (id, at, workspace_id, actor_type, actor_user_id, actor_name, actor_role, on_behalf_of_id,
      on_behalf_of_name, session_id, token_id, action,
      target_type, target_id, target_name, result, ip, user_agent, request_id, changes)
    VALUES (${uuidv7(event.at)}, ${event.at}, ${event.workspaceId ?? null}, ${event.actorType}, ${event.actor?.id ?? null},
      ${event.actor?.name ?? ""}, ${event.actorRole}, ${event.onBehalfOf?.id ?? null}, ${event.onBehalfOf?.name ?? null}, ${event.sessionId}, ${event.tokenId}, ${event.action}, ${event.target?.type ?? null}, ${event.target?.id ?? null},
      ${event.target?.name ?? null}, ${event.result ?? "ok"}, ${event.ip}, ${event.userAgent?.slice(0, 500) ?? null}, ${event.requestId},
      ${JSON.stringify(event.changes ?? [])}::jsonb)`);
}

/** An event that no request caused, such as the run of a job. `requestId` names its cause. */
export const insertSystemEvent = (
  tx: Tx,
  event: Pick<AuditEvent, "at" | "action" | "target" | "changes" | "requestId"> & {
    readonly workspaceId: string;
  },
): Promise<void> =>
  insertAuditEvent(tx, {
    ...event,
    actorType: "system",
    actorRole: null,
    onBehalfOf: null,
    sessionId: null,
    tokenId: null,
    ip: null,
    userAgent: null,
  });
