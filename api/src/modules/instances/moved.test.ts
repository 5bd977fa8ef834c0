/** N10: an instance the provider's operators move or resize is shown active, is billed, and takes no power change. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { api } from "#contracts/api.ts";
import { unavailableReason } from "#contracts/instances.ts";
import { sql } from "../../core/db/db.ts";
import { createCredential, orderInstance, getInstance } from "../../testing/order-instances.ts";
import {
  createUser,
  createWorkspace,
  type TestUser,
  type TestWorkspace,
} from "../../testing/users.ts";
import { startTestEnvironment, type TestEnvironment } from "../../testing/test-environment.ts";

let world: TestEnvironment;
let owner: TestUser;
let workspace: TestWorkspace;
let credentialId: string;
beforeAll(async () => {
  world = await startTestEnvironment();
  owner = await createUser(world, "owner@north.test");
  workspace = await createWorkspace(world, owner, "north");
  credentialId = await createCredential(world, workspace, owner);
  // Books its own next turns, every 30 seconds.
  await world.worker.tasks["instances.reconcile"]({ regionHandle: "lulea" });
});
afterAll(() => world.stop());

async function running(hostname: string) {
  const { id } = await orderInstance(owner.client, {
    workspace,
    credentialId,
    hostname: [hostname],
  });
  await world.advanceTime(30);
  const row = [...world.emulator.state.servers.values()].find(({ name }) => name === hostname);
  if (row === undefined) throw new Error("the server is not there");
  return { id, row };
}
const view = (id: string) => getInstance(owner.client, workspace, id);
const reset = (instance: string, action: "reboot" | "power_off" | "power_on") =>
  owner.client.call(api.instances.reset, {
    path: { workspace: workspace.handle, instance },
    body: { action },
  });
const migrating = { vmState: "active", taskState: "migrating" } as const;
const resized = { vmState: "resized", taskState: null } as const;
const atRest = { vmState: "active", taskState: null } as const;
const moving = { status: "active", statusReason: "moving", usage: [{ endSecond: null }] };

test("migrating for ten minutes, then an unconfirmed resize for three hours: active, billed, no reboot", async () => {
  const { id, row } = await running("moved-1");
  for (const [state, seconds] of [
    [migrating, 600],
    [{ vmState: "active", taskState: "resize_prep" } as const, 60],
    [resized, 3 * 3600],
  ] as const) {
    world.emulator.state.force(row, state);
    await world.advanceTime(30);
    expect(await view(id)).toMatchObject(moving);
    const rejected = await reset(id, "reboot");
    expect(rejected.status).toBe(409);
    expect(rejected.json).toMatchObject({
      code: "action_not_possible",
      reason: "instance_is_moving",
      message: "Not available while the instance is being moved by the operator",
    });
    expect(unavailableReason("reboot", { ...moving, status: "active", everActive: true })).toEqual({
      code: "instance_is_moving",
      message: "Not available while the instance is being moved by the operator",
    });
    await world.advanceTime(seconds, 1800);
    expect(await view(id)).toMatchObject(moving);
  }
  world.emulator.state.force(row, atRest);
  await world.advanceTime(30);
  expect(await view(id)).toMatchObject({
    status: "active",
    statusReason: null,
    usage: [{ endSecond: null }],
  });
  expect((await reset(id, "reboot")).status).toBe(202);
  await world.advanceTime(60);
  expect((await view(id)).status).toBe("active");
});

test("a reboot that is accepted before the move is known ends at once, with the reason", async () => {
  const { id, row } = await running("moved-2");
  world.emulator.state.force(row, migrating);
  expect((await reset(id, "reboot")).data.status).toBe("rebooting");
  await world.advanceTime(10);
  expect(await view(id)).toMatchObject(moving);
  const command = await world.db.withSystemRole("a test", (tx) =>
    tx.one(
      sql`SELECT status, error_code FROM command WHERE instance_id = ${id} AND kind = 'reboot'`,
    ),
  );
  expect(command).toEqual({ status: "failed", error_code: "moving" });
});

test("a move that begins during a power change ends it, and it does not stay on the way", async () => {
  const { id, row } = await running("moved-3");
  await reset(id, "reboot");
  await world.runDueJobs();
  world.emulator.state.force(row, resized);
  await world.advanceTime(15);
  expect(await view(id)).toMatchObject(moving);
});

test("a stopped instance that is moved stays stopped, and one in another work of the operator says so", async () => {
  const { id, row } = await running("moved-4");
  await reset(id, "power_off");
  await world.advanceTime(30);
  expect((await view(id)).status).toBe("stopped");
  world.emulator.state.force(row, resized);
  await world.advanceTime(30);
  expect(await view(id)).toMatchObject({ status: "stopped", statusReason: "moving" });
  expect((await reset(id, "power_on")).status).toBe(409);
  world.emulator.state.force(row, { vmState: "stopped", taskState: null });
  await world.advanceTime(30);
  expect(await view(id)).toMatchObject({ status: "stopped", statusReason: null });
});

test("staff read in the command log that the operator is moving the instance, and when that is over", async () => {
  const { id, row } = await running("moved-5");
  world.emulator.state.force(row, migrating);
  await world.advanceTime(60);
  world.emulator.state.force(row, atRest);
  await world.advanceTime(60);
  const lines = await world.db.withSystemRole("a test", (tx) =>
    tx.many<{ message: string }>(
      sql`SELECT l.message FROM command_log l JOIN command c ON c.id = l.command_id WHERE c.instance_id = ${id} AND l.level = 'warning' ORDER BY l.id`,
    ),
  );
  expect(lines.map(({ message }) => message)).toEqual([
    "the provider has moved-5 as active (moving), it was active",
    "the provider has moved-5 as active, it was active (moving)",
  ]);
  const { data } = await owner.client.call(api.instances.terminate, {
    path: { workspace: workspace.handle, instance: id },
  });
  expect(data.status).toBe("terminating");
});
