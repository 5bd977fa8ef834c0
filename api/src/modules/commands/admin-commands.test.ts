/** Instances and commands of all workspaces, as staff list and open them. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { api } from "#contracts/api.ts";
import { createOrderContext, orderInstance } from "../../testing/order-instances.ts";
import { startTestEnvironment, type TestEnvironment } from "../../testing/test-environment.ts";
import { createUser, type TestUser } from "../../testing/users.ts";
import { commandDefinitions } from "../instances/commands/command-definitions.ts";
import { needsStaff } from "./command-definition.ts";
import { advanceCommand } from "./engine.ts";

let env: TestEnvironment;
let admin: TestUser;
let support: TestUser;
const ids: Record<string, string> = {};
beforeAll(async () => {
  env = await startTestEnvironment();
  admin = await createUser(env, "admin@boreal.test", { staffRole: "Admin" });
  support = await createUser(env, "support@boreal.test", { staffRole: "Support" });
  const north = await createOrderContext(env, "north");
  const south = await createOrderContext(env, "south");
  const { create } = commandDefinitions;
  const steps = create.steps.map((step) =>
    step.name === "install"
      ? { ...step, run: async () => needsStaff("check_required", "the host shows no lights") }
      : step,
  );
  const orders = [
    [north, "web-2", "lulea"],
    [north, "web-10", "keflavik"],
    [south, "stuck", "lulea"],
  ] as const;
  for (const [context, hostname, region] of orders) {
    env.clock.advance(1000);
    const placed = await orderInstance(context.owner.client, {
      ...context,
      hostname: [hostname],
      region,
    });
    ids[hostname] = placed.id;
    if (hostname === "stuck")
      await advanceCommand(
        { ...env.worker, regions: env.regions, definitions: { create: { ...create, steps } } },
        placed.openCommand?.id ?? "",
      );
  }
  await env.advanceTime(60);
});
afterAll(() => env.stop());

const instances = async (query: object) =>
  (await support.client.call(api.adminInstances.list, { query })).data;
const hostnames = async (query: object) =>
  (await instances(query)).data.map(({ hostname }) => hostname);
const commands = async (query: object) =>
  (await admin.client.call(api.adminCommands.list, { query })).data;

test("staff list the instances of all workspaces, and filter those with a step that waits for them", async () => {
  expect(await hostnames({})).toEqual(["stuck", "web-10", "web-2"]);
  expect(await hostnames({ orderBy: "hostname" })).toEqual(["stuck", "web-2", "web-10"]);
  expect(await hostnames({ regionHandle: "lulea,kajaani" })).toEqual(["stuck", "web-2"]);
  expect(await hostnames({ variants: "bare_metal" })).toEqual([]);
  expect(await hostnames({ status: "active" })).toEqual(["web-10", "web-2"]);
  expect(await hostnames({ search: "north" })).toEqual(["web-10", "web-2"]);
  expect(await hostnames({ search: ids["web-2"] ?? "" })).toEqual(["web-2"]);
  const waiting = await instances({ waiting: "staff" });
  expect(waiting.data).toMatchObject([
    {
      hostname: "stuck",
      status: "building",
      workspace: { handle: "south" },
      openCommand: { kind: "create", status: "waiting", waitingSince: expect.any(String) },
    },
  ]);
  expect(waiting.meta).toMatchObject({ perPage: 15, total: 1 });
});

test("an instance has its provider's names and the log of its commands with levels", async () => {
  const view = async (adminInstance: string) =>
    support.client.call(api.adminInstances.view, { path: { adminInstance } });
  const { data } = await view(ids["stuck"] ?? "");
  expect(data).toMatchObject({
    hostname: "stuck",
    providerServerId: expect.any(String),
    providerPortId: expect.any(String),
    createdBy: { name: expect.any(String) },
    activatedAt: null,
  });
  const lines = data.log.map(({ level, message }) => `${level} ${message}`);
  expect(lines[0]).toBe("info reserve: complete");
  expect(lines.at(-1)).toBe(
    "warning install: waits for staff (check_required): the host shows no lights",
  );
  expect((await view("nothing")).code).toBe("not_found");
});

test("commands are listed newest first with their filters, and only for IT admins", async () => {
  const all = await commands({});
  expect(all.data.map(({ kind, instance }) => [kind, instance?.hostname])).toEqual([
    ["create", "stuck"],
    ["create", "web-10"],
    ["create", "web-2"],
  ]);
  const waiting = await commands({ status: "waiting" });
  expect(waiting.data).toMatchObject([
    {
      status: "waiting",
      variant: "virtual_machine",
      regionHandle: "lulea",
      workspace: { handle: "south" },
      requestedByType: "user",
      providerRef: expect.any(String),
      finishedAt: null,
      error: null,
    },
  ]);
  expect((await commands({ regionHandle: "keflavik" })).data).toHaveLength(1);
  expect((await commands({ variant: "bare_metal" })).data).toEqual([]);
  expect((await commands({ search: "web-1" })).data).toHaveLength(1);
  const rejected = await support.client.call(api.adminCommands.list, { query: {} });
  expect(rejected.code).toBe("permission_denied_missing_permission");
});

test("a command has its steps with attempts, and its log lines", async () => {
  const [row] = (await commands({ status: "waiting" })).data;
  const path = { adminCommand: row?.id ?? "" };
  const { data } = await admin.client.call(api.adminCommands.view, { path });
  expect(data.steps.map(({ step, status, attempt }) => [step, status, attempt])).toEqual([
    ["reserve", "complete", 1],
    ["network", "complete", 1],
    ["address", "complete", 1],
    ["server", "complete", 1],
    ["install", "in_progress", 1],
    ["ready", "pending", 0],
  ]);
  expect(data.steps[4]).toMatchObject({
    waitingReason: "check_required",
    deadlineAt: expect.any(String),
  });
  expect(data.log.map(({ level }) => level)).toContain("warning");
  const missing = { adminCommand: ids["stuck"] ?? "" };
  expect((await admin.client.call(api.adminCommands.view, { path: missing })).code).toBe(
    "not_found",
  );
});
