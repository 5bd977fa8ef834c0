/** N13: a public IP whose response was lost is found again, and resources without an instance are reported. */
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { api } from "#contracts/api.ts";
import { sql } from "../../core/db/db.ts";
import { createLogger } from "../../core/lib/logger.ts";
import { createOrderContext, placeOrder, getInstance } from "../../testing/order-instances.ts";
import type { TestUser, TestWorkspace } from "../../testing/users.ts";
import { startTestEnvironment, type TestEnvironment } from "../../testing/test-environment.ts";
import { reconcileRegion } from "./reconcile.ts";

let env: TestEnvironment;
let owner: TestUser;
let workspace: TestWorkspace;
let credentialId: string;
beforeAll(async () => {
  env = await startTestEnvironment();
  ({ owner, workspace, credentialId } = await createOrderContext(env));
});
afterEach(() => env.emulator.faults.clear());
afterAll(() => env.stop());

const ordered = async (...hostname: string[]) =>
  (await placeOrder(owner.client, { workspace, credentialId, hostname })).data.instances;
const marks = () => {
  const { ports, floatingIps } = env.emulator.world();
  return {
    ports: ports.map(({ name }) => name).sort(),
    addresses: floatingIps.map(({ description }) => description).sort(),
  };
};
const terminate = (instance: string) =>
  owner.client.call(api.instances.terminate, {
    path: { workspace: workspace.handle, instance },
    query: { now: "true" },
  });
const lost = { status: 503, retryAfterSeconds: 0, delayMs: 0 };

test("N13: an IP whose response is lost three times is created once, a full quota leaves nothing, and terminate frees all", async () => {
  env.emulator.faults.add({
    match: { method: "POST", pathPattern: "/floatingips$" },
    kind: "lost-answer",
    times: 3,
    ...lost,
  });
  const created = await ordered("first", "second", "third");
  await env.advanceTime(90);
  for (const { id } of created)
    expect((await getInstance(owner.client, workspace, id)).status).toBe("active");
  const expected = created.map(({ id }) => `boreal-${id}`).sort();
  expect(marks()).toEqual({ ports: expected, addresses: expected });

  const region = env.emulator.state.region("lulea");
  if (region === undefined) throw new Error("the region does not exist");
  const { floatingIps } = region.quota;
  region.quota.floatingIps = created.length;
  try {
    const [rejected] = await ordered("fourth");
    await env.advanceTime(90);
    expect(await getInstance(owner.client, workspace, rejected?.id ?? "")).toMatchObject({
      status: "error",
      statusReason: "quota",
    });
    expect(marks()).toEqual({ ports: expected, addresses: expected });
  } finally {
    region.quota.floatingIps = floatingIps;
  }
  for (const { id } of created) await terminate(id);
  await env.advanceTime(60);
  expect(marks()).toEqual({ ports: [], addresses: [] });
});

test("N13: tagged resources without an instance are logged with their age and counted", async () => {
  // The quota above marked the product as sold out for a while; then the sync finds it free again.
  env.clock.advance(3_600_000);
  await env.worker.tasks["catalogue.sync"]({ regionHandle: "lulea" });
  const [stored, gone] = await ordered("kept", "gone");
  await env.advanceTime(60);
  const { floatingIps } = env.emulator.state;
  const own = [...floatingIps.values()].find(
    ({ description }) => description === `boreal-${gone?.id}`,
  );
  if (own === undefined) throw new Error("the instance has no IP address");
  await terminate(gone?.id ?? "");
  await env.advanceTime(60);
  // A request that the cloud executed after the instance was deleted.
  const createdAtMs = env.clock.now().getTime() - 3_600_000;
  floatingIps.set("left", { ...own, id: "left", portId: null, createdAtMs });
  const lines: string[] = [];
  await env.db.withSystemRole("a test requests a full comparison", (tx) =>
    tx.execute(sql`UPDATE region SET fully_reconciled_at = NULL`),
  );
  await reconcileRegion(
    {
      ...env.worker,
      regions: env.regions,
      logger: createLogger("warn", { write: (line) => lines.push(line) }),
    },
    "lulea",
  );
  expect(lines.map((line): unknown => JSON.parse(line))).toMatchObject([
    { region: "lulea", kind: "address", id: "left", instance: gone?.id, ageSeconds: 3600 },
  ]);
  const figures = await (await env.createClient().send("GET", "/metrics")).text();
  expect(figures).toContain('boreal_orphaned_resources{region="lulea"} 1');
  expect(figures).toContain('boreal_oldest_orphan_seconds{region="lulea"} 3600');
  // They are only reported; staff decide.
  expect(floatingIps.has("left")).toBe(true);
  expect((await getInstance(owner.client, workspace, stored?.id ?? "")).status).toBe("active");
});
