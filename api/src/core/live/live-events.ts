/** Live events: notifies every open page of a change in any process, via LISTEN/NOTIFY. */
import { z } from "zod";
import type pg from "pg";
import { LiveEvent, type LiveEventPayload, staffTopics } from "#contracts/live.ts";
import { sql, type Tx } from "../db/db.ts";
import { Listener } from "../db/listener.ts";
import type { Clock } from "../lib/clock.ts";

const channel = "boreal_live";
const LiveNotification = LiveEvent.extend({ workspaceId: z.uuid() });

/** Publishes a live event when the transaction commits. */
export async function publishLiveEvent(
  tx: Tx,
  workspaceId: string,
  event: LiveEventPayload,
): Promise<void> {
  const payload = JSON.stringify({ workspaceId, ...event });
  await tx.execute(
    sql`SELECT pg_notify(${channel}, (${payload}::jsonb || jsonb_build_object('change', pg_current_xact_id()::text))::text)`,
  );
}

/** Publishes the same live event to many workspaces when the transaction commits. */
export async function publishLiveEvents(
  tx: Tx,
  workspaceIds: readonly string[],
  event: LiveEventPayload,
): Promise<void> {
  await tx.execute(sql`
    SELECT pg_notify(${channel}, (${JSON.stringify(event)}::jsonb || jsonb_build_object('workspaceId', w.id, 'change', pg_current_xact_id()::text))::text)
      FROM unnest(${[...workspaceIds]}::text[]) AS w (id)`);
}

/** Stands for no workspace in notifications of changes that only staff hear of. */
const noWorkspace = "00000000-0000-0000-0000-000000000000";

/** Publishes to staff that something of a topic changed, when the transaction commits. */
export const publishStaffEvent = (tx: Tx, topic: LiveEvent["topic"]): Promise<void> =>
  publishLiveEvent(tx, noWorkspace, { topic, id: null });

type LiveEventListener = (event: LiveEvent) => void;

/** A page is opened at most this long after its first answers were read. */
const replayedMs = 30_000;
/** Events that are kept for replay, of all workspaces. */
const maxReplayed = 5_000;

interface RecentEvent {
  readonly at: number;
  readonly workspaceId: string;
  readonly event: LiveEvent;
}

/** One LISTEN connection per process, shared by its open streams and by other notifications between processes. */
export class LiveEventHub {
  readonly #clock: Pick<Clock, "now">;
  /** Oldest first. */
  #recent: RecentEvent[] = [];
  readonly #listeners = new Map<string, Set<LiveEventListener>>();
  readonly #staffListeners = new Set<LiveEventListener>();
  readonly #watched = new Map<string, () => void>();
  readonly #listener: Listener;

  constructor(pool: pg.Pool, clock: Pick<Clock, "now">, onError: (error: Error) => void) {
    this.#clock = clock;
    this.#listener = new Listener({
      pool,
      onNotice: (name, payload) => this.#receive(name, payload),
      onListening: () => this.#notifyAll(),
      onError,
    });
  }

  /** Registers a callback for a channel; it also runs when notifications may have been missed. Call before `start`. */
  onNotify(name: string, listener: () => void): void {
    this.#watched.set(name, listener);
  }

  /** Resolves when the hub listens; it reconnects after a lost connection. */
  start(): Promise<void> {
    return this.#listener.start([channel, ...this.#watched.keys()]);
  }

  #receive(name: string, payload: string): void {
    if (name !== channel) return this.#watched.get(name)?.();
    const notification = LiveNotification.safeParse(JSON.parse(payload));
    if (!notification.success) return;
    const { workspaceId, ...event } = notification.data;
    this.#keep({ at: this.#clock.now().getTime(), workspaceId, event });
    for (const listener of this.#listeners.get(workspaceId) ?? []) listener(event);
    if (staffTopics.includes(event.topic))
      for (const listener of this.#staffListeners) listener({ ...event, id: null });
  }

  #keep(event: RecentEvent): void {
    const since = event.at - replayedMs;
    const isFull = this.#recent.length >= maxReplayed;
    if (isFull || (this.#recent[0]?.at ?? event.at) < since)
      this.#recent = this.#recent.slice(isFull ? 1 : 0).filter(({ at }) => at >= since);
    this.#recent.push(event);
  }

  /** Notifications may have been missed while the connection was down: every open page refetches. */
  #notifyAll(): void {
    for (const listeners of this.#listeners.values()) {
      for (const listener of listeners) listener({ topic: "workspace", id: null, change: null });
    }
    for (const listener of this.#staffListeners)
      for (const topic of staffTopics) listener({ topic, id: null, change: null });
    for (const listener of this.#watched.values()) listener();
  }

  /**
   * The events of the last half minute, oldest first: the answers in a page were read before its stream is open. A
   * client ignores events whose change its data includes.
   */
  recentEvents(workspaceId: string): readonly LiveEvent[] {
    const since = this.#clock.now().getTime() - replayedMs;
    return this.#recent
      .filter((recent) => recent.workspaceId === workspaceId && recent.at >= since)
      .map(({ event }) => event);
  }

  subscribe(workspaceId: string, listener: LiveEventListener): () => void {
    const listeners = this.#listeners.get(workspaceId) ?? new Set();
    listeners.add(listener);
    this.#listeners.set(workspaceId, listeners);
    return () => {
      listeners.delete(listener);
      if (listeners.size === 0) this.#listeners.delete(workspaceId);
    };
  }

  /** The changes that staff hear of, in all workspaces and in none, without ids. */
  subscribeStaff(listener: LiveEventListener): () => void {
    this.#staffListeners.add(listener);
    return () => void this.#staffListeners.delete(listener);
  }

  /** As `recentEvents`, for staff: one event of each topic that changed. */
  recentStaffEvents(): readonly LiveEvent[] {
    const since = this.#clock.now().getTime() - replayedMs;
    const changed = new Set(
      this.#recent.flatMap(({ at, event }) => (at >= since ? event.topic : [])),
    );
    return staffTopics
      .filter((topic) => changed.has(topic))
      .map((topic) => ({ topic, id: null, change: null }));
  }

  stop(): void {
    this.#listener.stop();
  }
}
