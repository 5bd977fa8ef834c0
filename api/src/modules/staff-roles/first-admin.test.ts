import { afterEach, expect, test } from "vitest";
import { api } from "#contracts/api.ts";
import { sql } from "../../core/db/db.ts";
import { startTestEnvironment, type TestEnvironment } from "../../testing/test-environment.ts";
import { createUser } from "../../testing/users.ts";
import { createFirstAdmin, FirstAdmin, FirstAdminRefused } from "./first-admin.ts";

const password = "three-quiet-harbours-2026";
const admin = FirstAdmin.parse({
  email: "Robin.Berg@boreal.test",
  firstName: "Robin",
  lastName: "Berg",
});
const publicUrl = new URL("https://console.boreal.test");
const hourMs = 3_600_000;

let env: TestEnvironment;
afterEach(() => env.stop());

const create = (who = admin) =>
  env.db.withSystemRole("staff belong to no tenant", (tx) =>
    createFirstAdmin({ publicUrl }, tx, env.clock.now(), who),
  );
const reset = (link: string) =>
  env.createClient().call(api.auth.reset, {
    path: { token: new URL(link).pathname.split("/").at(-1) ?? "" },
    body: { password },
  });
const execute = (statement: ReturnType<typeof sql>) =>
  env.db.withSystemRole("a test changes data directly", (tx) => tx.execute(statement));

test("the first Admin sets a password by the link, signs in, and appoints others; the command then refuses", async () => {
  env = await startTestEnvironment();
  const { email, link, isNew } = await create();
  expect([email, isNew]).toEqual(["Robin.Berg@boreal.test", true]);
  expect(link).toMatch(/^https:\/\/console\.boreal\.test\/auth\/reset\/[\w.-]+$/);
  expect((await reset(link)).status).toBe(200);
  expect((await reset(link)).code).toBe("token_action_executed");
  const client = env.createClient();
  await client.call(api.auth.login, { body: { email, password } });
  const self = (await client.call(api.auth.self, {})).data;
  expect(self.userStaffRole?.userStaffRoleId).toBe("Admin");
  await client.call(api.account.update, {
    body: {
      attribute: "terms",
      isOver18: true,
      isTosAccepted: true,
    },
  });
  const user = await createUser(env, "colleague@boreal.test");
  const given = await client.call(api.staffRoles.assign, {
    path: { user: user.id },
    body: { roleId: "Support" },
  });
  expect(given.status).toBe(200);
  const staff = (await client.call(api.staffRoles.list, { query: {} })).data.data;
  expect(staff.find((one) => one.email === email)?.assignedBy).toBeNull();
  for (const who of [admin, { ...admin, email: "other@boreal.test" }])
    await expect(create(who)).rejects.toThrow(FirstAdminRefused);
});

test("the link expires after an hour; until a password is set, the same address gets another one", async () => {
  env = await startTestEnvironment();
  const first = await create();
  env.clock.advance(hourMs);
  expect((await reset(first.link)).code).toBe("token_action_expired");
  await expect(create({ ...admin, email: "other@boreal.test" })).rejects.toThrow(
    "an Admin already",
  );
  const second = await create({ ...admin, email: "robin.berg@BOREAL.test" });
  expect(second.isNew).toBe(false);
  const third = await create();
  expect((await reset(second.link)).code).toBe("token_action_expired");
  expect((await reset(third.link)).status).toBe(200);
});

test("an Admin whose account is locked or deactivated still counts", async () => {
  env = await startTestEnvironment();
  const present = await createUser(env, "present@boreal.test", { staffRole: "Admin" });
  for (const status of ["active", "frozen", "deactivated"]) {
    await execute(sql`UPDATE user_account SET status = ${status} WHERE id = ${present.id}`);
    await expect(create()).rejects.toThrow(FirstAdminRefused);
  }
});

test("an active account becomes the Admin and is signed out; any other one is refused", async () => {
  env = await startTestEnvironment();
  const known = await createUser(env, "known@boreal.test", { staffRole: "Support" });
  const who = { ...admin, email: "known@boreal.test" };
  for (const status of ["unverified", "frozen", "deactivated"]) {
    await execute(sql`UPDATE user_account SET status = ${status} WHERE id = ${known.id}`);
    await expect(create(who)).rejects.toThrow(status);
  }
  await execute(sql`UPDATE user_account SET status = 'active' WHERE id = ${known.id}`);
  expect((await create(who)).isNew).toBe(true);
  expect((await known.client.call(api.auth.self, {})).status).toBe(401);
  const { changes } = await env.db.withSystemRole("a test reads the audit", (tx) =>
    tx.one<{ changes: unknown }>(
      sql`SELECT changes FROM audit_event WHERE action = 'staffRoles.assign' AND actor_type = 'system' AND target_id = ${known.id}`,
    ),
  );
  expect(changes).toEqual([{ field: "staffRole", from: "Support", to: "Admin" }]);
});

test("of several commands at once one creates the Admin", async () => {
  env = await startTestEnvironment();
  const results = await Promise.allSettled(
    ["a", "b", "c"].map((name) => create({ ...admin, email: `${name}@boreal.test` })),
  );
  expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
});
