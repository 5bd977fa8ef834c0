/** Whether the console is closed, as every process of the server knows it. */
import { type Database, sql, type Tx } from "./db.ts";
import { Refusal } from "./errors.ts";
import type { LiveHub } from "./live.ts";

const channel = "boreal_maintenance";

/** Tells every process, once the change is on disk. */
export const announceMaintenance = (tx: Tx): Promise<number> =>
  tx.run(sql`SELECT pg_notify(${channel}, '')`);

interface Closed {
  started_at: Date;
  message: string | null;
}

/**
 * Read at the start, and again when a process says that it changed; never by a request, which would
 * pay for it each time.
 */
export class MaintenanceWatch {
  readonly #db: Database;
  readonly #whenBegun = new Set<() => void>();
  #closed: Closed | null = null;
  #reading: Promise<void> = Promise.resolve();

  constructor(db: Database) {
    this.#db = db;
  }

  /** When it began; null while the console is open. */
  get startedAt(): Date | null {
    return this.#closed?.started_at ?? null;
  }

  /** Before the hub starts. */
  follow(hub: LiveHub, onError: (error: Error) => void): void {
    hub.watch(channel, () => void this.refresh().catch(onError));
  }

  /** Calls back each time this process learns that the console was closed. */
  whenBegun(listener: () => void): void {
    this.#whenBegun.add(listener);
  }

  /** One reading after the other: an older answer never takes the place of a newer one. */
  refresh(): Promise<void> {
    const read = () => this.#read();
    this.#reading = this.#reading.then(read, read);
    return this.#reading;
  }

  async #read(): Promise<void> {
    const wasOpen = this.#closed === null;
    this.#closed = await this.#db.asSystem("maintenance belongs to no tenant", (tx) =>
      tx.maybe<Closed>(sql`SELECT started_at, message FROM maintenance`),
    );
    if (!wasOpen || this.#closed === null) return;
    for (const listener of this.#whenBegun) listener();
  }

  /** A refusal because of maintenance says what staff wrote for it. */
  told<E>(error: E): E | Refusal {
    const message = this.#closed?.message ?? null;
    const isOurs = error instanceof Refusal && error.code === "maintenance";
    return isOurs && message !== null ? new Refusal("maintenance", { message }) : error;
  }
}
