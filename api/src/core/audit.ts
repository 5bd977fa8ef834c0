/** What a change leaves behind, in the transaction of the change. */
import type { FastifyRequest } from "fastify";
import type { Call } from "#contracts/kit.ts";
import type { Caller } from "./access.ts";
import { sql, type Tx } from "./db.ts";
import { newId } from "./keys.ts";

export interface Change {
  field: string;
  from: unknown;
  to: unknown;
}

/** What a handler adds to the entry that mount() writes for it. */
export interface AuditNote {
  target?: { type: string; id: string; name: string };
  /** Allow-listed fields only; a secret is `"changed"`, never its value. */
  changes?: Change[];
  /** Where the call itself does not say it: the new workspace, the person who signed up. */
  workspaceId?: string;
  actor?: { id: string; name: string };
  /** `ok` unless said. */
  result?: "denied" | "failed";
}

export interface AuditEntry extends AuditNote {
  at: Date;
  action: string;
  actorType: "user" | "staff" | "token" | "system";
  sessionId: string | null;
  ip: string | null;
  userAgent: string | null;
  requestId: string;
}

export async function writeAudit(tx: Tx, entry: AuditEntry): Promise<void> {
  await tx.run(sql`
    INSERT INTO audit_event (id, at, workspace_id, actor_type, actor_user_id, actor_name, session_id, action,
      target_type, target_id, target_name, result, ip, user_agent, request_id, changes)
    VALUES (${newId(entry.at)}, ${entry.at}, ${entry.workspaceId ?? null}, ${entry.actorType}, ${entry.actor?.id ?? null},
      ${entry.actor?.name ?? ""}, ${entry.sessionId}, ${entry.action}, ${entry.target?.type ?? null}, ${entry.target?.id ?? null},
      ${entry.target?.name ?? null}, ${entry.result ?? "ok"}, ${entry.ip}, ${entry.userAgent?.slice(0, 500) ?? null}, ${entry.requestId},
      ${JSON.stringify(entry.changes ?? [])}::jsonb)`);
}

/** The one entry of a call that changes something, from what its handler noted. */
export async function auditCall(
  tx: Tx,
  call: Call,
  caller: Caller | null,
  request: Pick<FastifyRequest, "id" | "ip" | "headers">,
  now: Date,
  notes: AuditNote[],
) {
  const note: AuditNote = Object.assign({}, ...notes);
  const actor =
    note.actor ??
    (caller === null
      ? undefined
      : { id: caller.user.id, name: `${caller.user.firstName} ${caller.user.lastName}` });
  const workspaceId = note.workspaceId ?? caller?.workspace?.id;
  await writeAudit(tx, {
    ...note,
    ...(actor === undefined ? {} : { actor }),
    ...(workspaceId === undefined ? {} : { workspaceId }),
    at: now,
    action: call.id,
    actorType: "user",
    sessionId: caller?.session.id ?? null,
    ip: request.ip,
    userAgent: request.headers["user-agent"] ?? null,
    requestId: request.id,
  });
}
