/** An instance on bare metal from its order to the erasure of its disks. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { FaultRule } from "#emulators/lib/faults.ts";
import { api } from "#contracts/api.ts";
import type { ResetAction } from "#contracts/instance-states.ts";
import { sql } from "../../core/db/db.ts";
import { addItems, findHost, orderMetal, readItem } from "../../testing/bare-metal.ts";
import { createOrderContext, getInstance } from "../../testing/order-instances.ts";
import { startTestEnvironment, type TestEnvironment } from "../../testing/test-environment.ts";

let env: TestEnvironment;
let context: Awaited<ReturnType<typeof createOrderContext>>;
beforeAll(async () => {
  env = await startTestEnvironment();
  context = await createOrderContext(env);
});
afterAll(() => env.stop());

const path = (instance: string) => ({ workspace: context.workspace.handle, instance });
const view = (id: string) => getInstance(context.owner.client, context.workspace, id);
const hostOf = async (id: string) => (await findHost(env, id)) ?? "";
const minutes = (count: number) => env.advanceTime(count * 60, 15);
const terminate = (id: string) =>
  context.owner.client.call(api.instances.terminate, { path: path(id) });
const logs = async (id: string) =>
  (
    await context.owner.client.call(api.instances.logs, {
      path: path(id),
      query: { perPage: "100" },
    })
  ).data.data;

let count = 0;
/** The item's host has this name, which can trigger faults. */
async function order(host: string) {
  count += 1;
  await addItems(env, host);
  return orderMetal(context.owner.client, { ...context, hostname: [`metal-${count}`] });
}
/** Leaves no available item for the tests that follow. */
const retireItems = () =>
  env.db.withSystemRole("a test ends", (tx) =>
    tx.execute(sql`UPDATE bare_metal_item SET state = 'retired' WHERE state = 'available'`),
  );

test("from order to sign-in: the image's host group is installed with name and keys, and billing starts when it is ready", async () => {
  const ordered = await order("plain.test");
  const orderedAt = env.clock.now().getTime();
  await minutes(1);
  expect(await view(ordered.id)).toMatchObject({ status: "building", publicIp: null });
  const installing = (await logs(ordered.id)).find(({ status }) => status === "in_progress");
  expect(installing).toMatchObject({ commandKind: "create", step: "install", typicalSeconds: 480 });
  expect(env.foreman.state.find("plain.test")).toMatchObject({
    hostGroupId: 3,
    build: true,
    parameters: [
      { name: "boreal_key", value: ordered.id },
      { name: "boreal_hostname", value: ordered.hostname },
      { name: "boreal_ssh_keys", value: expect.stringMatching(/^ssh-ed25519 /) },
    ],
  });
  await minutes(10);
  const ready = await view(ordered.id);
  expect(ready).toMatchObject({
    status: "active",
    statusReason: null,
    publicIp: expect.stringMatching(/^10\.40\./),
  });
  expect((await logs(ordered.id)).map(({ step, status }) => [step, status])).toEqual(
    ["reserve", "power", "boot", "install", "first_boot", "ready"].map((step) => [
      step,
      "complete",
    ]),
  );
  const [billed] = ready.usage;
  expect(billed?.endSecond).toBeNull();
  expect((billed?.startSecond ?? 0) * 1000).toBeGreaterThanOrEqual(orderedAt + 480_000);
});

test("N14: a failed installation is tried again on the same item, and a second failure takes another item", async () => {
  const ordered = await order("install-fails-1.test");
  await addItems(env, "works-1.test");
  await minutes(10);
  expect(await hostOf(ordered.id)).toBe("install-fails-1.test");
  expect(await view(ordered.id)).toMatchObject({ status: "building" });
  await minutes(20);
  expect(await readItem(env, "install-fails-1.test")).toEqual({
    state: "maintenance",
    reason: "installation failed 2 times: the installer reported an error",
    instanceId: null,
    hasCustomerData: true,
  });
  expect(await view(ordered.id)).toMatchObject({ status: "active", hostname: ordered.hostname });
  expect(await hostOf(ordered.id)).toBe("works-1.test");
});

test("N14: without another item the instance ends in error, costs nothing, and its item is in maintenance", async () => {
  const { id } = await order("install-fails-2.test");
  await minutes(25);
  expect(await view(id)).toMatchObject({
    status: "error",
    statusReason: "no_capacity",
    usage: [],
    costSoFar: { cents: 0 },
  });
  expect(await readItem(env, "install-fails-2.test")).toMatchObject({ state: "maintenance" });
  await terminate(id);
  await minutes(1);
  expect(await view(id)).toMatchObject({ status: "terminated" });
});

test("C086: a host that never fetches its installer is tried again, then replaced, with the reason for staff", async () => {
  env.foreman.state.timings.tokenMs = 120_000;
  const { id } = await order("slow.test");
  await minutes(1);
  const keepOff = () => {
    const host = env.foreman.state.find("slow.test");
    // It never boots from the network.
    if (host !== undefined) host.plan = [];
  };
  for (let minute = 0; minute < 6; minute++) {
    keepOff();
    await env.advanceTime(60, 15);
  }
  env.foreman.state.timings.tokenMs = 6 * 3_600_000;
  expect(await readItem(env, "slow.test")).toMatchObject({
    state: "maintenance",
    reason: "installation failed 2 times: the host did not fetch its installer in time",
  });
  expect(await view(id)).toMatchObject({ status: "error", usage: [] });
});

test("an installation that somebody cancels at the provider does not count as installed", async () => {
  const { id } = await order("canceled.test");
  await minutes(1);
  const host = env.foreman.state.find("canceled.test");
  if (host !== undefined) env.foreman.state.setBuild(host, false);
  await env.advanceTime(30, 15);
  expect(await view(id)).toMatchObject({ status: "building" });
  await minutes(10);
  expect(await view(id)).toMatchObject({ status: "active" });
});

test("a controller that does not respond fails the order, and the item goes to maintenance", async () => {
  const { id } = await order("bmc-down.test");
  await minutes(16);
  expect(await view(id)).toMatchObject({ status: "error", statusReason: "timed_out", usage: [] });
  expect(await readItem(env, "bmc-down.test")).toMatchObject({ state: "erasing" });
  await minutes(70);
  expect(await readItem(env, "bmc-down.test")).toMatchObject({
    state: "maintenance",
    reason: expect.stringMatching(/^erasure: power took longer than/),
    hasCustomerData: true,
  });
});

test("power actions follow the state table; a reboot shuts down and starts again", async () => {
  const { id } = await order("power.test");
  await minutes(11);
  const reset = (action: ResetAction) =>
    context.owner.client.call(api.instances.reset, { path: path(id), body: { action } });
  const host = () => env.foreman.state.find("power.test");
  expect((await reset("power_on")).status).toBe(409);
  expect((await reset("reboot")).status).toBe(202);
  await env.advanceTime(10);
  expect(await view(id)).toMatchObject({ status: "rebooting" });
  const seen = new Set<boolean | undefined>();
  for (let second = 0; second < 50; second++) {
    await env.advanceTime(1, 1);
    seen.add(host()?.isOn);
  }
  expect(seen).toEqual(new Set([true, false]));
  expect(host()?.isOn).toBe(true);
  expect(await view(id)).toMatchObject({ status: "active" });
  await reset("power_off");
  await env.advanceTime(60);
  expect(await view(id)).toMatchObject({ status: "stopped", statusReason: null });
  expect((await view(id)).usage).toMatchObject([{ endSecond: null }]);
  await reset("power_on");
  await env.advanceTime(30);
  expect(await view(id)).toMatchObject({ status: "active" });
  await reset("hard_reboot");
  await env.advanceTime(60);
  expect(await view(id)).toMatchObject({ status: "active", statusReason: null });
});

test("a power action waits while the controller of its host does not respond, and the region stays reachable", async () => {
  const { id } = await order("quiet.test");
  await minutes(11);
  const host = env.foreman.state.find("quiet.test");
  if (host !== undefined) host.name = "quiet-bmc-down.test";
  const rename = (name: string) =>
    env.db.withSystemRole("a test", (tx) =>
      tx.execute(sql`UPDATE bare_metal_item SET foreman_host = ${name} WHERE instance_id = ${id}`),
    );
  await rename("quiet-bmc-down.test");
  await context.owner.client.call(api.instances.reset, {
    path: path(id),
    body: { action: "power_off" },
  });
  await env.advanceTime(60);
  expect(await view(id)).toMatchObject({ status: "active", statusReason: "stopping" });
  const region = await env.db.withSystemRole("a test", (tx) =>
    tx.one(sql`SELECT bare_metal_unreachable_since AS since FROM region WHERE handle = 'lulea'`),
  );
  expect(region).toEqual({ since: null });
  if (host !== undefined) host.name = "quiet.test";
  await rename("quiet.test");
  await env.advanceTime(60);
  expect(await view(id)).toMatchObject({ status: "stopped", statusReason: null });
});

test("an operating system that ignores the shutdown is turned off after three minutes", async () => {
  const { id } = await order("ignores-shutdown.test");
  await minutes(11);
  await context.owner.client.call(api.instances.reset, {
    path: path(id),
    body: { action: "power_off" },
  });
  await env.advanceTime(120, 15);
  expect(env.foreman.state.find("ignores-shutdown.test")?.isOn).toBe(true);
  await env.advanceTime(120, 15);
  expect(env.foreman.state.find("ignores-shutdown.test")?.isOn).toBe(false);
  expect(await view(id)).toMatchObject({ status: "stopped" });
});

test("a termination is done and unbilled at once, also while the provider does not respond; the erasure follows", async () => {
  await retireItems();
  const { id } = await order("ended.test");
  await minutes(11);
  env.foreman.faults.add(FaultRule.parse({ kind: "down" }));
  await terminate(id);
  const terminatedAt = env.clock.now().getTime() / 1000;
  await env.advanceTime(10);
  const ended = await view(id);
  expect(ended).toMatchObject({ status: "terminated" });
  expect(ended.usage.at(-1)?.endSecond).toBe(terminatedAt);
  expect(await readItem(env, "ended.test")).toMatchObject({
    state: "erasing",
    instanceId: null,
    hasCustomerData: true,
  });
  env.foreman.faults.clear();
  await minutes(40);
  expect(await readItem(env, "ended.test")).toEqual({
    state: "available",
    reason: null,
    instanceId: null,
    hasCustomerData: false,
  });
  expect(env.foreman.state.find("ended.test")).toMatchObject({ isOn: false, parameters: [] });
});

test("N16: an item with a disk that could not be erased, or that reports too few disks, is not sold again", async () => {
  await retireItems();
  const { id } = await order("erase-fails.test");
  await minutes(11);
  await terminate(id);
  await minutes(45);
  expect(await readItem(env, "erase-fails.test")).toEqual({
    state: "maintenance",
    reason: expect.stringMatching(/^erasure: not erased: nvme0n1 /),
    instanceId: null,
    hasCustomerData: true,
  });
  const other = await order("one-disk.test");
  const host = env.foreman.state.find("one-disk.test");
  if (host !== undefined) host.disks = ["nvme0n1"];
  await minutes(11);
  await terminate(other.id);
  await minutes(60);
  expect(await readItem(env, "one-disk.test")).toMatchObject({
    state: "maintenance",
    reason: "erasure: 1 of 2 disks were reported as erased",
  });
});
