import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { startTestEnvironment, type TestEnvironment } from "../../testing/test-environment.ts";
import { sql } from "../db/db.ts";
import { createLogger } from "../lib/logger.ts";
import { enqueue, job } from "./jobs.ts";
import { bindJobs } from "./recurring-jobs.ts";
import { runDueJobs, startWorker, type WorkerDeps } from "./worker.ts";
import { commandAdvance } from "../../modules/commands/create-commands.ts";

let env: TestEnvironment;
beforeAll(async () => {
  env = await startTestEnvironment();
});
afterAll(() => env.stop());

/** Ids of commands in the order their jobs ran. */
let ran: string[];
let deps: WorkerDeps;
let work: (commandId: string) => Promise<void>;
beforeEach(async () => {
  await env.db.owner.query(
    "SELECT graphile_worker.force_unlock_workers(array_agg(locked_by)) FROM graphile_worker.jobs WHERE locked_by IS NOT NULL",
  );
  await env.db.owner.query(
    "SELECT graphile_worker.complete_jobs(array_agg(id)) FROM graphile_worker.jobs",
  );
  await env.db.withSystemRole("a test starts with an empty queue", (tx) =>
    tx.execute(sql`DELETE FROM scheduled_job`),
  );
  ran = [];
  work = async (commandId) => {
    ran.push(commandId);
  };
  deps = {
    ...env.worker,
    tasks: {
      ...env.worker.tasks,
      ...bindJobs([job(commandAdvance, (_, { commandId }) => work(commandId))], env.worker),
    },
  };
});

const patience = { timeout: 15_000 };
const id = (n: number) => `01890000-0000-7000-8000-${String(n).padStart(12, "0")}`;
const enqueueJob = (
  n: number,
  options: { inSeconds?: number; queue?: string; key?: string } = {},
) =>
  env.db.withTenant((tx) => {
    const now = env.clock.now();
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
test("a job runs once its transaction commits, and never if it rolls back", async () => {
  await enqueueJob(1);
  const undone = env.db.withTenant(async (tx) => {
    await enqueue(tx, env.clock.now(), commandAdvance, { commandId: id(2) });
    throw new Error("undone");
  });
  await expect(undone).rejects.toThrow("undone");
  await runDueJobs(deps);
  expect(ran).toEqual([id(1)]);
});

test("a job that is not due waits for the injected clock", async () => {
  await enqueueJob(1, { inSeconds: 60 });
  await enqueueJob(2, { inSeconds: 30 });
  await runDueJobs(deps);
  expect(ran).toEqual([]);
  env.clock.advance(30_000);
  await runDueJobs(deps);
  expect(ran).toEqual([id(2)]);
  env.clock.advance(3_600_000);
  await runDueJobs(deps);
  expect(ran).toEqual([id(2), id(1)]);
});

test("a job replaces a waiting one with the same key", async () => {
  await enqueueJob(1, { inSeconds: 60, key: "same" });
  await enqueueJob(2, { inSeconds: 90, key: "same" });
  env.clock.advance(60_000);
  await runDueJobs(deps);
  expect(ran).toEqual([]);
  env.clock.advance(30_000);
  await runDueJobs(deps);
  expect(ran).toEqual([id(2)]);
});

test("jobs of one queue run one after another, others in parallel", async () => {
  let running = 0;
  let most = 0;
  work = async (commandId) => {
    running += 1;
    most = Math.max(most, running);
    await env.db.owner.query("SELECT pg_sleep(0.02)");
    running -= 1;
    ran.push(commandId);
  };
  for (let n = 1; n <= 4; n += 1) await enqueueJob(n, { queue: "one-server" });
  await runDueJobs(deps);
  expect(ran).toEqual([id(1), id(2), id(3), id(4)]);
  expect(most).toBe(1);
});

test("a stopping worker finishes its running jobs", async () => {
  const started = Promise.withResolvers<undefined>();
  const mayEnd = Promise.withResolvers<undefined>();
  work = async (commandId) => {
    started.resolve(undefined);
    await mayEnd.promise;
    ran.push(commandId);
  };
  const worker = await startWorker(deps);
  await enqueueJob(1);
  await started.promise;
  let stopped = false;
  const stopping = worker.stop().then(() => {
    stopped = true;
  });
  await env.db.owner.query("SELECT 1");
  expect(stopped).toBe(false);
  mayEnd.resolve(undefined);
  await stopping;
  expect(ran).toEqual([id(1)]);
  const jobCount = await env.db.withSystemRole("a test counts", (tx) =>
    tx.many(
      sql`SELECT FROM worker_heartbeat WHERE last_seen_at > clock_timestamp() - interval '10 seconds'`,
    ),
  );
  expect(jobCount).toEqual([]);
});

test("jobs continue after completions could not be recorded, and none runs twice", async () => {
  const commands = [1, 2, 3, 4].map((n) => ({
    id: id(n),
    started: Promise.withResolvers<undefined>(),
    mayEnd: Promise.withResolvers<undefined>(),
  }));
  work = async (commandId) => {
    ran.push(commandId);
    const command = commands.find((one) => one.id === commandId);
    command?.started.resolve(undefined);
    await command?.mayEnd.promise;
  };
  const { owner } = env.db;
  const errors: string[] = [];
  const logger = createLogger("error", { write: (line) => void errors.push(line) });
  const worker = await startWorker({ ...deps, logger });
  for (const n of [1, 2, 3, 4]) await enqueueJob(n);
  await Promise.all(commands.map(({ started }) => started.promise));
  await owner.query(`
    CREATE FUNCTION refuse_deletion() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'no deletion'; END $$;
    CREATE TRIGGER refuse_deletion BEFORE DELETE ON graphile_worker._private_jobs EXECUTE FUNCTION refuse_deletion()`);
  const unrecorded = () => errors.filter((line) => line.includes("Failed to complete jobs")).length;
  // One after the other, because completions of the same moment are recorded together.
  for (const [at, { mayEnd }] of commands.slice(0, 3).entries()) {
    mayEnd.resolve(undefined);
    await expect.poll(unrecorded, patience).toBe(at + 1);
  }
  await owner.query("DROP FUNCTION refuse_deletion CASCADE");
  commands[3]?.mayEnd.resolve(undefined);
  await enqueueJob(5);
  const waiting = async () => (await owner.query("SELECT FROM graphile_worker.jobs")).rowCount;
  await expect.poll(waiting, patience).toBe(0);
  await worker.stop();
  expect(ran.toSorted()).toEqual([1, 2, 3, 4, 5].map(id));
});

test("a failed job stays in the queue for another attempt", async () => {
  work = async () => {
    throw new Error("not this time");
  };
  await enqueueJob(1);
  await runDueJobs(deps);
  const jobs = await env.db.owner.query<{ attempts: number; last_error: string }>(
    "SELECT attempts, last_error FROM graphile_worker.jobs",
  );
  expect(jobs.rows).toMatchObject([{ attempts: 1 }]);
  expect(jobs.rows[0]?.last_error).toContain("not this time");
});

test("a job whose payload does not match its schema fails without running", async () => {
  await env.db.owner.query(
    `SELECT graphile_worker.add_job('commands.advance', '{"commandId": "no id"}')`,
  );
  await runDueJobs(deps);
  expect(ran).toEqual([]);
});
