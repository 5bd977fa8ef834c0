/**
 * 200 orders in clouds where requests of every kind fail, with engines that crash at random points: every instance ends
 * as it should, with exactly the resources that belong to it, and is billed once. A bare-metal item is erased before it
 * is sold again.
 */
import { expect, onTestFinished, test } from "vitest";
import { api } from "#contracts/api.ts";
import { sql } from "../core/db/db.ts";
import { runDueJobs } from "../core/jobs/worker.ts";
import { advanceCommand } from "../modules/commands/engine.ts";
import { crashAt, SimulatedCrash } from "../testing/crash-injection.ts";
import { addItems, metalProduct, placeMetalOrder } from "../testing/bare-metal.ts";
import { createOrderContext, placeOrder } from "../testing/order-instances.ts";
import {
  bareMetalRegion,
  startTestEnvironment,
  type TestEnvironment,
  testRegions,
} from "../testing/test-environment.ts";

const workspaceCount = 10;
/** Orders of each workspace. */
const virtualOrders = 16;
const metalOrders = 4;
/** Orders after the terminations, which get erased items. */
const metalOrdersLater = 6;
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
  variant: string;
  hostname: string;
  regionHandle: string;
  status: string;
  intervals: { start: number; end: number | null }[];
}

const listInstances = (env: TestEnvironment) =>
  env.db.withSystemRole("a test reads the final state", (tx) =>
    tx.many<FinalInstance>(sql`
      SELECT i.id, i.variant, i.hostname, i.region_handle AS "regionHandle", i.status,
        (SELECT coalesce(json_agg(json_build_object('start', start_second, 'end', end_second) ORDER BY start_second), '[]')
           FROM usage_interval WHERE instance_id = i.id) AS intervals
      FROM instance i ORDER BY i.hostname`),
  );

interface FinalItem {
  id: string;
  host: string;
  state: string;
  instanceId: string | null;
  hasCustomerData: boolean;
  /** `state` and `instance` of each change of the state, in order. */
  history: { state: string; instance: string | null }[];
}

const listItems = (env: TestEnvironment) =>
  env.db.withSystemRole("a test reads the items", (tx) =>
    tx.many<FinalItem>(sql`
      SELECT b.id, b.foreman_host AS host, b.state, b.instance_id AS "instanceId", b.has_customer_data AS "hasCustomerData",
        (SELECT json_agg(json_build_object('state', e.state, 'instance', e.instance_id) ORDER BY e.id)
           FROM bare_metal_item_event e WHERE e.item_id = b.id AND e.kind = 'state') AS history
      FROM bare_metal_item b ORDER BY b.foreman_host`),
  );

/** Every item is right: held by one living instance, erased and free, or out of service with the data of a customer. */
async function expectRightItems(
  env: TestEnvironment,
  instances: readonly FinalInstance[],
): Promise<void> {
  const items = await listItems(env);
  const metal = instances.filter(({ variant }) => variant === "bare_metal");
  const living = metal.filter(({ status }) => status === "active" || status === "stopped");
  const used = items.filter(({ state }) => state === "in_use");
  expect(used.map(({ instanceId }) => instanceId).sort()).toEqual(
    living.map(({ id }) => id).sort(),
  );
  const keyOf = (host: string) =>
    env.foreman.state.find(host)?.parameters.find(({ name }) => name === "boreal_key")?.value ??
    null;
  for (const { host, state, instanceId, hasCustomerData, history } of items) {
    expect(["in_use", "available", "maintenance"]).toContain(state);
    if (state === "in_use") expect(keyOf(host)).toBe(instanceId);
    if (state === "available") expect([hasCustomerData, keyOf(host)]).toEqual([false, null]);
    // A used item is erased before anything else but maintenance, and nobody gets it from there.
    for (const [at, change] of history.entries()) {
      const next = history[at + 1]?.state;
      if (change.state === "in_use" && next !== undefined)
        expect(["erasing", "maintenance"]).toContain(next);
      if (change.state === "reserved" && at > 0) expect(history[at - 1]?.state).toBe("available");
      if (change.state === "available" && at > 0) expect(history[at - 1]?.state).toBe("erasing");
    }
  }
  const { certified, ended, stock } = await env.db.withSystemRole("a test reads", (tx) =>
    tx.one<{ certified: number; ended: number; stock: number }>(sql`
      SELECT (SELECT count(*) FROM disk_erasure WHERE status = 'complete') AS certified, (SELECT count(*) FROM disk_erasure) AS ended,
             (SELECT sum(available) FROM product_stock s JOIN product p ON p.id = s.product_id WHERE p.name = ${metalProduct}) AS stock`),
  );
  expect(ended).toBe(metal.length - living.length);
  // One host reports a disk that it cannot erase.
  const failing = items.filter(({ host }) => host.includes("erase-fails"));
  expect(ended - certified).toBe(
    failing.filter(({ history }) => history.some(({ state }) => state === "erasing")).length,
  );
  expect(stock).toBe(items.filter(({ state }) => state === "available").length);
}

test("200 orders with faults and crashes leave every instance, address and interval right", {
  timeout: 300_000,
}, async () => {
  const random = seededRandom(20_261_129);
  const env = await startTestEnvironment({ faultRandom: random });
  onTestFinished(() => env.stop());
  const { counts, worker } = crashingWorker(env, random);
  const settle = async (maxSteps: number) => {
    for (let step = 0; step < maxSteps && (await countOpenCommands(env)) > 0; step++) {
      env.clock.advance(30_000);
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
  ] as const) {
    env.emulator.faults.add({ ...fault, chance: faultChance });
    env.foreman.faults.add({ ...fault, chance: faultChance });
  }
  Object.assign(env.foreman.state.timings, { installMs: 60_000, eraseMs: 120_000 });
  const hostCount = workspaceCount * metalOrders;
  await addItems(
    env,
    // The first two are replaced after two failed installations.
    "install-fails-1.test",
    "install-fails-2.test",
    "erase-fails.test",
    ...Array.from({ length: hostCount }, (_, at) => `host-${at}.test`),
  );

  const contexts = await Promise.all(
    Array.from({ length: workspaceCount }, (_, at) => createOrderContext(env, `storm-${at}`)),
  );
  // One order per instance, from all workspaces at once.
  await Promise.all(
    contexts.map(async (context, at) => {
      for (let n = 0; n < virtualOrders; n++) {
        const region = testRegions[(at + n) % testRegions.length] ?? "lulea";
        const order = { ...context, hostname: [`s${at}-${n}`], region, product: "2 vCPU" };
        expect((await placeOrder(context.owner.client, order)).status).toBe(202);
      }
      for (let n = 0; n < metalOrders; n++) {
        const order = { ...context, hostname: [`s${at}-metal-${n}`] };
        expect((await placeMetalOrder(context.owner.client, order)).status).toBe(202);
      }
    }),
  );
  await settle(400);

  const actions = ["power_off", "reboot", "terminate", "keep", "keep", "terminate"] as const;
  const expected = new Map<string, string>();
  const ordered = await listInstances(env);
  expect(ordered).toHaveLength(workspaceCount * (virtualOrders + metalOrders));
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
  for (const [at, context] of contexts.slice(0, metalOrdersLater).entries()) {
    const order = { ...context, hostname: [`s${at}-metal-later`] };
    const placed = await placeMetalOrder(context.owner.client, order);
    for (const { id } of placed.data.instances) expected.set(id, "active");
  }
  await settle(400);
  env.emulator.faults.clear();
  env.foreman.faults.clear();
  for (const regionHandle of testRegions)
    await env.worker.tasks["instances.reconcile"]({ regionHandle });
  await env.worker.tasks["instances.reconcile_bare_metal"]({ regionHandle: bareMetalRegion });

  const final = await listInstances(env);
  const differing = final.filter(({ id, status }) => status !== expected.get(id));
  expect(differing).toEqual([]);
  expect(counts.crashes).toBeGreaterThan(20);
  const { servers, ports, floatingIps } = env.emulator.world();
  const living = final.filter(({ status }) => status === "active" || status === "stopped");
  const marks = living
    .filter(({ variant }) => variant === "virtual_machine")
    .map(({ id }) => `boreal-${id}`)
    .sort();
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
  await expectRightItems(env, final);
});
