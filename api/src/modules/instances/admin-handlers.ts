/** Handlers of instances for staff. */
import { type AdminInstance, adminInstances as endpoints } from "#contracts/admin-instances.ts";
import { actionDenial } from "#contracts/actions/action.ts";
import { adminInstanceActions, instanceLogActions } from "#contracts/actions/instances.ts";
import { assertNotDenied, toActor } from "../../core/http/authorization.ts";
import {
  type HandlerContext,
  type HandlerResult,
  type Handlers,
  systemHandler,
  systemListHandler,
} from "../../core/http/handlers.ts";
import type { Tx } from "../../core/db/db.ts";
import { readListResponse } from "../../core/db/list.ts";
import { ProblemError } from "../../core/lib/problem-error.ts";
import { type Resolution, resolveStep } from "../commands/resolve-step.ts";
import { toStaffRequester } from "../commands/requester.ts";
import { adminInstancesQuery, findAdminInstance } from "./admin-store.ts";
import { commandDefinitions } from "./commands/command-definitions.ts";
import {
  adminInstanceLogsQuery,
  findAdminInstanceLog,
  findInstanceOfAnyTenant,
  isWorkspaceSuspended,
} from "./logs-store.ts";
import { resetInstance, terminateInstance } from "./change-power.ts";
import { lockInstance } from "./store.ts";

const systemReason = "staff see every tenant";

async function requireInstance(tx: Tx, id: string) {
  const instance = await findInstanceOfAnyTenant(tx, id);
  if (instance === null) throw new ProblemError("not_found");
  return instance;
}

/** The locked instance, with what the rules for staff need of its workspace. */
async function lockForStaff(tx: Tx, id: string) {
  const row = await lockInstance(tx, await requireInstance(tx, id));
  return { ...row, workspace: { isSuspended: await isWorkspaceSuspended(tx, row.workspaceId) } };
}

async function requireAdminInstance(tx: Tx, id: string): Promise<AdminInstance> {
  const instance = await findAdminInstance(tx, id);
  if (instance === null) throw new ProblemError("not_found");
  return instance;
}

async function requireLog(tx: Tx, instanceId: string, logId: string) {
  const log = await findAdminInstanceLog(tx, instanceId, logId);
  if (log === null) throw new ProblemError("not_found");
  return log;
}

type ResolveEndpoint = (typeof endpoints)["completeLog" | "failLog" | "retryLog"];

/** Of two requests at once one resolves the step, and the other finds that it no longer waits. */
async function resolveLog(
  { tx, now, caller, path, body, audit }: HandlerContext<ResolveEndpoint>,
  outcome: Resolution["outcome"],
): Promise<HandlerResult<ResolveEndpoint>> {
  const instance = await requireInstance(tx, path.adminInstance);
  const log = await requireLog(tx, instance.id, path.instanceLog);
  assertNotDenied(actionDenial(toActor(caller), instanceLogActions[outcome], log, now));
  if (caller.staffRole === null) throw new ProblemError("permission_denied_missing_role");
  const resolution = {
    outcome,
    note: body.note,
    staffId: caller.user.id,
    role: caller.staffRole,
  };
  const { commandId, id: logId } = log;
  const { kind, step } = await resolveStep(
    commandDefinitions,
    tx,
    now,
    { commandId, logId },
    resolution,
  );
  audit({
    workspaceId: instance.workspaceId,
    target: { type: "instance", id: instance.id, name: instance.hostname },
    changes: [
      { field: "step", from: null, to: `${kind}.${step}` },
      { field: "note", from: null, to: body.note },
    ],
  });
  return requireLog(tx, instance.id, logId);
}

export const adminInstancesHandlers: Handlers<typeof endpoints> = {
  list: systemListHandler(systemReason, ({ query }) => adminInstancesQuery(query)),

  view: systemHandler(systemReason, ({ tx, path }) => requireAdminInstance(tx, path.adminInstance)),

  reset: systemHandler(systemReason, async (context) => {
    const { tx, now, caller, path, body, request, audit } = context;
    const { action, note } = body;
    const row = await lockForStaff(tx, path.adminInstance);
    assertNotDenied(actionDenial(toActor(caller), adminInstanceActions[action], row, now));
    await resetInstance(tx, now, row, action, {
      requester: toStaffRequester(caller),
      requestId: request.id,
    });
    audit({
      workspaceId: row.workspaceId,
      target: { type: "instance", id: row.id, name: row.hostname },
      changes: [
        { field: "action", from: null, to: action },
        { field: "note", from: null, to: note },
      ],
    });
    return requireAdminInstance(tx, row.id);
  }),

  remove: systemHandler(systemReason, async (context) => {
    const { tx, now, caller, path, query, request, audit } = context;
    const row = await lockForStaff(tx, path.adminInstance);
    assertNotDenied(actionDenial(toActor(caller), adminInstanceActions.terminate, row, now));
    audit({
      workspaceId: row.workspaceId,
      target: { type: "instance", id: row.id, name: row.hostname },
    });
    if (row.status === "terminating" || row.status === "terminated")
      return requireAdminInstance(tx, row.id);
    await terminateInstance(tx, now, row, {
      requester: toStaffRequester(caller),
      requestId: request.id,
      canBeUndone: query.now !== "true",
    });
    audit({ changes: [{ field: "status", from: row.status, to: "terminating" }] });
    return requireAdminInstance(tx, row.id);
  }),

  logs: systemHandler(systemReason, async ({ tx, path, query }) => {
    const { id } = await requireInstance(tx, path.adminInstance);
    const response = await readListResponse(tx, adminInstanceLogsQuery(id, query));
    return endpoints.logs.response.parse(JSON.parse(response));
  }),

  completeLog: systemHandler(systemReason, (context) => resolveLog(context, "complete")),

  failLog: systemHandler(systemReason, (context) => resolveLog(context, "fail")),

  retryLog: systemHandler(systemReason, (context) => resolveLog(context, "retry")),
};
