/** Machines: shown, switched, given back. How they are ordered is in order.ts. */
import type { api } from "#contracts/api.ts";
import { type InstanceStatus, type ResetAction, whyNot } from "#contracts/instances.ts";
import { stopMetering } from "../billing/metering.ts";
import {
  announceInstance,
  cancelRunning,
  isCommandOpen,
  placeCommands,
} from "../commands/commands.ts";
import { loads } from "../core/access.ts";
import { sql, type Tx } from "../core/db.ts";
import { Refusal } from "../core/errors.ts";
import { type Handlers, listing } from "../core/handlers.ts";
import { order } from "./order.ts";
import {
  findInstance,
  type InstanceRow,
  instanceList,
  lockInstance,
  logList,
  readInstances,
} from "./store.ts";

declare module "../core/access.ts" {
  interface Granted {
    instance: InstanceRow;
  }
}
loads("instance", { find: findInstance, ownedBy: (row) => row.ownerId });

/** What a machine shows while an accepted power change is under way. */
const underWay: Readonly<Record<ResetAction, { status: InstanceStatus; reason: string | null }>> = {
  reboot: { status: "rebooting", reason: null },
  hard_reboot: { status: "rebooting", reason: null },
  power_on: { status: "stopped", reason: "starting" },
  power_off: { status: "active", reason: "stopping" },
};

async function one(tx: Tx, { id, workspaceId }: InstanceRow, now: Date) {
  const [instance] = await readInstances(tx, workspaceId, [id], now);
  if (instance === undefined) throw new Refusal("not_found");
  return instance;
}

export const instanceHandlers: Handlers<typeof api.instances> = {
  list: listing(({ query, now }) => instanceList(query, now)),

  view: ({ tx, instance, now }) => one(tx, instance, now),

  logs: listing(({ path, query }) => logList(path.instance, query)),

  reset: async ({ tx, instance, body: { action }, now, caller, request, note }) => {
    const row = await lockInstance(tx, instance);
    const reason = whyNot(action, row);
    if (reason !== null) throw new Refusal("action_not_possible", { message: reason.message });
    // A hard reboot is the way out of a reboot that does not end.
    if (action === "hard_reboot") await cancelRunning(tx, now, row, ["reboot", "hard_reboot"]);
    if (await isCommandOpen(tx, row))
      throw new Refusal("action_not_possible", {
        message: "Not available while another operation on this instance is in progress",
      });
    const shown = underWay[action];
    await tx.run(sql`UPDATE instance SET status = ${shown.status}, status_reason = ${shown.reason}, updated_at = ${now}
      WHERE id = ${row.id} AND workspace_id = ${row.workspaceId}`);
    await placeCommands(tx, now, {
      kind: action,
      ...target(row),
      requestedBy: caller.user.id,
      requestedByRole: caller.session?.adminRole,
      requestId: request.id,
    });
    note({
      target: { type: "instance", id: row.id, name: row.hostname },
      changes: [{ field: "action", from: null, to: action }],
    });
    await announceInstance(tx, row);
    return one(tx, row, now);
  },

  terminate: async ({ tx, instance, now, caller, request, note }) => {
    const row = await lockInstance(tx, instance);
    note({ target: { type: "instance", id: row.id, name: row.hostname } });
    if (row.status === "terminating" || row.status === "terminated") return one(tx, row, now);
    await cancelRunning(tx, now, row);
    await stopMetering(tx, row, now);
    await tx.run(sql`UPDATE instance SET status = 'terminating', status_reason = NULL, updated_at = ${now}
      WHERE id = ${row.id} AND workspace_id = ${row.workspaceId}`);
    await placeCommands(tx, now, {
      kind: "terminate",
      ...target(row),
      requestedBy: caller.user.id,
      requestedByRole: caller.session?.adminRole,
      requestId: request.id,
    });
    note({ changes: [{ field: "status", from: row.status, to: "terminating" }] });
    await announceInstance(tx, row);
    return one(tx, row, now);
  },

  order,
};

const target = ({ id, workspaceId, variant, regionHandle }: InstanceRow) => ({
  instanceIds: [id],
  workspaceId,
  variant,
  regionHandle,
});
