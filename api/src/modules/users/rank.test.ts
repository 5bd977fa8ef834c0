/** Which staff role may do what to which accounts: every pair of roles, every action. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { api } from "#contracts/api.ts";
import {
  mayActOn,
  type StaffAct,
  staffActs,
  type StaffPermission,
  staffAccessLevel,
} from "#contracts/permissions.ts";
import { type StaffRoleId, staffRoles } from "#contracts/roles.ts";
import { sql } from "../../core/db/db.ts";
import { createUser, type TestUser, signIn } from "../../testing/users.ts";
import { startTestEnvironment, type TestEnvironment } from "../../testing/test-environment.ts";

let env: TestEnvironment;
beforeAll(async () => {
  env = await startTestEnvironment();
  await createUser(env, "last-admin@boreal.test", { staffRole: "Admin" });
});
afterAll(() => env.stop());

let userCount = 0;
const make = (staffRole: StaffRoleId | null): Promise<TestUser> =>
  createUser(env, `rank-${(userCount += 1)}@boreal.test`, staffRole === null ? {} : { staffRole });

const permissions: Record<StaffAct, StaffPermission> = {
  edit: "staff.user.update",
  deactivate: "staff.user.update",
  restore: "staff.user.restore",
  delete: "staff.user.delete_forever",
  impersonate: "staff.user.impersonate",
};

/** Deactivating requires the full permission; Support has it for some fields only. */
function holds(role: StaffRoleId, act: StaffAct): boolean {
  const accessLevel = staffAccessLevel(role, permissions[act]);
  return act === "deactivate" ? accessLevel === "all" : accessLevel !== null;
}

async function act(actor: TestUser, target: TestUser, what: StaffAct): Promise<number> {
  const path = { user: target.id };
  if (what === "restore" || what === "delete")
    await env.db.withSystemRole("a status for a test", (tx) =>
      tx.execute(sql`UPDATE user_account SET status = 'deactivated' WHERE id = ${target.id}`),
    );
  switch (what) {
    case "edit":
      return (await actor.client.call(api.users.update, { path, body: { firstName: "Eve" } }))
        .status;
    case "deactivate":
      return (await actor.client.call(api.users.update, { path, body: { status: "deactivated" } }))
        .status;
    case "restore":
      return (await actor.client.call(api.users.restore, { path })).status;
    case "delete":
      return (
        await actor.client.call(api.users.deleteForever, { path, body: { reason: "Requested" } })
      ).status;
    case "impersonate":
      return (await actor.client.call(api.users.impersonate, { path })).status;
  }
}

const statusOf = (what: StaffAct) => (what === "delete" ? 204 : 200);

test.each(
  staffRoles.flatMap((role) => [...staffRoles, null].map((target) => [role, target] as const)),
)("%s acts on the account of %s as far as permission and rank allow", async (role, target) => {
  for (const what of staffActs) {
    const [actor, subject] = [await make(role), await make(target)];
    const isAllowed = holds(role, what) && mayActOn(role, target, what);
    expect([what, await act(actor, subject, what)]).toEqual([
      what,
      isAllowed ? statusOf(what) : 403,
    ]);
  }
});

test("only an IT Admin changes accounts of staff, and nobody can impersonate them", () => {
  for (const target of staffRoles) {
    for (const what of ["edit", "deactivate", "restore", "delete"] as const)
      expect(staffRoles.filter((role) => mayActOn(role, target, what))).toEqual(["Admin"]);
    expect(staffRoles.filter((role) => mayActOn(role, target, "impersonate"))).toEqual([]);
  }
});

test("Support can change their own name but not their own status", async () => {
  const support = await make("Support");
  expect(await act(support, support, "edit")).toBe(200);
  expect(
    await act({ ...support, client: await signIn(env, support.id) }, support, "deactivate"),
  ).toBe(403);
});
