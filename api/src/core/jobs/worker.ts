/** Runs the queue's jobs, moves due ones into it, and takes over what a dead worker left behind. */
import { EventEmitter } from "node:events";
import { setTimeout as delay } from "node:timers/promises";
import type { FastifyBaseLogger } from "fastify";
import { type JobHelpers, run, runOnce, type TaskList, type WorkerEvents } from "graphile-worker";
import type { Clock } from "../lib/clock.ts";
import { type Database, sql } from "../db/db.ts";
import type { TaskHandlers } from "./jobs.ts";
import { JobsOnce } from "./jobs-once.ts";
import { Liveness, type LivenessLimits, usualLimits } from "./worker-liveness.ts";
import { logJobErrors, queueLogger } from "./worker-log.ts";

export interface WorkerLimits extends LivenessLimits {
  readonly concurrentJobs: number;
}

export interface WorkerDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly logger: FastifyBaseLogger;
  readonly tasks: TaskHandlers;
  /** Instead of the usual ones; tests shorten them. */
  readonly limits?: Partial<WorkerLimits>;
}

export interface RunningWorker {
  /** Finishes the jobs under way, then returns. */
  stop(): Promise<void>;
}

/**
 * graphile-worker records the end of a job without waiting for it, unless ends are batched: only then is a failure
 * retried instead of ending the process, and a pool that stops has recorded every end.
 */
const awaitedEnds = { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } };
const usualConcurrency = 6;
const enqueueIntervalMs = 500;
const restartAfterMs = 1_000;

export async function startWorker(deps: WorkerDeps): Promise<RunningWorker> {
  const { logger } = deps;
  const jobs = new JobsOnce();
  const stopping = new AbortController();
  let pool = await startPool(deps, jobs);
  // graphile-worker ends its pool when it could not record the end of a job for some minutes.
  const keepsRunning = async () => {
    for (;;) {
      await pool.ended;
      if (stopping.signal.aborted) return;
      logger.error("the job queue ended and is started again");
      await pool
        .stop()
        .catch((error: unknown) => logger.error({ err: error }, "worker upkeep failed"));
      pool = await restarted(deps, jobs, stopping.signal);
      if (stopping.signal.aborted) await pool.stop();
    }
  };
  const stored = keepsRunning().catch((error: unknown) => {
    if (!stopping.signal.aborted) throw error;
  });
  const releasing = startInterval(enqueueIntervalMs, () => enqueueDueJobs(deps), logger);
  return {
    stop: async () => {
      stopping.abort();
      clearInterval(releasing);
      await pool.stop();
      await stored;
    },
  };
}

interface JobPool {
  /** Settles when it runs no more jobs, for whatever reason. */
  readonly ended: Promise<void>;
  stop(): Promise<void>;
}

/** One pool of graphile-worker with its signs of life, which go on until its last job is done. */
async function startPool(deps: WorkerDeps, jobs: JobsOnce): Promise<JobPool> {
  const { db, logger } = deps;
  const limits = { ...usualLimits, concurrentJobs: usualConcurrency, ...deps.limits };
  const events: WorkerEvents = new EventEmitter();
  logJobErrors(events, logger);
  // Jobs and queues are locked with the id of the pool, not with those of its workers.
  const created = new Promise<string>((resolve) =>
    events.once("pool:create", ({ workerPool }) => resolve(workerPool.id)),
  );
  const runner = await run({
    pgPool: db.owner,
    taskList: taskList(deps, jobs),
    concurrency: limits.concurrentJobs,
    noHandleSignals: true,
    pollInterval: 1_000,
    logger: queueLogger(logger),
    events,
    preset: awaitedEnds,
  });
  const ended = runner.promise.catch((error: unknown) =>
    logger.error({ err: error }, "the job queue failed"),
  );
  const liveness = new Liveness(db, await created, limits, logger);
  const upkeepFailed = (error: unknown) => logger.error({ err: error }, "worker upkeep failed");
  await liveness.beat().catch(upkeepFailed);
  const beating = startInterval(limits.beatEveryMs, () => liveness.watch(), logger);
  let isStopped = false;
  return {
    ended,
    stop: async () => {
      if (isStopped) return;
      isStopped = true;
      try {
        await runner.stop().catch(() => ended);
        await ended;
      } finally {
        clearInterval(beating);
        await liveness.stop();
      }
    },
  };
}

async function restarted(deps: WorkerDeps, jobs: JobsOnce, signal: AbortSignal): Promise<JobPool> {
  for (;;) {
    await delay(restartAfterMs, undefined, { signal });
    try {
      return await startPool(deps, jobs);
    } catch (error) {
      deps.logger.error({ err: error }, "the job queue could not be started");
    }
  }
}

/** Runs everything that is due by the injected clock, and what that asks for, until nothing is left. */
export async function runDueJobs(deps: WorkerDeps): Promise<void> {
  const tasks = taskList(deps, new JobsOnce());
  const events: WorkerEvents = new EventEmitter();
  logJobErrors(events, deps.logger);
  for (;;) {
    await enqueueDueJobs(deps);
    const waiting = await deps.db.owner.query(
      "SELECT FROM graphile_worker.jobs WHERE run_at <= now() AND locked_at IS NULL AND attempts < max_attempts LIMIT 1",
    );
    if (waiting.rowCount === 0) return;
    await runOnce({
      pgPool: deps.db.owner,
      taskList: tasks,
      noHandleSignals: true,
      logger: queueLogger(deps.logger),
      events,
      concurrency: 2,
      preset: awaitedEnds,
    });
  }
}

/** Small steps back are corrections that a clock makes all the time. */
const setBackMs = 60_000;
/** The latest moment that each clock has shown. */
const latestOf = new WeakMap<Clock, Date>();

/** Jobs were booked by a clock that has been set back: without this they would wait until it is there again. */
async function followSetBack({ db, clock, logger }: WorkerDeps, now: Date): Promise<void> {
  const backMs = (latestOf.get(clock)?.getTime() ?? 0) - now.getTime();
  if (backMs > setBackMs) {
    logger.warn({ seconds: Math.round(backMs / 1000) }, "the clock was set back");
    await db.withSystemRole("due jobs of every tenant follow the clock", (tx) =>
      tx.execute(
        sql`UPDATE scheduled_job SET due_at = due_at - ${backMs} * interval '1 millisecond'`,
      ),
    );
  }
  if (backMs > setBackMs || backMs < 0) latestOf.set(clock, now);
}

async function enqueueDueJobs(deps: WorkerDeps): Promise<void> {
  const now = deps.clock.now();
  await followSetBack(deps, now);
  await deps.db.withSystemRole("due jobs of every tenant go to the queue", (tx) =>
    tx.execute(sql`SELECT release_due_jobs(${now})`),
  );
}

function taskList({ tasks }: WorkerDeps, jobs: JobsOnce): TaskList {
  const list = Object.entries(tasks).map(([name, run]) => [
    name,
    (payload: unknown, { job }: JobHelpers) => jobs.run(job, async () => run(payload)),
  ]);
  return Object.fromEntries(list);
}

function startInterval(
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
