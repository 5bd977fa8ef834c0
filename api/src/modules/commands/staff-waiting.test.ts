/** Steps that wait for staff: when they do, what staff do with them, and what the customer sees. */
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { api } from "#contracts/api.ts";
import type { WaitingReason } from "#contracts/commands.ts";
import { sql } from "../../core/db/db.ts";
import { createOrderContext, getInstance, orderInstance } from "../../testing/order-instances.ts";
import { startTestEnvironment, type TestEnvironment } from "../../testing/test-environment.ts";
import { createUser, signIn, type TestUser, type TestWorkspace } from "../../testing/users.ts";
import { commandDefinitions } from "../instances/commands/command-definitions.ts";
import { needsStaff } from "./command-definition.ts";
import { advanceCommand } from "./engine.ts";

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

const orderOne = async (hostname: string) =>
  (await orderInstance(owner.client, { workspace, credentialId, hostname: [hostname] })).id;
const view = (id: string) => getInstance(owner.client, workspace, id);
const timeline = async (instance: string) =>
  (
    await owner.client.call(api.instances.logs, {
      path: { workspace: workspace.handle, instance },
      query: { perPage: "50" },
    })
  ).data.data;
const waitingStep = async (instance: string) =>
  (await timeline(instance)).find(({ waitingReason }) => waitingReason !== null) ?? null;
const resourcesOf = (id: string) => {
  const mark = `boreal-${id}`;
  const { servers, ports, floatingIps } = env.emulator.world();
  return (
    servers.filter(({ tags }) => tags.includes(mark)).length +
    ports.filter(({ name }) => name === mark).length +
    floatingIps.filter(({ description }) => description === mark).length
  );
};
const commandOf = (instance: string, kind: string) =>
  env.db.withSystemRole("a test", (tx) =>
    tx.one<{ id: string; status: string; attempts: number }>(
      sql`SELECT id, status, attempt_count AS attempts FROM command WHERE instance_id = ${instance} AND kind = ${kind}`,
    ),
  );

/** A session that has just reauthenticated. */
const staffClient = () => signIn(env, admin.id);
const resolve = async (
  outcome: "completeLog" | "failLog" | "retryLog",
  adminInstance: string,
  instanceLog: string,
  note = "Checked with the data center",
) =>
  (await staffClient()).call(api.adminInstances[outcome], {
    path: { adminInstance, instanceLog },
    body: { note },
  });

/** Orders an instance whose step `install` asks for a person. */
async function createWaiting(hostname: string, reason: WaitingReason = "check_required") {
  const id = await orderOne(hostname);
  const { create } = commandDefinitions;
  const steps = create.steps.map((step) =>
    step.name === "install"
      ? { ...step, run: async () => needsStaff(reason, "the host shows no lights") }
      : step,
  );
  await advanceCommand(
    { ...env.worker, regions: env.regions, definitions: { create: { ...create, steps } } },
    (await commandOf(id, "create")).id,
  );
  const log = await waitingStep(id);
  if (log === null) throw new Error("No step waits");
  return { id, log };
}

const rejectDeletions = (service: "compute" | "network") =>
  env.emulator.faults.add({
    match: { service, method: "DELETE", region: "lulea" },
    kind: "status",
    status: 409,
    retryAfterSeconds: 0,
    delayMs: 0,
  });

test("a step that asks for staff waits with its reason, and no retry touches it", async () => {
  const { id, log } = await createWaiting("asked-1");
  expect(log).toMatchObject({
    step: "install",
    status: "in_progress",
    commandStatus: "waiting",
    waitingReason: "check_required",
    waitingForStaffSince: env.clock.now().toISOString(),
    resolvedBy: null,
    note: null,
  });
  await env.advanceTime(3 * 3600, 1800);
  await env.worker.tasks["instances.reconcile"]({ regionHandle: "lulea" });
  await env.advanceTime(60);
  expect(await waitingStep(id)).toEqual(log);
  expect((await view(id)).status).toBe("building");
  const figures = await (await env.createClient().send("GET", "/metrics")).text();
  expect(figures).toContain('boreal_commands_waiting_for_staff{region="lulea"} 1');
});

test("staff complete a step with a note, and the command continues with the next one", async () => {
  const { id, log } = await createWaiting("asked-2");
  const response = await resolve("completeLog", id, log.id, "Host replaced");
  expect(response.data).toMatchObject({
    status: "complete",
    waitingReason: null,
    note: "Host replaced",
    resolvedBy: { id: admin.id, name: admin.name, role: "Admin" },
    providerRef: expect.any(String),
  });
  await env.advanceTime(10);
  expect(await view(id)).toMatchObject({ status: "active", usage: [{ endSecond: null }] });
  const { data, json } = await owner.client.call(api.instances.logs, {
    path: { workspace: workspace.handle, instance: id },
  });
  expect(data.data.find(({ step }) => step === "install")).toMatchObject({
    status: "complete",
    commandStatus: "succeeded",
    resolvedBy: "Support",
    note: "Host replaced",
  });
  expect(JSON.stringify(json)).not.toContain(admin.name);
});

test("staff retry a step: it runs again with its full time, and the note is in the activity", async () => {
  const { id, log } = await createWaiting("asked-retry");
  // Its deadline has passed while it waited.
  env.clock.advance(48 * 3_600_000);
  const response = await resolve("retryLog", id, log.id, "Lights are on again");
  expect(response.data).toMatchObject({
    status: "in_progress",
    commandStatus: "running",
    waitingReason: null,
    waitingForStaffSince: null,
    resolvedBy: null,
    note: null,
  });
  await env.advanceTime(60);
  expect(await view(id)).toMatchObject({ status: "active", usage: [{ endSecond: null }] });
  expect(resourcesOf(id)).toBe(3);
  expect((await commandOf(id, "create")).status).toBe("succeeded");
  const shown = await owner.client.call(api.activity.ofWorkspace, {
    path: { workspace: workspace.handle },
  });
  const retried = shown.data.data.find(({ action }) => action === "adminInstances.retryLog");
  expect(retried?.changes).toContainEqual({ field: "note", from: null, to: "Lights are on again" });
  expect(JSON.stringify(shown.json)).not.toContain(admin.name);
});

test("staff fail a step with a note: the instance is in error, everything is released, nothing is billed", async () => {
  const { id, log } = await createWaiting("asked-3");
  expect(resourcesOf(id)).toBe(3);
  expect((await resolve("failLog", id, log.id, "Host is broken")).status).toBe(200);
  expect(await view(id)).toMatchObject({ status: "error", statusReason: "failed_by_support" });
  await env.advanceTime(60);
  expect(resourcesOf(id)).toBe(0);
  expect(await view(id)).toMatchObject({ publicIp: null, usage: [], costSoFar: { cents: 0 } });
  expect((await commandOf(id, "create")).status).toBe("failed");
  expect((await timeline(id)).at(-1)).toMatchObject({
    step: "install",
    status: "failed",
    detail: "failed_by_support",
    resolvedBy: "Support",
    note: "Host is broken",
  });
});

test("a resolution is in the customer's activity with the role of staff and the note", async () => {
  const { id, log } = await createWaiting("asked-4");
  env.clock.advance(1_000);
  await resolve("completeLog", id, log.id, "Host replaced");
  const shown = await owner.client.call(api.activity.ofWorkspace, {
    path: { workspace: workspace.handle },
  });
  expect(
    shown.data.data.find(({ action }) => action === "adminInstances.completeLog"),
  ).toMatchObject({
    actor: { type: "staff", id: null, name: "IT Admin" },
    target: { type: "instance", id, name: "asked-4" },
    changes: [
      { field: "step", from: null, to: "create.install" },
      { field: "note", from: null, to: "Host replaced" },
    ],
  });
  expect(JSON.stringify(shown.json)).not.toContain(admin.name);
});

test("of two resolutions at once one is accepted, and the other gets a problem", async () => {
  const { id, log } = await createWaiting("asked-5");
  const clients = [await staffClient(), await staffClient()] as const;
  const request = { path: { adminInstance: id, instanceLog: log.id }, body: { note: "Checked" } };
  const responses = await Promise.all([
    clients[0].call(api.adminInstances.completeLog, request),
    clients[1].call(api.adminInstances.failLog, request),
  ]);
  expect(responses.map(({ status }) => status).sort()).toEqual([200, 409]);
  const rejected = responses.find(({ status }) => status === 409);
  expect(rejected?.json).toMatchObject({
    code: "action_not_possible",
    reason: "step_not_waiting",
    message: "This step isn't waiting for Support",
  });
});

test("a repeated resolution with the same idempotency key gets the same response", async () => {
  const { id, log } = await createWaiting("asked-10");
  const client = await staffClient();
  const send = () =>
    client.call(
      api.adminInstances.completeLog,
      { path: { adminInstance: id, instanceLog: log.id }, body: { note: "Checked" } },
      { headers: { "idempotency-key": "resolution-0123456789" } },
    );
  const first = await send();
  const second = await send();
  expect([first.status, second.status]).toEqual([200, 200]);
  expect(second.json).toEqual(first.json);
});

test.each(["", "   ", "x".repeat(501)])("the note is required and bounded (%j)", async (note) => {
  const { id, log } = await createWaiting(`asked-6${note.length}`);
  expect((await resolve("completeLog", id, log.id, note)).status).toBe(422);
  expect(await waitingStep(id)).not.toBeNull();
});

test("a step that does not wait, and a step of another instance, are rejected", async () => {
  const { id, log } = await createWaiting("asked-7");
  const [done] = await timeline(id);
  expect((await resolve("completeLog", id, done?.id ?? "")).status).toBe(409);
  const { id: other } = await createWaiting("asked-8");
  expect((await resolve("completeLog", other, log.id)).status).toBe(404);
  expect((await resolve("completeLog", id, "no-id")).status).toBe(404);
});

test("a termination that the provider rejects waits for staff, is retried, and ends by itself", async () => {
  const id = await orderOne("stuck-1");
  await env.advanceTime(60);
  rejectDeletions("compute");
  await owner.client.call(api.instances.terminate, {
    path: { workspace: workspace.handle, instance: id },
    query: { now: "true" },
  });
  await env.advanceTime(600, 30);
  expect(await waitingStep(id)).toMatchObject({
    commandKind: "terminate",
    commandStatus: "waiting",
    waitingReason: "provider_rejected",
  });
  env.emulator.faults.clear();
  await env.advanceTime(1200, 30);
  expect((await view(id)).status).toBe("terminated");
  expect(await waitingStep(id)).toBeNull();
});

test("staff cannot fail a termination, whose billing has stopped", async () => {
  const id = await orderOne("stuck-3");
  await env.advanceTime(60);
  rejectDeletions("compute");
  await owner.client.call(api.instances.terminate, {
    path: { workspace: workspace.handle, instance: id },
    query: { now: "true" },
  });
  await env.advanceTime(30);
  const response = await resolve("failLog", id, (await waitingStep(id))?.id ?? "");
  expect(response.json).toMatchObject({ reason: "termination_cannot_fail" });
  expect((await view(id)).status).toBe("terminating");
});

test("a retry under way saves nothing once staff have resolved its step", async () => {
  const id = await orderOne("stuck-2");
  await env.advanceTime(60);
  rejectDeletions("compute");
  await owner.client.call(api.instances.terminate, {
    path: { workspace: workspace.handle, instance: id },
    query: { now: "true" },
  });
  await env.advanceTime(30);
  const log = await waitingStep(id);
  env.emulator.faults.clear();
  const { terminate } = commandDefinitions;
  const steps = terminate.steps.map((step) => ({
    ...step,
    run: async (context: Parameters<typeof step.run>[0]) => {
      if (step.name === "release") await resolve("completeLog", id, log?.id ?? "", "By hand");
      return step.run(context);
    },
  }));
  await advanceCommand(
    { ...env.worker, regions: env.regions, definitions: { terminate: { ...terminate, steps } } },
    (await commandOf(id, "terminate")).id,
  );
  await env.advanceTime(30);
  expect(await view(id)).toMatchObject({ status: "terminated" });
  const lines = await env.db.withSystemRole("a test", (tx) =>
    tx.many<{
      message: string;
    }>(sql`SELECT l.message FROM command_log l JOIN command c ON c.id = l.command_id
      WHERE c.instance_id = ${id} AND l.message LIKE 'release: %' AND l.level = 'info'`),
  );
  expect(lines).toEqual([{ message: "release: resolved by staff (complete): By hand" }]);
});

test("a compensation that cannot finish waits for staff and is not tried again", async () => {
  const id = await orderOne("a-build-error-1");
  rejectDeletions("network");
  await env.advanceTime(3600, 60);
  expect(await view(id)).toMatchObject({ status: "error", statusReason: "provider_error" });
  expect(await waitingStep(id)).toMatchObject({
    step: "network",
    status: "complete",
    commandStatus: "waiting",
    waitingReason: "compensation_failed",
  });
  const before = await commandOf(id, "create");
  expect(before.attempts).toBe(8);
  await env.advanceTime(7200, 600);
  expect(await commandOf(id, "create")).toEqual(before);

  const log = await waitingStep(id);
  await resolve("completeLog", id, log?.id ?? "", "Port deleted by hand");
  await env.advanceTime(10);
  expect((await commandOf(id, "create")).status).toBe("failed");
  expect(await waitingStep(id)).toBeNull();
});

test("staff retry a compensation once the provider accepts it again", async () => {
  const id = await orderOne("a-build-error-3");
  rejectDeletions("network");
  await env.advanceTime(3600, 60);
  const log = await waitingStep(id);
  expect(log?.waitingReason).toBe("compensation_failed");
  env.emulator.faults.clear();
  expect((await resolve("retryLog", id, log?.id ?? "", "Network repaired")).status).toBe(200);
  await env.advanceTime(60);
  expect((await commandOf(id, "create")).status).toBe("failed");
  expect(await waitingStep(id)).toBeNull();
  expect(resourcesOf(id)).toBe(0);
});

test("a customer can terminate an instance whose compensation waits for staff", async () => {
  const id = await orderOne("a-build-error-2");
  rejectDeletions("network");
  await env.advanceTime(3600, 60);
  expect((await waitingStep(id))?.waitingReason).toBe("compensation_failed");
  env.emulator.faults.clear();
  await owner.client.call(api.instances.terminate, {
    path: { workspace: workspace.handle, instance: id },
    query: { now: "true" },
  });
  await env.advanceTime(60);
  expect((await view(id)).status).toBe("terminated");
  expect(resourcesOf(id)).toBe(0);
  expect(await waitingStep(id)).toBeNull();
});

test("the list of steps filters by status, for customers and for staff", async () => {
  const { id } = await createWaiting("asked-9");
  const query = { status: "in_progress,pending" };
  const path = { workspace: workspace.handle, instance: id };
  const own = (await owner.client.call(api.instances.logs, { path, query })).data.data;
  expect(own.map(({ step }) => step)).toEqual(["install", "ready"]);
  const staff = await admin.client.call(api.adminInstances.logs, {
    path: { adminInstance: id },
    query,
  });
  expect(staff.data.data).toMatchObject([
    { step: "install", requestedBy: { id: owner.id, name: owner.name, role: null, tokenId: null } },
    { step: "ready" },
  ]);
});
