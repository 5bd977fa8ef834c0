/** "Something changed", from whichever process changed it to every open page: LISTEN/NOTIFY. */
import { z } from "zod";
import type pg from "pg";
import { LiveEvent, type LiveNews } from "#contracts/live.ts";
import { sql, type Tx } from "./db.ts";

const channel = "boreal_live";
const Notice = LiveEvent.extend({ workspaceId: z.uuid() });

/** Told when the transaction commits, and only then. */
export async function announce(tx: Tx, workspaceId: string, news: LiveNews): Promise<void> {
  const notice = JSON.stringify({ workspaceId, ...news });
  await tx.run(
    sql`SELECT pg_notify(${channel}, (${notice}::jsonb || jsonb_build_object('change', pg_current_xact_id()::text))::text)`,
  );
}

type Listener = (event: LiveEvent) => void;

/** One LISTEN connection a process, shared by all its open streams and whatever else processes tell each other. */
export class LiveHub {
  readonly #listeners = new Map<string, Set<Listener>>();
  readonly #watched = new Map<string, () => void>();
  readonly #pool: pg.Pool;
  readonly #onError: (error: Error) => void;
  #client: pg.PoolClient | null = null;
  #stopped = false;

  constructor(pool: pg.Pool, onError: (error: Error) => void) {
    this.#pool = pool;
    this.#onError = onError;
  }

  /** Calls back whenever a process speaks on that channel, and when something may have been missed; before `start`. */
  watch(name: string, listener: () => void): void {
    this.#watched.set(name, listener);
  }

  /** Returns when the hub hears; hears again by itself after a lost connection. */
  async start(): Promise<void> {
    const client = await this.#pool.connect();
    this.#client = client;
    client.on("notification", (notice) => {
      if (notice.channel !== channel) return this.#watched.get(notice.channel)?.();
      const read = Notice.safeParse(JSON.parse(notice.payload ?? "null"));
      if (!read.success) return;
      const { workspaceId, ...event } = read.data;
      for (const listener of this.#listeners.get(workspaceId) ?? []) listener(event);
    });
    client.on("error", (error) => {
      // After a stop, or told twice of one loss: the connection was given up already.
      if (this.#client !== client) return;
      this.#client = null;
      client.release(error);
      this.#onError(error);
      if (!this.#stopped) this.#again();
    });
    for (const name of [channel, ...this.#watched.keys()]) await client.query(`LISTEN ${name}`);
    // Whatever was said while nobody heard: every open page asks again.
    for (const listeners of this.#listeners.values()) {
      for (const listener of listeners) listener({ topic: "workspace", id: null, change: null });
    }
    for (const listener of this.#watched.values()) listener();
  }

  subscribe(workspaceId: string, listener: Listener): () => void {
    const listeners = this.#listeners.get(workspaceId) ?? new Set();
    listeners.add(listener);
    this.#listeners.set(workspaceId, listeners);
    return () => {
      listeners.delete(listener);
      if (listeners.size === 0) this.#listeners.delete(workspaceId);
    };
  }

  stop(): void {
    this.#stopped = true;
    this.#client?.release(true);
    this.#client = null;
  }

  #again(): void {
    const retryMs = 1000;
    setTimeout(() => {
      if (!this.#stopped) this.start().catch(() => this.#again());
    }, retryMs).unref();
  }
}
