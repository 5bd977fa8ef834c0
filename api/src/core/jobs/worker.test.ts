import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { startTestEnvironment, type TestEnvironment } from "../../testing/test-environment.ts";
import { sql } from "../db/db.ts";
import { enqueue, job } from "./jobs.ts";
import { bindJobs } from "./recurring-jobs.ts";
import { runDueJobs, startWorker, type WorkerDeps } from "./worker.ts";
import { commandAdvance } from "../../modules/commands/create-commands.ts";

let world: TestEnvironment;
beforeAll(async () => {
  world = await startTestEnvironment();
});
afterAll(() => world.stop());

/** Ids of commands in the order their jobs ran. */
let ran: string[];
let parts: WorkerDeps;
let work: (commandId: string) => Promise<void>;
beforeEach(async () => {
  await world.db.owner.query(
    "SELECT graphile_worker.force_unlock_workers(array_agg(locked_by)) FROM graphile_worker.jobs WHERE locked_by IS NOT NULL",
  );
  await world.db.owner.query(
    "SELECT graphile_worker.complete_jobs(array_agg(id)) FROM graphile_worker.jobs",
  );
  await world.db.withSystemRole("a test begins with an empty queue", (tx) =>
    tx.execute(sql`DELETE FROM scheduled_job`),
  );
  ran = [];
  work = async (commandId) => {
    ran.push(commandId);
  };
  parts = {
    ...world.worker,
    tasks: {
      ...world.worker.tasks,
      ...bindJobs([job(commandAdvance, (_, { commandId }) => work(commandId))], world.worker),
    },
  };
});

const id = (n: number) => `01890000-0000-7000-8000-${String(n).padStart(12, "0")}`;
const ask = (n: number, options: { inSeconds?: number; queue?: string; key?: string } = {}) =>
  world.db.withTenant((tx) => {
    const now = world.clock.now();
    const { inSeconds, ...rest } = options;
    return enqueue(
      tx,
      now,
      commandAdvance,
      { commandId: id(n) },
      {
        ...rest,
        ...(inSeconds === undefined ? {} : { at: new Date(now.getTime() + inSeconds * 1000) }),
      },
    );
  });
test("a job runs once its change is on disk, and never when it is not", async () => {
  await ask(1);
  const undone = world.db.withTenant(async (tx) => {
    await enqueue(tx, world.clock.now(), commandAdvance, { commandId: id(2) });
    throw new Error("undone");
  });
  await expect(undone).rejects.toThrow("undone");
  await runDueJobs(parts);
  expect(ran).toEqual([id(1)]);
});

test("a job that is not due waits for the clock, the one that can be moved", async () => {
  await ask(1, { inSeconds: 60 });
  await ask(2, { inSeconds: 30 });
  await runDueJobs(parts);
  expect(ran).toEqual([]);
  world.clock.advance(30_000);
  await runDueJobs(parts);
  expect(ran).toEqual([id(2)]);
  world.clock.advance(3_600_000);
  await runDueJobs(parts);
  expect(ran).toEqual([id(2), id(1)]);
});

test("a job with the key of a waiting one takes its place", async () => {
  await ask(1, { inSeconds: 60, key: "same" });
  await ask(2, { inSeconds: 90, key: "same" });
  world.clock.advance(60_000);
  await runDueJobs(parts);
  expect(ran).toEqual([]);
  world.clock.advance(30_000);
  await runDueJobs(parts);
  expect(ran).toEqual([id(2)]);
});

test("jobs of one queue run one after the other, others beside them", async () => {
  let running = 0;
  let most = 0;
  work = async (commandId) => {
    running += 1;
    most = Math.max(most, running);
    await world.db.owner.query("SELECT pg_sleep(0.02)");
    running -= 1;
    ran.push(commandId);
  };
  for (let n = 1; n <= 4; n += 1) await ask(n, { queue: "one-server" });
  await runDueJobs(parts);
  expect(ran).toEqual([id(1), id(2), id(3), id(4)]);
  expect(most).toBe(1);
});

test("a worker that is stopped finishes what it has begun", async () => {
  const begun = Promise.withResolvers<undefined>();
  const mayEnd = Promise.withResolvers<undefined>();
  work = async (commandId) => {
    begun.resolve(undefined);
    await mayEnd.promise;
    ran.push(commandId);
  };
  const worker = await startWorker(parts);
  await ask(1);
  await begun.promise;
  let stopped = false;
  const stopping = worker.stop().then(() => {
    stopped = true;
  });
  await world.db.owner.query("SELECT 1");
  expect(stopped).toBe(false);
  mayEnd.resolve(undefined);
  await stopping;
  expect(ran).toEqual([id(1)]);
  const left = await world.db.withSystemRole("a test counts", (tx) =>
    tx.many(
      sql`SELECT FROM worker_heartbeat WHERE beat_at > clock_timestamp() - interval '10 seconds'`,
    ),
  );
  expect(left).toEqual([]);
});

test("a job that fails stays in the queue for another try", async () => {
  work = async () => {
    throw new Error("not this time");
  };
  await ask(1);
  await runDueJobs(parts);
  const jobs = await world.db.owner.query<{ attempts: number; last_error: string }>(
    "SELECT attempts, last_error FROM graphile_worker.jobs",
  );
  expect(jobs.rows).toMatchObject([{ attempts: 1 }]);
  expect(jobs.rows[0]?.last_error).toContain("not this time");
});

test("a job whose payload does not fit its shape fails and runs nothing", async () => {
  await world.db.owner.query(
    `SELECT graphile_worker.add_job('commands.advance', '{"commandId": "no id"}')`,
  );
  await runDueJobs(parts);
  expect(ran).toEqual([]);
});
