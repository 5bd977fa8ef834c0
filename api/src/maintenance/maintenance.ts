/** Beginning and ending maintenance: the console is closed, what runs goes on running. */
import type { Maintenance, maintenance as calls } from "#contracts/maintenance.ts";
import type { Change } from "../core/audit.ts";
import { sql, type Tx } from "../core/db.ts";
import { asSystem, type Handlers } from "../core/handlers.ts";
import { announceMaintenance, type MaintenanceWatch } from "../core/maintenance.ts";

const reason = "maintenance belongs to no tenant";

interface MaintenanceRow {
  started_at: Date;
  started_by: string;
  message: string | null;
}

const find = (tx: Tx): Promise<MaintenanceRow | null> =>
  tx.maybe<MaintenanceRow>(sql`
    SELECT m.started_at, u.first_name || ' ' || u.last_name AS started_by, m.message
      FROM maintenance m JOIN user_account u ON u.id = m.started_by`);

const shown = (row: MaintenanceRow | null): Maintenance => ({
  startedAt: row?.started_at.toISOString() ?? null,
  startedBy: row?.started_by ?? null,
  message: row?.message ?? null,
});

/** One change after the other, also where there is no row to lock yet. */
const alone = (tx: Tx): Promise<number> =>
  tx.run(sql`SELECT pg_advisory_xact_lock(hashtext('boreal maintenance'))`);

/** What differs, as the audit has it. */
const changesOf = (from: MaintenanceRow | null, to: MaintenanceRow | null): Change[] => [
  ...((from === null) === (to === null)
    ? []
    : [{ field: "maintenance", from: from !== null, to: to !== null }]),
  ...((from?.message ?? null) === (to?.message ?? null)
    ? []
    : [{ field: "message", from: from?.message ?? null, to: to?.message ?? null }]),
];

export const maintenanceHandlers = (platform: {
  readonly maintenance: MaintenanceWatch;
}): Handlers<typeof calls> => {
  const refresh = () => platform.maintenance.refresh();
  return {
    view: asSystem(reason, async ({ tx }) => shown(await find(tx))),

    on: asSystem(reason, async ({ tx, now, caller, body, note, afterwards }) => {
      await alone(tx);
      const before = await find(tx);
      // Said again without one, it keeps its message; an empty one takes it away.
      const message = body.message === undefined ? (before?.message ?? null) : body.message || null;
      await tx.run(sql`
        INSERT INTO maintenance (started_at, started_by, message) VALUES (${now}, ${caller.user.id}, ${message})
        ON CONFLICT (singleton) DO UPDATE SET message = excluded.message`);
      const after = await find(tx);
      note({ changes: changesOf(before, after) });
      await announceMaintenance(tx);
      afterwards(refresh);
      return shown(after);
    }),

    off: asSystem(reason, async ({ tx, note, afterwards }) => {
      await alone(tx);
      const before = await find(tx);
      await tx.run(sql`DELETE FROM maintenance`);
      note({ changes: changesOf(before, null) });
      await announceMaintenance(tx);
      afterwards(refresh);
      return shown(null);
    }),
  };
};
