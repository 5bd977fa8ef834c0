/**
 * 200 orders in clouds where requests of every kind fail, with engines that crash at random points: every instance ends
 * as it should, with exactly the resources that belong to it, and is billed once.
 */
import { expect, onTestFinished, test } from "vitest";
import { api } from "#contracts/api.ts";
import { sql } from "../core/db/db.ts";
import { runDueJobs } from "../core/jobs/worker.ts";
import { advanceCommand } from "../modules/commands/engine.ts";
import { crashAt, SimulatedCrash } from "../testing/crash-injection.ts";
import { createOrderContext, placeOrder } from "../testing/order-instances.ts";
import {
  startTestEnvironment,
  type TestEnvironment,
  testRegions,
} from "../testing/test-environment.ts";

const workspaceCount = 10;
const ordersPerWorkspace = 20;
const faultChance = 0.05;
const crashChance = 0.02;

/** Numbers from 0 to below 1 that are the same in each run (a linear congruential generator). */
function seededRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** A worker whose engine crashes now and then. As after a takeover, the job then runs again. */
function crashingWorker(env: TestEnvironment, random: () => number) {
  const counts = { crashes: 0 };
  const advance = async (commandId: string): Promise<void> => {
    const engine = crashAt(env, () => {
      if (random() < crashChance) throw new SimulatedCrash();
    });
    try {
      await advanceCommand(engine, commandId);
    } catch (error) {
      if (!(error instanceof SimulatedCrash)) throw error;
      counts.crashes += 1;
      await advance(commandId);
    }
  };
  const tasks = {
    ...env.worker.tasks,
    "commands.advance": ({ commandId }: { commandId: string }) => advance(commandId),
  };
  return { counts, worker: { ...env.worker, tasks } };
}

const countOpenCommands = (env: TestEnvironment) =>
  env.db.withSystemRole("a test counts commands", async (tx) => {
    const { n } = await tx.one<{ n: number }>(
      sql`SELECT count(*) AS n FROM command WHERE status IN ('queued', 'running', 'waiting')`,
    );
    return n;
  });

interface FinalInstance {
  id: string;
  hostname: string;
  regionHandle: string;
  status: string;
  intervals: { start: number; end: number | null }[];
}

const listInstances = (env: TestEnvironment) =>
  env.db.withSystemRole("a test reads the final state", (tx) =>
    tx.many<FinalInstance>(sql`
      SELECT i.id, i.hostname, i.region_handle AS "regionHandle", i.status,
        (SELECT coalesce(json_agg(json_build_object('start', start_second, 'end', end_second) ORDER BY start_second), '[]')
           FROM usage_interval WHERE instance_id = i.id) AS intervals
      FROM instance i ORDER BY i.hostname`),
  );

test("200 orders with faults and crashes leave every instance, address and interval right", {
  timeout: 240_000,
}, async () => {
  const random = seededRandom(20_261_129);
  const env = await startTestEnvironment({ faultRandom: random });
  onTestFinished(() => env.stop());
  const { counts, worker } = crashingWorker(env, random);
  const settle = async (maxSteps: number) => {
    for (let step = 0; step < maxSteps && (await countOpenCommands(env)) > 0; step++) {
      env.clock.advance(15_000);
      await runDueJobs(worker);
    }
    expect(await countOpenCommands(env)).toBe(0);
  };
  for (const fault of [
    { kind: "down" },
    { kind: "lost-answer" },
    { kind: "status", status: 503 },
    { kind: "status", status: 500 },
    { kind: "rate-limit", retryAfterSeconds: 2 },
    { kind: "slow", delayMs: 5 },
  ] as const)
    env.emulator.faults.add({ ...fault, chance: faultChance });

  const contexts = await Promise.all(
    Array.from({ length: workspaceCount }, (_, at) => createOrderContext(env, `storm-${at}`)),
  );
  // One order per instance, from all workspaces at once.
  await Promise.all(
    contexts.map(async (context, at) => {
      for (let n = 0; n < ordersPerWorkspace; n++) {
        const region = testRegions[(at + n) % testRegions.length] ?? "lulea";
        const order = { ...context, hostname: [`s${at}-${n}`], region, product: "2 vCPU" };
        expect((await placeOrder(context.owner.client, order)).status).toBe(202);
      }
    }),
  );
  await settle(400);

  const actions = ["power_off", "reboot", "terminate", "keep", "keep", "terminate"] as const;
  const expected = new Map<string, string>();
  const ordered = await listInstances(env);
  expect(ordered).toHaveLength(workspaceCount * ordersPerWorkspace);
  expect(ordered.filter(({ status }) => status !== "active")).toEqual([]);
  for (const [at, { id, hostname }] of ordered.entries()) {
    const context = contexts[Number(/^s(\d+)-/.exec(hostname)?.[1])];
    const action = actions[at % actions.length];
    if (context === undefined) throw new Error(`${hostname} has no workspace`);
    const path = { workspace: context.workspace.handle, instance: id };
    if (action === "terminate") {
      await context.owner.client.call(api.instances.terminate, { path, query: { now: "true" } });
      expected.set(id, "terminated");
    } else if (action === "power_off" || action === "reboot") {
      await context.owner.client.call(api.instances.reset, { path, body: { action } });
      expected.set(id, action === "power_off" ? "stopped" : "active");
    } else expected.set(id, "active");
  }
  await settle(400);
  env.emulator.faults.clear();
  for (const regionHandle of testRegions)
    await env.worker.tasks["instances.reconcile"]({ regionHandle });

  const final = await listInstances(env);
  const differing = final.filter(({ id, status }) => status !== expected.get(id));
  expect(differing).toEqual([]);
  expect(counts.crashes).toBeGreaterThan(20);
  const { servers, ports, floatingIps } = env.emulator.world();
  const living = final.filter(({ status }) => status === "active" || status === "stopped");
  const marks = living.map(({ id }) => `boreal-${id}`).sort();
  expect(servers.flatMap(({ tags }) => tags).sort()).toEqual(marks);
  expect(ports.map(({ name }) => name).sort()).toEqual(marks);
  expect(floatingIps.map(({ description }) => description).sort()).toEqual(marks);
  // Nobody pays twice, or for what does not exist.
  for (const { status, intervals } of final) {
    expect(intervals.length).toBeLessThanOrEqual(1);
    if (status === "active" || status === "stopped")
      expect(intervals).toMatchObject([{ end: null }]);
    else for (const { end } of intervals) expect(end).not.toBeNull();
  }
});
