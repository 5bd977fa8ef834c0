import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { api } from "#contracts/api.ts";
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
});
afterEach(() => env.emulator.faults.clear());
afterAll(() => env.stop());

const view = (id: string) => getInstance(owner.client, workspace, id);
const reconcile = () => env.worker.tasks["instances.reconcile"]({ regionHandle: "lulea" });

async function running(hostname: string) {
  const { id } = await orderInstance(owner.client, {
    workspace,
    credentialId,
    hostname: [hostname],
  });
  await env.advanceTime(30);
  const [row] = [...env.emulator.state.servers.values()].filter(({ name }) => name === hostname);
  if (row === undefined) throw new Error("the server does not exist");
  return { id, row };
}

test("an instance shut down from inside is shown as stopped, and as active when it is on again", async () => {
  const { id, row } = await running("inside-1");
  // Enqueues its own next runs, every 30 seconds.
  await reconcile();
  env.emulator.state.force(row, { vmState: "stopped", taskState: null });
  await env.advanceTime(30);
  expect(await view(id)).toMatchObject({ status: "stopped", usage: [{ endSecond: null }] });
  env.emulator.state.force(row, { vmState: "active", taskState: null });
  await env.advanceTime(30);
  expect((await view(id)).status).toBe("active");
});

test("an instance in error at its provider is shown as such, with the reason for staff", async () => {
  const { id, row } = await running("error-1");
  env.emulator.state.force(row, {
    vmState: "error",
    taskState: null,
    fault: { code: 500, message: "the host burnt" },
  });
  await reconcile();
  expect(await view(id)).toMatchObject({ status: "error", statusReason: "provider_error" });
  const lines = await env.db.withSystemRole("a test", (tx) =>
    tx.many<{ message: string }>(
      sql`SELECT l.message FROM command_log l JOIN command c ON c.id = l.command_id WHERE c.instance_id = ${id} AND l.level = 'warning'`,
    ),
  );
  expect(lines.at(-1)?.message).toBe("the provider has error-1 as error, it was active");
});

test("a missing instance is unknown and not billed; when it is back, billing continues at its price", async () => {
  const { id, row } = await running("vanish-1");
  await env.advanceTime(90);
  await env.db.withSystemRole("a test", (tx) => tx.execute(sql`DELETE FROM scheduled_job`));
  const vanishedAt = env.clock.now().getTime() / 1000;
  env.emulator.state.force(row, { vmState: "deleted", taskState: null });
  await reconcile();
  expect(await view(id)).toMatchObject({
    status: "unknown",
    statusReason: "vanished",
    usage: [{ endSecond: vanishedAt }],
  });
  const cost = (await view(id)).costSoFar;
  await env.db.withSystemRole("a test", (tx) => tx.execute(sql`DELETE FROM scheduled_job`));
  await env.advanceTime(3600, 600);
  expect((await view(id)).costSoFar).toEqual(cost);
  row.deletedAtMs = null;
  env.emulator.state.force(row, { vmState: "active", taskState: null });
  await reconcile();
  const back = env.clock.now().getTime() / 1000;
  expect((await view(id)).usage).toMatchObject([
    { endSecond: vanishedAt },
    { startSecond: back, endSecond: null },
  ]);
  expect(
    (
      await owner.client.call(api.instances.terminate, {
        path: { workspace: "north", instance: id },
      })
    ).status,
  ).toBe(202);
  // The minimum of one minute applies only to the first interval.
  expect((await view(id)).costSoFar).toEqual(cost);
});

test("an instance with a running command is not changed", async () => {
  const { id } = await running("busy-1");
  await owner.client.call(api.instances.reset, {
    path: { workspace: "north", instance: id },
    body: { action: "reboot" },
  });
  await reconcile();
  expect((await view(id)).status).toBe("rebooting");
  await env.advanceTime(30);
  expect((await view(id)).status).toBe("active");
});

test("an unavailable region is marked, and unmarked when it responds again", async () => {
  const status = async () =>
    (await owner.client.call(api.catalogue.regions, {})).data.data.find(
      ({ handle }) => handle === "lulea",
    )?.status;
  env.emulator.faults.add({
    match: { region: "lulea" },
    kind: "down",
    status: 503,
    retryAfterSeconds: 0,
    delayMs: 0,
  });
  await reconcile();
  expect(await status()).toBe("unreachable");
  env.emulator.faults.clear();
  await env.advanceTime(60);
  expect(await status()).toBe("active");
});

test("a queued command whose start is lost is started after the next comparison", async () => {
  const { id } = await orderInstance(owner.client, {
    workspace,
    credentialId,
    hostname: ["lost-0"],
  });
  await env.db.owner.query(
    "SELECT graphile_worker.remove_job(key) FROM graphile_worker.jobs WHERE key LIKE 'commands.dispatch%'",
  );
  await env.advanceTime(60);
  expect((await view(id)).status).toBe("active");
});

test("a command that lost its job is resumed automatically", async () => {
  const { id } = await orderInstance(owner.client, {
    workspace,
    credentialId,
    hostname: ["lost-1"],
  });
  await env.worker.tasks["commands.dispatch"]({ regionHandle: "lulea" });
  await env.db.owner.query(
    "SELECT graphile_worker.remove_job(key) FROM graphile_worker.jobs WHERE key LIKE 'commands.advance%'",
  );
  await env.advanceTime(20);
  expect((await view(id)).status).toBe("pending");
  await env.advanceTime(25 * 60, 60);
  expect((await view(id)).status).toBe("active");
});
