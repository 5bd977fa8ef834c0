/** Suspended workspaces: what is denied, what still works, and the race with an order. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { api } from "#contracts/api.ts";
import { sql } from "../../core/db/db.ts";
import { checkLedgerAfterEach } from "../../testing/check-ledger.ts";
import {
  createOrderContext,
  getInstance,
  orderInstance,
  placeOrder,
} from "../../testing/order-instances.ts";
import { createInvite } from "../../testing/invites.ts";
import { runDuringRowLock } from "../../testing/race.ts";
import { startTestEnvironment, type TestEnvironment } from "../../testing/test-environment.ts";
import { createTokenClient } from "../../testing/token-clients.ts";
import { createMember, createUser } from "../../testing/users.ts";
import { deactivate, lockWorkspace, reactivate } from "../admin-workspaces/deactivation.ts";
import { liftSuspension, suspendWorkspace } from "./suspension.ts";

let env: TestEnvironment;
beforeAll(async () => {
  env = await startTestEnvironment();
});
checkLedgerAfterEach(() => env);
afterAll(() => env.stop());

let count = 0;
async function create() {
  count += 1;
  const context = await createOrderContext(env, `north-${count}`);
  const path = { workspace: context.workspace.handle };
  const { id } = await orderInstance(context.owner.client, { ...context, hostname: ["web-1"] });
  await env.advanceTime(30);
  return { ...context, path, id };
}
type Created = Awaited<ReturnType<typeof create>>;
const suspend = ({ workspace }: Created, stopsInstances = false) =>
  env.db.withSystemRole("a test suspends a workspace", (tx) =>
    suspendWorkspace(tx, env.clock.now(), {
      workspaceId: workspace.id,
      reason: "staff",
      note: "Abuse report",
      stopsInstances,
      requester: { type: "system" },
      requestId: null,
    }),
  );
const lift = ({ workspace }: Created) =>
  env.db.withSystemRole("a test lifts a suspension", (tx) =>
    liftSuspension(tx, env.clock.now(), workspace.id),
  );
const reset = ({ owner, path, id }: Created, action: "power_on" | "power_off" | "reboot") =>
  owner.client.call(api.instances.reset, { path: { ...path, instance: id }, body: { action } });

test("nothing new can be ordered, started, restored or invited, with a problem that says why", async () => {
  const context = await create();
  const { owner, workspace, path, id, credentialId } = context;
  await reset(context, "power_off");
  await env.advanceTime(30);
  const member = await createMember(env, workspace, "administrator");
  const invite = await createInvite(env, workspace, { by: owner.id, email: "guest@acme.test" });
  expect(await suspend(context)).toBe(true);
  expect(await suspend(context)).toBe(false);
  const invited = await owner.client.call(api.invites.create, {
    path,
    body: { emails: ["new@acme.test"], roleId: "team_member" },
  });
  const token = await createTokenClient(env, owner, workspace, { scopes: ["instance.create"] });
  const order = { workspace, credentialId, hostname: ["web-2"] };
  const rejected = [
    await placeOrder(owner.client, order).then(({ status, json }) => ({ status, json })),
    await placeOrder(member.client, order).then(({ status, json }) => ({ status, json })),
    invited,
    await owner.client.call(api.invites.resend, { path: { ...path, invite: invite.id } }),
    await reset(context, "power_on"),
  ];
  for (const { status, json } of rejected)
    expect([status, json]).toEqual([
      403,
      expect.objectContaining({
        code: "workspace_suspended",
        message: expect.stringMatching(/suspended/),
      }),
    ]);
  const byToken = await token.send(
    "POST",
    `/api/v1/workspaces/${path.workspace}/purchase/carts`,
    {},
  );
  expect(byToken.status).toBe(403);
  await owner.client.call(api.instances.terminate, { path: { ...path, instance: id } });
  await env.advanceTime(30);
  const restored = await owner.client.call(api.instanceLifecycle.restore, {
    path: { ...path, instance: id },
  });
  expect(restored.code).toBe("workspace_suspended");
});

test("reading, rebooting, powering off, canceling, terminating, revoking and leaving still work", async () => {
  const context = await create();
  const { owner, workspace, path, id, credentialId } = context;
  const member = await createMember(env, workspace, "administrator");
  const invite = await createInvite(env, workspace, { by: owner.id, email: "guest@acme.test" });
  const queued = await orderInstance(owner.client, {
    workspace,
    credentialId,
    hostname: ["web-2"],
  });
  await suspend(context);
  const view = await owner.client.call(api.workspaces.view, { path });
  expect(view.data).toMatchObject({
    status: "suspended",
    suspension: { reason: "staff", note: "Abuse report", since: env.clock.now().toISOString() },
  });
  const self = await owner.client.call(api.auth.self, {});
  expect(self.data.userWorkspaceRoles[0]?.status).toBe("suspended");
  const statuses = [
    await owner.client.call(api.instances.list, { path, query: {} }),
    await owner.client.call(api.queue.list, { path, query: {} }),
    await owner.client.call(api.instances.export, { path, query: {} }),
    await owner.client.call(api.instanceLifecycle.cancelCommand, {
      path: { ...path, command: queued.openCommand?.id ?? "" },
    }),
    await reset(context, "power_off"),
    await owner.client.call(api.invites.revoke, { path: { ...path, invite: invite.id } }),
    await member.client.call(api.members.leave, { path }),
    await owner.client.call(api.instances.terminate, { path: { ...path, instance: id } }),
  ].map(({ status }) => status);
  expect(statuses.filter((status) => status >= 300)).toEqual([]);
});

test("instances go on, or are stopped and kept, as the suspension says; a lift allows everything again", async () => {
  const going = await create();
  await suspend(going);
  await env.advanceTime(60);
  expect((await getInstance(going.owner.client, going.workspace, going.id)).status).toBe("active");

  const stopping = await create();
  await suspend(stopping, true);
  await env.advanceTime(60);
  const stopped = await getInstance(stopping.owner.client, stopping.workspace, stopping.id);
  expect(stopped).toMatchObject({ status: "stopped", openCommand: null });
  expect(await lift(stopping)).toBe(true);
  expect(await lift(stopping)).toBe(false);
  expect((await reset(stopping, "power_on")).status).toBe(202);
  const { data } = await stopping.owner.client.call(api.workspaces.view, { path: stopping.path });
  expect(data).toMatchObject({ status: "active", suspension: null });
});

test("an order that waits for the suspension of its workspace is rejected", async () => {
  const context = await create();
  const { owner, workspace, credentialId } = context;
  const response = await runDuringRowLock(
    env,
    sql`SELECT FROM workspace WHERE id = ${workspace.id}`,
    () => placeOrder(owner.client, { workspace, credentialId, hostname: ["late"] }),
    (tx) =>
      suspendWorkspace(tx, env.clock.now(), {
        workspaceId: workspace.id,
        reason: "overdue",
        note: null,
        stopsInstances: false,
        requester: { type: "system" },
        requestId: null,
      }),
  );
  expect(response.code).toBe("workspace_suspended");
});

test("a deactivated workspace that is restored is suspended again", async () => {
  const context = await create();
  await suspend(context);
  await env.db.withSystemRole("a test restores a workspace", async (tx) => {
    await lockWorkspace(tx, context.workspace.id);
    await deactivate(tx, context.workspace.id, env.clock.now());
    await reactivate(tx, context.workspace.id, env.clock.now());
  });
  const { data } = await context.owner.client.call(api.workspaces.view, { path: context.path });
  expect(data).toMatchObject({ status: "suspended", suspension: { reason: "staff" } });
});

test("staff suspend a workspace with a reason and an effect, and its owner gets an email in their language", async () => {
  const context = await create();
  const { owner, workspace, path, id } = context;
  const admin = await createUser(env, "admin@boreal.test", { staffRole: "Admin" });
  await env.db.withSystemRole("a test sets a language", (tx) =>
    tx.execute(sql`UPDATE user_account SET locale = 'de' WHERE id = ${owner.id}`),
  );
  const target = { adminWorkspace: workspace.id };
  const body = { reason: "Sends spam", effect: "stop_instances" } as const;
  const suspendByStaff = () =>
    admin.client.call(api.workspaceSuspension.suspend, { path: target, body });
  const both = await Promise.all([suspendByStaff(), suspendByStaff()]);
  for (const { data } of both)
    expect(data).toMatchObject({
      status: "suspended",
      suspension: { reason: "staff", note: "Sends spam" },
    });
  const activities = async () =>
    (await owner.client.call(api.activity.ofWorkspace, { path, query: {} })).data.data;
  const suspensions = (await activities()).filter(
    ({ action, changes }) => action === "adminWorkspaces.suspend" && changes.length > 0,
  );
  expect(suspensions).toMatchObject([{ actor: { type: "staff", name: "IT Admin" } }]);
  await env.advanceTime(60);
  expect(await getInstance(owner.client, workspace, id)).toMatchObject({ status: "stopped" });
  const { data: logs } = await owner.client.call(api.instances.logs, {
    path: { ...path, instance: id },
    query: {},
  });
  expect(logs.data.at(-1)).toMatchObject({ commandKind: "power_off", requestedBy: "Support" });
  const mailsToOwner = () =>
    env.mail
      .messages()
      .filter(({ to }) => to.includes(owner.email))
      .map(({ subject }) => subject);
  const suspended = env.mail
    .messages()
    .filter(({ to }) => to.includes(owner.email))
    .at(-1);
  expect(suspended?.subject).toBe(`Ihr Workspace ist gesperrt: ${workspace.handle}`);
  expect(suspended?.text).toContain("Sends spam");
  expect(suspended?.text).not.toContain("Admin");
  expect((await owner.client.call(api.workspaces.view, { path })).data.suspension).toMatchObject({
    note: "Sends spam",
  });

  const lifted = await admin.client.call(api.workspaceSuspension.lift, { path: target });
  expect(lifted.data).toMatchObject({ status: "active", suspension: null });
  await env.advanceTime(10);
  expect(mailsToOwner().at(-1)).toBe(`Ihr Workspace ist wieder aktiv: ${workspace.handle}`);
  const mails = mailsToOwner().length;
  // A repeated request changes nothing and sends nothing.
  expect((await admin.client.call(api.workspaceSuspension.lift, { path: target })).status).toBe(
    200,
  );
  await env.advanceTime(10);
  expect(mailsToOwner()).toHaveLength(mails);
});
