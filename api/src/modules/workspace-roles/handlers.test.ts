import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { api } from "#contracts/api.ts";
import { permissionsForRole } from "#contracts/permissions.ts";
import { sql } from "../../core/db/db.ts";
import { runBlockedOnRow } from "../../testing/race.ts";
import { createInvite } from "../../testing/invites.ts";
import { startTestEnvironment, type TestEnvironment } from "../../testing/test-environment.ts";
import { createMember, createUser, createWorkspace, type TestUser } from "../../testing/users.ts";

const nobody = "01890000-0000-7000-8000-000000000000";
const reason = "Asked for by phone";

let env: TestEnvironment;
let admin: TestUser;
let support: TestUser;
let count = 0;
beforeAll(async () => {
  env = await startTestEnvironment();
  admin = await createUser(env, "admin@boreal.test", { staffRole: "Admin" });
  support = await createUser(env, "support@boreal.test", { staffRole: "Support" });
});
afterAll(() => env.stop());
beforeEach(() => {
  env.clock.advance(1000);
});

const unique = () => (count += 1);
async function freshTeam() {
  const owner = await createUser(env, `owner-${unique()}@staffed.test`);
  const workspace = await createWorkspace(env, owner, `staffed-${count}`);
  env.clock.advance(1000);
  const member = await createMember(env, workspace, "team_member", `m-${count}@staffed.test`);
  return { owner, workspace, member, path: { workspace: workspace.handle } };
}
const newUser = () => createUser(env, `user-${unique()}@staffed.test`);

const list = async (query: object, by = support) =>
  (await by.client.call(api.workspaceRoles.list, { query })).data;
const roleIn = async (workspace: { id: string }, user: { id: string }) =>
  (await list({ workspace: workspace.id, user: user.id })).data[0];
const roleId = async (workspace: { id: string }, user: { id: string }) =>
  (await roleIn(workspace, user))?.id ?? nobody;
const add = (body: object, by = admin) =>
  by.client.send("POST", "/admin/user-workspace-roles", { roleId: "team_member", reason, ...body });
const change = (id: string, body: object, by = admin) =>
  by.client.send("PUT", "/admin/user-workspace-roles", { id, reason, ...body });
const reassign = (id: string, handle: string, by = admin) =>
  by.client.call(api.workspaceRoles.reassignOwner, { body: { id, handle, reason } });
const problem = async (pending: Promise<Response>): Promise<Record<string, unknown>> => {
  const response = await pending;
  const body: unknown = await response.json();
  return { status: response.status, ...(typeof body === "object" ? body : {}) };
};
const execute = (statement: ReturnType<typeof sql>) =>
  env.db.withSystemRole("a test changes data directly", (tx) => tx.execute(statement));
const activities = async (user: TestUser, path: { workspace: string }, action: string) =>
  (await user.client.call(api.activity.ofWorkspace, { path })).data.data.filter(
    (entry) => entry.action === action,
  );
const addProject = async (user: TestUser, path: { workspace: string }, name: string) =>
  (await user.client.call(api.projects.create, { path, body: { name } })).data.id;
async function mailsTo(email: string) {
  await env.runDueJobs();
  return env.mail.messages().filter((mail) => mail.to.includes(email));
}
const ownerCount = (workspaceId: string) =>
  env.db.withSystemRole(
    "a test counts owners",
    async (tx) =>
      (
        await tx.many(
          sql`SELECT FROM user_workspace_role WHERE workspace_id = ${workspaceId} AND workspace_role_id = 'owner' AND expired_at IS NULL`,
        )
      ).length,
  );

describe("listing", () => {
  test("shows the roles of a user or of a workspace, newest first, with user, workspace and projects", async () => {
    const { owner, workspace, member, path } = await freshTeam();
    const project = await addProject(owner, path, "Vision");
    await change(await roleId(workspace, member), {
      roleId: "limited_team_member",
      projectIds: [project],
    });
    const { data, meta } = await list({ workspace: workspace.id });
    expect(meta).toMatchObject({ total: 2, perPage: 10 });
    expect(data.map(({ user }) => user.id)).toEqual([member.id, owner.id]);
    expect(data[0]).toMatchObject({
      user: { id: member.id, email: member.email, name: member.name, status: "active" },
      workspace: { id: workspace.id, handle: workspace.handle, status: "active" },
      role: "limited_team_member",
      isDefault: true,
      projects: [{ id: project, name: "Vision" }],
    });
    expect(data[0]?.updatedAt).toBe(env.clock.now().toISOString());
    expect((await list({ workspace: workspace.id, orderBy: "createdAt" })).data[0]?.user.id).toBe(
      owner.id,
    );
    expect((await list({ user: owner.id })).data.map(({ role }) => role)).toEqual(["owner"]);
    expect((await list({ workspace: workspace.id, role: "owner" })).data).toHaveLength(1);
    expect((await list({ workspace: nobody })).data).toEqual([]);
    for (const query of ["user=no-id", "workspace=1", "role=king", "perPage=101", "orderBy=name"])
      expect(
        (await support.client.send("GET", `/admin/user-workspace-roles?${query}`)).status,
      ).toBe(422);
  });

  test("the list of roles has their permissions, and the projects of a workspace", async () => {
    const { owner, workspace, path } = await freshTeam();
    const project = await addProject(owner, path, "Alpha");
    const call = (query: object) => support.client.call(api.workspaceRoles.roles, { query });
    const { roles, projects } = (await call({ workspace: workspace.id })).data;
    expect(projects).toContainEqual({ id: project, name: "Alpha" });
    expect(roles.map(({ id }) => id)).toEqual([
      "owner",
      "administrator",
      "team_member",
      "limited_team_member",
      "billing_administrator",
    ]);
    expect(roles[0]?.permissions.map(({ name }) => name)).toEqual(permissionsForRole("owner"));
    expect((await call({})).data.projects).toEqual([]);
  });

  test("support may look and not change, business admins and customers neither", async () => {
    const { workspace, owner, member } = await freshTeam();
    const business = await createUser(env, `b-${unique()}@boreal.test`, {
      staffRole: "BusinessAdmin",
    });
    const id = await roleId(workspace, member);
    for (const user of [support, business, owner]) {
      const code =
        user === owner ? "permission_denied_missing_role" : "permission_denied_missing_permission";
      const body = { userId: (await newUser()).id, workspaceId: workspace.id };
      expect((await problem(add(body, user)))["code"]).toBe(code);
      expect((await problem(change(id, { roleId: "administrator" }, user)))["code"]).toBe(code);
      expect((await reassign(id, workspace.handle, user)).code).toBe(code);
    }
    expect((await business.client.call(api.workspaceRoles.list, { query: {} })).status).toBe(403);
  });
});

describe("adding", () => {
  test("the user has the role at once, gets an email, and the workspace sees the staff role as actor", async () => {
    const { owner, workspace, path } = await freshTeam();
    const project = await addProject(owner, path, "Vision");
    const user = await newUser();
    const response = await add({
      userId: user.id,
      workspaceId: workspace.id,
      roleId: "limited_team_member",
      projectIds: [project],
    });
    expect(response.status).toBe(201);
    expect(await response.json()).toMatchObject({
      user: { id: user.id },
      role: "limited_team_member",
      isDefault: true,
      projects: [{ id: project }],
    });
    const self = (await user.client.call(api.auth.self, {})).data;
    expect(self.userWorkspaceRoles.map(({ handle }) => handle)).toEqual([workspace.handle]);
    expect((await activities(owner, path, "workspaceRoles.add"))[0]).toMatchObject({
      action: "workspaceRoles.add",
      actor: { type: "staff", id: null, name: "IT Admin" },
      target: { type: "user", id: user.id, name: user.email },
      ip: null,
      changes: [
        { field: "role", from: null, to: "limited_team_member" },
        { field: "projects", from: null, to: "Vision" },
        { field: "reason", from: null, to: reason },
      ],
    });
    const [mail] = await mailsTo(user.email);
    expect(mail?.subject).toBe("You were added to a workspace");
    expect(mail?.text).toContain("limited team member");
  });

  test("a member, an unknown user or workspace, the owner's role and a project of another workspace are refused", async () => {
    const { owner, workspace, member } = await freshTeam();
    const other = await freshTeam();
    const foreign = await addProject(other.owner, other.path, "Foreign");
    const user = await newUser();
    const both = { userId: user.id, workspaceId: workspace.id };
    for (const userId of [member.id, owner.id])
      expect(await problem(add({ ...both, userId }))).toMatchObject({
        status: 400,
        code: "email_already_in_use",
        reason: "already_members",
      });
    const cases: [object, string][] = [
      [{ userId: nobody }, "userId"],
      [{ workspaceId: nobody }, "workspaceId"],
      [{ userId: "no-id" }, "userId"],
      [{ roleId: "owner" }, "roleId"],
      [{ roleId: "limited_team_member", projectIds: [foreign] }, "projectIds.0"],
      [{ reason: " " }, "reason"],
      [{ reason: undefined }, "reason"],
    ];
    for (const [body, field] of cases) {
      const rejected = await problem(add({ ...both, ...body }));
      expect([rejected["status"], Object.keys(rejected["errors"] ?? {})]).toEqual([422, [field]]);
    }
    expect((await list({ user: user.id })).data).toEqual([]);
  });

  test("only active users can be added, to workspaces that are neither deactivated nor suspended", async () => {
    const { workspace } = await freshTeam();
    for (const status of ["unverified", "frozen", "deactivated"]) {
      const user = await newUser();
      await execute(sql`UPDATE user_account SET status = ${status} WHERE id = ${user.id}`);
      expect(await problem(add({ userId: user.id, workspaceId: workspace.id }))).toMatchObject({
        status: 409,
        reason: "user_is_not_active",
      });
    }
    const user = await newUser();
    await execute(
      sql`UPDATE workspace SET status = 'suspended', suspended_at = ${env.clock.now()}, suspension_reason = 'staff' WHERE id = ${workspace.id}`,
    );
    expect((await problem(add({ userId: user.id, workspaceId: workspace.id })))["code"]).toBe(
      "workspace_suspended",
    );
    await execute(
      sql`UPDATE workspace SET status = 'deactivated', deactivated_at = ${env.clock.now()}, suspended_at = NULL, suspension_reason = NULL WHERE id = ${workspace.id}`,
    );
    expect(await problem(add({ userId: user.id, workspaceId: workspace.id }))).toMatchObject({
      status: 409,
      reason: "workspace_is_deactivated",
    });
  });

  test("nobody gives themselves access to a customer's workspace", async () => {
    const { workspace } = await freshTeam();
    const rejected = await problem(add({ userId: admin.id, workspaceId: workspace.id }));
    expect(rejected["code"]).toBe("permission_denied_cannot_do_on_self");
  });

  test("of two requests at once one adds the user, the other finds a member", async () => {
    const { workspace } = await freshTeam();
    const user = await newUser();
    const responses = await runBlockedOnRow(
      env,
      sql`SELECT FROM workspace WHERE id = ${workspace.id}`,
      2,
      () => [1, 2].map(() => add({ userId: user.id, workspaceId: workspace.id })),
    );
    expect(responses.map(({ status }) => status).toSorted()).toEqual([201, 400]);
    expect((await list({ user: user.id })).data).toHaveLength(1);
  });
});

describe("changing", () => {
  test("the role applies to the next request of the member's sessions, and other roles lose the projects", async () => {
    const { owner, workspace, member, path } = await freshTeam();
    const project = await addProject(owner, path, "Vision");
    const id = await roleId(workspace, member);
    await change(id, { roleId: "limited_team_member", projectIds: [project] });
    expect((await member.client.call(api.members.list, { path })).code).toBe(
      "permission_denied_missing_permission",
    );
    env.clock.advance(1000);
    const response = await change(id, { roleId: "administrator", projectIds: [project] });
    expect(await response.json()).toMatchObject({ role: "administrator", projects: [] });
    expect((await member.client.call(api.members.list, { path })).status).toBe(200);
    expect((await activities(owner, path, "workspaceRoles.change"))[0]).toMatchObject({
      action: "workspaceRoles.change",
      actor: { type: "staff", name: "IT Admin" },
      changes: [
        { field: "role", from: "limited_team_member", to: "administrator" },
        { field: "projects", from: "Vision", to: "" },
        { field: "reason", to: reason },
      ],
    });
    expect((await mailsTo(member.email)).map(({ subject }) => subject)).toContain(
      "Your role in a workspace has changed",
    );
  });

  test("the same role again changes nothing and sends nothing", async () => {
    const { workspace, member } = await freshTeam();
    const id = await roleId(workspace, member);
    expect((await change(id, { roleId: "team_member" })).status).toBe(200);
    expect(await mailsTo(member.email)).toEqual([]);
  });

  test("the owner, ended memberships, own ones and those of deactivated workspaces cannot be changed", async () => {
    const { owner, workspace, member, path } = await freshTeam();
    const ownerRole = await roleId(workspace, owner);
    const rejected = await problem(change(ownerRole, { roleId: "administrator" }));
    expect([rejected["status"], rejected["code"]]).toEqual([400, "cannot_reassign_only_admin"]);
    const id = await roleId(workspace, member);
    await member.client.call(api.members.leave, { path });
    for (const ended of [id, nobody])
      expect((await problem(change(ended, { roleId: "administrator" })))["code"]).toBe("not_found");
    await execute(sql`UPDATE user_workspace_role SET expired_at = NULL WHERE id = ${id}`);
    await execute(
      sql`UPDATE workspace SET status = 'deactivated', deactivated_at = ${env.clock.now()} WHERE id = ${workspace.id}`,
    );
    expect((await problem(change(id, { roleId: "administrator" })))["reason"]).toBe(
      "workspace_is_deactivated",
    );
    const own = await createWorkspace(env, admin, `own-${unique()}`);
    const ownRole = await roleId(own, admin);
    expect((await problem(change(ownRole, { roleId: "administrator" })))["code"]).toBe(
      "permission_denied_cannot_do_on_self",
    );
  });
});

describe("the ownership", () => {
  test("goes to a member; the former owner becomes an administrator and both get an email", async () => {
    const { owner, workspace, member, path } = await freshTeam();
    const invite = await createInvite(env, workspace, { by: owner.id, email: "late@staffed.test" });
    const response = await reassign(await roleId(workspace, member), workspace.handle);
    expect(response.data).toMatchObject({ user: { id: member.id }, role: "owner" });
    expect((await roleIn(workspace, owner))?.role).toBe("administrator");
    expect((await activities(member, path, "workspaceRoles.reassignOwner"))[0]).toMatchObject({
      action: "workspaceRoles.reassignOwner",
      actor: { type: "staff", id: null, name: "IT Admin" },
      changes: [
        { field: "role", from: "team_member", to: "owner" },
        { field: "owner", from: owner.email, to: member.email },
        { field: "reason", to: reason },
      ],
    });
    for (const { email } of [owner, member]) {
      const mail = (await mailsTo(email)).at(-1);
      expect(mail?.subject).toBe("A workspace has a new owner");
      expect(mail?.text).toContain(reason);
    }
    const { data } = (
      await member.client.call(api.invites.list, { path, query: { status: "expired" } })
    ).data;
    expect(data.map(({ id }) => id)).toEqual([invite.id]);
    // A repeated request finds the owner and changes nothing.
    const again = await reassign(await roleId(workspace, member), workspace.handle);
    expect([again.status, (await mailsTo(member.email)).length]).toEqual([200, 1]);
  });

  test("needs the handle of the workspace, and a member who can sign in and is not the caller", async () => {
    const { workspace, member } = await freshTeam();
    const id = await roleId(workspace, member);
    for (const handle of ["", "other", workspace.handle.toUpperCase()])
      expect((await reassign(id, handle)).status).toBe(422);
    await execute(sql`UPDATE user_account SET status = 'frozen' WHERE id = ${member.id}`);
    expect((await reassign(id, workspace.handle)).code).toBe("cannot_reassign_only_admin");
    expect((await reassign(nobody, workspace.handle)).code).toBe("not_found");
    expect(await ownerCount(workspace.id)).toBe(1);
  });

  test("a workspace without an owner gets one", async () => {
    const { owner, workspace, member } = await freshTeam();
    await execute(
      sql`UPDATE user_workspace_role SET expired_at = ${env.clock.now()} WHERE workspace_id = ${workspace.id} AND user_id = ${owner.id}`,
    );
    expect((await reassign(await roleId(workspace, member), workspace.handle)).status).toBe(200);
    expect(await ownerCount(workspace.id)).toBe(1);
  });

  test("of two transfers at once the later one stays; there is always exactly one owner", async () => {
    const { owner, workspace, member, path } = await freshTeam();
    const other = await createMember(env, workspace, "administrator", `o-${unique()}@staffed.test`);
    const ids = [await roleId(workspace, member), await roleId(workspace, other)];
    const responses = await runBlockedOnRow(
      env,
      sql`SELECT FROM workspace WHERE id = ${workspace.id}`,
      3,
      () => [
        ...ids.map(async (id) => (await reassign(id, workspace.handle)).status),
        owner.client
          .call(api.members.reassignOwner, {
            path: { ...path, member: member.id },
            body: { handle: workspace.handle },
          })
          .then(({ status }) => status),
      ],
    );
    for (const status of responses) expect([200, 403]).toContain(status);
    expect(await ownerCount(workspace.id)).toBe(1);
  });
});
