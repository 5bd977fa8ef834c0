/** Which jobs are taken over, by the locks that graphile-worker really writes. */
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from "vitest";
import { startTestEnvironment, type TestEnvironment } from "../../testing/test-environment.ts";
import { startWorkerProcess } from "../../testing/worker-processes.ts";
import { openDatabase, sql } from "../db/db.ts";
import { enqueue } from "./jobs.ts";
import { runDueJobs, startWorker, type WorkerDeps } from "./worker.ts";
import { takeOverDead } from "./worker-liveness.ts";
import { commandAdvance } from "../../modules/commands/create-commands.ts";

let world: TestEnvironment;
beforeAll(async () => {
  world = await startTestEnvironment();
});
afterAll(() => world.stop());
beforeEach(async () => {
  await world.db.owner.query(
    "SELECT graphile_worker.force_unlock_workers(array_agg(locked_by)) FROM graphile_worker.jobs WHERE locked_by IS NOT NULL",
  );
  await world.db.owner.query(
    "SELECT graphile_worker.complete_jobs(array_agg(id)) FROM graphile_worker.jobs",
  );
});

const limits = { beatEveryMs: 40, deadAfterMs: 400, stuckAfterMs: 600_000 };
const id = "01890000-0000-7000-8000-000000000001";
const ask = () =>
  world.db.withTenant((tx) =>
    enqueue(tx, world.clock.now(), commandAdvance, { commandId: id }, { queue: "one-server" }),
  );

interface Lock {
  locked_by: string | null;
  attempts: number;
  ageMs: number;
  /** Since the heartbeat of whoever holds it; null where there is none. */
  silentMs: number | null;
}
const locks = async (): Promise<Lock[]> =>
  (
    await world.db.owner.query<Lock>(
      `SELECT j.locked_by, j.attempts, extract(epoch FROM clock_timestamp() - j.locked_at)::float * 1000 AS "ageMs",
              extract(epoch FROM clock_timestamp() - b.beat_at)::float * 1000 AS "silentMs"
         FROM graphile_worker.jobs j LEFT JOIN worker_heartbeat b ON b.worker_id = j.locked_by`,
    )
  ).rows;
const patience = { timeout: 15_000, interval: 20 };
const until = (isSo: (lock: Lock | undefined) => boolean) =>
  expect.poll(async () => isSo((await locks())[0]), patience).toBe(true);
const isOld = (lock: Lock | undefined) => (lock?.ageMs ?? 0) > 2 * limits.deadAfterMs;

/** Starts a worker in this process whose job runs until it is let go. */
async function startHolding(parts: Partial<WorkerDeps> = {}) {
  const begun = Promise.withResolvers<undefined>();
  const mayEnd = Promise.withResolvers<undefined>();
  let runs = 0;
  const work = async () => {
    runs += 1;
    begun.resolve(undefined);
    await mayEnd.promise;
  };
  const worker = await startWorker({
    ...world.worker,
    ...parts,
    limits,
    tasks: { ...world.worker.tasks, "commands.advance": work },
  });
  const letGo = () => mayEnd.resolve(undefined);
  onTestFinished(async () => {
    letGo();
    await worker.stop();
  });
  return { begun: begun.promise, runs: () => runs, letGo, stop: () => worker.stop() };
}

test("a job that runs longer than the takeover limit stays with its worker and runs once", async () => {
  const job = await startHolding();
  await ask();
  await job.begun;
  await until(isOld);
  expect(await takeOverDead(world.db, limits)).toBe(0);
  expect(await locks()).toMatchObject([
    { locked_by: expect.stringMatching(/^pool-/), attempts: 1 },
  ]);
  job.letGo();
  await job.stop();
  expect(job.runs()).toBe(1);
  expect(await locks()).toEqual([]);
});

test("a worker that stops keeps its jobs until the last one is done", async () => {
  const job = await startHolding();
  await ask();
  await job.begun;
  const stopped = job.stop();
  await until(isOld);
  expect(await takeOverDead(world.db, limits)).toBe(0);
  job.letGo();
  await stopped;
  expect(job.runs()).toBe(1);
});

test("the job and the queue of a killed worker are taken over once", async () => {
  const worker = await startWorkerProcess({ databaseUrl: world.databaseUrl, limits, holds: "job" });
  onTestFinished(() => worker.kill());
  await ask();
  await worker.says("begun");
  await until(isOld);
  expect(await takeOverDead(world.db, limits)).toBe(0);
  await worker.kill();
  await until((lock) => (lock?.silentMs ?? 0) > limits.deadAfterMs);
  // The server ends the connection, and with it the lock, a moment after the process.
  const freedByThree = async () => {
    const counts = await Promise.all([1, 2, 3].map(() => takeOverDead(world.db, limits)));
    return counts.reduce((sum, count) => sum + count, 0);
  };
  await expect.poll(freedByThree, patience).toBe(1);
  const ran: string[] = [];
  await runDueJobs({
    ...world.worker,
    tasks: {
      ...world.worker.tasks,
      "commands.advance": async ({ commandId }) => void ran.push(commandId),
    },
  });
  expect(ran).toEqual([id]);
});

test("a worker whose event loop is blocked keeps its job, until it is stuck for good", async () => {
  const worker = await startWorkerProcess({
    databaseUrl: world.databaseUrl,
    limits,
    holds: "event-loop",
  });
  onTestFinished(() => worker.kill());
  await ask();
  await worker.says("begun");
  await until((lock) => (lock?.silentMs ?? 0) > 2 * limits.deadAfterMs);
  expect(await takeOverDead(world.db, limits)).toBe(0);
  expect(await takeOverDead(world.db, { ...limits, stuckAfterMs: limits.deadAfterMs })).toBe(1);
});

test("a worker that loses its database connections comes back, and its job runs once", async () => {
  const connections = async () =>
    (
      await world.db.owner.query<{ pid: number }>(
        "SELECT pid FROM pg_stat_activity WHERE datname = current_database()",
      )
    ).rows.map(({ pid }) => pid);
  const others = await connections();
  const db = openDatabase({ url: world.databaseUrl, poolSize: 2, onError: () => undefined });
  onTestFinished(() => db.close());
  const job = await startHolding({ db });
  await ask();
  await job.begun;
  const [before] = await locks();
  const lost = (await connections()).filter((pid) => !others.includes(pid));
  await world.db.owner.query("SELECT pg_terminate_backend(pid) FROM unnest($1::int[]) pid", [lost]);
  const isBack = async () => {
    const { rows } = await world.db.owner.query(
      `SELECT FROM pg_locks WHERE locktype = 'advisory' AND granted AND pid <> ALL($1::int[])
            AND (classid::bigint << 32 | objid::bigint) = hashtextextended($2, 0)`,
      [[...others, ...lost], before?.locked_by],
    );
    return rows.length === 1;
  };
  const backWithoutTakeover = async () => ({
    isBack: await isBack(),
    takenOver: await takeOverDead(world.db, limits),
  });
  await expect.poll(backWithoutTakeover, patience).toEqual({ isBack: true, takenOver: 0 });
  expect((await locks())[0]?.attempts).toBe(1);
  job.letGo();
  await until((lock) => lock === undefined);
  expect(job.runs()).toBe(1);
});

test("a job that is handed out again to a process in which it still runs joins that run", async () => {
  const job = await startHolding();
  await ask();
  await job.begun;
  await world.db.owner.query(
    "SELECT graphile_worker.force_unlock_workers(array_agg(locked_by)) FROM graphile_worker.jobs",
  );
  await until((lock) => lock?.attempts === 2);
  job.letGo();
  await until((lock) => lock === undefined);
  expect(job.runs()).toBe(1);
});

test("a worker leaves no heartbeat behind when it stops", async () => {
  const worker = await startWorker({ ...world.worker, limits });
  await worker.stop();
  const left = await world.db.withSystemRole("a test counts heartbeats", (tx) =>
    tx.many(
      sql`SELECT FROM worker_heartbeat WHERE beat_at > clock_timestamp() - interval '1 second'`,
    ),
  );
  expect(left).toEqual([]);
});
