/** Which jobs are taken over, based on the locks that graphile-worker writes. */
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from "vitest";
import { startTestEnvironment, type TestEnvironment } from "../../testing/test-environment.ts";
import { startWorkerProcess } from "../../testing/worker-processes.ts";
import { openDatabase, sql } from "../db/db.ts";
import { enqueue } from "./jobs.ts";
import { runDueJobs, startWorker, type WorkerDeps } from "./worker.ts";
import { takeOverDead } from "./worker-liveness.ts";
import { commandAdvance } from "../../modules/commands/create-commands.ts";

let env: TestEnvironment;
beforeAll(async () => {
  env = await startTestEnvironment();
});
afterAll(() => env.stop());
beforeEach(async () => {
  await env.db.owner.query(
    "SELECT graphile_worker.force_unlock_workers(array_agg(locked_by)) FROM graphile_worker.jobs WHERE locked_by IS NOT NULL",
  );
  await env.db.owner.query(
    "SELECT graphile_worker.complete_jobs(array_agg(id)) FROM graphile_worker.jobs",
  );
});

const limits = { beatEveryMs: 40, deadAfterMs: 400, stuckAfterMs: 600_000 };
const id = "01890000-0000-7000-8000-000000000001";
const enqueueJob = () =>
  env.db.withTenant((tx) =>
    enqueue(tx, env.clock.now(), commandAdvance, { commandId: id }, { queue: "one-server" }),
  );

interface Lock {
  locked_by: string | null;
  attempts: number;
  ageMs: number;
  /** Time of the latest heartbeat of the job's worker; null if there is none. */
  silentMs: number | null;
}
const locks = async (): Promise<Lock[]> =>
  (
    await env.db.owner.query<Lock>(
      `SELECT j.locked_by, j.attempts, extract(epoch FROM clock_timestamp() - j.locked_at)::float * 1000 AS "ageMs",
              extract(epoch FROM clock_timestamp() - b.last_seen_at)::float * 1000 AS "silentMs"
         FROM graphile_worker.jobs j LEFT JOIN worker_heartbeat b ON b.worker_id = j.locked_by`,
    )
  ).rows;
const patience = { timeout: 15_000, interval: 20 };
const until = (isSo: (lock: Lock | undefined) => boolean) =>
  expect.poll(async () => isSo((await locks())[0]), patience).toBe(true);
const isOld = (lock: Lock | undefined) => (lock?.ageMs ?? 0) > 2 * limits.deadAfterMs;

/** Starts a worker in this process whose job runs until it is released. */
async function startHolding(overrides: Partial<WorkerDeps> = {}) {
  const started = Promise.withResolvers<undefined>();
  const mayEnd = Promise.withResolvers<undefined>();
  let runs = 0;
  const work = async () => {
    runs += 1;
    started.resolve(undefined);
    await mayEnd.promise;
  };
  const worker = await startWorker({
    ...env.worker,
    ...overrides,
    limits,
    tasks: { ...env.worker.tasks, "commands.advance": work },
  });
  const release = () => mayEnd.resolve(undefined);
  onTestFinished(async () => {
    release();
    await worker.stop();
  });
  return { begun: started.promise, runs: () => runs, letGo: release, stop: () => worker.stop() };
}

test("a job that runs longer than the takeover limit stays with its worker and runs once", async () => {
  const job = await startHolding();
  await enqueueJob();
  await job.begun;
  await until(isOld);
  expect(await takeOverDead(env.db, limits)).toBe(0);
  expect(await locks()).toMatchObject([
    { locked_by: expect.stringMatching(/^pool-/), attempts: 1 },
  ]);
  job.letGo();
  await job.stop();
  expect(job.runs()).toBe(1);
  expect(await locks()).toEqual([]);
});

test("a stopping worker keeps its jobs until the last one has finished", async () => {
  const job = await startHolding();
  await enqueueJob();
  await job.begun;
  const stopped = job.stop();
  await until(isOld);
  expect(await takeOverDead(env.db, limits)).toBe(0);
  job.letGo();
  await stopped;
  expect(job.runs()).toBe(1);
});

test("the job and the queue of a killed worker are taken over once", async () => {
  const worker = await startWorkerProcess({ databaseUrl: env.databaseUrl, limits, holds: "job" });
  onTestFinished(() => worker.kill());
  await enqueueJob();
  await worker.waitForLine("begun");
  await until(isOld);
  expect(await takeOverDead(env.db, limits)).toBe(0);
  await worker.kill();
  await until((lock) => (lock?.silentMs ?? 0) > limits.deadAfterMs);
  // The server releases the connection and its lock slightly after the process has ended.
  const freedByThree = async () => {
    const counts = await Promise.all([1, 2, 3].map(() => takeOverDead(env.db, limits)));
    return counts.reduce((sum, count) => sum + count, 0);
  };
  // A second one that saw the lock of the job before the first released it counts the worker too, and releases nothing.
  await expect.poll(freedByThree, patience).toBeGreaterThan(0);
  expect(await freedByThree()).toBe(0);
  const ran: string[] = [];
  await runDueJobs({
    ...env.worker,
    tasks: {
      ...env.worker.tasks,
      "commands.advance": async ({ commandId }) => void ran.push(commandId),
    },
  });
  expect(ran).toEqual([id]);
});

test("a worker with a blocked event loop keeps its job until it counts as stuck", async () => {
  const worker = await startWorkerProcess({
    databaseUrl: env.databaseUrl,
    limits,
    holds: "event-loop",
  });
  onTestFinished(() => worker.kill());
  await enqueueJob();
  await worker.waitForLine("begun");
  await until((lock) => (lock?.silentMs ?? 0) > 2 * limits.deadAfterMs);
  expect(await takeOverDead(env.db, limits)).toBe(0);
  expect(await takeOverDead(env.db, { ...limits, stuckAfterMs: limits.deadAfterMs })).toBe(1);
});

test("the job of a worker that is stuck while it writes its heartbeat is taken over at once", async () => {
  await enqueueJob();
  const stuck = "pool-of-a-stuck-worker";
  await env.db.owner.query(
    "UPDATE graphile_worker._private_jobs SET locked_by = $1, locked_at = now() - interval '1 hour'",
    [stuck],
  );
  await env.db.owner.query("INSERT INTO worker_heartbeat VALUES ($1, now() - interval '1 hour')", [
    stuck,
  ]);
  const heartbeat = await env.db.owner.connect();
  onTestFinished(() => heartbeat.release(true));
  await heartbeat.query("BEGIN");
  await heartbeat.query("UPDATE worker_heartbeat SET last_seen_at = now() WHERE worker_id = $1", [
    stuck,
  ]);
  expect(await takeOverDead(env.db, limits)).toBe(1);
  expect(await locks()).toMatchObject([{ locked_by: null }]);
  await heartbeat.query("ROLLBACK");
});

test("a worker that loses its database connections recovers, and its job runs once", async () => {
  const connections = async () =>
    (
      await env.db.owner.query<{ pid: number }>(
        "SELECT pid FROM pg_stat_activity WHERE datname = current_database()",
      )
    ).rows.map(({ pid }) => pid);
  const others = await connections();
  const db = openDatabase({ url: env.databaseUrl, poolSize: 2, onError: () => undefined });
  onTestFinished(() => db.close());
  const job = await startHolding({ db });
  await enqueueJob();
  await job.begun;
  const [before] = await locks();
  const lost = (await connections()).filter((pid) => !others.includes(pid));
  await env.db.owner.query("SELECT pg_terminate_backend(pid) FROM unnest($1::int[]) pid", [lost]);
  const isBack = async () => {
    const { rows } = await env.db.owner.query(
      `SELECT FROM pg_locks WHERE locktype = 'advisory' AND granted AND pid <> ALL($1::int[])
            AND (classid::bigint << 32 | objid::bigint) = hashtextextended($2, 0)`,
      [[...others, ...lost], before?.locked_by],
    );
    return rows.length === 1;
  };
  const backWithoutTakeover = async () => ({
    isBack: await isBack(),
    takenOver: await takeOverDead(env.db, limits),
  });
  await expect.poll(backWithoutTakeover, patience).toEqual({ isBack: true, takenOver: 0 });
  expect((await locks())[0]?.attempts).toBe(1);
  job.letGo();
  await until((lock) => lock === undefined);
  expect(job.runs()).toBe(1);
});

test("a job delivered again to the process in which it still runs joins that run", async () => {
  const job = await startHolding();
  await enqueueJob();
  await job.begun;
  await env.db.owner.query(
    "SELECT graphile_worker.force_unlock_workers(array_agg(locked_by)) FROM graphile_worker.jobs",
  );
  await until((lock) => lock?.attempts === 2);
  job.letGo();
  await until((lock) => lock === undefined);
  expect(job.runs()).toBe(1);
});

test("a worker removes its heartbeat when it stops", async () => {
  const worker = await startWorker({ ...env.worker, limits });
  await worker.stop();
  const heartbeats = await env.db.withSystemRole("a test counts heartbeats", (tx) =>
    tx.many(
      sql`SELECT FROM worker_heartbeat WHERE last_seen_at > clock_timestamp() - interval '1 second'`,
    ),
  );
  expect(heartbeats).toEqual([]);
});
