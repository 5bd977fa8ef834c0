import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { api } from "#contracts/api.ts";
import type { StaffRoleId } from "#contracts/roles.ts";
import { sql } from "../../core/db/db.ts";
import { uuidv7 } from "../../core/lib/crypto.ts";
import { createUser, type TestUser, signIn } from "../../testing/users.ts";
import { startTestEnvironment, type TestEnvironment } from "../../testing/test-environment.ts";

const dead = "authentication_failed_no_session_found_ch";

let env: TestEnvironment;
let userCount = 0;
beforeAll(async () => {
  env = await startTestEnvironment();
});
afterAll(() => env.stop());
/** Each test has its own Admins: those of the previous test are removed. */
beforeEach(async () => {
  env.clock.advance(3_600_000);
  await change(
    sql`UPDATE user_staff_role SET expired_at = ${env.clock.now()} WHERE expired_at IS NULL`,
  );
});

const someone = (staffRole?: StaffRoleId) =>
  createUser(
    env,
    `user-${(userCount += 1)}@boreal.test`,
    staffRole === undefined ? {} : { staffRole },
  );
const change = (query: ReturnType<typeof sql>) =>
  env.db.withSystemRole("a test changes data directly", (tx) => tx.execute(query));
const assign = (by: TestUser, user: Pick<TestUser, "id">, roleId: StaffRoleId) =>
  by.client.call(api.staffRoles.assign, { path: { user: user.id }, body: { roleId } });
const expire = (by: TestUser, user: Pick<TestUser, "id">) =>
  by.client.call(api.staffRoles.expire, { path: { user: user.id } });
const self = (user: TestUser) => user.client.call(api.auth.self, {});
const list = async (by: TestUser, query: object = {}) =>
  (await by.client.call(api.staffRoles.list, { query })).data.data;
const activeAdmins = () =>
  env.db.withSystemRole("a test counts", (tx) =>
    tx.many<{ user_id: string }>(
      sql`SELECT user_id FROM user_staff_role WHERE staff_role_id = 'Admin' AND expired_at IS NULL`,
    ),
  );

test("a user gets a role, another one instead, and none; each change ends their sessions", async () => {
  const admin = await someone("Admin");
  const user = await someone();
  env.clock.advance(1000);
  const given = await assign(admin, user, "Support");
  expect(given.data).toMatchObject({
    id: user.id,
    email: user.email,
    name: user.name,
    role: "Support",
    assignedBy: admin.name,
    assignedAt: env.clock.now().toISOString(),
  });
  expect((await self(user)).code).toBe(dead);
  const repeated = { ...user, client: await openAgain(user) };
  expect((await self(repeated)).data.userStaffRole?.userStaffRoleId).toBe("Support");
  expect((await assign(admin, user, "BusinessAdmin")).data.role).toBe("BusinessAdmin");
  expect((await self(repeated)).code).toBe(dead);
  expect((await list(admin)).map(({ id, role }) => [id, role])).toEqual([
    [user.id, "BusinessAdmin"],
    [admin.id, "Admin"],
  ]);
  expect((await expire(admin, user)).status).toBe(204);
  expect((await list(admin)).map(({ id }) => id)).toEqual([admin.id]);
  expect((await expire(admin, user)).code).toBe("not_found");
});

/** Sessions inserted by tests have the epoch of a new account. */
async function openAgain(user: TestUser) {
  const client = await signIn(env, user.id);
  await change(
    sql`UPDATE session SET credential_version = (SELECT credential_version FROM user_account WHERE id = ${user.id}) WHERE user_id = ${user.id} AND revoked_at IS NULL`,
  );
  return client;
}

test("assigning the same role again changes nothing", async () => {
  const admin = await someone("Admin");
  const user = await someone("Support");
  expect((await assign(admin, user, "Support")).status).toBe(200);
  expect((await self(user)).status).toBe(200);
});

test("a changed role ends the user's impersonation", async () => {
  const admin = await someone("Admin");
  for (const how of [
    (user: TestUser) => expire(admin, user),
    (user: TestUser) => assign(admin, user, "BusinessAdmin"),
  ]) {
    const support = await someone("Support");
    await support.client.call(api.users.impersonate, { path: { user: (await someone()).id } });
    expect((await self(support)).data.userSession.authType).toBe("impersonate");
    await how(support);
    expect((await self(support)).code).toBe(dead);
    expect((await support.client.call(api.users.endImpersonation, {})).code).toBe(dead);
  }
});

test("only users who can sign in get a role, and nobody can change their own", async () => {
  const admin = await someone("Admin");
  for (const status of ["unverified", "frozen", "deactivated", "deleted"]) {
    const user = await someone();
    await change(sql`UPDATE user_account SET status = ${status} WHERE id = ${user.id}`);
    expect([status, (await assign(admin, user, "Support")).code]).toEqual([status, "not_found"]);
  }
  for (const id of [uuidv7(env.clock.now()), "no-id"]) {
    expect((await assign(admin, { id }, "Admin")).code).toBe("not_found");
    expect((await expire(admin, { id })).code).toBe("not_found");
  }
  const onSelf = "permission_denied_cannot_do_on_self";
  expect((await assign(admin, admin, "Support")).code).toBe(onSelf);
  expect((await expire(admin, admin)).code).toBe(onSelf);
});

test("C49: a deactivated Admin does not count: the last active one cannot be removed", async () => {
  const a = await someone("Admin");
  const b = await someone("Admin");
  await change(sql`UPDATE user_account SET status = 'deactivated' WHERE id = ${b.id}`);
  const cases: [string, (c: TestUser) => Promise<{ status: number; code: string | null }>][] = [
    ["cannot_expire_only_admin", (c: TestUser) => expire(c, a)],
    ["cannot_reassign_only_admin", (c: TestUser) => assign(c, a, "Support")],
    [
      "cannot_expire_only_admin",
      (c: TestUser) =>
        c.client.call(api.users.update, { path: { user: a.id }, body: { status: "frozen" } }),
    ],
  ];
  for (const [code, call] of cases) {
    const c = await someone("Admin");
    // Their own role expires while they wait for the lock.
    const response = await whileWaiting(
      () => call(c),
      sql`UPDATE user_staff_role SET expired_at = ${env.clock.now()} WHERE user_id = ${c.id}`,
    );
    expect([response.status, response.code]).toEqual([400, code]);
  }
  expect((await activeAdmins()).map(({ user_id: id }) => id)).toContain(a.id);
});

/** Starts a request that is authorized and then waits for a lock, changes something, and releases the lock. */
async function whileWaiting<T>(call: () => Promise<T>, meanwhile: ReturnType<typeof sql>) {
  const holder = await env.db.owner.connect();
  try {
    await holder.query("BEGIN");
    await holder.query("SELECT pg_advisory_xact_lock(hashtextextended('staff admins', 0))");
    const response = call();
    for (let waiting = 0; waiting === 0; ) {
      const { rows } = await holder.query<{ n: number }>(
        "SELECT count(*)::int AS n FROM pg_locks WHERE locktype = 'advisory' AND NOT granted",
      );
      waiting = rows[0]?.n ?? 0;
    }
    await change(meanwhile);
    await holder.query("COMMIT");
    return await response;
  } finally {
    holder.release();
  }
}

test("keeps one Admin when two Admins expire each other's role concurrently (20 runs)", async () => {
  for (let round = 0; round < 20; round += 1) {
    await change(
      sql`UPDATE user_staff_role SET expired_at = ${env.clock.now()} WHERE expired_at IS NULL`,
    );
    const [one, other] = [await someone("Admin"), await someone("Admin")];
    const responses = await Promise.all([expire(one, other), expire(other, one)]);
    expect((await activeAdmins()).length).toBe(1);
    const codes = responses.map(({ code }) => code);
    expect(codes.filter((code) => code === null).length).toBe(1);
    // The later one is rejected, or is no longer authorized.
    expect(["cannot_expire_only_admin", dead]).toContain(codes.find((code) => code !== null));
  }
});

test("a role assigned twice concurrently is one role", async () => {
  const admin = await someone("Admin");
  const user = await someone();
  const responses = await Promise.all(
    (["Support", "BusinessAdmin", "Support"] as const).map((role) => assign(admin, user, role)),
  );
  expect(responses.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect((await list(admin)).filter(({ id }) => id === user.id).length).toBe(1);
});

test("search finds staff by a literal part of name or email, and a role lists its permissions", async () => {
  const admin = await someone("Admin");
  const support = await someone("Support");
  const found = async (search: string) => (await list(admin, { search })).map(({ id }) => id);
  expect(await found(support.email.toUpperCase())).toEqual([support.id]);
  expect(await found("%")).toEqual([]);
  const { roles } = (await admin.client.call(api.staffRoles.roles, {})).data;
  const names = (id: string) =>
    roles.find((role) => role.id === id)?.permissions.map(({ name }) => name) ?? [];
  expect(roles.length).toBe(3);
  expect(names("Admin")).toContain("staff.staff_role.assign");
  expect(names("Support")).not.toContain("staff.staff_role.view");
});
