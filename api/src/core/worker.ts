/** Runs the queue's jobs, moves due ones into it, and takes over what a dead worker left behind. */
import { EventEmitter } from "node:events";
import type { FastifyBaseLogger } from "fastify";
import { Logger, run, runOnce, type TaskList, type WorkerEvents } from "graphile-worker";
import type { z } from "zod";
import type { Clock } from "./clock.ts";
import { type Database, sql } from "./db.ts";
import { type TaskName, taskPayloads, type Tasks } from "./jobs.ts";

/** What does a task's work. It may be called again after a crash at any point, and has to cope. */
export type TaskHandlers = { readonly [T in TaskName]: (payload: Tasks[T]) => Promise<void> };

export interface WorkerParts {
  readonly db: Database;
  readonly clock: Clock;
  readonly logger: FastifyBaseLogger;
  readonly tasks: TaskHandlers;
}

export interface RunningWorker {
  /** Finishes the jobs under way, then returns. */
  stop(): Promise<void>;
}

const concurrentJobs = 6;
const releaseEveryMs = 500;
const beatEveryMs = 4_000;
/** A worker that has not beaten for this long is dead; its jobs go on elsewhere within 30 s of the kill. */
const deadAfterSeconds = 14;

export async function startWorker(parts: WorkerParts): Promise<RunningWorker> {
  const { db, logger } = parts;
  const workerIds = new Set<string>();
  const events: WorkerEvents = new EventEmitter();
  events.on("worker:create", ({ worker }) => workerIds.add(worker.workerId));
  const runner = await run({
    pgPool: db.owner,
    taskList: taskList(parts),
    concurrency: concurrentJobs,
    noHandleSignals: true,
    pollInterval: 1_000,
    logger: quietLogger(logger),
    events,
  });
  await beat(db, [...workerIds]);
  const timers = [
    every(releaseEveryMs, () => releaseDue(parts), logger),
    every(beatEveryMs, () => beat(db, [...workerIds]).then(() => takeOverDead(db)), logger),
  ];
  return {
    stop: async () => {
      for (const timer of timers) clearInterval(timer);
      await runner.stop();
      await db.asSystem("a worker that stops says so", (tx) =>
        tx.run(sql`DELETE FROM worker_heartbeat WHERE worker_id = ANY(${[...workerIds]})`),
      );
    },
  };
}

/** Runs everything that is due by the injected clock, and what that asks for, until nothing is left. */
export async function drain(parts: WorkerParts): Promise<void> {
  const tasks = taskList(parts);
  for (;;) {
    await releaseDue(parts);
    const waiting = await parts.db.owner.query(
      "SELECT FROM graphile_worker.jobs WHERE run_at <= now() AND locked_at IS NULL AND attempts < max_attempts LIMIT 1",
    );
    if (waiting.rowCount === 0) return;
    await runOnce({
      pgPool: parts.db.owner,
      taskList: tasks,
      noHandleSignals: true,
      logger: quietLogger(parts.logger),
      concurrency: 2,
    });
  }
}

/** Jobs of workers that no longer beat become free again; PostgreSQL's own clock judges. */
export async function takeOverDead(db: Database): Promise<number> {
  const dead = await db.owner.query<{ worker_id: string }>(
    `SELECT DISTINCT locked_by AS worker_id FROM graphile_worker.jobs j
      WHERE locked_by IS NOT NULL AND NOT EXISTS (
        SELECT FROM worker_heartbeat b WHERE b.worker_id = j.locked_by AND b.beat_at > clock_timestamp() - make_interval(secs => $1))
        AND locked_at < clock_timestamp() - make_interval(secs => $1)`,
    [deadAfterSeconds],
  );
  if (dead.rows.length === 0) return 0;
  await db.owner.query("SELECT graphile_worker.force_unlock_workers($1)", [
    dead.rows.map((row) => row.worker_id),
  ]);
  return dead.rows.length;
}

async function beat(db: Database, workerIds: readonly string[]): Promise<void> {
  await db.asSystem("a worker says it is alive", (tx) =>
    tx.run(sql`INSERT INTO worker_heartbeat SELECT unnest(${[...workerIds]}::text[]), clock_timestamp()
      ON CONFLICT (worker_id) DO UPDATE SET beat_at = excluded.beat_at`),
  );
}

async function releaseDue(parts: WorkerParts): Promise<void> {
  await parts.db.asSystem("due jobs of every tenant go to the queue", (tx) =>
    tx.run(sql`SELECT release_due_jobs(${parts.clock.now()})`),
  );
}

function taskList({ tasks }: WorkerParts): TaskList {
  const task =
    <P>(shape: z.ZodType<P>, work: (payload: P) => Promise<void>) =>
    (payload: unknown) =>
      work(shape.parse(payload));
  return {
    "mail.send": task(taskPayloads["mail.send"], tasks["mail.send"]),
    "auth.mailLink": task(taskPayloads["auth.mailLink"], tasks["auth.mailLink"]),
    "commands.advance": task(taskPayloads["commands.advance"], tasks["commands.advance"]),
    "catalogue.sync": task(taskPayloads["catalogue.sync"], tasks["catalogue.sync"]),
    "instances.reconcile": task(taskPayloads["instances.reconcile"], tasks["instances.reconcile"]),
    "platform.sweep": task(taskPayloads["platform.sweep"], tasks["platform.sweep"]),
    "audit.seal": task(taskPayloads["audit.seal"], tasks["audit.seal"]),
    "tokens.remind": task(taskPayloads["tokens.remind"], tasks["tokens.remind"]),
    "account.copyData": task(taskPayloads["account.copyData"], tasks["account.copyData"]),
  } satisfies Record<TaskName, unknown>;
}

function every(
  ms: number,
  work: () => Promise<unknown>,
  logger: FastifyBaseLogger,
): NodeJS.Timeout {
  let busy = false;
  return setInterval(() => {
    if (busy) return;
    busy = true;
    work()
      .catch((error: unknown) => logger.error({ err: error }, "worker upkeep failed"))
      .finally(() => {
        busy = false;
      });
  }, ms);
}

const quietLogger = (logger: FastifyBaseLogger) =>
  new Logger(() => (level, message, meta) => {
    if (level === "error") logger.error({ detail: meta }, message);
    else if (level === "warning") logger.warn(message);
  });
