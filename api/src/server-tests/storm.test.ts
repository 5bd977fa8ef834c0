/**
 * Thirty orders in a cloud whose every response takes longer than the takeover limit, with a worker killed in the
 * middle.
 */
import { expect, onTestFinished, test } from "vitest";
import { api } from "#contracts/api.ts";
import { sql } from "../core/db/db.ts";
import { createOrderContext, orderBody } from "../testing/order-instances.ts";
import { startCrashableServer } from "../testing/crashable-server.ts";
import { startWorkerProcess } from "../testing/worker-processes.ts";

const limits = { beatEveryMs: 100, deadAfterMs: 400, stuckAfterMs: 600_000, concurrentJobs: 12 };
const answerMs = 450;

test("many concurrent orders end with one server, port and IP each, billed once", {
  timeout: 120_000,
}, async () => {
  const env = await startCrashableServer({ role: "api" });
  onTestFinished(() => env.stop());
  const startWorker = async () => {
    const worker = await startWorkerProcess({
      databaseUrl: env.databaseUrl,
      authUrl: env.emulator.authUrl,
      limits,
      // With the default, three commands of the workspace run at once.
      slots: { region: 12, workspace: 12 },
    });
    onTestFinished(() => worker.kill());
    return worker;
  };
  const [dying] = await Promise.all([startWorker(), startWorker()]);
  const { owner, workspace, credentialId } = await createOrderContext(env, "storm");
  const browser = env.createClient();
  for (const [name, value] of owner.client.cookies) browser.cookies.set(name, value);
  const isOffered = async () => {
    const { data } = await browser.call(api.catalogue.offer, {});
    return data.images.some((image) => image.regionHandles.includes("lulea"));
  };
  await expect.poll(isOffered, { timeout: 30_000, interval: 100 }).toBe(true);

  env.emulator.faults.add({
    match: {},
    kind: "slow",
    delayMs: answerMs,
    status: 503,
    retryAfterSeconds: 1,
  });
  for (const batch of [1, 2]) {
    const hostname = Array.from({ length: 15 }, (_, at) => `storm-${batch}-${at}`);
    const body = await orderBody(browser, { workspace, credentialId, hostname });
    const placed = await browser.call(api.instances.order, {
      path: { workspace: workspace.handle },
      body,
    });
    expect(placed.status).toBe(202);
  }
  await expect
    .poll(() => env.emulator.world().ports.length, { timeout: 60_000, interval: 50 })
    .toBeGreaterThan(8);
  await dying.kill();
  await startWorker();

  const statuses = () =>
    env.db.withSystemRole("a test counts instances", (tx) =>
      tx.many<{ status: string; n: number }>(
        sql`SELECT status, count(*) AS n FROM instance GROUP BY status`,
      ),
    );
  await expect
    .poll(statuses, { timeout: 90_000, interval: 250 })
    .toEqual([{ status: "active", n: 30 }]);
  const { servers, ports, floatingIps } = env.emulator.world();
  expect([servers.length, ports.length, floatingIps.length]).toEqual([30, 30, 30]);
  expect(new Set(servers.map(({ tags }) => tags[0])).size).toBe(30);
  expect(new Set(ports.map(({ deviceId }) => deviceId)).size).toBe(30);
  expect(new Set(floatingIps.map(({ portId }) => portId)).size).toBe(30);
  const billed = await env.db.withSystemRole("a test reads what is billed", (tx) =>
    tx.one<{ intervals: number; instances: number; open: number }>(
      sql`SELECT count(*) AS intervals, count(DISTINCT instance_id) AS instances, count(*) FILTER (WHERE end_second IS NULL) AS open FROM usage_interval`,
    ),
  );
  expect(billed).toEqual({ intervals: 30, instances: 30, open: 30 });
});
