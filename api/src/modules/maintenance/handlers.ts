/** Starts and ends maintenance: the console is closed, instances keep running. */
import type { Maintenance, maintenance as endpoints } from "#contracts/maintenance.ts";
import type { FieldChange } from "../../core/audit/audit.ts";
import { systemHandler, type Handlers } from "../../core/http/handlers.ts";
import { notifyMaintenanceChanged, type MaintenanceState } from "../../core/live/maintenance.ts";
import {
  type MaintenanceRow,
  findMaintenance,
  lockMaintenance,
  saveMaintenance,
  deleteMaintenance,
} from "./store.ts";

const systemReason = "maintenance belongs to no tenant";

const toMaintenance = (row: MaintenanceRow | null): Maintenance => ({
  startedAt: row?.started_at.toISOString() ?? null,
  startedBy: row?.started_by ?? null,
  message: row?.message ?? null,
});

/** The differences, as audit changes. */
const fieldChanges = (from: MaintenanceRow | null, to: MaintenanceRow | null): FieldChange[] => [
  ...((from === null) === (to === null)
    ? []
    : [{ field: "maintenance", from: from !== null, to: to !== null }]),
  ...((from?.message ?? null) === (to?.message ?? null)
    ? []
    : [{ field: "message", from: from?.message ?? null, to: to?.message ?? null }]),
];

export const maintenanceHandlers = (deps: {
  readonly maintenance: MaintenanceState;
}): Handlers<typeof endpoints> => {
  const refresh = () => deps.maintenance.refresh();
  return {
    view: systemHandler(systemReason, async ({ tx }) => toMaintenance(await findMaintenance(tx))),

    on: systemHandler(systemReason, async ({ tx, now, caller, body, audit, afterCommit }) => {
      await lockMaintenance(tx);
      const before = await findMaintenance(tx);
      // A repeated request without a message keeps the message; an empty message removes it.
      const message = body.message === undefined ? (before?.message ?? null) : body.message || null;
      await saveMaintenance(tx, { startedAt: now, startedBy: caller.user.id, message });
      const after = await findMaintenance(tx);
      audit({ changes: fieldChanges(before, after) });
      await notifyMaintenanceChanged(tx);
      afterCommit(refresh);
      return toMaintenance(after);
    }),

    off: systemHandler(systemReason, async ({ tx, audit, afterCommit }) => {
      await lockMaintenance(tx);
      const before = await findMaintenance(tx);
      await deleteMaintenance(tx);
      audit({ changes: fieldChanges(before, null) });
      await notifyMaintenanceChanged(tx);
      afterCommit(refresh);
      return toMaintenance(null);
    }),
  };
};
