/** Handlers of instances for staff. */
import { adminInstances as endpoints } from "#contracts/admin-instances.ts";
import { actionDenial } from "#contracts/actions/action.ts";
import { instanceLogActions } from "#contracts/actions/instances.ts";
import { assertNotDenied, toActor } from "../../core/http/authorization.ts";
import {
  type HandlerContext,
  type HandlerResult,
  type Handlers,
  systemHandler,
  systemListHandler,
} from "../../core/http/handlers.ts";
import type { Tx } from "../../core/db/db.ts";
import { readList, toListResponse } from "../../core/db/list.ts";
import { ProblemError } from "../../core/lib/problem-error.ts";
import { type Resolution, resolveStep } from "../commands/resolve-step.ts";
import { adminInstancesQuery, findAdminInstance } from "./admin-store.ts";
import { commandDefinitions } from "./commands/command-definitions.ts";
import {
  adminInstanceLogsQuery,
  findAdminInstanceLog,
  findInstanceOfAnyTenant,
} from "./logs-store.ts";

const systemReason = "staff see every tenant";

async function requireInstance(tx: Tx, id: string) {
  const instance = await findInstanceOfAnyTenant(tx, id);
  if (instance === null) throw new ProblemError("not_found");
  return instance;
}

async function requireLog(tx: Tx, instanceId: string, logId: string) {
  const log = await findAdminInstanceLog(tx, instanceId, logId);
  if (log === null) throw new ProblemError("not_found");
  return log;
}

type ResolveEndpoint = (typeof endpoints)["completeLog"] | (typeof endpoints)["failLog"];

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

  view: systemHandler(systemReason, async ({ tx, path }) => {
    const instance = await findAdminInstance(tx, path.adminInstance);
    if (instance === null) throw new ProblemError("not_found");
    return instance;
  }),

  logs: systemHandler(systemReason, async ({ tx, path, query }) => {
    const { id } = await requireInstance(tx, path.adminInstance);
    const list = adminInstanceLogsQuery(id, query);
    const row = await readList(tx, list);
    return endpoints.logs.response.parse(JSON.parse(toListResponse(list, row)));
  }),

  completeLog: systemHandler(systemReason, (context) => resolveLog(context, "complete")),

  failLog: systemHandler(systemReason, (context) => resolveLog(context, "fail")),
};
