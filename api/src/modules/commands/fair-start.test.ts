/** Which commands a real worker starts: in turn between workspaces, and at most some of a region that is slow or down. */
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { sql } from "../../core/db/db.ts";
import { startWorker } from "../../core/jobs/worker.ts";
import { createOrderContext, orderInstance, placeOrder } from "../../testing/order-instances.ts";
import { startTestEnvironment, type TestEnvironment } from "../../testing/test-environment.ts";
import { ComputeError, type ComputeProvider } from "../../ports/compute.ts";
import { defaultSlotLimits } from "../../ports/regions.ts";
import { commandDispatchJob } from "./dispatch.ts";
import { commandDefinitions } from "../instances/commands/command-definitions.ts";
import { advanceCommand } from "./engine.ts";

type Context = Awaited<ReturnType<typeof createOrderContext>>;

let env: TestEnvironment;
let large: Context;
let small: Context;
beforeAll(async () => {
  env = await startTestEnvironment();
  large = await createOrderContext(env, "large");
  small = await createOrderContext(env, "small");
});
afterEach(async () => {
  env.emulator.faults.clear();
  await env.advanceTime(120);
});
afterAll(() => env.stop());

async function orderMany(context: Context, count: number, region: string, prefix = region) {
  for (let first = 0; first < count; first += 20) {
    const names = Array.from({ length: Math.min(20, count - first) }, (_, at) => `n${first + at}`);
    const hostname = names.map((name) => `${prefix}-${name}`);
    const order = { ...context, hostname, region, product: "2 vCPU" };
    expect((await placeOrder(context.owner.client, order)).status).toBe(202);
  }
}
const orderOne = async (hostname: string, region: string) =>
  (
    await orderInstance(small.owner.client, {
      ...small,
      hostname: [hostname],
      region,
      product: "2 vCPU",
    })
  ).id;

const slow = (region: string, delayMs: number) =>
  env.emulator.faults.add({
    match: { region },
    kind: "slow",
    status: 503,
    retryAfterSeconds: 0,
    delayMs,
  });

function requireRegion(handle: string): ComputeProvider {
  const region = env.regions.compute(handle);
  if (region === null) throw new Error(`No region is called ${handle}`);
  return region;
}

const countStarted = async (workspaceId: string, region: string) =>
  (
    await env.db.withSystemRole("a test", (tx) =>
      tx.one<{ n: number }>(sql`SELECT count(*) AS n FROM command
        WHERE workspace_id = ${workspaceId} AND region_handle = ${region} AND started_at IS NOT NULL`),
    )
  ).n;

const isRequested = async (instanceId: string) =>
  (await env.db.withSystemRole("a test", (tx) =>
    tx.maybeOne(
      sql`SELECT FROM instance_log WHERE instance_id = ${instanceId} AND step = 'server' AND status = 'complete'`,
    ),
  )) !== null;

/** Runs a real worker until the server of the instance is requested. */
async function runUntilRequested(instanceId: string): Promise<void> {
  const worker = await startWorker(env.worker);
  try {
    await expect.poll(() => isRequested(instanceId), { timeout: 60_000, interval: 20 }).toBe(true);
  } finally {
    await worker.stop();
  }
}

test("a hundred instances of one customer do not delay the one of another customer", {
  timeout: 90_000,
}, async () => {
  slow("lulea", 20);
  await orderMany(large, 100, "lulea");
  const id = await orderOne("one-1", "lulea");
  await runUntilRequested(id);
  const before = await countStarted(large.workspace.id, "lulea");
  // The order was placed last. Without turns all the others would have been started before it.
  expect(before).toBeLessThanOrEqual(12);
  expect(before).toBeGreaterThan(0);
});

test("a region that hardly responds holds few workers, and another region is not delayed", {
  timeout: 90_000,
}, async () => {
  await orderMany(large, 20, "keflavik");
  await orderOne("held-1", "keflavik");
  slow("keflavik", 3_000);
  const id = await orderOne("one-2", "kajaani");
  await runUntilRequested(id);
  const started =
    (await countStarted(large.workspace.id, "keflavik")) +
    (await countStarted(small.workspace.id, "keflavik"));
  expect(started).toBeLessThanOrEqual(defaultSlotLimits.region);
  expect(started).toBeGreaterThan(0);
});

test("a region starts as many commands at a time as its setting says, and as many of one workspace", async () => {
  const count = async () => ({
    large: await countStarted(large.workspace.id, "lulea"),
    small: await countStarted(small.workspace.id, "lulea"),
  });
  const earlier = await count();
  await orderMany(large, 8, "lulea", "set");
  await orderMany(small, 8, "lulea", "set");
  const regions = { slots: () => ({ region: 7, workspace: 4 }) };
  const deps = { db: env.db, clock: env.clock, regions, definitions: commandDefinitions };
  const dispatch = () => commandDispatchJob.handle(deps, { regionHandle: "lulea" });
  await dispatch();
  await dispatch();
  const held = await env.db.withSystemRole("a test", (tx) =>
    tx.many<{ id: string; n: number }>(
      sql`SELECT workspace_id AS id, count(*) AS n FROM command WHERE region_handle = 'lulea' AND holds_slot GROUP BY 1`,
    ),
  );
  expect(held.map(({ n }) => n).sort()).toEqual([3, 4]);
  expect(await count()).toEqual(earlier);
});

test("while a region is marked as unreachable, one command in 15 seconds tries it, and all wait", async () => {
  await orderMany(large, 10, "kajaani");
  const commands = await env.db.withSystemRole("a test", async (tx) => {
    await tx.execute(
      sql`UPDATE region SET unreachable_since = ${env.clock.now()} WHERE handle = 'kajaani'`,
    );
    return tx.many<{ id: string }>(
      sql`SELECT id FROM command WHERE region_handle = 'kajaani' AND status = 'queued'`,
    );
  });
  expect(commands).toHaveLength(10);
  let attempts = 0;
  const silent: ComputeProvider = {
    ...requireRegion("kajaani"),
    checkedBy: () => silent,
    ping: () => {
      attempts += 1;
      return Promise.reject(ComputeError.unavailable("no answer"));
    },
  };
  const deps = {
    ...env.worker,
    regions: { ...env.regions, compute: () => silent },
    definitions: commandDefinitions,
  };
  const advanceAll = () => Promise.all(commands.map(({ id }) => advanceCommand(deps, id)));
  await advanceAll();
  expect(attempts).toBe(1);
  await advanceAll();
  expect(attempts).toBe(1);
  env.clock.advance(15_000);
  await advanceAll();
  expect(attempts).toBe(2);
  const waiting = await env.db.withSystemRole("a test", (tx) =>
    tx.many(sql`SELECT DISTINCT c.status, l.detail FROM command c JOIN instance_log l ON l.command_id = c.id AND l.position = 0
      WHERE c.id = ANY(${commands.map(({ id }) => id)})`),
  );
  expect(waiting).toEqual([{ status: "running", detail: "provider_unavailable" }]);
  // The region responds again: the next attempt marks it as reachable.
  await env.advanceTime(180);
  const ended = await env.db.withSystemRole("a test", (tx) =>
    tx.many(
      sql`SELECT DISTINCT status FROM command WHERE id = ANY(${commands.map(({ id }) => id)})`,
    ),
  );
  expect(ended).toEqual([{ status: "succeeded" }]);
});
