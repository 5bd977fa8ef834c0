/** Workspaces in the staff area. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { api } from "#contracts/api.ts";
import { sql } from "../../core/db/db.ts";
import { uuidv7 } from "../../core/lib/crypto.ts";
import { checkLedgerAfterEach } from "../../testing/check-ledger.ts";
import { createCredential, placeOrder } from "../../testing/order-instances.ts";
import { insertInstance } from "../../testing/instances.ts";
import {
  addMember,
  createMember,
  createUser,
  createWorkspace,
  type TestUser,
  reauthenticate,
} from "../../testing/users.ts";
import { startTestEnvironment, type TestEnvironment } from "../../testing/test-environment.ts";

let env: TestEnvironment;
let admin: TestUser;
let support: TestUser;
beforeAll(async () => {
  env = await startTestEnvironment();
  admin = await createUser(env, "admin@boreal.test", { staffRole: "Admin" });
  support = await createUser(env, "support@boreal.test", { staffRole: "Support" });
});
checkLedgerAfterEach(() => env);
afterAll(() => env.stop());

let userCount = 0;
async function fresh() {
  userCount += 1;
  const owner = await createUser(env, `owner-${userCount}@fresh.test`);
  const workspace = await createWorkspace(env, owner, `fresh-${userCount}-ws`);
  return { owner, workspace };
}

const list = async (query: object) =>
  (await support.client.call(api.adminWorkspaces.list, { query })).data;
const handles = async (query: object) => (await list(query)).data.map(({ handle }) => handle);
const view = (id: string, by = support) =>
  by.client.call(api.adminWorkspaces.view, { path: { adminWorkspace: id } });
const remove = (id: string, by = admin) =>
  by.client.call(api.adminWorkspaces.remove, {
    path: { adminWorkspace: id },
    body: { reason: "  The customer requested it " },
  });
const restore = (id: string, by = admin) =>
  by.client.call(api.adminWorkspaces.restore, { path: { adminWorkspace: id } });
const dayMs = 24 * 3_600_000;

test("staff find a workspace by handle, name or owner's email, and see its members", async () => {
  const { owner, workspace } = await fresh();
  const member = await createMember(env, workspace, "team_member");
  await insertInstance(env, workspace, owner, { hostname: "up" });
  await insertInstance(env, workspace, owner, { hostname: "gone", status: "terminated" });
  const row = {
    id: workspace.id,
    handle: workspace.handle,
    name: workspace.handle,
    status: "active",
    owner: { id: owner.id, email: owner.email, name: owner.name },
    memberCount: 2,
    instanceCount: 1,
    createdAt: env.clock.now().toISOString(),
    restorableUntil: null,
  };
  for (const search of [workspace.handle, "FRESH-1-", "Owner-1@fresh"])
    expect((await list({ search })).data).toEqual([row]);
  expect(await handles({ search: "%" })).toEqual([]);
  expect((await view(workspace.id)).data).toEqual({
    ...row,
    projectCount: 0,
    suspension: null,
    members: [
      { id: owner.id, email: owner.email, name: owner.name, role: "owner" },
      { id: member.id, email: member.email, name: member.name, role: "team_member" },
    ],
  });
  expect((await view(uuidv7(env.clock.now()))).code).toBe("not_found");
  expect((await view("nothing")).code).toBe("not_found");
});

test("sorts newest first or by handle, filters by one or several statuses, and pages", async () => {
  env.clock.advance(1000);
  const { workspace: one } = await fresh();
  env.clock.advance(1000);
  const { workspace: two } = await fresh();
  const both = [two.handle, one.handle];
  expect((await handles({})).slice(0, 2)).toEqual(both);
  expect(await handles({ orderBy: "handle", search: "fresh-" })).toEqual(
    (await handles({ search: "fresh-" })).toSorted(),
  );
  await remove(one.id);
  expect(await handles({ status: "deactivated" })).toEqual([one.handle]);
  expect(await handles({ status: "suspended,deactivated" })).toEqual([one.handle]);
  const { byStatus, total } = (await support.client.call(api.adminWorkspaces.count, {})).data;
  expect(byStatus).toEqual({ active: total - 1, suspended: 0, deactivated: 1 });
  const first = await list({ perPage: "1" });
  const next = await list({ perPage: "1", page: "2", after: first.meta.next ?? "" });
  expect([first, next].map(({ data }) => data[0]?.handle)).toEqual(both);
  await restore(one.id);
});

test("a workspace with running instances cannot be deactivated; the problem has their number", async () => {
  const { owner, workspace } = await fresh();
  for (const hostname of ["one", "two"]) await insertInstance(env, workspace, owner, { hostname });
  const rejected = await remove(workspace.id);
  expect([rejected.status, rejected.code]).toEqual([409, "action_not_possible"]);
  expect(rejected.json).toMatchObject({
    message: "The workspace still contains 2 instances",
    reason: "workspace_not_empty",
    params: { instances: 2 },
  });
  expect((await view(workspace.id)).data.status).toBe("active");
});

test("a deactivated workspace rejects everyone immediately, and its members read the reason after it is restored", async () => {
  const { owner, workspace } = await fresh();
  const path = { workspace: workspace.handle };
  const response = await remove(workspace.id);
  expect(response.data).toMatchObject({
    status: "deactivated",
    restorableUntil: new Date(env.clock.now().getTime() + 30 * dayMs).toISOString(),
  });
  const shut = await owner.client.call(api.workspaces.view, { path });
  expect([shut.status, shut.code]).toEqual([403, "permission_denied_missing_role"]);
  expect((await owner.client.call(api.workspaces.list, {})).data.data).toEqual([]);
  expect((await remove(workspace.id)).code).toBe("action_not_possible");
  env.clock.advance(1000);
  expect((await restore(workspace.id)).data).toMatchObject({
    status: "active",
    restorableUntil: null,
  });
  const { data } = (await owner.client.call(api.activity.ofWorkspace, { path })).data;
  expect(data.map(({ action, changes }) => [action, changes])).toEqual([
    ["adminWorkspaces.restore", [{ field: "status", from: "deactivated", to: "active" }]],
    [
      "adminWorkspaces.remove",
      [
        { field: "status", from: "active", to: "deactivated" },
        { field: "reason", from: null, to: "The customer requested it" },
      ],
    ],
  ]);
  expect(data[0]).toMatchObject({
    actor: { type: "staff", id: null, name: "IT Admin" },
    target: { type: "workspace", id: workspace.id },
  });
});

test("can be restored within thirty days, and only while it is deactivated", async () => {
  const { workspace } = await fresh();
  expect((await restore(workspace.id)).code).toBe("action_not_possible");
  await remove(workspace.id);
  env.clock.advance(30 * dayMs);
  await reauthenticate(env, admin);
  expect((await restore(workspace.id)).status).toBe(200);
  await env.db.withSystemRole("a test keeps the users signed in", (tx) =>
    tx.execute(sql`UPDATE session SET reauthenticated_at = ${env.clock.now()}`),
  );
  expect((await remove(workspace.id)).status).toBe(200);
  env.clock.advance(30 * dayMs + 1);
  await reauthenticate(env, admin);
  const rejected = await restore(workspace.id);
  expect([rejected.status, rejected.code]).toEqual([409, "action_not_possible"]);
  await env.db.withSystemRole("a test keeps the users signed in", (tx) =>
    tx.execute(sql`UPDATE session SET reauthenticated_at = ${env.clock.now()}`),
  );
});

test("C068: a workspace whose owner was erased cannot be restored, because it would have no owner", async () => {
  const { owner, workspace } = await fresh();
  await createMember(env, workspace, "administrator");
  await remove(workspace.id);
  const path = { user: owner.id };
  await admin.client.call(api.users.update, { path, body: { status: "deactivated" } });
  const erased = await admin.client.call(api.users.deleteForever, {
    path,
    body: { reason: "Requested" },
  });
  expect(erased.status).toBeLessThan(300);
  const rejected = await restore(workspace.id);
  expect([rejected.status, rejected.code]).toEqual([409, "action_not_possible"]);
});

test("deactivation requires a reason, recent reauthentication and an IT admin", async () => {
  const { owner, workspace } = await fresh();
  const path = { adminWorkspace: workspace.id };
  const blank = await admin.client.call(api.adminWorkspaces.remove, {
    path,
    body: { reason: " " },
  });
  expect(Object.keys(blank.fields)).toEqual(["reason"]);
  expect((await remove(workspace.id, support)).code).toBe("permission_denied_missing_permission");
  expect((await restore(workspace.id, support)).code).toBe("permission_denied_missing_permission");
  expect((await remove(workspace.id, owner)).code).toBe("permission_denied_missing_role");
  const stale = await createUser(env, "stale@boreal.test", { staffRole: "Admin" });
  await env.db.withSystemRole("a reauthentication of long ago", (tx) =>
    tx.execute(sql`UPDATE session SET reauthenticated_at = NULL WHERE user_id = ${stale.id}`),
  );
  expect((await remove(workspace.id, stale)).code).toBe("confirmation_required");
});

test("members whose default workspace is deactivated start in their oldest other one, and in it again after it is restored", async () => {
  const { owner, workspace } = await fresh();
  const outsider = await createUser(env, "guest@fresh.test");
  await addMember(env, workspace, outsider, "team_member");
  const elsewhere = [];
  for (const n of [1, 2]) {
    env.clock.advance(1000);
    elsewhere.push((await createWorkspace(env, outsider, `elsewhere-${n}-ws`)).handle);
  }
  const beginsIn = (user: TestUser) =>
    env.db.withSystemRole("a test reads", async (tx) =>
      (
        await tx.many<{ handle: string }>(
          sql`SELECT w.handle FROM user_workspace_role r JOIN workspace w ON w.id = r.workspace_id WHERE r.user_id = ${user.id} AND r.is_default`,
        )
      ).map(({ handle }) => handle),
    );
  await remove(workspace.id);
  expect([await beginsIn(outsider), await beginsIn(owner)]).toEqual([[elsewhere[0]], []]);
  await restore(workspace.id);
  expect([await beginsIn(outsider), await beginsIn(owner)]).toEqual([
    [elsewhere[0]],
    [workspace.handle],
  ]);
});

test("T20: of a concurrent order and deactivation one succeeds, so no instance is unreachable", async () => {
  for (let round = 0; round < 5; round += 1) {
    const { owner, workspace } = await fresh();
    const credentialId = await createCredential(env, workspace, owner);
    const [ordered, removed] = await Promise.all([
      placeOrder(owner.client, { workspace, credentialId, hostname: ["racer"] }),
      remove(workspace.id),
    ]);
    expect([
      [201, 409],
      [202, 409],
      [403, 200],
    ]).toContainEqual([ordered.status, removed.status]);
  }
});
