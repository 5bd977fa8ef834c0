/** Maintenance mode, cached in every server process. */
import type { AnnouncedMaintenance } from "#contracts/maintenance.ts";
import { createReason } from "#contracts/problem-reasons.ts";
import { type Database, sql, type Tx } from "../db/db.ts";
import { ProblemError } from "../lib/problem-error.ts";
import type { LiveEventHub } from "./live-events.ts";

const channel = "boreal_maintenance";

/** Notifies every process when the transaction commits. */
export const notifyMaintenanceChanged = (tx: Tx): Promise<number> =>
  tx.execute(sql`SELECT pg_notify(${channel}, '')`);

interface MaintenanceRow {
  started_at: Date;
  message: string | null;
}

interface AnnouncementRow {
  starts_at: Date;
  expected_end_at: Date | null;
  message: string | null;
}

/**
 * Loaded at startup and again when a process publishes a change; never per request, which would add a query to each.
 */
export class MaintenanceState {
  readonly #db: Database;
  readonly #onStart = new Set<() => void>();
  #closed: MaintenanceRow | null = null;
  #announced: AnnouncementRow | null = null;
  #reading: Promise<void> = Promise.resolve();

  constructor(db: Database) {
    this.#db = db;
  }

  /** Start of the maintenance; null while the console is available. */
  get startedAt(): Date | null {
    return this.#closed?.started_at ?? null;
  }

  /** The maintenance that is announced; null if none is. */
  get announcement(): AnnouncedMaintenance | null {
    if (this.#announced === null) return null;
    const { starts_at: startsAt, expected_end_at: expectedEndAt, message } = this.#announced;
    return {
      startsAt: startsAt.toISOString(),
      expectedEndAt: expectedEndAt?.toISOString() ?? null,
      message,
    };
  }

  /** Call before the hub starts. */
  subscribe(hub: LiveEventHub, onError: (error: Error) => void): void {
    hub.onNotify(channel, () => void this.refresh().catch(onError));
  }

  /** Calls the listener each time this process learns that maintenance has started. */
  onStart(listener: () => void): void {
    this.#onStart.add(listener);
  }

  /** Reads run one after another, so an older result never replaces a newer one. */
  refresh(): Promise<void> {
    const read = () => this.#read();
    this.#reading = this.#reading.then(read, read);
    return this.#reading;
  }

  async #read(): Promise<void> {
    const wasOpen = this.#closed === null;
    await this.#db.withSystemRole("maintenance belongs to no tenant", async (tx) => {
      this.#closed = await tx.maybeOne<MaintenanceRow>(
        sql`SELECT started_at, message FROM maintenance`,
      );
      this.#announced = await tx.maybeOne<AnnouncementRow>(
        sql`SELECT starts_at, expected_end_at, message FROM maintenance_announcement`,
      );
    });
    if (!wasOpen || this.#closed === null) return;
    for (const listener of this.#onStart) listener();
  }

  /** Adds the message written by staff to the maintenance problem. */
  withMessage<E>(error: E): E | ProblemError {
    const message = this.#closed?.message ?? null;
    const isMaintenance = error instanceof ProblemError && error.code === "maintenance";
    return isMaintenance && message !== null
      ? new ProblemError("maintenance", {
          reason: createReason("maintenance_message", { text: message }),
        })
      : error;
  }
}
