/** Runs the queue's jobs, enqueues due ones, and takes over the jobs of dead workers. */
import { EventEmitter } from "node:events";
import { setTimeout as delay } from "node:timers/promises";
import type { FastifyBaseLogger } from "fastify";
import { type JobHelpers, run, runOnce, type TaskList, type WorkerEvents } from "graphile-worker";
import type { Clock } from "../lib/clock.ts";
import { type Database, sql } from "../db/db.ts";
import type { TaskHandlers } from "./jobs.ts";
import { JobsOnce } from "./jobs-once.ts";
import { Liveness, type LivenessLimits, defaultLivenessLimits } from "./worker-liveness.ts";
import { logJobErrors, queueLogger } from "./worker-log.ts";

export interface WorkerLimits extends LivenessLimits {
  readonly concurrentJobs: number;
}

export interface WorkerDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly logger: FastifyBaseLogger;
  readonly tasks: TaskHandlers;
  /** Overrides the default limits; used in tests. */
  readonly limits?: Partial<WorkerLimits>;
}

export interface RunningWorker {
  /** Waits for running jobs, then resolves. */
  stop(): Promise<void>;
}

/**
 * graphile-worker does not await the recording of a job's completion unless completions are batched. Only with
 * batching does a failed recording end the pool instead of the process, and has a stopped pool recorded every
 * completion.
 */
const batchedCompletion = { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } };
const defaultConcurrency = 6;
const enqueueIntervalMs = 500;
const restartAfterMs = 1_000;

export async function startWorker(deps: WorkerDeps): Promise<RunningWorker> {
  const { logger } = deps;
  const jobs = new JobsOnce();
  const stopping = new AbortController();
  let pool = await startPool(deps, jobs);
  // graphile-worker ends its pool when a completion cannot be recorded.
  const keepRunning = async () => {
    for (;;) {
      await pool.ended;
      if (stopping.signal.aborted) return;
      logger.error("the job queue ended; restarting it");
      await pool
        .stop()
        .catch((error: unknown) => logger.error({ err: error }, "worker upkeep failed"));
      pool = await restartPool(deps, jobs, stopping.signal);
      if (stopping.signal.aborted) await pool.stop();
    }
  };
  const supervision = keepRunning().catch((error: unknown) => {
    if (!stopping.signal.aborted) throw error;
  });
  const enqueueTimer = startInterval(enqueueIntervalMs, () => enqueueDueJobs(deps), logger);
  return {
    stop: async () => {
      stopping.abort();
      clearInterval(enqueueTimer);
      await pool.stop();
      await supervision;
    },
  };
}

interface JobPool {
  /** Settles when the pool runs no more jobs, for any reason. */
  readonly ended: Promise<void>;
  stop(): Promise<void>;
}

/** One graphile-worker pool with its heartbeats, which continue until its last job is done. */
async function startPool(deps: WorkerDeps, jobs: JobsOnce): Promise<JobPool> {
  const { db, logger } = deps;
  const limits = { ...defaultLivenessLimits, concurrentJobs: defaultConcurrency, ...deps.limits };
  const events: WorkerEvents = new EventEmitter();
  logJobErrors(events, logger);
  // Jobs and queues are locked with the id of the pool, not of its workers.
  const poolId = new Promise<string>((resolve) =>
    events.once("pool:create", ({ workerPool }) => resolve(workerPool.id)),
  );
  const abandoned = watchForAbandonment(events);
  const runner = await run({
    pgPool: db.owner,
    taskList: taskList(deps, jobs),
    concurrency: limits.concurrentJobs,
    noHandleSignals: true,
    pollInterval: 1_000,
    logger: queueLogger(logger),
    events,
    preset: batchedCompletion,
  });
  const finished = runner.promise.catch((error: unknown) =>
    logger.error({ err: error }, "the job queue failed"),
  );
  const ended = Promise.race([finished, abandoned]);
  const liveness = new Liveness(db, await poolId, limits, logger);
  const logUpkeepError = (error: unknown) => logger.error({ err: error }, "worker upkeep failed");
  await liveness.beat().catch(logUpkeepError);
  const heartbeatTimer = startInterval(limits.beatEveryMs, () => liveness.watch(), logger);
  let isStopped = false;
  return {
    ended,
    stop: async () => {
      if (isStopped) return;
      isStopped = true;
      try {
        await Promise.race([runner.stop().catch(() => ended), abandoned]);
        await ended;
      } finally {
        clearInterval(heartbeatTimer);
        await liveness.stop();
      }
    },
  };
}

/**
 * Resolves when a pool that could not record a completion has no workers left. It then runs no more jobs, but may wait
 * forever for its recordings: graphile-worker 0.18 neither repeats a failed one nor counts several correctly
 * (https://github.com/graphile/worker/issues/636).
 */
function watchForAbandonment(events: WorkerEvents): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  let workers = 0;
  let isBroken = false;
  const check = () => {
    if (isBroken && workers === 0) resolve();
  };
  events.on("worker:create", () => {
    workers += 1;
  });
  events.on("worker:stop", () => {
    workers -= 1;
    check();
  });
  events.on("pool:fatalError", () => {
    isBroken = true;
    check();
  });
  return promise;
}

async function restartPool(
  deps: WorkerDeps,
  jobs: JobsOnce,
  signal: AbortSignal,
): Promise<JobPool> {
  for (;;) {
    await delay(restartAfterMs, undefined, { signal });
    try {
      return await startPool(deps, jobs);
    } catch (error) {
      deps.logger.error({ err: error }, "the job queue could not be started");
    }
  }
}

/** Runs everything that is due by the injected clock, including jobs enqueued meanwhile, until nothing is left. */
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
      preset: batchedCompletion,
    });
  }
}

/** Smaller backward steps are normal clock corrections. */
const setBackMs = 60_000;
/** The latest time seen per clock. */
const latestTimes = new WeakMap<Clock, Date>();

/** Shifts scheduled jobs after a clock was set back; otherwise they would wait until it reaches their time again. */
async function rescheduleAfterSetBack({ db, clock, logger }: WorkerDeps, now: Date): Promise<void> {
  const backMs = (latestTimes.get(clock)?.getTime() ?? 0) - now.getTime();
  if (backMs > setBackMs) {
    logger.warn({ seconds: Math.round(backMs / 1000) }, "the clock was set back");
    await db.withSystemRole("due jobs of every tenant follow the clock", (tx) =>
      tx.execute(
        sql`UPDATE scheduled_job SET due_at = due_at - ${backMs} * interval '1 millisecond'`,
      ),
    );
  }
  if (backMs > setBackMs || backMs < 0) latestTimes.set(clock, now);
}

async function enqueueDueJobs(deps: WorkerDeps): Promise<void> {
  const now = deps.clock.now();
  await rescheduleAfterSetBack(deps, now);
  await deps.db.withSystemRole("due jobs of every tenant go to the queue", (tx) =>
    tx.execute(sql`SELECT enqueue_due_jobs(${now})`),
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
