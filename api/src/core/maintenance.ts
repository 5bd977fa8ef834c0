/** Whether the console is closed, as every process of the server knows it. */
import { type Database, sql, type Tx } from "./db.ts";
import type { LiveHub } from "./live.ts";

const channel = "boreal_maintenance";

/** Tells every process, once the change is on disk. */
export const announceMaintenance = (tx: Tx): Promise<number> =>
  tx.run(sql`SELECT pg_notify(${channel}, '')`);

/**
 * Read at the start, and again when a process says that it changed; never by a request, which would
 * pay for it each time.
 */
export class MaintenanceWatch {
  readonly #db: Database;
  #startedAt: Date | null = null;

  constructor(db: Database) {
    this.#db = db;
  }

  /** When it began; null while the console is open. */
  get startedAt(): Date | null {
    return this.#startedAt;
  }

  /** Before the hub starts. */
  follow(hub: LiveHub, onError: (error: Error) => void): void {
    hub.watch(channel, () => void this.refresh().catch(onError));
  }

  async refresh(): Promise<void> {
    const row = await this.#db.asSystem("maintenance belongs to no tenant", (tx) =>
      tx.maybe<{ started_at: Date }>(sql`SELECT started_at FROM maintenance`),
    );
    this.#startedAt = row?.started_at ?? null;
  }
}
