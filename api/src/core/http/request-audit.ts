/** The audit event of a request. */
import type { Endpoint } from "#contracts/endpoint.ts";
import type { ProblemCode } from "#contracts/problems.ts";
import type { Database, Tx } from "../db/db.ts";
import type { IncomingRequest } from "./authorize-request.ts";
import type { AuthenticatedRequest } from "./authenticate.ts";
import { ProblemError } from "../lib/problem-error.ts";
import type { Caller } from "./authorization.ts";
import type { FastifyRequest } from "fastify";
import { type AuditDetails, insertAuditEvent, type AuditEvent } from "../audit/audit.ts";
import { clientAddress } from "../lib/addresses.ts";

const auditedDenialCodes: ReadonlySet<ProblemCode> = new Set([
  "permission_denied_missing_role",
  "permission_denied_missing_permission",
  "permission_denied_cannot_do_on_self",
  "two_factor_required",
  "workspace_suspended",
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

/** Writes the one audit event of a request, from the details its handler added; later details replace earlier ones. */
export async function auditRequest(
  tx: Tx,
  endpoint: Endpoint,
  caller: Caller | null,
  request: Pick<FastifyRequest, "id" | "ip" | "ips" | "headers">,
  now: Date,
  added: readonly AuditDetails[],
) {
  const details: AuditDetails = Object.assign({}, ...added);
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

/** Staff are recorded as staff; during an impersonation the event names both the staff member and the customer. */
function resolveActor(caller: Caller | null, details: AuditDetails): Actor {
  const asUser = { actorType: "user", actorRole: null, onBehalfOf: null } as const;
  if (details.actor !== undefined || caller === null) return { ...asUser, actor: details.actor };
  if (caller.session === null) {
    // A token is recorded with the id of its creator and its own name.
    const actor = { id: caller.user.id, name: caller.token.name };
    return { ...asUser, actorType: "token", actor };
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
  if (caller.staffRole === null) return { ...asUser, actor: user };
  return { actor: user, actorType: "staff", actorRole: caller.staffRole, onBehalfOf: null };
}
