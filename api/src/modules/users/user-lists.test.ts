/** The sessions and the activity of a user, for staff. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { api } from "#contracts/api.ts";
import { sql } from "../../core/db/db.ts";
import { uuidv7 } from "../../core/lib/crypto.ts";
import {
  addMember,
  createUser,
  createWorkspace,
  signIn,
  type TestUser,
} from "../../testing/users.ts";
import { startTestEnvironment, type TestEnvironment } from "../../testing/test-environment.ts";

let env: TestEnvironment;
let admin: TestUser;
let support: TestUser;
let businessAdmin: TestUser;
let userCount = 0;
beforeAll(async () => {
  env = await startTestEnvironment();
  admin = await createUser(env, "admin@lists.test", { staffRole: "Admin" });
  support = await createUser(env, "support@lists.test", { staffRole: "Support" });
  businessAdmin = await createUser(env, "business@lists.test", { staffRole: "BusinessAdmin" });
});
afterAll(() => env.stop());

const customer = () => createUser(env, `customer-${(userCount += 1)}@lists.test`);
const sessionsOf = (by: TestUser, user: string, query = {}) =>
  by.client.call(api.users.sessions, { path: { user }, query });
const activityOf = (by: TestUser, user: string, query = {}) =>
  by.client.call(api.users.activity, { path: { user }, query });

test("IT admins and support see the active sessions of a user, newest first, page by page", async () => {
  const user = await customer();
  env.clock.advance(1000);
  await signIn(env, user.id);
  env.clock.advance(1000);
  const ended = await signIn(env, user.id);
  await ended.call(api.auth.logout, {});
  for (const by of [admin, support]) {
    const { data, meta } = (await sessionsOf(by, user.id, { perPage: "1" })).data;
    expect(meta).toMatchObject({ total: 2, lastPage: 2 });
    expect(data).toEqual([
      {
        id: expect.any(String),
        firstFactor: "password",
        secondFactor: null,
        device: null,
        isPhone: false,
        ip: null,
        createdAt: expect.any(String),
        lastActiveAt: expect.any(String),
        expiresAt: expect.any(String),
      },
    ]);
  }
  const { data: all } = (await sessionsOf(admin, user.id)).data;
  expect(all).toHaveLength(2);
  expect(Date.parse(all[0]?.createdAt ?? "")).toBeGreaterThan(Date.parse(all[1]?.createdAt ?? ""));
});

test("shows what the user did, what was done to the account, and what staff did as the user", async () => {
  const user = await customer();
  const workspace = await createWorkspace(env, user, `w-${user.id.slice(-6)}`);
  await user.client.call(api.projects.create, {
    path: { workspace: workspace.handle },
    body: { name: "Tides" },
  });
  env.clock.advance(1000);
  await admin.client.call(api.users.update, {
    path: { user: user.id },
    body: { firstName: "Renamed" },
  });
  env.clock.advance(1000);
  const helper = await signIn(env, support.id);
  await helper.call(api.users.impersonate, { path: { user: user.id } });
  const { data } = (await activityOf(support, user.id)).data;
  const told = data.map(({ action, actor }) => [action, actor.type, actor.name]);
  expect(told).toContainEqual(["projects.create", "user", user.name]);
  expect(told).toContainEqual(["users.update", "staff", admin.name]);
  expect(told.filter(([action]) => action === "users.impersonate")).toHaveLength(1);
  const times = data.map(({ at }) => at);
  expect(times).toEqual(times.toSorted().toReversed());
});

test("the address of a colleague is hidden", async () => {
  const user = await customer();
  const now = env.clock.now();
  await env.db.withSystemRole("a test records an activity", (tx) =>
    tx.execute(sql`INSERT INTO audit_event (id, at, actor_type, actor_user_id, actor_name, actor_role, action, target_type, target_id,
        target_name, request_id, ip, user_agent, changes)
      VALUES (${uuidv7(now)}, ${now}, 'staff', ${admin.id}, ${admin.name}, 'Admin', 'users.update', 'user', ${user.id}, 'Someone', 'r',
        '10.9.9.9', 'A browser', '[]')`),
  );
  const [entry] = (await activityOf(support, user.id)).data.data;
  expect(entry).toMatchObject({ actor: { name: admin.name }, ip: null, userAgent: null });
  const [own] = (await activityOf(admin, user.id)).data.data;
  expect(own).toMatchObject({ actor: { name: admin.name }, ip: "10.9.9.9" });
});

test("also of a workspace that the user has left", async () => {
  const owner = await customer();
  const user = await customer();
  const workspace = await createWorkspace(env, owner, `w-${owner.id.slice(-6)}`);
  await addMember(env, workspace, user, "administrator");
  await user.client.call(api.projects.create, {
    path: { workspace: workspace.handle },
    body: { name: "Left behind" },
  });
  await env.db.withSystemRole("a test removes a member", (tx) =>
    tx.execute(
      sql`UPDATE user_workspace_role SET expired_at = ${env.clock.now()} WHERE user_id = ${user.id}`,
    ),
  );
  const { data } = (await activityOf(admin, user.id)).data;
  expect(data.map(({ action }) => action)).toContain("projects.create");
});

test("business admins and customers get neither, and an unknown user is not found", async () => {
  const user = await customer();
  for (const by of [businessAdmin, user]) {
    expect((await sessionsOf(by, user.id)).status).toBe(403);
    expect((await activityOf(by, user.id)).status).toBe(403);
  }
  for (const id of [uuidv7(env.clock.now()), "nobody"]) {
    expect((await sessionsOf(admin, id)).code).toBe("not_found");
    expect((await activityOf(admin, id)).code).toBe("not_found");
  }
  for (const query of [{ page: "0" }, { perPage: "101" }, { search: "x" }])
    expect((await activityOf(admin, user.id, query)).status).toBe(422);
  // The cursor of a list in the order of names.
  const after = Buffer.from(`a name ${user.id}`).toString("base64url");
  for (const read of [sessionsOf, activityOf])
    expect(await read(admin, user.id, { after })).toMatchObject({
      status: 422,
      fields: { after: "format" },
    });
});
