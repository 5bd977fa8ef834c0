import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { api } from "#contracts/api.ts";
import { sql } from "../../core/db/db.ts";
import type { ComputeProvider } from "../../ports/compute.ts";
import {
  createCredential,
  placeOrder,
  orderInstance,
  getInstance,
} from "../../testing/order-instances.ts";
import {
  createUser,
  createWorkspace,
  type TestUser,
  type TestWorkspace,
} from "../../testing/users.ts";
import { startTestEnvironment, type TestEnvironment } from "../../testing/test-environment.ts";
import { commandDefinitions } from "../instances/commands/command-definitions.ts";
import { advanceCommand } from "./engine.ts";

let world: TestEnvironment;
let owner: TestUser;
let workspace: TestWorkspace;
let credentialId: string;
beforeAll(async () => {
  world = await startTestEnvironment();
  owner = await createUser(world, "owner@north.test");
  workspace = await createWorkspace(world, owner, "north");
  credentialId = await createCredential(world, workspace, owner);
});
afterEach(() => world.emulator.faults.clear());
afterAll(() => world.stop());

const orderOne = (hostname: string, region = "lulea") =>
  orderInstance(owner.client, { workspace, credentialId, hostname: [hostname], region });

const view = (id: string) => getInstance(owner.client, workspace, id);
const path = (instance: string) => ({ workspace: workspace.handle, instance });
const terminate = (id: string) => owner.client.call(api.instances.terminate, { path: path(id) });
const steps = async (id: string) =>
  (
    await owner.client.call(api.instances.logs, { path: path(id), query: { perPage: "50" } })
  ).data.data.map(({ step, status, detail }) =>
    [step, status, ...(detail === null ? [] : [detail])].join(" "),
  );

const command = (id: string) =>
  world.db.withSystemRole("a test", (tx) =>
    tx.one<{
      status: string;
      attempt: number;
      errorCode: string | null;
    }>(sql`SELECT status, attempt, error_code AS "errorCode" FROM command
      WHERE instance_id = ${id} ORDER BY created_at DESC, id DESC LIMIT 1`),
  );

const intervals = (id: string) =>
  world.db.withSystemRole("a test", (tx) =>
    tx.many<{ start: number; end: number | null }>(
      sql`SELECT start_second AS start, end_second AS end FROM usage_interval WHERE instance_id = ${id}`,
    ),
  );

const unreachable = async (region: string) =>
  (await owner.client.call(api.catalogue.regions, {})).data.data.some(
    ({ handle, status }) => handle === region && status === "unreachable",
  );

const serversNamed = (name: string) =>
  world.emulator.world().servers.filter((server) => server.name === name);

test.each([
  ["no-capacity", "no_capacity", "install"],
  ["quota", "quota", "server"],
  ["build-error", "provider_error", "install"],
  ["image-gone", "image_missing", "server"],
])(
  "an order the cloud cannot fulfil (%s) ends in an error that says why, costs nothing and leaves nothing",
  async (error, reason, step) => {
    const { id } = await orderOne(`a-${error}`);
    await world.advanceTime(60);
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
    // C026: it can be given back, and its name used again.
    expect((await terminate(id)).data.status).toBe("terminating");
    await world.advanceTime(20);
    expect(
      (await placeOrder(owner.client, { workspace, credentialId, hostname: [`a-${error}`] }))
        .status,
    ).toBe(202);
    await world.advanceTime(60);
  },
);

test("an image deleted between the order and its making is named as the reason", async () => {
  const { id } = await orderOne("late-image");
  await world.db.withSystemRole("a test", (tx) =>
    tx.execute(sql`DELETE FROM image_region WHERE region_handle = 'lulea'
    AND image_id = (SELECT image_id FROM instance WHERE id = ${id})`),
  );
  await world.advanceTime(20);
  expect(await view(id)).toMatchObject({ status: "error", statusReason: "image_missing" });
  expect(await steps(id)).toEqual(["reserve failed image_missing"]);
  await world.worker.tasks["catalogue.sync"]({ regionHandle: "lulea" });
});

test("a lost answer makes no second machine", async () => {
  const { id } = await orderOne("web-lost-answer");
  await world.advanceTime(60);
  expect((await view(id)).status).toBe("active");
  expect(serversNamed("web-lost-answer")).toHaveLength(1);
  expect(await unreachable("lulea")).toBe(false);
});

test("a build that takes ten minutes is waited for", async () => {
  const { id } = await orderOne("slow-build-1");
  await world.advanceTime(300, 15);
  expect(await view(id)).toMatchObject({ status: "building" });
  expect((await steps(id)).slice(-2)).toEqual(["install in_progress", "ready pending"]);
  await world.advanceTime(420, 15);
  expect((await view(id)).status).toBe("active");
});

test("a build that never ends is given up after half an hour, and taken back", async () => {
  const { id } = await orderOne("stuck-1");
  await world.runDueJobs();
  const [row] = [...world.emulator.state.servers.values()].filter(({ name }) => name === "stuck-1");
  if (row === undefined) throw new Error("the server is not there");
  world.emulator.state.force(row, { vmState: "building", taskState: "spawning" });
  await world.advanceTime(1780, 20);
  expect((await view(id)).status).toBe("building");
  await world.advanceTime(120, 10);
  expect(await view(id)).toMatchObject({ status: "error", statusReason: "timed_out" });
  expect((await command(id)).status).toBe("timed_out");
  expect(serversNamed("stuck-1")).toEqual([]);
});

test("a cloud that asks for patience gets as much as it asked for", async () => {
  world.emulator.faults.add({
    match: { service: "network", region: "lulea" },
    kind: "rate-limit",
    status: 429,
    retryAfterSeconds: 45,
    delayMs: 0,
    times: 4,
  });
  const { id } = await orderOne("patient-1");
  await world.advanceTime(40);
  expect(await steps(id)).toContain("network in_progress provider_unavailable");
  expect(await unreachable("lulea")).toBe(false);
  await world.advanceTime(260);
  expect(await view(id)).toMatchObject({ status: "active" });
  expect(await command(id)).toMatchObject({ status: "succeeded", attempt: 0 });
});

test("a few errors of the cloud are tried again", async () => {
  world.emulator.faults.add({
    match: { service: "compute", method: "POST" },
    kind: "status",
    status: 503,
    retryAfterSeconds: 0,
    delayMs: 0,
    times: 3,
  });
  const { id } = await orderOne("again-1");
  await world.advanceTime(120);
  expect((await view(id)).status).toBe("active");
  expect(serversNamed("again-1")).toHaveLength(1);
});

test("a provider away for an hour: the order waits and says so, the region takes no others; it is back: the order goes on", async () => {
  world.emulator.faults.add({
    match: { region: "keflavik" },
    kind: "down",
    status: 503,
    retryAfterSeconds: 0,
    delayMs: 0,
  });
  const { id } = await orderOne("wait-1", "keflavik");
  await world.advanceTime(3600, 60);
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
  await world.advanceTime(60);
  expect((await view(meanwhile.id)).status).toBe("active");

  world.emulator.faults.clear();
  await world.worker.tasks["instances.reconcile"]({ regionHandle: "keflavik" });
  await world.advanceTime(120);
  expect((await view(id)).status).toBe("active");
  expect(await unreachable("keflavik")).toBe(false);
});

test("a provider away for a day: the order is given up", async () => {
  world.emulator.faults.add({
    match: { region: "keflavik" },
    kind: "down",
    status: 503,
    retryAfterSeconds: 0,
    delayMs: 0,
  });
  const { id } = await orderOne("never-1", "keflavik");
  await world.advanceTime(24 * 3600 + 900, 600);
  expect(await view(id)).toMatchObject({ status: "error", statusReason: "timed_out", usage: [] });
  world.emulator.faults.clear();
  await world.advanceTime(900, 60);
  expect((await command(id)).status).toBe("timed_out");
  await world.db.withSystemRole("a test", (tx) =>
    tx.execute(sql`UPDATE region SET unreachable_since = NULL`),
  );
});

test("a machine given back while its cloud is away is billed no longer, and goes when the cloud is back", async () => {
  const { id } = await orderOne("gone-1");
  await world.advanceTime(30);
  world.emulator.faults.add({
    match: { region: "lulea" },
    kind: "down",
    status: 503,
    retryAfterSeconds: 0,
    delayMs: 0,
  });
  const at = world.clock.now().getTime() / 1000;
  await terminate(id);
  await world.advanceTime(1800, 60);
  expect((await view(id)).status).toBe("terminating");
  expect(await intervals(id)).toMatchObject([{ end: at }]);
  world.emulator.faults.clear();
  await world.advanceTime(120);
  expect(await view(id)).toMatchObject({ status: "terminated" });
  expect(serversNamed("gone-1")).toEqual([]);
  await world.db.withSystemRole("a test", (tx) =>
    tx.execute(sql`UPDATE region SET unreachable_since = NULL`),
  );
});

test("a power change the cloud refuses leaves the machine as the cloud has it", async () => {
  const { id } = await orderOne("power-1");
  await world.advanceTime(30);
  const [row] = [...world.emulator.state.servers.values()].filter(({ name }) => name === "power-1");
  if (row === undefined) throw new Error("the server is not there");
  world.emulator.state.force(row, { vmState: "stopped", taskState: null });
  await owner.client.call(api.instances.reset, { path: path(id), body: { action: "reboot" } });
  expect((await view(id)).status).toBe("rebooting");
  await world.advanceTime(20);
  expect(await view(id)).toMatchObject({ status: "stopped", statusReason: null });
  expect(await command(id)).toMatchObject({ status: "failed", errorCode: "provider_error" });
  expect(await intervals(id)).toMatchObject([{ end: null }]);
});

test("a power change of a machine that is gone shows that it is gone, and bills it no longer", async () => {
  const { id } = await orderOne("power-2");
  await world.advanceTime(30);
  const [row] = [...world.emulator.state.servers.values()].filter(({ name }) => name === "power-2");
  if (row === undefined) throw new Error("the server is not there");
  world.emulator.state.force(row, { vmState: "deleted", taskState: null });
  await owner.client.call(api.instances.reset, { path: path(id), body: { action: "power_off" } });
  await world.advanceTime(20);
  expect(await view(id)).toMatchObject({ status: "unknown", statusReason: "vanished" });
  expect((await intervals(id))[0]?.end).not.toBeNull();
});

test("a fault of ours is tried again, more and more seldom, and then given up with the machine in error", async () => {
  const { id } = await orderOne("fault-1");
  const compute = world.regions.compute("lulea");
  if (compute === null) throw new Error("no such region");
  const faulty: ComputeProvider = {
    ...compute,
    checkedBy: () => faulty,
    ensurePort: () => Promise.reject(new TypeError("a mistake of ours")),
  };
  const parts = {
    ...world.worker,
    regions: { handles: [], compute: () => faulty },
    definitions: commandDefinitions,
  };
  const { commandId } = await world.db.withSystemRole("a test", (tx) =>
    tx.one<{ commandId: string }>(
      sql`SELECT id AS "commandId" FROM command WHERE instance_id = ${id}`,
    ),
  );
  for (let tries = 0; tries < 7; tries++) await advanceCommand(parts, commandId);
  expect(await command(id)).toMatchObject({ status: "running", attempt: 7 });
  await advanceCommand(parts, commandId);
  expect(await view(id)).toMatchObject({ status: "error", statusReason: "internal" });
  await world.advanceTime(30);
});

test("open pages hear of each step", async () => {
  const heard: string[] = [];
  const client = await world.db.owner.connect();
  client.on("notification", ({ payload }) => heard.push(payload ?? ""));
  await client.query("LISTEN boreal_live");
  const { id } = await orderOne("heard-1");
  await world.advanceTime(30);
  await client.query("UNLISTEN boreal_live");
  client.release(true);
  const ofInstance = heard.filter((payload) => payload.includes(id));
  expect(ofInstance.length).toBeGreaterThanOrEqual(6);
  expect(JSON.parse(ofInstance[0] ?? "")).toEqual({
    workspaceId: workspace.id,
    topic: "instances",
    id,
    change: expect.stringMatching(/^\d+$/),
  });
});
