/** Beginning and ending maintenance: the console is closed, what runs goes on running. */
import type { Maintenance, maintenance as calls } from "#contracts/maintenance.ts";
import type { FieldChange } from "../../core/audit/audit.ts";
import { sql, type Tx } from "../../core/db/db.ts";
import { systemHandler, type Handlers } from "../../core/http/handlers.ts";
import { notifyMaintenanceChanged, type MaintenanceState } from "../../core/live/maintenance.ts";

const systemReason = "maintenance belongs to no tenant";

interface MaintenanceRow {
  started_at: Date;
  started_by: string;
  message: string | null;
}

const findMaintenance = (tx: Tx): Promise<MaintenanceRow | null> =>
  tx.maybeOne<MaintenanceRow>(sql`
    SELECT m.started_at, u.first_name || ' ' || u.last_name AS started_by, m.message
      FROM maintenance m JOIN user_account u ON u.id = m.started_by`);

const toMaintenance = (row: MaintenanceRow | null): Maintenance => ({
  startedAt: row?.started_at.toISOString() ?? null,
  startedBy: row?.started_by ?? null,
  message: row?.message ?? null,
});

/** One change after the other, also where there is no row to lock yet. */
const lockMaintenance = (tx: Tx): Promise<number> =>
  tx.execute(sql`SELECT pg_advisory_xact_lock(hashtext('boreal maintenance'))`);

/** What differs, as the audit has it. */
const fieldChanges = (from: MaintenanceRow | null, to: MaintenanceRow | null): FieldChange[] => [
  ...((from === null) === (to === null)
    ? []
    : [{ field: "maintenance", from: from !== null, to: to !== null }]),
  ...((from?.message ?? null) === (to?.message ?? null)
    ? []
    : [{ field: "message", from: from?.message ?? null, to: to?.message ?? null }]),
];

export const maintenanceHandlers = (platform: {
  readonly maintenance: MaintenanceState;
}): Handlers<typeof calls> => {
  const refresh = () => platform.maintenance.refresh();
  return {
    view: systemHandler(systemReason, async ({ tx }) => toMaintenance(await findMaintenance(tx))),

    on: systemHandler(systemReason, async ({ tx, now, caller, body, audit, afterCommit }) => {
      await lockMaintenance(tx);
      const before = await findMaintenance(tx);
      // Said again without one, it keeps its message; an empty one takes it away.
      const message = body.message === undefined ? (before?.message ?? null) : body.message || null;
      await tx.execute(sql`
        INSERT INTO maintenance (started_at, started_by, message) VALUES (${now}, ${caller.user.id}, ${message})
        ON CONFLICT (singleton) DO UPDATE SET message = excluded.message`);
      const after = await findMaintenance(tx);
      audit({ changes: fieldChanges(before, after) });
      await notifyMaintenanceChanged(tx);
      afterCommit(refresh);
      return toMaintenance(after);
    }),

    off: systemHandler(systemReason, async ({ tx, audit, afterCommit }) => {
      await lockMaintenance(tx);
      const before = await findMaintenance(tx);
      await tx.execute(sql`DELETE FROM maintenance`);
      audit({ changes: fieldChanges(before, null) });
      await notifyMaintenanceChanged(tx);
      afterCommit(refresh);
      return toMaintenance(null);
    }),
  };
};
