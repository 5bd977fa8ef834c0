/** Whether the console is closed, as every process of the server knows it. */
import { createReason } from "#contracts/problem-reasons.ts";
import { type Database, sql, type Tx } from "../db/db.ts";
import { ProblemError } from "../http/problem-error.ts";
import type { LiveEventHub } from "./live-events.ts";

const channel = "boreal_maintenance";

/** Tells every process, once the change is on disk. */
export const notifyMaintenanceChanged = (tx: Tx): Promise<number> =>
  tx.execute(sql`SELECT pg_notify(${channel}, '')`);

interface MaintenanceRow {
  started_at: Date;
  message: string | null;
}

/**
 * Read at the start, and again when a process says that it changed; never by a request, which would
 * pay for it each time.
 */
export class MaintenanceState {
  readonly #db: Database;
  readonly #onStart = new Set<() => void>();
  #closed: MaintenanceRow | null = null;
  #reading: Promise<void> = Promise.resolve();

  constructor(db: Database) {
    this.#db = db;
  }

  /** When it began; null while the console is open. */
  get startedAt(): Date | null {
    return this.#closed?.started_at ?? null;
  }

  /** Before the hub starts. */
  subscribe(hub: LiveEventHub, onError: (error: Error) => void): void {
    hub.onNotify(channel, () => void this.refresh().catch(onError));
  }

  /** Calls back each time this process learns that the console was closed. */
  onStart(listener: () => void): void {
    this.#onStart.add(listener);
  }

  /** One reading after the other: an older answer never takes the place of a newer one. */
  refresh(): Promise<void> {
    const read = () => this.#read();
    this.#reading = this.#reading.then(read, read);
    return this.#reading;
  }

  async #read(): Promise<void> {
    const wasOpen = this.#closed === null;
    this.#closed = await this.#db.withSystemRole("maintenance belongs to no tenant", (tx) =>
      tx.maybeOne<MaintenanceRow>(sql`SELECT started_at, message FROM maintenance`),
    );
    if (!wasOpen || this.#closed === null) return;
    for (const listener of this.#onStart) listener();
  }

  /** A refusal because of maintenance says what staff wrote for it. */
  withMessage<E>(error: E): E | ProblemError {
    const message = this.#closed?.message ?? null;
    const isOurs = error instanceof ProblemError && error.code === "maintenance";
    return isOurs && message !== null
      ? new ProblemError("maintenance", {
          reason: createReason("maintenance_message", { text: message }),
        })
      : error;
  }
}
