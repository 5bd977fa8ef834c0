/** Cancel of queued commands: what it releases, what it restores, who may do it, and the race with a worker. */
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { api } from "#contracts/api.ts";
import type { ResetAction } from "#contracts/instance-states.ts";
import { sql } from "../../core/db/db.ts";
import {
  createOrderContext,
  findProduct,
  getInstance,
  orderInstance,
  placeOrder,
} from "../../testing/order-instances.ts";
import { runBlockedOnRow, waitForBlockedQueries } from "../../testing/race.ts";
import { startTestEnvironment, type TestEnvironment } from "../../testing/test-environment.ts";
import { createTokenClient } from "../../testing/token-clients.ts";
import { createMember, type TestUser, type TestWorkspace } from "../../testing/users.ts";
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
  await env.advanceTime(60);
});
afterAll(() => env.stop());

const orderOne = (hostname: string) =>
  orderInstance(owner.client, { workspace, credentialId, hostname: [hostname] });
const view = (id: string) => getInstance(owner.client, workspace, id);
const cancel = (command: string, client = owner.client) =>
  client.call(api.instanceLifecycle.cancelCommand, {
    path: { workspace: workspace.handle, command },
  });
const reset = async (instance: string, action: ResetAction) => {
  const path = { workspace: workspace.handle, instance };
  const { data } = await owner.client.call(api.instances.reset, { path, body: { action } });
  return data.openCommand?.id ?? "";
};
const timeline = async (instance: string) =>
  (
    await owner.client.call(api.instances.logs, {
      path: { workspace: workspace.handle, instance },
      query: { perPage: "50" },
    })
  ).data.data;
const freeStock = async () =>
  (await findProduct(owner.client, "4 vCPU")).stock.find(
    ({ regionHandle }) => regionHandle === "lulea",
  )?.free;

test("a canceled creation ends terminated, is never billed, and gives back its name and its stock", async () => {
  const before = await freeStock();
  const ordered = await orderOne("taken-back");
  expect(ordered).toMatchObject({ openCommand: { kind: "create", status: "queued" } });
  expect(await freeStock()).toBe((before ?? 0) - 1);
  env.clock.advance(1000);
  const canceled = await cancel(ordered.openCommand?.id ?? "");
  expect(canceled.status).toBe(200);
  expect(canceled.data).toMatchObject({
    status: "terminated",
    statusReason: "cancelled_by_request",
    terminatedAt: env.clock.now().toISOString(),
    activatedAt: null,
    usage: [],
    costSoFar: { cents: 0 },
    openCommand: null,
  });
  expect(await freeStock()).toBe(before);
  expect(await timeline(ordered.id)).toMatchObject([
    {
      commandKind: "create",
      commandStatus: "cancelled",
      step: "reserve",
      status: "failed",
      detail: "cancelled_by_request",
    },
  ]);
  const again = await orderOne("taken-back");
  await env.advanceTime(60);
  expect((await view(again.id)).status).toBe("active");
  expect(await view(ordered.id)).toEqual({ ...canceled.data, updatedAt: expect.any(String) });
  const { servers } = env.emulator.world();
  expect(servers.filter(({ name }) => name === "taken-back")).toHaveLength(1);
});

test("the stock is not raised when a catalog sync has counted the unit already", async () => {
  const before = await freeStock();
  const ordered = await orderOne("counted");
  env.clock.advance(1000);
  await env.worker.tasks["catalogue.sync"]({ regionHandle: "lulea" });
  expect(await freeStock()).toBe(before);
  await cancel(ordered.openCommand?.id ?? "");
  expect(await freeStock()).toBe(before);
});

test.each([
  ["reboot", "active"],
  ["hard_reboot", "active"],
  ["power_off", "active"],
  ["power_on", "stopped"],
] as const)(
  "a canceled %s returns to the status before it, and billing continues",
  async (action, status) => {
    const { id } = await orderOne(`back-${action.replace("_", "-")}`);
    await env.advanceTime(60);
    if (status === "stopped") {
      await reset(id, "power_off");
      await env.advanceTime(60);
    }
    const before = await view(id);
    const command = await reset(id, action);
    env.clock.advance(1000);
    const canceled = await cancel(command);
    expect(canceled.data).toMatchObject({ status, statusReason: null, openCommand: null });
    await env.advanceTime(60);
    expect(await view(id)).toMatchObject({ status, usage: before.usage });
    const { data } = await owner.client.call(api.activity.ofWorkspace, {
      path: { workspace: workspace.handle },
    });
    expect(data.data[0]).toMatchObject({
      action: "instances.cancelCommand",
      target: { type: "instance", id },
      changes: [{ field: "command", from: null, to: action }],
    });
    // The instance takes the next operation at once.
    expect(await reset(id, action)).not.toBe(command);
  },
);

test("a repeated cancel succeeds and changes nothing; a started, ended or terminating one is rejected with its reason", async () => {
  const { id, openCommand } = await orderOne("rules");
  const reasonOf = async (command: string) => {
    const { status, json } = await cancel(command);
    return [status, json];
  };
  const rejection = (reason: string) => [409, expect.objectContaining({ reason })];
  await env.worker.tasks["commands.dispatch"]({ regionHandle: "lulea" });
  env.emulator.faults.add({
    match: { region: "lulea" },
    kind: "status",
    status: 503,
    retryAfterSeconds: 0,
    delayMs: 0,
  });
  const create = openCommand?.id ?? "";
  await advanceCommand(
    { ...env.worker, regions: env.regions, definitions: commandDefinitions },
    create,
  );
  expect(await reasonOf(create)).toEqual(rejection("command_has_started"));
  env.emulator.faults.clear();
  await env.advanceTime(120);
  expect(await reasonOf(create)).toEqual(rejection("command_is_over"));
  const reboot = await reset(id, "reboot");
  const first = await cancel(reboot);
  expect(await cancel(reboot)).toMatchObject({ status: 200, data: first.data });
  expect(await timeline(id)).toHaveLength(7);
  await owner.client.call(api.instances.terminate, {
    path: { workspace: workspace.handle, instance: id },
  });
  const terminate = (await view(id)).openCommand?.id ?? "";
  expect(await reasonOf(terminate)).toEqual(rejection("termination_cannot_be_cancelled"));
});

test("a worker and two requests at once: exactly one wins, and the instance is created or canceled, never both", async () => {
  let canceledOnce = 0;
  for (let round = 0; round < 6; round++) {
    const { id, openCommand } = await orderOne(`race-${round}`);
    const command = openCommand?.id ?? "";
    const deps = { ...env.worker, regions: env.regions, definitions: commandDefinitions };
    const start = () => advanceCommand(deps, command).then(() => null);
    const request = () => cancel(command).then(({ status }) => status);
    const results = await runBlockedOnRow(
      env,
      sql`SELECT FROM instance WHERE id = ${id}`,
      3,
      // The first one to wait for the row wins: the worker, or a request.
      () =>
        round % 2 === 0
          ? [
              start(),
              waitForBlockedQueries(env, 1).then(request),
              waitForBlockedQueries(env, 1).then(request),
            ]
          : [
              request(),
              waitForBlockedQueries(env, 1).then(start),
              waitForBlockedQueries(env, 1).then(request),
            ],
    );
    await env.advanceTime(60);
    const instance = await view(id);
    const statuses = results.filter((status) => status !== null);
    const servers = env.emulator.world().servers.filter(({ name }) => name === `race-${round}`);
    if (statuses[0] === 200) {
      canceledOnce += 1;
      // The second request repeats the first one.
      expect(statuses).toEqual([200, 200]);
      expect(instance).toMatchObject({ status: "terminated", usage: [], activatedAt: null });
      expect(servers).toEqual([]);
    } else {
      expect(statuses).toEqual([409, 409]);
      expect(instance).toMatchObject({ status: "active", usage: [{ endSecond: null }] });
      expect(servers).toHaveLength(1);
    }
  }
  expect(canceledOnce).toBe(3);
});

test("a canceled command gives its slot to the next one", async () => {
  const { data } = await placeOrder(owner.client, {
    workspace,
    credentialId,
    product: "2 vCPU",
    hostname: ["s1", "s2", "s3", "s4"],
  });
  await env.worker.tasks["commands.dispatch"]({ regionHandle: "lulea" });
  const slots = () =>
    env.db.withSystemRole("a test", (tx) =>
      tx.many<{ id: string }>(
        sql`SELECT instance_id AS id FROM command WHERE holds_slot AND status = 'queued'`,
      ),
    );
  const held = (await slots()).map(({ id }) => id);
  expect(held).toHaveLength(3);
  const first = data.instances.find(({ id }) => id === held[0]);
  expect((await cancel(first?.openCommand?.id ?? "")).status).toBe(200);
  await env.worker.tasks["commands.dispatch"]({ regionHandle: "lulea" });
  expect((await slots()).map(({ id }) => id)).toEqual(
    expect.arrayContaining(data.instances.map(({ id }) => id).filter((id) => id !== held[0])),
  );
});

test("an access token needs the scope of the command itself, and a team member their own instance", async () => {
  const ordered = await orderOne("scoped");
  const command = ordered.openCommand?.id ?? "";
  const resetOnly = await createTokenClient(env, owner, workspace, { scopes: ["instance.reset"] });
  const path = { workspace: workspace.handle, command };
  const rejected = await resetOnly.call(api.instanceLifecycle.cancelCommand, { path });
  expect(rejected.json).toMatchObject({
    code: "permission_denied_missing_permission",
    permission: "instance.create",
  });
  const member = await createMember(env, workspace, "team_member");
  expect((await cancel(command, member.client)).code).toBe("permission_denied_missing_permission");
  const create = await createTokenClient(env, owner, workspace, { scopes: ["instance.create"] });
  expect((await create.call(api.instanceLifecycle.cancelCommand, { path })).status).toBe(200);
});
