/**
 * N10: an instance that the provider's operators migrate or resize is shown as active, is billed, and accepts no
 * power change.
 */
import { afterAll, beforeAll, expect, test } from "vitest";
import { api } from "#contracts/api.ts";
import { unavailableReason } from "#contracts/instance-states.ts";
import { sql } from "../../core/db/db.ts";
import { createOrderContext, orderInstance, getInstance } from "../../testing/order-instances.ts";
import type { TestUser, TestWorkspace } from "../../testing/users.ts";
import { startTestEnvironment, type TestEnvironment } from "../../testing/test-environment.ts";

let env: TestEnvironment;
let owner: TestUser;
let workspace: TestWorkspace;
let credentialId: string;
beforeAll(async () => {
  env = await startTestEnvironment();
  ({ owner, workspace, credentialId } = await createOrderContext(env));
  // Enqueues its own next runs, every 30 seconds.
  await env.worker.tasks["instances.reconcile"]({ regionHandle: "lulea" });
});
afterAll(() => env.stop());

async function running(hostname: string) {
  const { id } = await orderInstance(owner.client, {
    workspace,
    credentialId,
    hostname: [hostname],
  });
  await env.advanceTime(30);
  const row = [...env.emulator.state.servers.values()].find(({ name }) => name === hostname);
  if (row === undefined) throw new Error("the server does not exist");
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

test("N10: migrating for ten minutes, then an unconfirmed resize for three hours: active, billed, no reboot", async () => {
  const { id, row } = await running("moved-1");
  for (const [state, seconds] of [
    [migrating, 600],
    [{ vmState: "active", taskState: "resize_prep" } as const, 60],
    [resized, 3 * 3600],
  ] as const) {
    env.emulator.state.force(row, state);
    await env.advanceTime(30);
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
    await env.advanceTime(seconds, 1800);
    expect(await view(id)).toMatchObject(moving);
  }
  env.emulator.state.force(row, atRest);
  await env.advanceTime(30);
  expect(await view(id)).toMatchObject({
    status: "active",
    statusReason: null,
    usage: [{ endSecond: null }],
  });
  expect((await reset(id, "reboot")).status).toBe(202);
  await env.advanceTime(60);
  expect((await view(id)).status).toBe("active");
});

test("N10: a reboot accepted before the migration is known ends immediately, with the reason", async () => {
  const { id, row } = await running("moved-2");
  env.emulator.state.force(row, migrating);
  expect((await reset(id, "reboot")).data.status).toBe("rebooting");
  await env.advanceTime(10);
  expect(await view(id)).toMatchObject(moving);
  const command = await env.db.withSystemRole("a test", (tx) =>
    tx.one(
      sql`SELECT status, error_code FROM command WHERE instance_id = ${id} AND kind = 'reboot'`,
    ),
  );
  expect(command).toEqual({ status: "failed", error_code: "moving" });
});

test("N10: a migration that starts during a power change ends the power change", async () => {
  const { id, row } = await running("moved-3");
  await reset(id, "reboot");
  await env.runDueJobs();
  env.emulator.state.force(row, resized);
  await env.advanceTime(15);
  expect(await view(id)).toMatchObject(moving);
});

test("N10: a stopped instance that is migrated stays stopped, and one in another operation is unknown", async () => {
  const { id, row } = await running("moved-4");
  await reset(id, "power_off");
  await env.advanceTime(30);
  expect((await view(id)).status).toBe("stopped");
  env.emulator.state.force(row, resized);
  await env.advanceTime(30);
  expect(await view(id)).toMatchObject({ status: "stopped", statusReason: "moving" });
  expect((await reset(id, "power_on")).status).toBe(409);
  env.emulator.state.force(row, { vmState: "stopped", taskState: null });
  await env.advanceTime(30);
  expect(await view(id)).toMatchObject({ status: "stopped", statusReason: null });
});

test("N10: the command log shows staff when an operator starts and finishes moving the instance", async () => {
  const { id, row } = await running("moved-5");
  env.emulator.state.force(row, migrating);
  await env.advanceTime(60);
  env.emulator.state.force(row, atRest);
  await env.advanceTime(60);
  const lines = await env.db.withSystemRole("a test", (tx) =>
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
