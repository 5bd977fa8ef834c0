/** "Something changed", from whichever process changed it to every open page: LISTEN/NOTIFY. */
import { z } from "zod";
import type pg from "pg";
import { LiveEvent, type LiveEventPayload } from "#contracts/live.ts";
import { sql, type Tx } from "../db/db.ts";
import { Listener } from "../db/listener.ts";

const channel = "boreal_live";
const LiveNotification = LiveEvent.extend({ workspaceId: z.uuid() });

/** Told when the transaction commits, and only then. */
export async function publishLiveEvent(
  tx: Tx,
  workspaceId: string,
  news: LiveEventPayload,
): Promise<void> {
  const notice = JSON.stringify({ workspaceId, ...news });
  await tx.execute(
    sql`SELECT pg_notify(${channel}, (${notice}::jsonb || jsonb_build_object('change', pg_current_xact_id()::text))::text)`,
  );
}

type Listening = (event: LiveEvent) => void;

/** One LISTEN connection a process, shared by all its open streams and whatever else processes tell each other. */
export class LiveEventHub {
  readonly #listeners = new Map<string, Set<Listening>>();
  readonly #watched = new Map<string, () => void>();
  readonly #listener: Listener;

  constructor(pool: pg.Pool, onError: (error: Error) => void) {
    this.#listener = new Listener({
      pool,
      onNotice: (name, payload) => this.#hear(name, payload),
      onHearing: () => this.#catchUp(),
      onError,
    });
  }

  /** Calls back whenever a process speaks on that channel, and when something may have been missed; before `start`. */
  onNotify(name: string, listener: () => void): void {
    this.#watched.set(name, listener);
  }

  /** Returns when the hub hears; hears again by itself after a lost connection. */
  start(): Promise<void> {
    return this.#listener.start([channel, ...this.#watched.keys()]);
  }

  #hear(name: string, payload: string): void {
    if (name !== channel) return this.#watched.get(name)?.();
    const read = LiveNotification.safeParse(JSON.parse(payload));
    if (!read.success) return;
    const { workspaceId, ...event } = read.data;
    for (const listener of this.#listeners.get(workspaceId) ?? []) listener(event);
  }

  /** Whatever was said while nobody heard: every open page asks again. */
  #catchUp(): void {
    for (const listeners of this.#listeners.values()) {
      for (const listener of listeners) listener({ topic: "workspace", id: null, change: null });
    }
    for (const listener of this.#watched.values()) listener();
  }

  subscribe(workspaceId: string, listener: Listening): () => void {
    const listeners = this.#listeners.get(workspaceId) ?? new Set();
    listeners.add(listener);
    this.#listeners.set(workspaceId, listeners);
    return () => {
      listeners.delete(listener);
      if (listeners.size === 0) this.#listeners.delete(workspaceId);
    };
  }

  stop(): void {
    this.#listener.stop();
  }
}
