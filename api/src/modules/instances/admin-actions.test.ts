/** Staff reboot, power and terminate an instance of any workspace; the customer sees Support. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { api } from "#contracts/api.ts";
import { createOrderContext, getInstance, orderInstance } from "../../testing/order-instances.ts";
import { startTestEnvironment, type TestEnvironment } from "../../testing/test-environment.ts";
import { createUser, type TestUser } from "../../testing/users.ts";

let env: TestEnvironment;
let admin: TestUser;
let context: Awaited<ReturnType<typeof createOrderContext>>;
beforeAll(async () => {
  env = await startTestEnvironment();
  admin = await createUser(env, "admin@boreal.test", { staffRole: "Admin" });
  context = await createOrderContext(env);
});
afterAll(() => env.stop());

async function create(hostname: string) {
  const { id } = await orderInstance(context.owner.client, { ...context, hostname: [hostname] });
  await env.advanceTime(30);
  return id;
}
const reset = (adminInstance: string, action: "reboot" | "power_off" | "power_on") =>
  admin.client.call(api.adminInstances.reset, {
    path: { adminInstance },
    body: { action, note: "Requested by phone" },
  });
const remove = (adminInstance: string, query: { now?: "true" } = {}) =>
  admin.client.call(api.adminInstances.remove, { path: { adminInstance }, query });
const view = (id: string) => getInstance(context.owner.client, context.workspace, id);
const path = (instance: string) => ({ workspace: context.workspace.handle, instance });

test("staff power off an instance with a note, which the customer sees as Support", async () => {
  const id = await create("web-1");
  const both = await Promise.all([reset(id, "power_off"), reset(id, "power_off")]);
  expect(both.map(({ status }) => status).sort()).toEqual([202, 409]);
  await env.advanceTime(30);
  expect((await view(id)).status).toBe("stopped");
  const logs = await context.owner.client.call(api.instances.logs, { path: path(id), query: {} });
  expect(logs.data.data.at(-1)).toMatchObject({
    commandKind: "power_off",
    requestedBy: "Support",
    requestedByType: "staff",
  });
  const activity = await context.owner.client.call(api.activity.ofWorkspace, {
    path: { workspace: context.workspace.handle },
    query: {},
  });
  const [entry] = activity.data.data.filter(({ action }) => action === "adminInstances.reset");
  expect(entry).toMatchObject({
    actor: { type: "staff", name: "IT Admin" },
    target: { name: "web-1" },
    changes: [
      { field: "action", to: "power_off" },
      { field: "note", to: "Requested by phone" },
    ],
  });
  expect(JSON.stringify([activity.json, logs.json])).not.toContain(admin.email);
  const seen = await admin.client.call(api.adminInstances.logs, {
    path: { adminInstance: id },
    query: {},
  });
  expect(seen.data.data.at(-1)).toMatchObject({ requestedBy: { id: admin.id, role: "Admin" } });
  const foreignCursor = Buffer.from(`a name ${id}`).toString("base64url");
  const unread = await admin.client.call(api.adminInstances.logs, {
    path: { adminInstance: id },
    query: { after: foreignCursor },
  });
  expect(unread).toMatchObject({ status: 422, fields: { after: "format" } });
  expect((await reset(id, "power_off")).json).toMatchObject({ reason: "instance_is_stopped" });
  const withoutNote = await admin.client.send("PUT", `/admin/instances/${id}/reset`, {
    action: "power_on",
  });
  expect(await withoutNote.json()).toMatchObject({ errors: { note: [{ code: "required" }] } });
});

test("staff cannot power on an instance of a suspended workspace until the suspension is lifted", async () => {
  const id = await create("web-3");
  const workspacePath = { adminWorkspace: context.workspace.id };
  await admin.client.call(api.workspaceSuspension.suspend, {
    path: workspacePath,
    body: { reason: "Abuse report", effect: "keep_running" },
  });
  expect((await reset(id, "reboot")).status).toBe(202);
  await env.advanceTime(60);
  expect((await reset(id, "power_off")).status).toBe(202);
  await env.advanceTime(60);
  const rejected = await reset(id, "power_on");
  expect([rejected.status, rejected.json]).toMatchObject([403, { code: "workspace_suspended" }]);
  const seen = await admin.client.call(api.adminInstances.view, { path: { adminInstance: id } });
  expect(seen.data).toMatchObject({ status: "stopped", workspace: { isSuspended: true } });
  await admin.client.call(api.workspaceSuspension.lift, { path: workspacePath });
  expect((await reset(id, "power_on")).status).toBe(202);
  await env.advanceTime(60);
  expect((await view(id)).status).toBe("active");
});

test("delete protection prevents a termination by staff; without it the customer can undo it", async () => {
  const id = await create("web-2");
  const protect = (deleteProtection: boolean) =>
    context.owner.client.call(api.instances.update, { path: path(id), body: { deleteProtection } });
  await protect(true);
  expect((await remove(id)).json).toMatchObject({ reason: "instance_is_protected" });
  expect((await view(id)).status).toBe("active");
  await protect(false);
  const [first, second] = [await remove(id), await remove(id)];
  expect([first.status, second.status]).toEqual([202, 202]);
  expect(first.data).toMatchObject({ status: "terminating", undoUntil: expect.any(String) });
  await env.advanceTime(60);
  expect((await view(id)).status).toBe("terminated");
  const restored = await context.owner.client.call(api.instanceLifecycle.restore, {
    path: path(id),
  });
  expect(restored.status).toBe(202);
  await env.advanceTime(60);
  expect((await remove(id, { now: "true" })).data.undoUntil).toBeNull();
  await env.advanceTime(60);
  expect(await view(id)).toMatchObject({ status: "terminated", undoUntil: null });
});
