import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { api } from "#contracts/api.ts";
import type { StaffRoleId } from "#contracts/roles.ts";
import { sql } from "../../core/db/db.ts";
import { uuidv7 } from "../../core/lib/crypto.ts";
import { parseSessionToken } from "../../core/http/session-token.ts";
import type { TestClient } from "../../testing/client.ts";
import { createUser, createWorkspace, type TestUser, signIn } from "../../testing/users.ts";
import { startTestEnvironment, type TestEnvironment } from "../../testing/test-environment.ts";

const dead = "authentication_failed_no_session_found_ch";
const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

let env: TestEnvironment;
let testCount = 0;
beforeAll(async () => {
  env = await startTestEnvironment();
});
afterAll(() => env.stop());
beforeEach(() => env.clock.advance(hourMs));

const customer = () => createUser(env, `customer-${(testCount += 1)}@example.org`);
/** With a long session, as staff have. */
async function colleague(staffRole: StaffRoleId): Promise<TestUser> {
  const user = await createUser(env, `staff-${(testCount += 1)}@boreal.test`, { staffRole });
  return { ...user, client: await signIn(env, user.id, { lifeMs: 8 * hourMs }) };
}
const start = (client: TestClient, user: Pick<TestUser, "id">, reason?: string) =>
  client.call(api.users.impersonate, {
    path: { user: user.id },
    ...(reason === undefined ? {} : { query: { reason } }),
  });
const end = (client: TestClient) => client.call(api.users.endImpersonation, {});
const self = (client: TestClient) => client.call(api.auth.self, {});
function copyOf(client: TestClient): TestClient {
  const copy = env.createClient();
  for (const [name, value] of client.cookies) copy.cookies.set(name, value);
  return copy;
}
const sessionOf = (client: TestClient) =>
  parseSessionToken(client.cookies.get("sid") ?? "")?.sessionId ?? "";
const change = (query: ReturnType<typeof sql>) =>
  env.db.withSystemRole("a test changes data directly", (tx) => tx.execute(query));
const sessionsAs = (user: TestUser) =>
  env.db.withSystemRole(
    "a test counts",
    async (tx) =>
      (
        await tx.many(
          sql`SELECT FROM session WHERE user_id = ${user.id} AND auth_type = 'impersonate'`,
        )
      ).length,
  );
const lastEntry = (action: string) =>
  env.db.withSystemRole("a test reads the audit", (tx) =>
    tx.one<Record<string, unknown>>(
      sql`SELECT * FROM audit_event WHERE action = ${action} ORDER BY at DESC, workspace_id IS NULL DESC, id DESC LIMIT 1`,
    ),
  );

test("staff impersonate a customer: the customer's name and workspaces, permissions limited by the role, no staff permissions", async () => {
  const owner = await customer();
  const place = await createWorkspace(env, owner, "looked-at");
  const support = await colleague("Support");
  const before = sessionOf(support.client);
  const begun = (await start(support.client, owner, "Ticket 4711")).data;
  expect(begun).toEqual((await self(support.client)).data);
  expect(begun.user.id).toBe(owner.id);
  expect(begun.userStaffRole).toBeNull();
  expect(begun.userSession).toMatchObject({
    authType: "impersonate",
    adminId: support.id,
    adminRole: "Support",
    id: sessionOf(support.client),
  });
  expect(begun.userSession.id).not.toBe(before);
  const { permissions } = begun.userWorkspaceRoles[0]?.workspaceRole ?? {};
  expect(permissions).toContain("project.view");
  expect(permissions).not.toContain("project.create");
  expect(permissions).not.toContain("instance.terminate");
  const path = { workspace: place.handle };
  expect((await support.client.call(api.projects.list, { path })).status).toBe(200);
});

test("C065: actor and customer are audited with the reason: start, actions and end", async () => {
  const owner = await customer();
  const place = await createWorkspace(env, owner, "recorded");
  const admin = await colleague("Admin");
  await start(admin.client, owner, "Ticket 4712");
  expect(await lastEntry("users.impersonate")).toMatchObject({
    actor_type: "staff",
    actor_user_id: admin.id,
    actor_role: "Admin",
    target_id: owner.id,
    changes: [{ field: "reason", from: null, to: "Ticket 4712" }],
  });
  await admin.client.call(
    api.projects.create,
    { path: { workspace: place.handle }, body: { name: "Made for them" } },
    { headers: { "idempotency-key": uuidv7(env.clock.now()) } },
  );
  const both = {
    actor_type: "staff",
    actor_user_id: admin.id,
    actor_name: admin.name,
    on_behalf_of_id: owner.id,
    on_behalf_of_name: owner.name,
  };
  expect(await lastEntry("projects.create")).toMatchObject(both);
  await end(admin.client);
  expect(await lastEntry("users.endImpersonation")).toMatchObject(both);
});

test("the customer is notified by email, with the role and without the staff member's name", async () => {
  const owner = await customer();
  const business = await colleague("BusinessAdmin");
  await start(business.client, owner);
  await env.runDueJobs();
  const mail = env.mail.messages().findLast(({ to }) => to.includes(owner.email));
  expect(mail?.text).toContain("Business Admin");
  expect(mail?.text).not.toContain(business.name);
});

test("C55: ends with the original staff session: the same id, a new cookie, the same absolute expiry", async () => {
  const admin = await colleague("Admin");
  const before = (await self(admin.client)).data.userSession;
  const cookie = admin.client.cookies.get("sid");
  const shapes: string[] = [];
  const shapeOf = (headers: Headers) =>
    headers
      .getSetCookie()
      .map((line) => line.replace(/=[^;]*/, "=…").replace(/expires=[^;]*/i, "expires=…"))
      .join("\n");
  for (const one of [await customer(), await customer()]) {
    const begun = await start(admin.client, one);
    env.clock.advance(5 * minuteMs);
    const ended = await end(admin.client);
    const after = ended.data;
    expect(after.user.id).toBe(admin.id);
    expect(after.userStaffRole?.userStaffRoleId).toBe("Admin");
    expect(after.userSession).toMatchObject({
      id: before.id,
      authType: "password",
      adminId: null,
      adminRole: null,
      absoluteExpiresAt: before.absoluteExpiresAt,
      expiresAt: new Date(env.clock.now().getTime() + 10 * minuteMs).toISOString(),
    });
    expect((await self(admin.client)).data).toEqual(after);
    expect(sessionOf(admin.client)).toBe(before.id);
    expect(admin.client.cookies.get("sid")).not.toBe(cookie);
    shapes.push(shapeOf(begun.headers), shapeOf(ended.headers));
  }
  expect(new Set(shapes).size).toBe(1);
});

test("the staff cookie is invalid during the impersonation, and afterwards so are both earlier cookies", async () => {
  const admin = await colleague("Admin");
  const parked = copyOf(admin.client);
  await start(admin.client, await customer());
  expect((await self(parked)).code).toBe(dead);
  expect((await parked.call(api.auth.refresh, {})).code).toBe(dead);
  expect((await parked.call(api.users.count, {})).code).toBe(dead);
  const acting = copyOf(admin.client);
  await end(admin.client);
  expect((await self(acting)).code).toBe(dead);
  expect((await end(acting)).code).toBe(dead);
  expect((await self(parked)).code).toBe(dead);
  expect((await self(admin.client)).status).toBe(200);
});

test("two concurrent requests to end it return the same session", async () => {
  const admin = await colleague("Admin");
  await start(admin.client, await customer());
  const tabs = [copyOf(admin.client), copyOf(admin.client), copyOf(admin.client)];
  const responses = await Promise.all(tabs.map(end));
  const good = tabs.filter((_, n) => responses[n]?.status === 200);
  expect(good.length).toBeGreaterThan(0);
  expect(new Set(good.map((tab) => tab.cookies.get("sid"))).size).toBe(1);
  for (const tab of good) expect((await self(tab)).status).toBe(200);
});

test("of two concurrent starts one succeeds", async () => {
  const admin = await colleague("Admin");
  const owner = await customer();
  const responses = await Promise.all(
    [copyOf(admin.client), copyOf(admin.client), copyOf(admin.client)].map((tab) =>
      start(tab, owner),
    ),
  );
  expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 401, 401]);
  expect(await sessionsAs(owner)).toBe(1);
});

test("slides for ten minutes, is extended by refreshing, and ends after an hour", async () => {
  const admin = await colleague("Admin");
  await start(admin.client, await customer());
  env.clock.advance(9 * minuteMs);
  const refreshed = (await admin.client.call(api.auth.refresh, {})).data;
  expect(refreshed.userSession).toMatchObject({ adminId: admin.id, adminRole: "Admin" });
  env.clock.advance(10 * minuteMs - 1000);
  expect((await self(admin.client)).status).toBe(200);
  for (let minutes = 19; minutes < 55; minutes += 9) {
    expect((await admin.client.call(api.auth.refresh, {})).status).toBe(200);
    env.clock.advance(9 * minuteMs);
  }
  const last = (await admin.client.call(api.auth.refresh, {})).data.userSession;
  expect(last.expiresAt).toBe(last.absoluteExpiresAt);
  const leftMs = new Date(last.expiresAt).getTime() - env.clock.now().getTime();
  env.clock.advance(leftMs - 1000);
  expect((await self(admin.client)).status).toBe(200);
  env.clock.advance(1000);
  expect((await self(admin.client)).code).toBe(dead);
});

test("cannot impersonate oneself, staff, an account that may not sign in, or an unknown user", async () => {
  const admin = await colleague("Admin");
  expect((await start(admin.client, admin)).code).toBe("permission_denied_cannot_do_on_self");
  expect((await start(admin.client, await colleague("Support"))).code).toBe(
    "permission_denied_missing_permission",
  );
  for (const status of ["unverified", "frozen", "deactivated", "deleted"]) {
    const user = await customer();
    await change(sql`UPDATE user_account SET status = ${status} WHERE id = ${user.id}`);
    expect([status, (await start(admin.client, user)).code]).toEqual([status, "not_found"]);
  }
  for (const id of [uuidv7(env.clock.now()), "no-id"])
    expect((await start(admin.client, { id })).code).toBe("not_found");
  const outsider = await customer();
  expect((await start(outsider.client, admin)).code).toBe("permission_denied_missing_role");
});

test("has no staff permissions: no nested impersonation, no staff area, no changes of the account", async () => {
  const admin = await colleague("Admin");
  await start(admin.client, await customer());
  const other = await customer();
  const blocked = [
    await start(admin.client, other),
    await admin.client.call(api.users.list, {}),
    await admin.client.call(api.staffRoles.list, {}),
    await admin.client.call(api.users.restore, { path: { user: other.id } }),
    await admin.client.call(api.sessions.list, {}),
    await admin.client.call(api.sessions.killAll, {}),
    await admin.client.call(api.workspaces.create, { body: { name: "No", handle: "not-theirs" } }),
  ];
  for (const { code } of blocked) expect(code).toBe("permission_denied_missing_permission");
  expect((await self(admin.client)).status).toBe(200);
});

test("cannot be started by a link or an image: requires the CSRF header and recent reauthentication", async () => {
  const admin = await colleague("Admin");
  const owner = await customer();
  const path = `/admin/users/${owner.id}/impersonate`;
  const bare = await admin.client.send("GET", path, undefined, { withoutCsrf: true });
  expect(await bare.json()).toMatchObject({ code: "authentication_error_no_csrf_header" });
  const head = await admin.client.send("HEAD", path);
  expect(head.status).toBe(405);
  const picture = await admin.client.send("GET", path, undefined, {
    headers: { "sec-fetch-site": "cross-site" },
  });
  expect(await picture.json()).toMatchObject({ code: "request_context_not_allowed" });
  env.clock.advance(15 * minuteMs + 1000);
  expect((await start(admin.client, owner)).code).toBe("confirmation_required");
  expect(await sessionsAs(owner)).toBe(0);
});

test("ends immediately with the staff session, the staff role and the staff account", async () => {
  const ends: [string, (admin: TestUser, parent: string) => ReturnType<typeof sql>][] = [
    ["killed", (_, id) => sql`UPDATE session SET revoked_at = now() WHERE id = ${id}`],
    [
      "role gone",
      (a) => sql`UPDATE user_staff_role SET expired_at = now() WHERE user_id = ${a.id}`,
    ],
    [
      "another role",
      (a) => sql`UPDATE user_staff_role SET staff_role_id = 'Support' WHERE user_id = ${a.id}`,
    ],
    ["frozen", (a) => sql`UPDATE user_account SET status = 'frozen' WHERE id = ${a.id}`],
  ];
  for (const [name, how] of ends) {
    const admin = await colleague("Admin");
    const parent = sessionOf(admin.client);
    await start(admin.client, await customer());
    await change(how(admin, parent));
    expect([name, (await self(admin.client)).code]).toEqual([name, dead]);
    expect([name, (await end(admin.client)).code]).toEqual([name, dead]);
  }
});

test("ends when the customer is frozen or ends all sessions", async () => {
  for (const close of [
    (owner: TestUser) =>
      change(sql`UPDATE user_account SET status = 'frozen' WHERE id = ${owner.id}`),
    (owner: TestUser) => owner.client.call(api.sessions.killAll, {}),
  ]) {
    const admin = await colleague("Admin");
    const owner = await customer();
    await start(admin.client, owner);
    await close(owner);
    expect((await self(admin.client)).code).toBe(dead);
  }
});

test("signing out during an impersonation also ends the staff session", async () => {
  const admin = await colleague("Admin");
  const parent = sessionOf(admin.client);
  await start(admin.client, await customer());
  expect((await admin.client.call(api.auth.logout, {})).status).toBe(204);
  expect(admin.client.cookies.get("sid")).toBeUndefined();
  const left = await env.db.withSystemRole("a test reads", (tx) =>
    tx.one(sql`SELECT revoked_reason FROM session WHERE id = ${parent}`),
  );
  expect(left).toEqual({ revoked_reason: "logout" });
});

test("C58: an impersonation that cannot be audited does not start: no cookie, no session, and the staff session continues", async () => {
  const admin = await colleague("Admin");
  const owner = await customer();
  await env.db.owner.query(`
    CREATE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'the disk is full'; END $$;
    CREATE TRIGGER fails BEFORE INSERT ON audit_event FOR EACH ROW WHEN (NEW.action = 'users.impersonate') EXECUTE FUNCTION fail()`);
  try {
    const response = await start(admin.client, owner);
    expect(response.status).toBe(500);
    expect(response.headers.getSetCookie()).toEqual([]);
    expect(await sessionsAs(owner)).toBe(0);
    expect((await self(admin.client)).data.user.id).toBe(admin.id);
  } finally {
    await env.db.owner.query("DROP TRIGGER fails ON audit_event; DROP FUNCTION fail");
  }
});
