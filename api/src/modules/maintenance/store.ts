/** SQL of maintenance. It runs as boreal_system. */
import { type Tx, sql } from "../../core/db/db.ts";

export interface MaintenanceRow {
  started_at: Date;
  started_by: string;
  message: string | null;
}

export const findMaintenance = (tx: Tx): Promise<MaintenanceRow | null> =>
  tx.maybeOne<MaintenanceRow>(sql`
    SELECT m.started_at, u.first_name || ' ' || u.last_name AS started_by, m.message
      FROM maintenance m JOIN user_account u ON u.id = m.started_by`);

/** Serializes changes, also when there is no row to lock. */
export const lockMaintenance = (tx: Tx): Promise<number> =>
  tx.execute(sql`SELECT pg_advisory_xact_lock(hashtext('boreal maintenance'))`);

/** Starts maintenance; if it is on already, only the message changes. */
export const saveMaintenance = (
  tx: Tx,
  { startedAt, startedBy, message }: { startedAt: Date; startedBy: string; message: string | null },
): Promise<number> =>
  tx.execute(sql`
    INSERT INTO maintenance (started_at, started_by, message) VALUES (${startedAt}, ${startedBy}, ${message})
    ON CONFLICT (singleton) DO UPDATE SET message = excluded.message`);

export const deleteMaintenance = (tx: Tx): Promise<number> =>
  tx.execute(sql`DELETE FROM maintenance`);
