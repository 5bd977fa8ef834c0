/** Handlers of instances: list, detail, logs, power changes and termination. Orders are in order-instances.ts. */
import { publishInstanceChanged } from "../commands/create-commands.ts";
import { toRequester } from "../commands/requester.ts";
import type { api } from "#contracts/api.ts";
import { actionDenial } from "#contracts/actions/action.ts";
import { endedInstanceActions, instanceActions } from "#contracts/actions/instances.ts";
import { assertNotDenied, registerObjectLoader, toActor } from "../../core/http/authorization.ts";
import type { Tx } from "../../core/db/db.ts";
import { ProblemError } from "../../core/lib/problem-error.ts";
import { type Handlers, listHandler } from "../../core/http/handlers.ts";
import { resetInstance, terminateInstance } from "./change-power.ts";
import { exportFileName, exportInstances } from "./export.ts";
import { instanceLogsQuery } from "./logs-store.ts";
import { purgeInstance } from "./undo.ts";
import { orderHandler } from "./order-instances.ts";
import { reinstallHandler } from "./reinstall.ts";
import {
  findInstance,
  type InstanceRow,
  instancesListQuery,
  lockInstance,
  listInstancesById,
  setInstanceSettings,
} from "./store.ts";

declare module "../../core/http/authorization.ts" {
  interface AuthorizedObjects {
    instance: InstanceRow;
  }
}
registerObjectLoader("instance", { find: findInstance, ownerId: (row) => row.owner.id });

export async function getInstance(
  tx: Tx,
  { id, workspaceId }: Pick<InstanceRow, "id" | "workspaceId">,
  now: Date,
) {
  const [instance] = await listInstancesById(tx, workspaceId, [id], now);
  if (instance === undefined) throw new ProblemError("not_found");
  return instance;
}

export const instancesHandlers: Handlers<typeof api.instances> = {
  list: listHandler(({ query, now }) => instancesListQuery(query, now)),

  export: async ({ tx, now, workspace, query }) => ({
    name: exportFileName(workspace.handle, now),
    bytes: await exportInstances(tx, (page) => instancesListQuery({ ...query, ...page }, now)),
  }),

  view: ({ tx, instance, now }) => getInstance(tx, instance, now),

  update: async ({ tx, instance, body, now, caller, audit }) => {
    const row = await lockInstance(tx, instance);
    assertNotDenied(actionDenial(toActor(caller), instanceActions.update, row, now));
    const to = {
      displayName: body.displayName === undefined ? row.displayName : body.displayName,
      deleteProtection: body.deleteProtection ?? row.deleteProtection,
    };
    const fields = ["displayName", "deleteProtection"] as const;
    const changes = fields
      .filter((field) => to[field] !== row[field])
      .map((field) => ({ field, from: row[field], to: to[field] }));
    audit({ target: { type: "instance", id: row.id, name: row.hostname }, changes });
    if (changes.length === 0) return getInstance(tx, row, now);
    await setInstanceSettings(tx, row, to, now);
    await publishInstanceChanged(tx, row);
    return getInstance(tx, row, now);
  },

  logs: listHandler(({ path, query }) => instanceLogsQuery(path.instance, query)),

  reset: async ({ tx, instance, body: { action }, now, caller, request, audit }) => {
    const row = await lockInstance(tx, instance);
    assertNotDenied(actionDenial(toActor(caller), instanceActions[action], row, now));
    await resetInstance(tx, now, row, action, {
      requester: toRequester(caller),
      requestId: request.id,
    });
    audit({
      target: { type: "instance", id: row.id, name: row.hostname },
      changes: [{ field: "action", from: null, to: action }],
    });
    return getInstance(tx, row, now);
  },

  terminate: async ({ tx, instance, now, caller, query, request, audit }) => {
    const row = await lockInstance(tx, instance);
    const isNow = query.now === "true";
    const hasEnded = row.status === "terminating" || row.status === "terminated";
    const actor = toActor(caller);
    // The delete protection holds for a live instance in either case.
    assertNotDenied(
      isNow && hasEnded
        ? actionDenial(actor, endedInstanceActions.deleteNow, row, now)
        : actionDenial(actor, instanceActions.terminate, row, now),
    );
    audit({ target: { type: "instance", id: row.id, name: row.hostname } });
    const origin = { requester: toRequester(caller), requestId: request.id };
    if (hasEnded) {
      if (!isNow || row.undoUntil === null) return getInstance(tx, row, now);
      await purgeInstance(tx, now, row, origin);
      audit({ changes: [{ field: "undoUntil", from: row.undoUntil.toISOString(), to: null }] });
      await publishInstanceChanged(tx, row);
      return getInstance(tx, row, now);
    }
    await terminateInstance(tx, now, row, { ...origin, canBeUndone: !isNow });
    audit({ changes: [{ field: "status", from: row.status, to: "terminating" }] });
    return getInstance(tx, row, now);
  },

  order: orderHandler,

  reinstall: reinstallHandler,
};
