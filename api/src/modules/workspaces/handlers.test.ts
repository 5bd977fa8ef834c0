import { afterAll, beforeAll, expect, test } from "vitest";
import { api } from "#contracts/api.ts";
import { sql } from "../../core/db/db.ts";
import { WorkspaceRoleId } from "#contracts/roles.ts";
import { checkLedgerAfterEach } from "../../testing/check-ledger.ts";
import { addTestCash, issueTestInvoice } from "../../testing/issued-invoices.ts";
import { createProject } from "../../testing/order-instances.ts";
import { createTokenClient } from "../../testing/token-clients.ts";
import { grantProject, insertInstance } from "../../testing/instances.ts";
import {
  addMember,
  createMember,
  createUser,
  createWorkspace,
  type TestUser,
} from "../../testing/users.ts";
import { startTestEnvironment, type TestEnvironment } from "../../testing/test-environment.ts";

let env: TestEnvironment;
let owner: TestUser;
beforeAll(async () => {
  env = await startTestEnvironment();
  owner = await createUser(env, "founder@example.org");
});
checkLedgerAfterEach(() => env);
afterAll(() => env.stop());

const create = (user: TestUser, handle: string, name = "A company") =>
  user.client.call(api.workspaces.create, { body: { name, handle } });
const overview = async (user: TestUser, workspace: string) =>
  (await user.client.call(api.workspaces.overview, { path: { workspace } })).data;

test("creating a workspace makes its creator the owner, sets it as default, and adds a default project", async () => {
  const response = await create(owner, "first", "  First   Company ");
  expect(response.status).toBe(201);
  expect(response.data).toMatchObject({
    handle: "first",
    name: "First Company",
    role: "owner",
    status: "active",
  });
  env.clock.advance(1000);
  await create(owner, "second");
  const self = await owner.client.call(api.auth.self, {});
  expect(
    self.data.userWorkspaceRoles.map((role) => [role.handle, role.workspaceRoleId, role.isDefault]),
  ).toEqual([
    ["first", "owner", true],
    ["second", "owner", false],
  ]);
  const projects = await owner.client.call(api.projects.list, { path: { workspace: "first" } });
  expect(projects.data.data).toMatchObject([
    { name: "Default", isDefault: true, createdBy: { id: owner.id } },
  ]);
});

test("rejects a taken, reserved or malformed handle at its field, and in the availability check", async () => {
  await create(owner, "occupied");
  const someone = await createUser(env, "someone@example.org");
  for (const [handle, code] of [
    ["occupied", "taken"],
    ["settings", "reserved"],
    ["Admin", "reserved"],
    ["No-Capitals", "format"],
    ["-dash", "format"],
    ["9lives", "format"],
    ["two--dashes", "format"],
    ["ab", "format"],
    ["a".repeat(33), "format"],
    ["trailing-", "format"],
  ] as const) {
    const response = await create(someone, handle);
    expect([response.status, response.fields]).toEqual([422, { handle: code }]);
    const availability = await someone.client.call(api.workspaces.handleAvailability, {
      path: { handle },
    });
    expect(availability.data).toEqual({ handle, available: false, reason: code });
  }
  const free = await someone.client.call(api.workspaces.handleAvailability, {
    path: { handle: "still-free" },
  });
  expect(free.data).toEqual({ handle: "still-free", available: true, reason: null });
  expect((await someone.client.call(api.workspaces.list, {})).data.meta.total).toBe(0);
});

test("C71: rejects a long hostile handle quickly", async () => {
  const started = performance.now();
  expect((await create(owner, "a-".repeat(20_000))).status).toBe(422);
  expect(performance.now() - started).toBeLessThan(200);
});

test("of several concurrent creations with one handle one succeeds", async () => {
  const users = await Promise.all(
    [1, 2, 3, 4].map((at) => createUser(env, `racer-${at}@example.org`)),
  );
  const responses = await Promise.all(users.map((user) => create(user, "contested")));
  expect(responses.map((response) => response.status).sort()).toEqual([201, 422, 422, 422]);
});

test("of several workspaces created concurrently one becomes the default", async () => {
  const user = await createUser(env, "hasty@example.org");
  await Promise.all(["hasty-a", "hasty-b", "hasty-c"].map((handle) => create(user, handle)));
  const self = await user.client.call(api.auth.self, {});
  expect(self.data.userWorkspaceRoles).toHaveLength(3);
  expect(self.data.userWorkspaceRoles.filter((role) => role.isDefault)).toHaveLength(1);
});

test("the same request sent twice creates one workspace", async () => {
  const user = await createUser(env, "repeated@example.org");
  const once = { headers: { "idempotency-key": "open-the-workspace-1" } };
  const body = { name: "Once", handle: "once-only" };
  const responses = await Promise.all(
    [1, 2].map(() => user.client.call(api.workspaces.create, { body }, once)),
  );
  expect(responses.map((response) => response.status)).toEqual([201, 201]);
  expect(responses[0]?.data.id).toBe(responses[1]?.data.id);
  const other = await user.client.call(
    api.workspaces.create,
    { body: { ...body, handle: "once-more" } },
    once,
  );
  expect(other.code).toBe("idempotency_key_reused");
});

test("lists the user's workspaces with their role, by name, page by page", async () => {
  const user = await createUser(env, "lister@example.org");
  const alpha = await createWorkspace(env, owner, "list-alpha");
  await createWorkspace(env, owner, "list-foreign");
  await addMember(env, alpha, user, "team_member");
  await create(user, "list-mine", "list-zulu");
  const all = await user.client.call(api.workspaces.list, {});
  expect(all.data.data.map((workspace) => [workspace.handle, workspace.role])).toEqual([
    ["list-alpha", "team_member"],
    ["list-mine", "owner"],
  ]);
  expect(all.data.meta).toMatchObject({ page: 1, total: 2, lastPage: 1 });
  const second = await user.client.call(api.workspaces.list, {
    query: { page: "2", perPage: "1" },
  });
  expect(second.data.data).toHaveLength(1);
  const past = await user.client.call(api.workspaces.list, { query: { page: "9" } });
  expect(past.data.data).toEqual([]);
  expect((await user.client.call(api.workspaces.list, { query: { page: "0" } })).fields).toEqual({
    page: "too_small",
  });
});

test("the list has the default workspace and the number of instances visible to the role", async () => {
  const workspace = await createWorkspace(env, owner, "counted");
  const { id: granted } = (
    await owner.client.call(api.projects.create, {
      path: { workspace: "counted" },
      body: { name: "Granted", description: "", colour: "teal" },
    })
  ).data;
  await insertInstance(env, workspace, owner, { hostname: "on-1", status: "active" });
  await insertInstance(env, workspace, owner, { hostname: "on-2", status: "rebooting" });
  await insertInstance(env, workspace, owner, { hostname: "gone", status: "terminated" });
  await insertInstance(env, workspace, owner, {
    hostname: "off",
    status: "stopped",
    projectId: granted,
  });
  const limited = await createMember(env, workspace, "limited_team_member");
  const outsider = await createUser(env, "granted-nothing@example.org");
  await addMember(env, workspace, outsider, "limited_team_member");
  const billing = await createMember(env, workspace, "billing_administrator");
  await grantProject(env, workspace, granted, limited);
  const listed = async (user: TestUser) =>
    (await user.client.call(api.workspaces.list, {})).data.data.find(
      ({ handle }) => handle === "counted",
    );

  expect(await listed(owner)).toMatchObject({
    isDefault: false,
    instances: { total: 3, running: 2, billedRateMicrosPerHour: 300_000 },
  });
  expect(await listed(limited)).toMatchObject({
    isDefault: true,
    instances: { total: 1, running: 0, billedRateMicrosPerHour: 100_000 },
  });
  expect((await listed(outsider))?.instances).toEqual({
    total: 0,
    running: 0,
    billedRateMicrosPerHour: 0,
  });
  expect((await listed(billing))?.instances).toBeNull();
});

test("the list and the home page have the balance for the roles that may see it", async () => {
  const workspace = await createWorkspace(env, owner, "balanced");
  await env.db.withSystemRole("a test", async (tx) => {
    const [workspaceId, now] = [workspace.id, env.clock.now()];
    await issueTestInvoice(tx, { workspaceId, cents: 1_234, dueAt: now }, now);
    await addTestCash(tx, { workspaceId, cents: 700 }, now);
  });
  const roles = ["administrator", "billing_administrator", "team_member", "limited_team_member"];
  const seen: Record<string, (number | undefined)[]> = {};
  for (const role of roles.map((id) => WorkspaceRoleId.parse(id))) {
    const { client } = await createMember(env, workspace, role);
    const { data: list } = await client.call(api.workspaces.list, {});
    const { data: home } = await client.call(api.workspaces.overview, {
      path: { workspace: "balanced" },
    });
    seen[role] = [list.data[0]?.balance?.cents, home.balance?.cents];
  }
  expect(seen).toEqual({
    administrator: [-534, -534],
    billing_administrator: [-534, -534],
    team_member: [undefined, undefined],
    limited_team_member: [undefined, undefined],
  });
});

test("an access token that is limited to projects does not see the balance", async () => {
  const workspace = await createWorkspace(env, owner, "walled-balance");
  const projectId = await createProject(env, workspace, owner, "Farm");
  const path = { workspace: "walled-balance" };
  const view = async (projectIds: string[] | null) => {
    const client = await createTokenClient(env, owner, workspace, {
      scopes: ["billing.view", "workspace.view"],
      projectIds,
    });
    return client.call(api.workspaces.overview, { path });
  };
  expect((await view(null)).data.balance).toEqual({ cents: 0, currency: "USD" });
  expect((await view([projectId])).data.balance).toBeNull();
  const confined = await createTokenClient(env, owner, workspace, {
    scopes: ["billing.view"],
    projectIds: [projectId],
  });
  for (const call of [api.payments.accountBalance, api.billingHistory.summary])
    expect(await confined.call(call, { path })).toMatchObject({
      status: 403,
      code: "permission_denied_missing_permission",
    });
});

test("responds alike for a workspace of other users and one that does not exist", async () => {
  const user = await createUser(env, "outsider@example.org");
  const ask = async (workspace: string) => {
    const response = await user.client.call(api.workspaces.view, { path: { workspace } });
    return [response.status, response.code];
  };
  expect(await ask("first")).toEqual([403, "permission_denied_missing_role"]);
  expect(await ask("never-was")).toEqual([403, "permission_denied_missing_role"]);
  expect(
    (await owner.client.call(api.workspaces.view, { path: { workspace: "first" } })).data,
  ).toMatchObject({ handle: "first", role: "owner" });
});

test("the home page of a workspace shows each role what it may see", async () => {
  const workspace = await createWorkspace(env, owner, "homely");
  const project = (
    await owner.client.call(api.projects.create, {
      path: { workspace: "homely" },
      body: { name: "Vision", description: "", colour: "teal" },
    })
  ).data;
  await insertInstance(env, workspace, owner, { hostname: "runs-1", status: "active" });
  await insertInstance(env, workspace, owner, {
    hostname: "granted-1",
    status: "stopped",
    projectId: project.id,
  });
  await insertInstance(env, workspace, owner, { hostname: "builds-1", status: "building" });
  await insertInstance(env, workspace, owner, { hostname: "gone-1", status: "terminated" });
  const [administrator, member, limited, billing] = [
    await createMember(env, workspace, "administrator"),
    await createMember(env, workspace, "team_member"),
    await createMember(env, workspace, "limited_team_member"),
    await createMember(env, workspace, "billing_administrator"),
  ];
  await grantProject(env, workspace, project.id, limited);

  const full = await overview(owner, "homely");
  expect(full.instances).toEqual({
    total: 3,
    byStatus: { active: 1, stopped: 1, building: 1, terminated: 1 },
    byRegion: [{ handle: "testland", name: "Testland", count: 3 }],
    billedRateMicrosPerHour: 200_000,
  });
  expect(full).toMatchObject({ projects: 1, credentials: 0, members: 5 });
  expect(full.expenditure).toEqual({
    monthToDate: { cents: 0, currency: "USD" },
    projected: { cents: 0, currency: "USD" },
    hourlyRate: 0,
    asOf: env.clock.now().toISOString(),
    periodStart: "2026-05-01T00:00:00.000Z",
    periodEnd: "2026-06-01T00:00:00.000Z",
  });
  expect(full.recent).toMatchObject([
    {
      action: "projects.create",
      actorName: owner.name,
      target: { type: "project", name: "Vision" },
    },
  ]);

  expect(await overview(administrator, "homely")).toEqual(full);
  expect(await overview(member, "homely")).toMatchObject({
    instances: full.instances,
    projects: 1,
    credentials: 0,
    expenditure: null,
    recent: [],
  });
  expect(await overview(limited, "homely")).toMatchObject({
    instances: { total: 1, byStatus: { stopped: 1 }, billedRateMicrosPerHour: 100_000 },
    projects: 1,
    credentials: null,
    members: null,
    expenditure: null,
    recent: [],
  });
  expect(await overview(billing, "homely")).toMatchObject({
    instances: null,
    projects: null,
    credentials: null,
    members: 5,
    expenditure: full.expenditure,
    recent: [],
  });
});

test("the home page has the usage of this month, rounded once per line", async () => {
  const workspace = await createWorkspace(env, owner, "spending");
  const instance = await insertInstance(env, workspace, owner, {
    hostname: "earner",
    status: "active",
  });
  const second = Math.floor(env.clock.now().getTime() / 1000);
  await env.db.withSystemRole("usage for a test", (tx) =>
    tx.execute(sql`INSERT INTO usage_interval (workspace_id, instance_id, interval_number, product_id, price_snapshot_id, rate_micros_per_hour, start_second)
      SELECT workspace_id, id, 1, product_id, price_snapshot_id, rate_micros_per_hour, ${second} FROM instance WHERE id = ${instance}`),
  );
  env.clock.advance(3 * 3_600_000);
  const consumed = await overview(owner, "spending");
  expect(consumed.expenditure?.monthToDate.cents).toBe(30);
});

test.each([
  ["Admin", { billed: false, instances: true, activities: true }],
  ["BusinessAdmin", { billed: true, instances: false, activities: false }],
  ["Support", { billed: false, instances: true, activities: true }],
] as const)(
  "a %s who impersonates the owner sees what their role allows of the home page",
  async (staffRole, seen) => {
    const handle = `seen-by-${staffRole.toLowerCase()}`;
    const customer = await createUser(env, `${handle}@example.org`);
    await createWorkspace(env, customer, handle);
    await customer.client.call(api.projects.create, {
      path: { workspace: handle },
      body: { name: "Vision", description: "", colour: "teal" },
    });
    const helper = await createUser(env, `${handle}@boreal.test`, { staffRole });
    await helper.client.call(api.users.impersonate, { path: { user: customer.id } });
    const shown = await overview(helper, handle);
    expect({
      billed: shown.expenditure !== null,
      instances: shown.instances !== null,
      activities: shown.recent.length > 0,
    }).toEqual(seen);
  },
);

test("the home page lists the last eight activities, newest first", async () => {
  await createWorkspace(env, owner, "busy");
  for (let at = 1; at <= 10; at += 1) {
    env.clock.advance(1000);
    await owner.client.call(api.projects.create, {
      path: { workspace: "busy" },
      body: { name: `Project ${at}`, description: "", colour: "sky" },
    });
  }
  const { recent } = await overview(owner, "busy");
  expect(recent.map((happening) => happening.target?.name)).toEqual(
    [10, 9, 8, 7, 6, 5, 4, 3].map((at) => `Project ${at}`),
  );
});
