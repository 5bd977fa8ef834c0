/** SQL of maintenance. It runs as boreal_system. */
import type { Maintenance } from "#contracts/maintenance.ts";
import { type Tx, sql } from "../../core/db/db.ts";
import { isoTimestamp } from "../../core/db/list.ts";

/** The present maintenance and the announced one. */
export const findMaintenance = (tx: Tx): Promise<Maintenance> =>
  tx.one<Maintenance>(sql`
    SELECT m."startedAt", m."startedBy", m.message, m."expectedEndAt", a.announcement
      FROM (SELECT) always
      LEFT JOIN (
        SELECT ${isoTimestamp("m.started_at")} AS "startedAt", u.first_name || ' ' || u.last_name AS "startedBy", m.message,
               ${isoTimestamp("m.expected_end_at")} AS "expectedEndAt"
          FROM maintenance m JOIN user_account u ON u.id = m.started_by) m ON true
      LEFT JOIN (
        SELECT json_build_object('startsAt', ${isoTimestamp("a.starts_at")}, 'expectedEndAt', ${isoTimestamp("a.expected_end_at")},
                 'message', a.message, 'announcedBy', u.first_name || ' ' || u.last_name, 'announcedAt', ${isoTimestamp("a.announced_at")}) AS announcement
          FROM maintenance_announcement a JOIN user_account u ON u.id = a.announced_by) a ON true`);

/** Serializes changes, also when there is no row to lock. */
export const lockMaintenance = (tx: Tx): Promise<number> =>
  tx.execute(sql`SELECT pg_advisory_xact_lock(hashtext('boreal maintenance'))`);

/** Starts maintenance; if it is on already, only the message and the expected end change. */
export const saveMaintenance = (
  tx: Tx,
  to: {
    startedAt: Date;
    startedBy: string;
    message: string | null;
    expectedEndAt: Date | string | null;
  },
): Promise<number> =>
  tx.execute(sql`
    INSERT INTO maintenance (started_at, started_by, message, expected_end_at)
    VALUES (${to.startedAt}, ${to.startedBy}, ${to.message}, ${to.expectedEndAt})
    ON CONFLICT (singleton) DO UPDATE SET message = excluded.message, expected_end_at = excluded.expected_end_at`);

export const deleteMaintenance = (tx: Tx): Promise<number> =>
  tx.execute(sql`DELETE FROM maintenance`);

export const saveAnnouncement = (
  tx: Tx,
  row: {
    id: string;
    startsAt: Date;
    expectedEndAt: Date | null;
    message: string | null;
    announcedBy: string;
    announcedAt: Date;
  },
): Promise<number> =>
  tx.execute(sql`
    INSERT INTO maintenance_announcement (id, starts_at, expected_end_at, message, announced_by, announced_at)
    VALUES (${row.id}, ${row.startsAt}, ${row.expectedEndAt}, ${row.message}, ${row.announcedBy}, ${row.announcedAt})
    ON CONFLICT (singleton) DO UPDATE SET id = excluded.id, starts_at = excluded.starts_at, expected_end_at = excluded.expected_end_at,
      message = excluded.message, announced_by = excluded.announced_by, announced_at = excluded.announced_at`);

interface AnnouncementRow {
  message: string | null;
  expected_end_at: Date | null;
  announced_by: string;
  announced_by_name: string;
}

/** Returns null when the announcement was canceled, replaced or has started. */
export const findAnnouncement = (tx: Tx, id: string): Promise<AnnouncementRow | null> =>
  tx.maybeOne<AnnouncementRow>(sql`
    SELECT a.message, a.expected_end_at, a.announced_by, u.first_name || ' ' || u.last_name AS announced_by_name
      FROM maintenance_announcement a JOIN user_account u ON u.id = a.announced_by WHERE a.id = ${id}`);

export const deleteAnnouncement = (tx: Tx): Promise<number> =>
  tx.execute(sql`DELETE FROM maintenance_announcement`);
