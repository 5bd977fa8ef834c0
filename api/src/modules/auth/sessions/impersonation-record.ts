/**
 * Records impersonation in the activity of the customer's workspaces: members see when staff started and
 * ended it, and the staff role.
 */
import type { Tx } from "../../../core/db/db.ts";
import type { SessionCaller } from "../../../core/http/authorization.ts";
import { type FieldChange, insertAuditEvent } from "../../../core/audit/audit.ts";
import type { RequestInfo } from "../../../core/http/handlers.ts";
import { listWorkspacesOfUser } from "./store.ts";

export interface Impersonation {
  readonly action: "users.impersonate" | "users.endImpersonation";
  readonly customer: { readonly id: string; readonly name: string };
  readonly admin: { readonly id: string; readonly name: string; readonly role: string };
  readonly sessionId: string;
  readonly changes: FieldChange[];
}

/** Adds one audit event to each workspace of the customer, in the caller's transaction. */
export async function recordInWorkspaces(
  { tx, now, request }: { tx: Tx; now: Date; request: RequestInfo },
  { action, customer, admin, sessionId, changes }: Impersonation,
): Promise<void> {
  for (const { id, name } of await listWorkspacesOfUser(tx, customer.id))
    await insertAuditEvent(tx, {
      at: now,
      action,
      workspaceId: id,
      actorType: "staff",
      actorRole: admin.role,
      actor: { id: admin.id, name: admin.name },
      onBehalfOf: customer,
      sessionId,
      tokenId: null,
      target: { type: "workspace", id, name },
      changes,
      ip: request.ip,
      userAgent: request.userAgent,
      requestId: request.id,
    });
}

/** Returns the impersonation that the caller's session belongs to; null for an ordinary session. */
export function endingOf({ user, session }: SessionCaller): Impersonation | null {
  const { adminId, adminName, adminRole } = session;
  if (adminId === null || adminRole === null) return null;
  return {
    action: "users.endImpersonation",
    customer: { id: user.id, name: `${user.firstName} ${user.lastName}` },
    admin: { id: adminId, name: adminName ?? "", role: adminRole },
    sessionId: session.id,
    changes: [],
  };
}
