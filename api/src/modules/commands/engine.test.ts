import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { api } from "#contracts/api.ts";
import { sql } from "../../core/db/db.ts";
import type { ComputeProvider } from "../../ports/compute.ts";
import {
  createOrderContext,
  placeOrder,
  orderInstance,
  getInstance,
  restock,
} from "../../testing/order-instances.ts";
import type { TestUser, TestWorkspace } from "../../testing/users.ts";
import { startTestEnvironment, type TestEnvironment } from "../../testing/test-environment.ts";
import { commandDefinitions } from "../instances/commands/command-definitions.ts";
import { advanceCommand } from "./engine.ts";

let env: TestEnvironment;
let owner: TestUser;
let workspace: TestWorkspace;
let credentialId: string;
beforeAll(async () => {
  env = await startTestEnvironment();
  ({ owner, workspace, credentialId } = await createOrderContext(env));
});
afterEach(async () => {
  env.emulator.faults.clear();
  await restock(env);
});
afterAll(() => env.stop());

const orderOne = (hostname: string, region = "lulea") =>
  orderInstance(owner.client, { workspace, credentialId, hostname: [hostname], region });

const view = (id: string) => getInstance(owner.client, workspace, id);
const path = (instance: string) => ({ workspace: workspace.handle, instance });
const terminate = (id: string) =>
  owner.client.call(api.instances.terminate, { path: path(id), query: { now: "true" } });
const steps = async (id: string) =>
  (
    await owner.client.call(api.instances.logs, { path: path(id), query: { perPage: "50" } })
  ).data.data.map(({ step, status, detail }) =>
    [step, status, ...(detail === null ? [] : [detail])].join(" "),
  );

const command = (id: string) =>
  env.db.withSystemRole("a test", (tx) =>
    tx.one<{
      status: string;
      attempt: number;
      errorCode: string | null;
    }>(sql`SELECT status, attempt_count AS attempt, error_code AS "errorCode" FROM command
      WHERE instance_id = ${id} ORDER BY created_at DESC, id DESC LIMIT 1`),
  );

const intervals = (id: string) =>
  env.db.withSystemRole("a test", (tx) =>
    tx.many<{ start: number; end: number | null }>(
      sql`SELECT start_second AS start, end_second AS end FROM usage_interval WHERE instance_id = ${id}`,
    ),
  );

const unreachable = async (region: string) =>
  (await owner.client.call(api.catalogue.regions, {})).data.data.some(
    ({ handle, status }) => handle === region && status === "unreachable",
  );

const serversNamed = (name: string) =>
  env.emulator.world().servers.filter((server) => server.name === name);

test.each([
  ["no-capacity", "no_capacity", "install"],
  ["quota", "quota", "server"],
  ["build-error", "provider_error", "install"],
  ["image-gone", "image_missing", "server"],
])(
  "C026: an order the cloud cannot fulfill (%s) ends in error with a reason, costs nothing and leaves nothing",
  async (error, reason, step) => {
    const { id } = await orderOne(`a-${error}`);
    await env.advanceTime(60);
    expect(await view(id)).toMatchObject({
      status: "error",
      statusReason: reason,
      usage: [],
      publicIp: null,
      costSoFar: { cents: 0 },
    });
    expect((await steps(id)).at(-1)).toBe(`${step} failed ${reason}`);
    expect(await command(id)).toMatchObject({ status: "failed", errorCode: reason });
    expect(serversNamed(`a-${error}`)).toEqual([]);
    // It can be terminated, and its name can be used again.
    expect((await terminate(id)).data.status).toBe("terminating");
    await env.advanceTime(20);
    await restock(env);
    expect(
      (await placeOrder(owner.client, { workspace, credentialId, hostname: [`a-${error}`] }))
        .status,
    ).toBe(202);
    await env.advanceTime(60);
  },
);

test("an image deleted between order and creation is reported as the reason", async () => {
  const { id } = await orderOne("late-image");
  await env.db.withSystemRole("a test", (tx) =>
    tx.execute(sql`DELETE FROM image_region WHERE region_handle = 'lulea'
    AND image_id = (SELECT image_id FROM instance WHERE id = ${id})`),
  );
  await env.advanceTime(20);
  expect(await view(id)).toMatchObject({ status: "error", statusReason: "image_missing" });
  expect(await steps(id)).toEqual(["reserve failed image_missing"]);
  await env.worker.tasks["catalogue.sync"]({ regionHandle: "lulea" });
});

test("a lost response does not create a second instance", async () => {
  const { id } = await orderOne("web-lost-answer");
  await env.advanceTime(60);
  expect((await view(id)).status).toBe("active");
  expect(serversNamed("web-lost-answer")).toHaveLength(1);
  expect(await unreachable("lulea")).toBe(false);
});

test("waits for a build that takes ten minutes", async () => {
  const { id } = await orderOne("slow-build-1");
  await env.advanceTime(300, 15);
  expect(await view(id)).toMatchObject({ status: "building" });
  expect((await steps(id)).slice(-2)).toEqual(["install in_progress", "ready pending"]);
  await env.advanceTime(420, 15);
  expect((await view(id)).status).toBe("active");
});

test("a build that never finishes fails after half an hour and is compensated", async () => {
  const { id } = await orderOne("stuck-1");
  await env.runDueJobs();
  const [row] = [...env.emulator.state.servers.values()].filter(({ name }) => name === "stuck-1");
  if (row === undefined) throw new Error("the server does not exist");
  env.emulator.state.force(row, { vmState: "building", taskState: "spawning" });
  await env.advanceTime(1780, 20);
  expect((await view(id)).status).toBe("building");
  await env.advanceTime(120, 10);
  expect(await view(id)).toMatchObject({ status: "error", statusReason: "timed_out" });
  expect((await command(id)).status).toBe("timed_out");
  expect(serversNamed("stuck-1")).toEqual([]);
});

test("respects the retry time of the cloud", async () => {
  env.emulator.faults.add({
    match: { service: "network", region: "lulea" },
    kind: "rate-limit",
    status: 429,
    retryAfterSeconds: 45,
    delayMs: 0,
    times: 4,
  });
  const { id } = await orderOne("patient-1");
  await env.advanceTime(40);
  expect(await steps(id)).toContain("network in_progress provider_unavailable");
  expect(await unreachable("lulea")).toBe(false);
  await env.advanceTime(260);
  expect(await view(id)).toMatchObject({ status: "active" });
  expect(await command(id)).toMatchObject({ status: "succeeded", attempt: 0 });
});

test("retries after a few errors of the cloud", async () => {
  env.emulator.faults.add({
    match: { service: "compute", method: "POST" },
    kind: "status",
    status: 503,
    retryAfterSeconds: 0,
    delayMs: 0,
    times: 3,
  });
  const { id } = await orderOne("again-1");
  await env.advanceTime(120);
  expect((await view(id)).status).toBe("active");
  expect(serversNamed("again-1")).toHaveLength(1);
});

test("while a provider is unavailable for an hour the command waits and the region takes no orders; afterwards it continues", async () => {
  env.emulator.faults.add({
    match: { region: "keflavik" },
    kind: "down",
    status: 503,
    retryAfterSeconds: 0,
    delayMs: 0,
  });
  const { id } = await orderOne("wait-1", "keflavik");
  await env.advanceTime(3600, 60);
  expect(await view(id)).toMatchObject({ status: "pending", usage: [] });
  expect((await steps(id))[0]).toBe("reserve in_progress provider_unavailable");
  expect(await command(id)).toMatchObject({ status: "running", attempt: 0 });
  expect(await unreachable("keflavik")).toBe(true);
  expect(
    (
      await placeOrder(owner.client, {
        workspace,
        credentialId,
        hostname: ["wait-2"],
        region: "keflavik",
      })
    ).fields,
  ).toEqual({ region: "unreachable" });
  const meanwhile = await orderOne("elsewhere-1");
  await env.advanceTime(60);
  expect((await view(meanwhile.id)).status).toBe("active");

  env.emulator.faults.clear();
  await env.worker.tasks["instances.reconcile"]({ regionHandle: "keflavik" });
  await env.advanceTime(120);
  expect((await view(id)).status).toBe("active");
  expect(await unreachable("keflavik")).toBe(false);
});

test("the command fails after a provider is unavailable for a day", {
  timeout: 90_000,
}, async () => {
  env.emulator.faults.add({
    match: { region: "keflavik" },
    kind: "down",
    status: 503,
    retryAfterSeconds: 0,
    delayMs: 0,
  });
  const { id } = await orderOne("never-1", "keflavik");
  await env.advanceTime(24 * 3600 + 900, 600);
  expect(await view(id)).toMatchObject({ status: "error", statusReason: "timed_out", usage: [] });
  env.emulator.faults.clear();
  await env.advanceTime(900, 60);
  expect((await command(id)).status).toBe("timed_out");
  await env.db.withSystemRole("a test", (tx) =>
    tx.execute(sql`UPDATE region SET unreachable_since = NULL`),
  );
});

test("an instance terminated while its cloud is unavailable is no longer billed, and is removed when the cloud is back", async () => {
  const { id } = await orderOne("gone-1");
  await env.advanceTime(30);
  env.emulator.faults.add({
    match: { region: "lulea" },
    kind: "down",
    status: 503,
    retryAfterSeconds: 0,
    delayMs: 0,
  });
  const at = env.clock.now().getTime() / 1000;
  await terminate(id);
  await env.advanceTime(1800, 60);
  expect((await view(id)).status).toBe("terminating");
  expect(await intervals(id)).toMatchObject([{ end: at }]);
  env.emulator.faults.clear();
  await env.advanceTime(120);
  expect(await view(id)).toMatchObject({ status: "terminated" });
  expect(serversNamed("gone-1")).toEqual([]);
  await env.db.withSystemRole("a test", (tx) =>
    tx.execute(sql`UPDATE region SET unreachable_since = NULL`),
  );
});

test("a rejected power change leaves the instance in its actual state", async () => {
  const { id } = await orderOne("power-1");
  await env.advanceTime(30);
  const [row] = [...env.emulator.state.servers.values()].filter(({ name }) => name === "power-1");
  if (row === undefined) throw new Error("the server does not exist");
  env.emulator.state.force(row, { vmState: "stopped", taskState: null });
  await owner.client.call(api.instances.reset, { path: path(id), body: { action: "reboot" } });
  expect((await view(id)).status).toBe("rebooting");
  await env.advanceTime(20);
  expect(await view(id)).toMatchObject({ status: "stopped", statusReason: null });
  expect(await command(id)).toMatchObject({ status: "failed", errorCode: "provider_error" });
  expect(await intervals(id)).toMatchObject([{ end: null }]);
});

test("a power change of a deleted server shows that it is gone and stops its billing", async () => {
  const { id } = await orderOne("power-2");
  await env.advanceTime(30);
  const [row] = [...env.emulator.state.servers.values()].filter(({ name }) => name === "power-2");
  if (row === undefined) throw new Error("the server does not exist");
  env.emulator.state.force(row, { vmState: "deleted", taskState: null });
  await owner.client.call(api.instances.reset, { path: path(id), body: { action: "power_off" } });
  await env.advanceTime(20);
  expect(await view(id)).toMatchObject({ status: "unknown", statusReason: "vanished" });
  expect((await intervals(id))[0]?.end).not.toBeNull();
});

test("retries internal errors with exponential backoff, then fails the command and sets the instance to error", async () => {
  const { id } = await orderOne("fault-1");
  const compute = env.regions.compute("lulea");
  if (compute === null) throw new Error("no such region");
  const faulty: ComputeProvider = {
    ...compute,
    checkedBy: () => faulty,
    ensurePort: () => Promise.reject(new TypeError("a mistake of ours")),
  };
  const deps = {
    ...env.worker,
    regions: { ...env.regions, compute: () => faulty },
    definitions: commandDefinitions,
  };
  const { commandId } = await env.db.withSystemRole("a test", (tx) =>
    tx.one<{ commandId: string }>(
      sql`SELECT id AS "commandId" FROM command WHERE instance_id = ${id}`,
    ),
  );
  for (let tries = 0; tries < 7; tries++) await advanceCommand(deps, commandId);
  expect(await command(id)).toMatchObject({ status: "running", attempt: 7 });
  await advanceCommand(deps, commandId);
  expect(await view(id)).toMatchObject({ status: "error", statusReason: "internal" });
  await env.advanceTime(30);
});

test("open pages receive an event for each step", async () => {
  const topics: string[] = [];
  const client = await env.db.owner.connect();
  client.on("notification", ({ payload }) => topics.push(payload ?? ""));
  await client.query("LISTEN boreal_live");
  const { id } = await orderOne("heard-1");
  await env.advanceTime(30);
  await client.query("UNLISTEN boreal_live");
  client.release(true);
  const ofInstance = topics.filter((payload) => payload.includes(id));
  expect(ofInstance.length).toBeGreaterThanOrEqual(6);
  expect(JSON.parse(ofInstance[0] ?? "")).toEqual({
    workspaceId: workspace.id,
    topic: "instances",
    id,
    change: expect.stringMatching(/^\d+$/),
  });
});
