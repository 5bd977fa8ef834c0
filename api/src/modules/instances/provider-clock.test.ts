/** N61: changes at a provider are detected within a minute, whatever its clock or Boreal's shows. */
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { sql } from "../../core/db/db.ts";
import { createLogger } from "../../core/lib/logger.ts";
import { createOrderContext, orderInstance, getInstance } from "../../testing/order-instances.ts";
import type { TestUser, TestWorkspace } from "../../testing/users.ts";
import { startTestEnvironment, type TestEnvironment } from "../../testing/test-environment.ts";
import { reconcileRegion } from "./reconcile.ts";

const minutes = 60_000;

let env: TestEnvironment;
let owner: TestUser;
let workspace: TestWorkspace;
let credentialId: string;
let instances = 0;
beforeAll(async () => {
  env = await startTestEnvironment();
  ({ owner, workspace, credentialId } = await createOrderContext(env));
});
beforeEach(() => env.worker.tasks["instances.reconcile"]({ regionHandle: "lulea" }));
afterEach(() => setAhead(0));
afterAll(() => env.stop());

const setAhead = async (aheadMs: number) => {
  await fetch(`${env.emulator.url}/_control/ahead`, {
    method: "PUT",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ aheadMs }),
  });
};
async function running() {
  instances += 1;
  const hostname = `clock-${instances}`;
  const { id } = await orderInstance(owner.client, {
    workspace,
    credentialId,
    hostname: [hostname],
  });
  await env.advanceTime(60, 10);
  const row = [...env.emulator.state.servers.values()].find(({ name }) => name === hostname);
  if (row === undefined) throw new Error("the server does not exist");
  return { row, status: async () => (await getInstance(owner.client, workspace, id)).status };
}

test.for([
  ["behind", -5 * minutes],
  ["ahead of", 5 * minutes],
] as const)(
  "N61: an external stop is detected within a minute by a provider's clock five minutes %s Boreal's",
  async ([, aheadMs]) => {
    await setAhead(aheadMs);
    const { row, status } = await running();
    await env.advanceTime(300, 60);
    expect(await status()).toBe("active");
    env.emulator.state.force(row, { vmState: "stopped", taskState: null });
    await env.advanceTime(60, 30);
    expect(await status()).toBe("stopped");
  },
);

test("N61: an external stop is detected within a minute after the provider's clock was set back", async () => {
  await setAhead(10 * minutes);
  const { row, status } = await running();
  await setAhead(0);
  env.emulator.state.force(row, { vmState: "stopped", taskState: null });
  await env.advanceTime(60, 30);
  expect(await status()).toBe("stopped");
});

test("N61: an external stop is detected within a minute after Boreal's clock was set back", async () => {
  const { row, status } = await running();
  env.clock.advance(-10 * minutes);
  env.emulator.state.force(row, { vmState: "stopped", taskState: null });
  await env.advanceTime(60, 30);
  expect(await status()).toBe("stopped");
});

test("N61: a change recorded too late for the overlap is found by the next full comparison", async () => {
  const { row, status } = await running();
  env.emulator.state.force(row, { vmState: "stopped", taskState: null });
  row.updatedAtMs -= 60 * minutes;
  await env.advanceTime(60, 30);
  expect(await status()).toBe("active");
  await env.advanceTime(3600, 600);
  expect(await status()).toBe("stopped");
});

test("N61: clocks that differ by more than 30 seconds are logged once and measured", async () => {
  const lines: string[] = [];
  const deps = {
    ...env.worker,
    regions: env.regions,
    logger: createLogger("warn", { write: (line) => lines.push(line) }),
  };
  await setAhead(20_000);
  await reconcileRegion(deps, "lulea");
  expect(lines).toEqual([]);
  await setAhead(-95_000);
  await reconcileRegion(deps, "lulea");
  await reconcileRegion(deps, "lulea");
  expect(lines.map((line): unknown => JSON.parse(line))).toMatchObject([
    { region: "lulea", aheadSeconds: expect.closeTo(-95, 0) },
  ]);
  const figures = await (await env.createClient().send("GET", "/metrics")).text();
  expect(figures).toMatch(/boreal_provider_clock_ahead_seconds\{region="lulea"\} -9[56]/);
});

test("a region that was never read is compared completely", async () => {
  const { row, status } = await running();
  row.updatedAtMs -= 48 * 60 * minutes;
  row.vmState = "stopped";
  await env.db.withSystemRole("a test", (tx) =>
    tx.execute(sql`UPDATE region SET reconciled_through = NULL WHERE handle = 'lulea'`),
  );
  await env.advanceTime(60, 30);
  expect(await status()).toBe("stopped");
});
