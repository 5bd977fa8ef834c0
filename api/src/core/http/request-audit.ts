/** The audit event of a request. */
import type { Endpoint } from "#contracts/endpoint.ts";
import { isMutation } from "./csrf.ts";
import type { ProblemCode } from "#contracts/problems.ts";
import type { Database, Tx } from "../db/db.ts";
import type { IncomingRequest } from "./authorize-request.ts";
import type { AuthenticatedRequest } from "./authenticate.ts";
import { ProblemError } from "../lib/problem-error.ts";
import type { Caller } from "./authorization.ts";
import type { FastifyRequest } from "fastify";
import { type AuditDetails, insertAuditEvent, type AuditEvent } from "../audit/audit.ts";
import { clientAddress } from "../lib/addresses.ts";

/** Whether a call leaves an entry: what changes something does, unless it says that nobody would look for it. */
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

/** The one entry of a call that changes something, from what its handler noted. */
export async function auditRequest(
  tx: Tx,
  endpoint: Endpoint,
  caller: Caller | null,
  request: Pick<FastifyRequest, "id" | "ip" | "ips" | "headers">,
  now: Date,
  notes: AuditDetails[],
) {
  const note: AuditDetails = Object.assign({}, ...notes);
  const { actor, ...as } = resolveActor(caller, note);
  const workspaceId = note.workspaceId ?? caller?.workspace?.id;
  await insertAuditEvent(tx, {
    ...note,
    ...(actor === undefined ? {} : { actor }),
    ...(workspaceId === undefined ? {} : { workspaceId }),
    at: now,
    ...as,
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

/** Staff are named as staff, and while they act as a customer both are. */
function resolveActor(caller: Caller | null, note: AuditDetails): Actor {
  const itself = { actorType: "user", actorRole: null, onBehalfOf: null } as const;
  if (note.actor !== undefined || caller === null) return { ...itself, actor: note.actor };
  if (caller.session === null) {
    // Its maker's id, and the name under which they know it.
    const actor = { id: caller.user.id, name: caller.token.name };
    return { ...itself, actorType: "token", actor };
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
  if (caller.staffRole === null) return { ...itself, actor: user };
  return { actor: user, actorType: "staff", actorRole: caller.staffRole, onBehalfOf: null };
}
