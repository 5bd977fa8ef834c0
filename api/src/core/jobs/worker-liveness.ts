/**
 * Detects dead workers. A worker proves its liveness twice: by a heartbeat row, and by an advisory lock that
 * PostgreSQL releases when the worker's connection ends. Its jobs are released only when both are gone: a busy event
 * loop stops the heartbeat but not the lock, and a lost connection releases the lock but not the heartbeat.
 */
import type { FastifyBaseLogger } from "fastify";
import type pg from "pg";
import { type Database, sql } from "../db/db.ts";

export interface LivenessLimits {
  readonly beatEveryMs: number;
  /** A worker without heartbeat and lock for this long is dead. */
  readonly deadAfterMs: number;
  /** A worker without heartbeat for this long is stuck; its lock is ignored. */
  readonly stuckAfterMs: number;
}

/** Three heartbeats fit into the time after which a worker is dead. */
export const livenessLimits = (deadAfterMs: number): LivenessLimits => ({
  beatEveryMs: Math.floor((deadAfterMs * 2) / 7),
  deadAfterMs,
  stuckAfterMs: 300_000,
});

/** Another worker takes over the jobs of a killed one within 30 s. */
export const defaultLivenessLimits: LivenessLimits = livenessLimits(14_000);

export class Liveness {
  readonly #db: Database;
  readonly #limits: LivenessLimits;
  readonly #logger: FastifyBaseLogger;
  /** The id graphile-worker writes into `locked_by`. */
  readonly #workerId: string;
  #lock: pg.PoolClient | null = null;
  #lastHeartbeatMs: number | null = null;
  /** Since when this worker's own heartbeats have had no gap. */
  #steadySinceMs = 0;
  #pending: Promise<void> = Promise.resolve();
  #isStopped = false;

  constructor(db: Database, workerId: string, limits: LivenessLimits, logger: FastifyBaseLogger) {
    this.#db = db;
    this.#workerId = workerId;
    this.#limits = limits;
    this.#logger = logger;
  }

  /** Records a heartbeat. Do not call concurrently with itself or `watch`. */
  beat(): Promise<void> {
    this.#pending = this.#recordHeartbeat();
    return this.#pending;
  }

  /**
   * Records a heartbeat, then releases the jobs of dead workers. After a gap in its own heartbeats (at startup or
   * after a database outage) it first gives the other workers time to record theirs.
   */
  watch(): Promise<void> {
    this.#pending = this.#watch();
    return this.#pending;
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#pending.catch(() => undefined);
    this.#lock?.release(true);
    this.#lock = null;
    await this.#db.withSystemRole("a stopping worker removes its heartbeat", (tx) =>
      tx.execute(sql`DELETE FROM worker_heartbeat WHERE worker_id = ${this.#workerId}`),
    );
    // Jobs whose completion could not be recorded; otherwise they wait until this worker is considered dead.
    await this.#db.owner.query("SELECT graphile_worker.force_unlock_workers(ARRAY[$1])", [
      this.#workerId,
    ]);
  }

  async #recordHeartbeat(): Promise<void> {
    if (this.#isStopped) return;
    const startedMs = performance.now();
    if (
      this.#lastHeartbeatMs === null ||
      startedMs - this.#lastHeartbeatMs > this.#limits.deadAfterMs / 2
    )
      this.#steadySinceMs = startedMs;
    await this.#db.withSystemRole("a worker records its heartbeat", (tx) =>
      tx.execute(sql`INSERT INTO worker_heartbeat VALUES (${this.#workerId}, clock_timestamp())
        ON CONFLICT (worker_id) DO UPDATE SET last_seen_at = excluded.last_seen_at`),
    );
    this.#lastHeartbeatMs = startedMs;
    await this.#acquireLock();
  }

  async #watch(): Promise<void> {
    await this.#recordHeartbeat();
    if (performance.now() - this.#steadySinceMs < this.#limits.deadAfterMs) return;
    const freed = await takeOverDead(this.#db, this.#limits);
    if (freed > 0) this.#logger.warn({ workers: freed }, "jobs of dead workers were taken over");
  }

  async #acquireLock(): Promise<void> {
    if (this.#lock !== null) return;
    const client = await this.#db.owner.connect();
    let isLocked = false;
    client.once("error", () => {
      if (this.#lock !== client) return;
      this.#lock = null;
      client.release(true);
    });
    try {
      // With keepalives the server notices within half a minute that this host is gone.
      await client.query(
        "SET tcp_keepalives_idle = 10; SET tcp_keepalives_interval = 5; SET tcp_keepalives_count = 4",
      );
      const { rows } = await client.query<{ held: boolean }>(
        "SELECT pg_try_advisory_lock(hashtextextended($1, 0)) AS held",
        [this.#workerId],
      );
      // Another worker may be testing the lock at this moment; the next heartbeat tries again.
      isLocked = rows[0]?.held === true;
      if (isLocked) this.#lock = client;
    } finally {
      if (!isLocked) client.release(true);
    }
  }
}

/**
 * Releases the jobs and queues of dead workers, judged by PostgreSQL's clock. Returns the number of dead workers. A
 * stuck worker may hold the lock of its heartbeat row in an open transaction; such a row is deleted by a later call.
 */
export async function takeOverDead(
  db: Database,
  limits: LivenessLimits = defaultLivenessLimits,
): Promise<number> {
  const { rows } = await db.owner.query(
    `WITH seen AS MATERIALIZED (
       SELECT j.locked_by AS id, greatest(max(j.locked_at), (SELECT b.last_seen_at FROM worker_heartbeat b WHERE b.worker_id = j.locked_by)) AS at
         FROM graphile_worker.jobs j WHERE j.locked_by IS NOT NULL GROUP BY j.locked_by),
     silent AS MATERIALIZED (
       SELECT id, at FROM seen WHERE at < clock_timestamp() - $1 * interval '1 millisecond'),
     dead AS MATERIALIZED (
       SELECT id FROM silent WHERE CASE WHEN at < clock_timestamp() - $2 * interval '1 millisecond' THEN true
         ELSE pg_try_advisory_xact_lock(hashtextextended(id, 0)) END),
     freed AS MATERIALIZED (
       SELECT graphile_worker.force_unlock_workers(array_agg(id)) FROM dead HAVING count(*) > 0),
     outdated AS MATERIALIZED (
       SELECT worker_id FROM worker_heartbeat
        WHERE worker_id IN (SELECT id FROM dead) OR last_seen_at < clock_timestamp() - interval '1 day'
          FOR UPDATE SKIP LOCKED),
     forgotten AS (
       DELETE FROM worker_heartbeat WHERE worker_id IN (SELECT worker_id FROM outdated))
     SELECT dead.id FROM dead CROSS JOIN (SELECT count(*) FROM freed) done`,
    [limits.deadAfterMs, limits.stuckAfterMs],
  );
  return rows.length;
}
