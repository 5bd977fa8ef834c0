/** What a change leaves behind, in the transaction of the change. */
import type { FastifyRequest } from "fastify";
import type { ProblemCode } from "#contracts/errors.ts";
import type { Call } from "#contracts/kit.ts";
import type { AnyCaller } from "./access.ts";
import { addressOf } from "./addresses.ts";
import type { Asked } from "./admission.ts";
import { changes } from "./context.ts";
import { type Database, sql, type Tx } from "./db.ts";
import { Refusal } from "./errors.ts";
import { newId } from "./keys.ts";
import type { Opening } from "./open-request.ts";

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

export async function writeAudit(tx: Tx, entry: AuditEntry): Promise<void> {
  await tx.run(sql`
    INSERT INTO audit_event (id, at, workspace_id, actor_type, actor_user_id, actor_name, actor_role, on_behalf_of_id,
      on_behalf_of_name, session_id, token_id, action,
      target_type, target_id, target_name, result, ip, user_agent, request_id, changes)
    VALUES (${newId(entry.at)}, ${entry.at}, ${entry.workspaceId ?? null}, ${entry.actorType}, ${entry.actor?.id ?? null},
      ${entry.actor?.name ?? ""}, ${entry.actorRole}, ${entry.onBehalfOf?.id ?? null}, ${entry.onBehalfOf?.name ?? null}, ${entry.sessionId}, ${entry.tokenId}, ${entry.action}, ${entry.target?.type ?? null}, ${entry.target?.id ?? null},
      ${entry.target?.name ?? null}, ${entry.result ?? "ok"}, ${entry.ip}, ${entry.userAgent?.slice(0, 500) ?? null}, ${entry.requestId},
      ${JSON.stringify(entry.changes ?? [])}::jsonb)`);
}

/** Whether a call leaves an entry: what changes something does, unless it says that nobody would look for it. */
export const isRecorded = (call: Call): boolean => changes(call) && call.unrecorded !== true;

const denials: ReadonlySet<ProblemCode> = new Set([
  "permission_denied_missing_role",
  "permission_denied_missing_permission",
  "permission_denied_cannot_do_on_self",
  "two_factor_required",
  "no_access_for_jwt",
]);

/**
 * Whoever tried what they may not, or ran into a limit, leaves an entry too; it is written apart from what was
 * rolled back.
 */
export async function recordDenial(
  platform: { readonly db: Database },
  { call, request, now }: Asked,
  opening: Promise<Opening> | undefined,
  error: unknown,
): Promise<void> {
  if (!(error instanceof Refusal)) return;
  const { record } = error.details;
  if (record === undefined && !denials.has(error.code)) return;
  const opened = await opening?.catch(() => null);
  const caller = opened?.caller ?? null;
  if (record === undefined && caller === null) return;
  await platform.db.asSystem("a denial outlives what was rolled back", (tx) =>
    auditCall(tx, call, caller, request, now, [{ ...record, result: "denied" }]),
  );
}

/** The one entry of a call that changes something, from what its handler noted. */
export async function auditCall(
  tx: Tx,
  call: Call,
  caller: AnyCaller | null,
  request: Pick<FastifyRequest, "id" | "ip" | "ips" | "headers">,
  now: Date,
  notes: AuditNote[],
) {
  const note: AuditNote = Object.assign({}, ...notes);
  const { actor, ...as } = actorOf(caller, note);
  const workspaceId = note.workspaceId ?? caller?.workspace?.id;
  await writeAudit(tx, {
    ...note,
    ...(actor === undefined ? {} : { actor }),
    ...(workspaceId === undefined ? {} : { workspaceId }),
    at: now,
    ...as,
    action: call.id,
    sessionId: caller?.session?.id ?? null,
    tokenId: caller === null || caller.session !== null ? null : caller.token.id,
    ip: addressOf(request),
    userAgent: request.headers["user-agent"] ?? null,
    requestId: request.id,
  });
}

type Actor = Pick<AuditEntry, "actorType" | "actorRole" | "onBehalfOf"> & {
  actor: AuditNote["actor"];
};

/** Staff are named as staff, and while they act as a customer both are. */
function actorOf(caller: AnyCaller | null, note: AuditNote): Actor {
  const itself = { actorType: "user", actorRole: null, onBehalfOf: null } as const;
  if (note.actor !== undefined || caller === null) return { ...itself, actor: note.actor };
  if (caller.session === null) {
    // Its maker's id, and the name under which they know it.
    const actor = { id: caller.user.id, name: caller.token.name };
    return { ...itself, actorType: "token", actor };
  }
  const person = { id: caller.user.id, name: `${caller.user.firstName} ${caller.user.lastName}` };
  const { adminId, adminRole, adminName } = caller.session;
  if (adminId !== null) {
    return {
      actor: { id: adminId, name: adminName ?? "" },
      actorType: "staff",
      actorRole: adminRole,
      onBehalfOf: person,
    };
  }
  if (caller.staffRole === null) return { ...itself, actor: person };
  return { actor: person, actorType: "staff", actorRole: caller.staffRole, onBehalfOf: null };
}
