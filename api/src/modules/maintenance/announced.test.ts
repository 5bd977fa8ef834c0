/** Announced maintenance: who is told, and that it starts by itself, once, also after a restart of the worker. */
import { afterEach, beforeEach, expect, test } from "vitest";
import { api } from "#contracts/api.ts";
import { maintenanceAnnouncedHeader, maintenanceHeader } from "#contracts/maintenance.ts";
import { sql } from "../../core/db/db.ts";
import { createUser, createWorkspace, signIn, type TestUser } from "../../testing/users.ts";
import { startTestEnvironment, type TestEnvironment } from "../../testing/test-environment.ts";

const hourMs = 3_600_000;

let env: TestEnvironment;
let admin: TestUser;
let owner: TestUser;
beforeEach(async () => {
  env = await startTestEnvironment({ trustedProxies: ["127.0.0.1"] });
  admin = await createUser(env, "admin@boreal.test", { staffRole: "Admin" });
  owner = await createUser(env, "owner@northwind.test");
  await createWorkspace(env, owner, "northwind");
});
afterEach(() => env.stop());

const inHours = (hours: number) =>
  new Date(env.clock.now().getTime() + hours * hourMs).toISOString();
const announce = (
  body: { startsAt: string; expectedEndAt?: string; message?: string },
  by = admin,
) => by.client.call(api.maintenance.announce, { body });
const cancel = (by = admin) => by.client.call(api.maintenance.cancelAnnouncement, {});
const view = async () => (await admin.client.call(api.maintenance.view, {})).data;
const ask = (by: TestUser) => by.client.call(api.maintenance.announced, {});
const listProjects = () =>
  owner.client.call(api.projects.list, { path: { workspace: "northwind" } });
/** The processes learn of a change of the job by a notification. */
const expectStatus = (status: number) =>
  expect.poll(async () => (await listProjects()).status).toBe(status);
async function later(hours: number): Promise<void> {
  env.clock.advance(hours * hourMs);
  await env.runDueJobs();
  // Sessions with recent reauthentication.
  admin = { ...admin, client: await signIn(env, admin.id) };
  owner = { ...owner, client: await signIn(env, owner.id) };
}
const auditEvents = () =>
  env.db.withSystemRole("a test reads", (tx) =>
    tx.many<{ action: string; actor_type: string; actor_name: string; changes: unknown }>(
      sql`SELECT action, actor_type, actor_name, changes FROM audit_event WHERE action LIKE 'maintenance.%' ORDER BY at, chain_position`,
    ),
  );

test("users learn of it from every response, and it starts by itself at its time", async () => {
  const [startsAt, expectedEndAt] = [inHours(1), inHours(2)];
  const { data } = await announce({ startsAt, expectedEndAt, message: "New storage" });
  const announcement = { startsAt, expectedEndAt, message: "New storage" };
  expect(data.announcement).toEqual({
    ...announcement,
    announcedBy: admin.name,
    announcedAt: env.clock.now().toISOString(),
  });
  expect(data.startedAt).toBeNull();
  for (const by of [owner, admin]) {
    const response = await ask(by);
    expect(response.data).toEqual({ announcement });
    expect(response.headers.get(maintenanceAnnouncedHeader)).toBe(startsAt);
    expect(response.headers.get(maintenanceHeader)).toBeNull();
  }
  await later(0.99);
  expect((await listProjects()).status).toBe(200);
  await later(0.02);
  await expectStatus(423);
  const closed = await listProjects();
  expect(closed.headers.get(maintenanceAnnouncedHeader)).toBeNull();
  expect(closed.json).toMatchObject({ reason: "maintenance_message" });
  expect(await view()).toEqual({
    startedAt: env.clock.now().toISOString(),
    startedBy: admin.name,
    message: "New storage",
    expectedEndAt,
    announcement: null,
  });
  await later(5);
  await expectStatus(423);
  expect(await auditEvents()).toEqual([
    {
      action: "maintenance.announce",
      actor_type: "staff",
      actor_name: admin.name,
      changes: [
        { field: "startsAt", from: null, to: startsAt },
        { field: "expectedEndAt", from: null, to: expectedEndAt },
        { field: "message", from: null, to: "New storage" },
      ],
    },
    {
      action: "maintenance.on",
      actor_type: "staff",
      actor_name: admin.name,
      changes: [
        { field: "maintenance", from: false, to: true },
        { field: "message", from: null, to: "New storage" },
      ],
    },
  ]);
});

test("a canceled one does not start, and a changed one starts at its new time", async () => {
  await announce({ startsAt: inHours(1) });
  expect((await cancel()).data.announcement).toBeNull();
  expect((await cancel()).data.announcement).toBeNull();
  expect((await ask(owner)).headers.get(maintenanceAnnouncedHeader)).toBeNull();
  await later(2);
  expect((await listProjects()).status).toBe(200);
  await announce({ startsAt: inHours(1) });
  await announce({ startsAt: inHours(3) });
  await later(2);
  expect((await listProjects()).status).toBe(200);
  await later(1.5);
  await expectStatus(423);
});

test("started early by hand, it keeps what was announced and does not start again", async () => {
  const expectedEndAt = inHours(2);
  await announce({ startsAt: inHours(1), expectedEndAt, message: "New storage" });
  const { data } = await admin.client.call(api.maintenance.on, { body: {} });
  expect(data).toMatchObject({ message: "New storage", expectedEndAt, announcement: null });
  await admin.client.call(api.maintenance.off, {});
  await later(2);
  expect((await listProjects()).status).toBe(200);
  expect((await view()).startedAt).toBeNull();
});

test("of two announcements at once one remains, and it starts once", async () => {
  await Promise.all([announce({ startsAt: inHours(1) }), announce({ startsAt: inHours(2) })]);
  const { announcement } = await view();
  const hours = announcement?.startsAt === inHours(1) ? 1 : 2;
  await later(hours + 0.01);
  expect((await view()).startedAt).not.toBeNull();
  await admin.client.call(api.maintenance.off, {});
  await later(3);
  expect((await view()).startedAt).toBeNull();
});

test("a time that is past, too far ahead or ends before it starts is rejected at its field", async () => {
  const codes = async (body: Parameters<typeof announce>[0]) => (await announce(body)).json;
  for (const startsAt of [inHours(0), inHours(-1), inHours(24 * 90 + 1)])
    expect(await codes({ startsAt })).toMatchObject({
      errors: { startsAt: [{ code: "expiry_range" }] },
    });
  for (const expectedEndAt of [inHours(1), inHours(0.5), inHours(24 * 7 + 2)])
    expect(await codes({ startsAt: inHours(1), expectedEndAt })).toMatchObject({
      errors: { expectedEndAt: [{ code: "period" }] },
    });
  const empty = await admin.client.send("PUT", "/admin/maintenance/announcement", {});
  expect(await empty.json()).toMatchObject({ errors: { startsAt: [{ code: "required" }] } });
  expect((await announce({ startsAt: "tomorrow" })).status).toBe(422);
  expect((await announce({ startsAt: inHours(1), message: "x".repeat(301) })).status).toBe(422);
  expect((await view()).announcement).toBeNull();
});

test("Business Admin, Support and customers neither announce nor cancel it", async () => {
  await announce({ startsAt: inHours(1) });
  const business = await createUser(env, "b@boreal.test", { staffRole: "BusinessAdmin" });
  const support = await createUser(env, "s@boreal.test", { staffRole: "Support" });
  for (const by of [business, support, owner]) {
    expect((await announce({ startsAt: inHours(5) }, by)).status).toBe(403);
    expect((await cancel(by)).status).toBe(403);
  }
  expect((await view()).announcement?.startsAt).toBe(inHours(1));
});

test("a live stream that opens has the header, so a page without further requests learns of it", async () => {
  const startsAt = inHours(1);
  await announce({ startsAt });
  const stream = await owner.client.send("GET", "/api/v1/workspaces/northwind/live", undefined, {
    headers: { accept: "text/event-stream" },
  });
  expect(stream.status).toBe(200);
  expect(stream.headers.get(maintenanceAnnouncedHeader)).toBe(startsAt);
  await stream.body?.cancel();
});
