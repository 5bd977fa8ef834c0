/** Each kind of finding appears once, stays while the difference lasts, and ends with it; and nothing acts on it. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { api } from "#contracts/api.ts";
import type { FindingKind, findingStates } from "#contracts/infrastructure.ts";
import { sql } from "../../core/db/db.ts";
import { createOrderContext, getInstance, orderInstance } from "../../testing/order-instances.ts";
import { startTestEnvironment, type TestEnvironment } from "../../testing/test-environment.ts";
import { createUser, type TestUser, type TestWorkspace } from "../../testing/users.ts";

let env: TestEnvironment;
let owner: TestUser;
let admin: TestUser;
let workspace: TestWorkspace;
let credentialId: string;
beforeAll(async () => {
  env = await startTestEnvironment();
  ({ owner, workspace, credentialId } = await createOrderContext(env));
  admin = await createUser(env, "admin@boreal.test", { staffRole: "Admin" });
});
afterEach(() => env.emulator.faults.clear());
afterAll(() => env.stop());

const change = (statement: ReturnType<typeof sql>) =>
  env.db.withSystemRole("a test", (tx) => tx.execute(statement));
const findings = async (kind: FindingKind, state: (typeof findingStates)[number] = "open") =>
  (
    await admin.client.call(api.infrastructure.findings, {
      query: { kind, state, regionHandle: "lulea", orderBy: "firstSeenAt" },
    })
  ).data.data;

/** Compares everything, without waiting for the hour. */
async function compareAll(): Promise<void> {
  await change(sql`UPDATE region SET fully_reconciled_at = NULL WHERE handle = 'lulea'`);
  await env.worker.tasks["instances.reconcile"]({ regionHandle: "lulea" });
  await env.worker.tasks["catalogue.sync"]({ regionHandle: "lulea" });
}

const view = (id: string) => getInstance(owner.client, workspace, id);
async function running(hostname: string) {
  const { id } = await orderInstance(owner.client, {
    workspace,
    credentialId,
    hostname: [hostname],
  });
  await env.advanceTime(60, 10);
  const row = [...env.emulator.state.servers.values()].find(({ name }) => name === hostname);
  if (row === undefined) throw new Error("the server does not exist");
  return { id, row };
}

/** Finds the difference twice as one finding, then ends it. Returns the open finding. */
async function appearsOnceAndEnds(kind: FindingKind, reference: string, end: () => unknown) {
  await compareAll();
  const [first, ...others] = (await findings(kind)).filter((each) => each.reference === reference);
  expect(others).toEqual([]);
  if (first === undefined) throw new Error(`no finding ${kind} ${reference}`);
  env.clock.advance(60_000);
  await compareAll();
  const again = (await findings(kind)).filter((each) => each.reference === reference);
  expect(again).toEqual([
    { ...first, detail: expect.anything(), lastSeenAt: env.clock.now().toISOString() },
  ]);
  await end();
  env.clock.advance(60_000);
  await compareAll();
  expect((await findings(kind)).filter((each) => each.reference === reference)).toEqual([]);
  expect(
    (await findings(kind, "resolved")).filter((each) => each.reference === reference),
  ).toMatchObject([{ id: first.id, resolvedAt: expect.any(String) }]);
  return first;
}

test("a region as it was set up has no findings", async () => {
  await running("calm");
  await compareAll();
  const all = await admin.client.call(api.infrastructure.findings, { query: {} });
  expect(all.data.data).toEqual([]);
});

describe("instances", () => {
  test("gone: named with its instance and the provider's action, and not billed or deleted", async () => {
    const { id, row } = await running("gone-1");
    env.emulator.state.force(row, { vmState: "deleted", taskState: null });
    row.actions.push({
      action: "delete",
      requestId: "req-by-operator",
      userId: "operator",
      startedAtMs: env.clock.now().getTime(),
      finishedAtMs: null,
      result: null,
    });
    const finding = await appearsOnceAndEnds("instance_gone", row.id, () => {
      row.deletedAtMs = null;
      env.emulator.state.force(row, { vmState: "active", taskState: null });
    });
    expect(finding).toMatchObject({
      instance: { id, hostname: "gone-1", workspace: { handle: workspace.handle } },
      detail: {
        from: "active",
        to: "unknown vanished",
        action: "delete",
        actionRequest: "req-by-operator",
        actionUser: "operator",
      },
    });
    expect((await view(id)).status).toBe("active");
  });

  test("gone: ends when the customer terminates the instance", async () => {
    const { id, row } = await running("gone-2");
    env.emulator.state.force(row, { vmState: "deleted", taskState: null });
    await appearsOnceAndEnds("instance_gone", row.id, async () => {
      await owner.client.call(api.instances.terminate, {
        path: { workspace: workspace.handle, instance: id },
        query: { now: "true" },
      });
      await env.advanceTime(60, 10);
    });
  });

  test.for([
    ["stopped from inside", { vmState: "stopped", taskState: null }, "stopped"],
    ["migrating", { vmState: "active", taskState: "migrating" }, "active moving"],
    ["in error", { vmState: "error", taskState: null }, "error provider_error"],
  ] as const)("changed: %s", async ([name, state, to]) => {
    const { id, row } = await running(`changed-${name.replaceAll(" ", "-")}`);
    env.emulator.state.force(row, state);
    const finding = await appearsOnceAndEnds("instance_changed", row.id, () =>
      env.emulator.state.force(row, { vmState: "active", taskState: null }),
    );
    expect(finding).toMatchObject({ instance: { id }, detail: { from: "active", to } });
    // No action at the provider explains it.
    expect(finding.detail.action).toBeUndefined();
  });

  test("changed: found by the changes since the last look, and ended by the customer's command", async () => {
    const { id, row } = await running("changed-4");
    await compareAll();
    env.emulator.state.force(row, { vmState: "stopped", taskState: null });
    await env.advanceTime(30);
    expect((await findings("instance_changed")).map(({ reference }) => reference)).toContain(
      row.id,
    );
    await owner.client.call(api.instances.reset, {
      path: { workspace: workspace.handle, instance: id },
      body: { action: "power_on" },
    });
    await env.advanceTime(60, 10);
    expect((await findings("instance_changed")).map(({ reference }) => reference)).not.toContain(
      row.id,
    );
  });

  test("foreign: a server that Boreal did not create is reported and stays", async () => {
    const { row } = await running("ours");
    const foreign = { ...row, id: "foreign-server", tags: [], description: null, portIds: [] };
    env.emulator.state.servers.set(foreign.id, foreign);
    await appearsOnceAndEnds("foreign_server", foreign.id, () => {
      expect(env.emulator.state.servers.get(foreign.id)?.vmState).toBe("active");
      env.emulator.state.servers.delete(foreign.id);
    });
  });

  test("foreign: an instance whose tags were removed is not", async () => {
    const { row } = await running("untagged");
    row.tags = [];
    row.description = null;
    await compareAll();
    expect(await findings("foreign_server")).toEqual([]);
    row.description = `boreal-${row.metadata["boreal_key"]}`;
  });
});

describe("orphans", () => {
  test.for(["server", "port", "address", "volume"] as const)(
    "%s: one of a terminated instance is reported with its instance and age, and stays",
    async (kind) => {
      const { id } = await running(`orphan-${kind}`);
      const { servers, ports, floatingIps, volumes } = env.emulator.state;
      const label = `boreal-${id}`;
      const createdAtMs = env.clock.now().getTime() - 3_600_000;
      const server = [...servers.values()].find(({ tags }) => tags.includes(label));
      const port = [...ports.values()].find(({ name }) => name === label);
      const address = [...floatingIps.values()].find(({ description }) => description === label);
      if (server === undefined || port === undefined || address === undefined)
        throw new Error("the instance has no resources");
      const left = {
        server: { ...server, id: `left-${kind}`, createdAtMs, portIds: [], tags: [label] },
        port: { ...port, id: `left-${kind}`, createdAtMs, deviceId: "" },
        address: { ...address, id: `left-${kind}`, createdAtMs, portId: null },
        volume: {
          id: `left-${kind}`,
          name: label,
          region: "lulea",
          projectId: server.projectId,
          userId: server.userId,
          sizeGb: 10,
          imageId: null,
          metadata: {},
          serverId: null,
          deletedWithServer: true,
          createdAtMs,
          updatedAtMs: createdAtMs,
        },
      };
      await owner.client.call(api.instances.terminate, {
        path: { workspace: workspace.handle, instance: id },
        query: { now: "true" },
      });
      await env.advanceTime(60, 10);
      const rows = { server: servers, port: ports, address: floatingIps, volume: volumes };
      servers.set("left-server", left.server);
      if (kind !== "server") servers.delete("left-server");
      if (kind === "port") ports.set("left-port", left.port);
      if (kind === "address") floatingIps.set("left-address", left.address);
      if (kind === "volume") volumes.set("left-volume", left.volume);
      const finding = await appearsOnceAndEnds(`orphan_${kind}`, `left-${kind}`, () => {
        expect(rows[kind].has(`left-${kind}`)).toBe(true);
        rows[kind].delete(`left-${kind}`);
      });
      expect(finding).toMatchObject({
        instance: { id, hostname: `orphan-${kind}` },
        detail: { since: new Date(Math.floor(createdAtMs / 1000) * 1000).toISOString() },
      });
    },
  );
});

test("a terminated instance that is kept, so that it can be undone, is no orphan", async () => {
  const { id, row } = await running("kept-1");
  await owner.client.call(api.instances.terminate, {
    path: { workspace: workspace.handle, instance: id },
  });
  await env.advanceTime(3_600, 600);
  await compareAll();
  expect(env.emulator.state.servers.get(row.id)?.vmState).toBe("stopped");
  for (const kind of ["orphan_server", "orphan_port", "orphan_address"] as const)
    expect(await findings(kind)).toEqual([]);
});

describe("catalog and stock", () => {
  const rename = (from: string, to: string) => {
    const image = env.emulator.state.region("lulea")?.images.find(({ name }) => name === from);
    if (image === undefined) throw new Error("the image does not exist");
    image.name = to;
  };
  test("a missing image ends when the region has it again", async () => {
    rename("Debian 12", "Debian 12 (old)");
    try {
      await appearsOnceAndEnds("image_missing", "Debian 12", () =>
        rename("Debian 12 (old)", "Debian 12"),
      );
    } finally {
      if ((await findings("image_missing")).length > 0) rename("Debian 12 (old)", "Debian 12");
    }
  });

  test("two images of one name are ambiguous", async () => {
    rename("Debian 12", "Debian 13");
    const finding = await appearsOnceAndEnds("image_ambiguous", "Debian 13", () => {
      const twins = env.emulator.state.region("lulea")?.images ?? [];
      const last = twins.filter(({ name }) => name === "Debian 13").at(-1);
      if (last !== undefined) last.name = "Debian 12";
    });
    expect(finding.detail).toEqual({ compared: "images", expected: 1, actual: 2 });
  });

  test("a product whose flavor has other sizes names both", async () => {
    const resize = (gb: number) =>
      change(sql`UPDATE product SET memory_gb = ${gb} WHERE flavor = 'cpu-4'`);
    await resize(32);
    const finding = await appearsOnceAndEnds("flavor_differs", "cpu-4", () => resize(16));
    expect(finding.detail).toMatchObject({
      name: expect.any(String),
      compared: "memoryMb",
      expected: 32 * 1024,
      actual: 16 * 1024,
    });
  });

  test("a product whose flavor the region lacks, until the product is withdrawn", async () => {
    env.emulator.state.deleteFlavor("lulea", "cpu-16");
    await appearsOnceAndEnds("flavor_missing", "cpu-16", () =>
      change(sql`UPDATE product SET status = 'inactive' WHERE flavor = 'cpu-16'`),
    );
  });

  test("more GPUs in use than installed", async () => {
    const placed = await running("stock-1");
    const product = sql`(SELECT product_id FROM instance WHERE id = ${placed.id})`;
    await change(sql`UPDATE product SET gpu_model = 'L40S', gpu_count = 25 WHERE id = ${product}`);
    const finding = await appearsOnceAndEnds("gpus_oversold", "L40S", () =>
      change(sql`UPDATE product SET gpu_model = NULL, gpu_count = 0 WHERE id = ${product}`),
    );
    expect(finding.detail).toMatchObject({ compared: "gpus", expected: 24 });
  });

  test("a hypervisor that is down", async () => {
    const host = "lulea-cpu-01";
    env.emulator.state.downHosts.add(host);
    await appearsOnceAndEnds("host_down", host, () => env.emulator.state.downHosts.delete(host));
  });
});

test("a command that lost its job is stuck until it is continued", async () => {
  const { id } = await orderInstance(owner.client, {
    workspace,
    credentialId,
    hostname: ["stuck-1"],
  });
  await env.worker.tasks["commands.dispatch"]({ regionHandle: "lulea" });
  await env.db.owner.query("SELECT graphile_worker.remove_job(key) FROM graphile_worker.jobs");
  await change(sql`DELETE FROM scheduled_job`);
  env.clock.advance(21 * 60_000);
  await compareAll();
  const stuck = await findings("command_stuck");
  expect(stuck).toMatchObject([{ instance: { id }, detail: { name: "create" } }]);
  await env.advanceTime(120, 10);
  await compareAll();
  expect((await view(id)).status).toBe("active");
  expect(await findings("command_stuck")).toEqual([]);
});

test("a region that does not respond, until it does", async () => {
  env.emulator.faults.add({
    match: { region: "lulea" },
    kind: "down",
    status: 503,
    retryAfterSeconds: 0,
    delayMs: 0,
  });
  await appearsOnceAndEnds("region_unreachable", "lulea", () => env.emulator.faults.clear());
});

test("clocks that differ by more than 30 seconds, until they agree", async () => {
  env.emulator.state.aheadMs = 95_000;
  const finding = await appearsOnceAndEnds("clock_differs", "lulea", () => {
    env.emulator.state.aheadMs = 0;
  });
  expect(finding.detail.actual).toBeGreaterThanOrEqual(94);
});

test("the metric counts open findings by region and kind, and resolved ones are deleted after 90 days", async () => {
  const figures = async () => (await env.createClient().send("GET", "/metrics")).text();
  const line = 'boreal_infrastructure_findings{region="lulea",kind="host_down"}';
  env.emulator.state.downHosts.add("lulea-cpu-02");
  await compareAll();
  expect(await figures()).toContain(`${line} 1`);
  env.emulator.state.downHosts.clear();
  await compareAll();
  expect(await figures()).toContain(`${line} 0`);
  expect((await findings("host_down", "resolved")).length).toBeGreaterThan(0);
  env.clock.advance(91 * 24 * 3_600_000);
  await env.worker.tasks["platform.sweep"]({});
  expect(await findings("host_down", "resolved")).toEqual([]);
});
