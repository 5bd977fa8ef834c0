/** Handlers of workspaces for staff. */
import type {
  AdminWorkspace,
  adminWorkspaces as calls,
  workspaceStatuses,
} from "#contracts/admin-workspaces.ts";
import type { Tx } from "../../core/db/db.ts";
import { ProblemError, actionNotPossible } from "../../core/lib/problem-error.ts";
import { systemHandler, type Handlers, systemListHandler } from "../../core/http/handlers.ts";
import {
  deactivate,
  type LockedWorkspace,
  lockWorkspace,
  reactivate,
  restorableDays,
} from "./deactivation-store.ts";
import { countWorkspacesByStatus, listWorkspaces, findWorkspace } from "./store.ts";

const systemReason = "staff see every tenant";
const dayMs = 24 * 3_600_000;

async function requireWorkspace(tx: Tx, id: string): Promise<AdminWorkspace> {
  const found = await findWorkspace(tx, id);
  if (found === null) throw new ProblemError("not_found");
  return found;
}

async function lockWorkspaceOrThrow(tx: Tx, id: string): Promise<LockedWorkspace> {
  const held = await lockWorkspace(tx, id);
  if (held === null) throw new ProblemError("not_found");
  return held;
}

export const adminWorkspacesHandlers: Handlers<typeof calls> = {
  list: systemListHandler(systemReason, ({ query }) => listWorkspaces(query)),

  count: systemHandler(systemReason, async ({ tx }) => {
    const found = new Map((await countWorkspacesByStatus(tx)).map(({ status, n }) => [status, n]));
    const of = (status: (typeof workspaceStatuses)[number]) => found.get(status) ?? 0;
    const byStatus = {
      active: of("active"),
      suspended: of("suspended"),
      deactivated: of("deactivated"),
    };
    return { total: [...found.values()].reduce((sum, n) => sum + n, 0), byStatus };
  }),

  view: systemHandler(systemReason, ({ tx, path }) => requireWorkspace(tx, path.adminWorkspace)),

  remove: systemHandler(systemReason, async ({ tx, now, path, body, audit, publish }) => {
    const { id, name, status, liveMachines } = await lockWorkspaceOrThrow(tx, path.adminWorkspace);
    if (status === "deactivated") throw actionNotPossible("workspace_is_deactivated");
    if (liveMachines > 0)
      throw actionNotPossible("workspace_not_empty", { instances: liveMachines });
    await deactivate(tx, id, now);
    audit({
      workspaceId: id,
      target: { type: "workspace", id, name },
      changes: [
        { field: "status", from: status, to: "deactivated" },
        { field: "reason", from: null, to: body.reason },
      ],
    });
    await publish(id, { topic: "workspace", id });
    return requireWorkspace(tx, id);
  }),

  restore: systemHandler(systemReason, async ({ tx, now, path, audit, publish }) => {
    const { id, name, status, deactivatedAt, hasOwner } = await lockWorkspaceOrThrow(
      tx,
      path.adminWorkspace,
    );
    if (status !== "deactivated" || deactivatedAt === null)
      throw actionNotPossible("workspace_not_deactivated");
    if (now.getTime() > deactivatedAt.getTime() + restorableDays * dayMs)
      throw actionNotPossible("workspace_deactivated_too_long", { days: restorableDays });
    // The owner was erased while the workspace was deactivated.
    if (!hasOwner) throw actionNotPossible("workspace_without_owner");
    await reactivate(tx, id, now);
    audit({
      workspaceId: id,
      target: { type: "workspace", id, name },
      changes: [{ field: "status", from: "deactivated", to: "active" }],
    });
    await publish(id, { topic: "workspace", id });
    return requireWorkspace(tx, id);
  }),
};
