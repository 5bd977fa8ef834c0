/** Audit events, written in the transaction of the change they describe. */
import type { FastifyRequest } from "fastify";
import type { ProblemCode } from "#contracts/problems.ts";
import type { Endpoint } from "#contracts/endpoint.ts";
import type { Caller } from "../http/authorization.ts";
import { clientAddress } from "../http/addresses.ts";
import type { IncomingRequest } from "../http/authorize-request.ts";
import { isMutation } from "../http/csrf.ts";
import { type Database, sql, type Tx } from "../db/db.ts";
import { ProblemError } from "../http/problem-error.ts";
import { uuidv7 } from "../lib/crypto.ts";
import type { AuthenticatedRequest } from "../http/authenticate.ts";

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

/** Whether an endpoint is audited: every mutation, unless the endpoint sets `skipAudit`. */
export const isAudited = (endpoint: Endpoint): boolean =>
  isMutation(endpoint) && endpoint.skipAudit !== true;

const auditedDenialCodes: ReadonlySet<ProblemCode> = new Set([
  "permission_denied_missing_role",
  "permission_denied_missing_permission",
  "permission_denied_cannot_do_on_self",
  "two_factor_required",
  "no_access_for_jwt",
]);

/**
 * Audits a denied or throttled request. The event is written in its own transaction, because the request's
 * transaction is rolled back.
 */
export async function recordDenial(
  deps: { readonly db: Database },
  { endpoint, request, now }: IncomingRequest,
  authentication: Promise<AuthenticatedRequest> | undefined,
  error: unknown,
): Promise<void> {
  if (!(error instanceof ProblemError)) return;
  const { record } = error.details;
  if (record === undefined && !auditedDenialCodes.has(error.code)) return;
  const authenticated = await authentication?.catch(() => null);
  const caller = authenticated?.caller ?? null;
  if (record === undefined && caller === null) return;
  await deps.db.withSystemRole(
    "a denial is recorded although its transaction is rolled back",
    (tx) => auditRequest(tx, endpoint, caller, request, now, [{ ...record, result: "denied" }]),
  );
}

/** Writes the audit event of a mutation from the details its handler added. */
export async function auditRequest(
  tx: Tx,
  endpoint: Endpoint,
  caller: Caller | null,
  request: Pick<FastifyRequest, "id" | "ip" | "ips" | "headers">,
  now: Date,
  auditDetails: AuditDetails[],
) {
  const details: AuditDetails = Object.assign({}, ...auditDetails);
  const { actor, ...actorFields } = resolveActor(caller, details);
  const workspaceId = details.workspaceId ?? caller?.workspace?.id;
  await insertAuditEvent(tx, {
    ...details,
    ...(actor === undefined ? {} : { actor }),
    ...(workspaceId === undefined ? {} : { workspaceId }),
    at: now,
    ...actorFields,
    action: endpoint.id,
    sessionId: caller?.session?.id ?? null,
    tokenId: caller === null || caller.session !== null ? null : caller.token.id,
    ip: clientAddress(request),
    userAgent: request.headers["user-agent"] ?? null,
    requestId: request.id,
  });
}

type Actor = Pick<AuditEvent, "actorType" | "actorRole" | "onBehalfOf"> & {
  actor: AuditDetails["actor"];
};

/** Staff are recorded as staff; during impersonation both the staff member and the user are recorded. */
function resolveActor(caller: Caller | null, details: AuditDetails): Actor {
  const userActor = { actorType: "user", actorRole: null, onBehalfOf: null } as const;
  if (details.actor !== undefined || caller === null) return { ...userActor, actor: details.actor };
  if (caller.session === null) {
    // The creator's id, with the name of the token.
    const actor = { id: caller.user.id, name: caller.token.name };
    return { ...userActor, actorType: "token", actor };
  }
  const user = { id: caller.user.id, name: `${caller.user.firstName} ${caller.user.lastName}` };
  const { adminId, adminRole, adminName } = caller.session;
  if (adminId !== null) {
    return {
      actor: { id: adminId, name: adminName ?? "" },
      actorType: "staff",
      actorRole: adminRole,
      onBehalfOf: user,
    };
  }
  if (caller.staffRole === null) return { ...userActor, actor: user };
  return { actor: user, actorType: "staff", actorRole: caller.staffRole, onBehalfOf: null };
}
