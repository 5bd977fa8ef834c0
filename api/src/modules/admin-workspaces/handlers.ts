/** Handlers of workspaces for staff. */
import type {
  adminWorkspaces as endpoints,
  workspaceStatuses,
} from "#contracts/admin-workspaces.ts";
import { actionDenial } from "#contracts/actions/action.ts";
import { adminWorkspaceActions } from "#contracts/actions/workspaces.ts";
import { assertNotDenied, toActor } from "../../core/http/authorization.ts";
import type { Tx } from "../../core/db/db.ts";
import { ProblemError } from "../../core/lib/problem-error.ts";
import { systemHandler, type Handlers, systemListHandler } from "../../core/http/handlers.ts";
import {
  deactivate,
  type LockedWorkspace,
  lockWorkspace,
  reactivate,
} from "./deactivation-store.ts";
import { changeLimit } from "../billing/change-limits.ts";
import { sendLimitAnswer } from "./limit-answer.ts";
import { listLimits } from "../billing/limits.ts";
import { requireWorkspace } from "./find-workspace.ts";
import { countWorkspacesByStatus, listWorkspaces } from "./store.ts";

const systemReason = "staff see every tenant";

async function lockWorkspaceOrThrow(tx: Tx, id: string): Promise<LockedWorkspace> {
  const locked = await lockWorkspace(tx, id);
  if (locked === null) throw new ProblemError("not_found");
  return locked;
}

export const adminWorkspacesHandlers = (deps: {
  readonly publicUrl: URL;
}): Handlers<typeof endpoints> => ({
  list: systemListHandler(systemReason, ({ query }) => listWorkspaces(query)),

  count: systemHandler(systemReason, async ({ tx }) => {
    const counts = new Map((await countWorkspacesByStatus(tx)).map(({ status, n }) => [status, n]));
    const of = (status: (typeof workspaceStatuses)[number]) => counts.get(status) ?? 0;
    const byStatus = {
      active: of("active"),
      suspended: of("suspended"),
      deactivated: of("deactivated"),
    };
    return { total: [...counts.values()].reduce((sum, n) => sum + n, 0), byStatus };
  }),

  view: systemHandler(systemReason, ({ tx, path }) => requireWorkspace(tx, path.adminWorkspace)),

  remove: systemHandler(systemReason, async ({ tx, now, caller, path, body, audit, publish }) => {
    const { id, name, status, liveInstances } = await lockWorkspaceOrThrow(tx, path.adminWorkspace);
    // The instances themselves decide, not the counters that the list reads.
    const subject = { ...(await requireWorkspace(tx, id)), instanceCount: liveInstances };
    assertNotDenied(actionDenial(toActor(caller), adminWorkspaceActions.deactivate, subject, now));
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

  restore: systemHandler(systemReason, async ({ tx, now, caller, path, audit, publish }) => {
    const { id, name } = await lockWorkspaceOrThrow(tx, path.adminWorkspace);
    const subject = await requireWorkspace(tx, id);
    assertNotDenied(actionDenial(toActor(caller), adminWorkspaceActions.restore, subject, now));
    await reactivate(tx, id, now);
    audit({
      workspaceId: id,
      target: { type: "workspace", id, name },
      changes: [{ field: "status", from: "deactivated", to: "active" }],
    });
    await publish(id, { topic: "workspace", id });
    return requireWorkspace(tx, id);
  }),

  limits: systemHandler(systemReason, async ({ tx, now, path }) => {
    const { id } = await requireWorkspace(tx, path.adminWorkspace);
    return listLimits(tx, id, now);
  }),

  updateLimit: systemHandler(systemReason, async (context) => {
    const { tx, now, caller, path, body, audit, publish } = context;
    const workspace = await requireWorkspace(tx, path.adminWorkspace);
    const { id, name } = workspace;
    const { changeLimit: action } = adminWorkspaceActions;
    assertNotDenied(actionDenial(toActor(caller), action, workspace, now));
    const { limit, value, request, note = null } = body;
    const change = { limit, value, request, note, by: caller.user.id };
    const { from, to, answer } = await changeLimit(tx, id, change, now);
    audit({
      workspaceId: id,
      target: { type: "workspace", id, name },
      changes: [
        ...(value === undefined ? [] : [{ field: `limit.${limit}`, from, to }]),
        ...(answer === null ? [] : [{ field: "limit.request", from: "open", to: answer.status }]),
        ...(note === null ? [] : [{ field: "note", from: null, to: note }]),
      ],
    });
    if (answer !== null)
      await sendLimitAnswer(deps, context, workspace, { ...answer, limit, value: to, note });
    await publish(id, { topic: "billing", id: null });
    return listLimits(tx, id, now);
  }),
});
