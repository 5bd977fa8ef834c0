/** Undo of terminations: what is kept and billed, the end of the time, and a provider that is down at any step. */
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { api } from "#contracts/api.ts";
import { createOrderContext, getInstance, orderInstance } from "../../testing/order-instances.ts";
import { insertInstance } from "../../testing/instances.ts";
import { runBlockedOnRow } from "../../testing/race.ts";
import { sql } from "../../core/db/db.ts";
import { startTestEnvironment, type TestEnvironment } from "../../testing/test-environment.ts";
import { createMember, type TestUser, type TestWorkspace } from "../../testing/users.ts";

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

const hourMs = 3_600_000;
const path = (instance: string) => ({ workspace: workspace.handle, instance });
const view = (id: string) => getInstance(owner.client, workspace, id);
const terminate = (id: string, query: { now?: "true" } = {}) =>
  owner.client.call(api.instances.terminate, { path: path(id), query });
const restore = (id: string, client = owner.client) =>
  client.call(api.instanceLifecycle.restore, { path: path(id) });
const seconds = () => Math.floor(env.clock.now().getTime() / 1000);
async function createActive(hostname: string): Promise<string> {
  const { id } = await orderInstance(owner.client, {
    workspace,
    credentialId,
    hostname: [hostname],
  });
  await env.advanceTime(30);
  expect((await view(id)).status).toBe("active");
  return id;
}
/** What exists in the cloud for the instance, and whether its server runs. */
function inCloud(id: string) {
  const mark = `boreal-${id}`;
  const { servers, ports, floatingIps } = env.emulator.world();
  return [
    ...servers.filter(({ tags }) => tags.includes(mark)).map(({ status }) => status),
    ...ports.filter(({ name }) => name === mark).map(() => "port"),
    ...floatingIps.filter(({ description }) => description === mark).map(() => "address"),
  ];
}
const kept = ["SHUTOFF", "port", "address"];
const running = ["ACTIVE", "port", "address"];
const down = (match: object) =>
  env.emulator.faults.add({ match, kind: "down", status: 503, retryAfterSeconds: 0, delayMs: 0 });
const advanceHours = (hours: number) => env.advanceTime(hours * 3600, 1800);
const toOrphans = async () => {
  await env.worker.tasks["instances.reconcile"]({ regionHandle: "lulea" });
  const { n } = await env.db.withSystemRole("a test", (tx) =>
    tx.one<{ n: number }>(sql`SELECT orphan_count AS n FROM region WHERE handle = 'lulea'`),
  );
  return n;
};

test("a terminated instance is kept unbilled with its address for 24 hours, then deleted for good", async () => {
  const id = await createActive("kept-1");
  const before = await view(id);
  const acceptedAt = seconds();
  const until = new Date(env.clock.now().getTime() + 24 * hourMs).toISOString();
  const accepted = await terminate(id);
  expect(accepted.data).toMatchObject({
    status: "terminating",
    undoUntil: until,
    openCommand: { kind: "keep" },
    usage: [{ endSecond: acceptedAt }],
  });
  await env.advanceTime(60);
  expect(await view(id)).toMatchObject({
    status: "terminated",
    undoUntil: until,
    publicIp: before.publicIp,
    usage: [{ endSecond: acceptedAt }],
  });
  expect(inCloud(id)).toEqual(kept);
  await advanceHours(23.5);
  expect(inCloud(id)).toEqual(kept);
  expect(await toOrphans()).toBe(0);
  await advanceHours(1);
  expect(await view(id)).toMatchObject({ status: "terminated", undoUntil: null });
  expect(inCloud(id)).toEqual([]);
  expect((await view(id)).usage).toEqual([expect.objectContaining({ endSecond: acceptedAt })]);
  const late = await restore(id);
  expect([late.status, late.json]).toEqual([
    409,
    expect.objectContaining({ reason: "termination_cannot_be_undone" }),
  ]);
});

test("undo starts it again with the same address and name, and billing starts when it is active", async () => {
  const id = await createActive("back-1");
  const before = await view(id);
  await terminate(id);
  await env.advanceTime(60);
  const restored = await restore(id);
  expect(restored.status).toBe(202);
  expect(restored.data).toMatchObject({
    status: "stopped",
    statusReason: "restoring",
    undoUntil: null,
    terminatedAt: null,
    openCommand: { kind: "restore" },
  });
  expect(restored.data.usage.filter(({ endSecond }) => endSecond === null)).toEqual([]);
  // A repeated request changes nothing, and no power action is possible meanwhile.
  expect((await restore(id)).status).toBe(202);
  const reset = await owner.client.call(api.instances.reset, {
    path: path(id),
    body: { action: "power_on" },
  });
  expect(reset.json).toMatchObject({ reason: "instance_is_restoring" });
  await env.advanceTime(60);
  const after = await view(id);
  expect(after).toMatchObject({
    status: "active",
    statusReason: null,
    hostname: "back-1",
    publicIp: before.publicIp,
    privateIp: before.privateIp,
    usage: [{ endSecond: expect.any(Number) }, { endSecond: null }],
  });
  expect(inCloud(id)).toEqual(running);
  // The end of the former time changes nothing.
  await advanceHours(25);
  expect((await view(id)).status).toBe("active");
  const { data } = await owner.client.call(api.activity.ofWorkspace, {
    path: { workspace: workspace.handle },
  });
  expect(data.data.find(({ action }) => action === "instances.restore")).toMatchObject({
    target: { type: "instance", id },
  });
});

test("an instance that was stopped is stopped again after the undo", async () => {
  const id = await createActive("stopped-1");
  await owner.client.call(api.instances.reset, { path: path(id), body: { action: "power_off" } });
  await env.advanceTime(30);
  await terminate(id);
  await env.advanceTime(30);
  await restore(id);
  await env.advanceTime(30);
  expect(await view(id)).toMatchObject({ status: "stopped", statusReason: null });
  expect((await view(id)).usage.at(-1)?.endSecond).toBeNull();
  // Terminated again while it is restored, it still returns to stopped.
  await terminate(id);
  await env.advanceTime(30);
  await restore(id);
  await terminate(id);
  await env.advanceTime(30);
  await restore(id);
  await env.advanceTime(30);
  expect((await view(id)).status).toBe("stopped");
});

test("an undo before the server is stopped takes the termination back", async () => {
  const id = await createActive("early-1");
  await terminate(id);
  await restore(id);
  await env.advanceTime(60);
  expect((await view(id)).status).toBe("active");
  expect(inCloud(id)).toEqual(running);
});

test("delete now deletes a kept or a running instance at once, and a repeated request changes nothing", async () => {
  const id = await createActive("now-1");
  await terminate(id);
  await env.advanceTime(60);
  const deleted = await terminate(id, { now: "true" });
  expect(deleted.data).toMatchObject({ status: "terminated", undoUntil: null });
  expect((await restore(id)).code).toBe("action_not_possible");
  await env.advanceTime(60);
  expect(inCloud(id)).toEqual([]);
  expect((await terminate(id, { now: "true" })).status).toBe(202);

  const other = await createActive("now-2");
  await terminate(other, { now: "true" });
  await env.advanceTime(60);
  expect(await view(other)).toMatchObject({ status: "terminated", undoUntil: null });
  expect(inCloud(other)).toEqual([]);
});

test("an instance that never ran is deleted without an undo", async () => {
  const { id } = await orderInstance(owner.client, {
    workspace,
    credentialId,
    hostname: ["early"],
  });
  expect((await terminate(id)).data).toMatchObject({ undoUntil: null });
});

test("an undo is rejected while another instance has the name", async () => {
  const id = await createActive("twice");
  await terminate(id);
  await env.advanceTime(60);
  const second = await createActive("twice");
  const rejected = await restore(id);
  expect(rejected.json).toMatchObject({
    reason: "hostname_is_taken",
    params: { hostname: "twice" },
  });
  expect((await view(id)).undoUntil).not.toBeNull();
  await terminate(second);
  await env.advanceTime(60);
  expect((await restore(id)).status).toBe(202);
  await env.advanceTime(60);
  expect((await view(id)).status).toBe("active");
});

test("a region that is down at any step: nothing is billed, and each step continues when it is back", async () => {
  const id = await createActive("down-1");
  const acceptedAt = seconds();
  down({ region: "lulea" });
  await terminate(id);
  await env.advanceTime(3600, 60);
  expect(await view(id)).toMatchObject({
    status: "terminating",
    usage: [{ endSecond: acceptedAt }],
  });
  env.emulator.faults.clear();
  await env.advanceTime(180);
  expect((await view(id)).status).toBe("terminated");
  expect(inCloud(id)).toEqual(kept);

  down({ region: "lulea" });
  await restore(id);
  await env.advanceTime(3600, 60);
  expect(await view(id)).toMatchObject({ status: "stopped", statusReason: "restoring" });
  expect((await view(id)).usage).toHaveLength(1);
  env.emulator.faults.clear();
  await env.advanceTime(180);
  expect((await view(id)).status).toBe("active");

  // Down from the termination until after the end of the time to undo it.
  await terminate(id);
  down({ region: "lulea" });
  await advanceHours(26);
  expect((await view(id)).undoUntil).toBeNull();
  env.emulator.faults.clear();
  await env.advanceTime(1800, 60);
  expect((await view(id)).status).toBe("terminated");
  expect(inCloud(id)).toEqual([]);
});

test("a server that is gone when it should be kept ends the undo, and its addresses are released", async () => {
  const id = await createActive("gone-1");
  const row = [...env.emulator.state.servers.values()].find(({ tags }) =>
    tags.includes(`boreal-${id}`),
  );
  if (row === undefined) throw new Error("no server");
  env.emulator.state.force(row, { vmState: "deleted", taskState: null });
  await terminate(id);
  await env.advanceTime(60);
  expect(await view(id)).toMatchObject({ status: "terminated", undoUntil: null });
  expect(inCloud(id)).toEqual([]);
});

test("a kept server that is gone when it is restored ends as vanished, and nothing is billed", async () => {
  const id = await createActive("gone-2");
  await terminate(id);
  await env.advanceTime(60);
  const row = [...env.emulator.state.servers.values()].find(({ tags }) =>
    tags.includes(`boreal-${id}`),
  );
  if (row === undefined) throw new Error("no server");
  env.emulator.state.force(row, { vmState: "deleted", taskState: null });
  await restore(id);
  await env.advanceTime(60);
  expect(await view(id)).toMatchObject({ status: "unknown", statusReason: "vanished" });
  expect((await view(id)).usage).toEqual([
    expect.objectContaining({ endSecond: expect.any(Number) }),
  ]);
});

test("undo and the end of its time at once: exactly one wins", async () => {
  for (const isFirst of [true, false]) {
    const id = await createActive(`end-${isFirst}`);
    await terminate(id);
    await env.advanceTime(60);
    env.clock.advance(24 * hourMs - 61_000);
    const end = () => env.worker.tasks["instances.undo-end"]({ instanceId: id }).then(() => null);
    const undo = () => restore(id).then(({ status }) => status);
    if (!isFirst) env.clock.advance(2000);
    const results = await runBlockedOnRow(
      env,
      sql`SELECT FROM instance WHERE id = ${id}`,
      2,
      () => [end(), undo()],
    );
    await env.advanceTime(120);
    const { status } = await view(id);
    expect([results[1], status, inCloud(id)]).toEqual(
      isFirst ? [202, "active", running] : [409, "terminated", []],
    );
  }
});

test("only those who may terminate the instance may undo it", async () => {
  const id = await insertInstance(env, workspace, owner, { hostname: "theirs" });
  const member = await createMember(env, workspace, "team_member");
  const viewer = await createMember(env, workspace, "billing_administrator");
  for (const { client } of [member, viewer])
    expect((await restore(id, client)).code).toBe("permission_denied_missing_permission");
});
