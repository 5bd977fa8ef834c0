import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { api } from "#contracts/api.ts";
import { sql } from "../../core/db/db.ts";
import { runBlockedOnRow, waitForBlockedQueries } from "../../testing/race.ts";
import { insertInstance } from "../../testing/instances.ts";
import { createCredential, orderBody } from "../../testing/order-instances.ts";
import { newPublicKey } from "../../testing/ssh-keys.ts";
import {
  addMember,
  createMember,
  createUser,
  createWorkspace,
  type TestUser,
  signIn,
} from "../../testing/users.ts";
import { startTestEnvironment, type TestEnvironment } from "../../testing/test-environment.ts";

const nobody = "01890000-0000-7000-8000-000000000000";

let env: TestEnvironment;
beforeAll(async () => {
  env = await startTestEnvironment();
});
afterAll(() => env.stop());

let testCount = 0;
async function freshTeam() {
  testCount += 1;
  const owner = await createUser(env, `owner-${testCount}@team.test`);
  const workspace = await createWorkspace(env, owner, `team-${testCount}`);
  env.clock.advance(1000);
  const member = await createMember(env, workspace, "team_member");
  return { owner, workspace, member, path: { workspace: workspace.handle } };
}
type Path = { workspace: string };
const list = async (user: TestUser, path: Path, query: object = {}) =>
  (await user.client.call(api.members.list, { path, query })).data.data;
const setRole = (user: TestUser, path: Path, member: string, body: object) =>
  user.client.send("POST", `/api/v1/workspaces/${path.workspace}/users/${member}/roles`, body);
const codeOf = async (pending: Promise<Response>) => {
  const response = await pending;
  const body: unknown = await response.json();
  return typeof body === "object" && body !== null && "code" in body ? body.code : response.status;
};
const remove = (user: TestUser, path: Path, member: string) =>
  user.client.call(api.members.remove, { path: { ...path, member } });
const leave = (user: TestUser, path: Path) => user.client.call(api.members.leave, { path });
const give = (user: TestUser, path: Path, member: string, handle = path.workspace) =>
  user.client.call(api.members.reassignOwner, { path: { ...path, member }, body: { handle } });
const addProject = async (user: TestUser, path: Path, name: string) =>
  (await user.client.call(api.projects.create, { path, body: { name } })).data.id;
async function subjectsTo(email: string) {
  await env.runDueJobs();
  return env.mail
    .messages()
    .filter((mail) => mail.to.includes(email))
    .map((mail) => mail.subject);
}
const owners = (workspaceId: string) =>
  env.db.withSystemRole("a test counts owners", (tx) =>
    tx.many<{ id: string }>(
      sql`SELECT user_id AS id FROM user_workspace_role WHERE workspace_id = ${workspaceId} AND workspace_role_id = 'owner' AND expired_at IS NULL`,
    ),
  );

describe("listing members", () => {
  test("has role, granted projects and last activity, oldest member first", async () => {
    const { owner, member, path } = await freshTeam();
    const project = await addProject(owner, path, "Vision");
    await setRole(owner, path, member.id, {
      roleId: "limited_team_member",
      projectIds: [project],
    });
    const [first, second] = await list(owner, path);
    expect(first).toMatchObject({ id: owner.id, role: "owner", projects: [], avatarUrl: null });
    expect(second).toMatchObject({
      id: member.id,
      email: member.email,
      name: member.name,
      role: "limited_team_member",
      twoFactorEnabled: false,
      projects: [{ id: project, name: "Vision" }],
    });
    expect(second?.lastActiveAt).not.toBeNull();
  });

  test("searches by email, name and role, and sorts as requested", async () => {
    const { owner, member, path, workspace } = await freshTeam();
    const other = await createMember(env, workspace, "administrator", "zoe%@found.test");
    const ids = async (query: object) => (await list(owner, path, query)).map(({ id }) => id);
    expect(await ids({ search: "zoe%" })).toEqual([other.id]);
    expect(await ids({ search: "TEAM-MEMBER test" })).toEqual([member.id]);
    expect(await ids({ search: "%" })).toEqual([other.id]);
    expect(await ids({ role: "owner,administrator" })).toEqual([owner.id, other.id]);
    expect(await ids({ orderBy: "-email" })).toEqual([other.id, member.id, owner.id]);
  });

  test("T03: members of another workspace are neither listed nor addressable", async () => {
    const { owner, path } = await freshTeam();
    const other = await freshTeam();
    expect((await list(owner, path)).map(({ id }) => id)).not.toContain(other.member.id);
    for (const id of [other.member.id, other.owner.id, nobody, "no-id"]) {
      expect(await codeOf(setRole(owner, path, id, { roleId: "team_member" }))).toBe("not_found");
      expect((await remove(owner, path, id)).code).toBe("not_found");
      expect((await give(owner, path, id)).code).toBe("not_found");
    }
    expect(await list(other.owner, other.path)).toHaveLength(2);
  });
});

describe("changing a member", () => {
  test("a new role applies from the next request, is audited and sent by email", async () => {
    const { owner, member, path } = await freshTeam();
    expect((await member.client.call(api.projects.list, { path })).status).toBe(200);
    const response = await setRole(owner, path, member.id, { roleId: "billing_administrator" });
    expect(await response.json()).toMatchObject({ id: member.id, role: "billing_administrator" });
    expect((await member.client.call(api.projects.list, { path })).code).toBe(
      "permission_denied_missing_permission",
    );
    expect(await subjectsTo(member.email)).toEqual(["Your role in a workspace has changed"]);
    const entries = await owner.client.call(api.activity.ofWorkspace, {
      path,
      query: { result: "ok" },
    });
    expect(entries.data.data).toMatchObject([
      {
        action: "members.setRole",
        target: { type: "user", id: member.id, name: member.email },
        changes: [{ field: "role", from: "team_member", to: "billing_administrator" }],
      },
    ]);
  });

  test("project grants are only for limited team members, are replaced as a whole, and must exist", async () => {
    const { owner, member, path } = await freshTeam();
    const foreign = await freshTeam();
    const [one, two, elsewhere] = [
      await addProject(owner, path, "One"),
      await addProject(owner, path, "Two"),
      await addProject(foreign.owner, foreign.path, "Elsewhere"),
    ];
    const limit = (...projectIds: string[]) =>
      setRole(owner, path, member.id, { roleId: "limited_team_member", projectIds });
    const seen = async () =>
      (await member.client.call(api.projects.list, { path })).data.data.map(({ id }) => id);
    await limit(one);
    expect(await seen()).toEqual([one]);
    await limit(two);
    expect(await seen()).toEqual([two]);
    for (const wrong of [elsewhere, nobody]) {
      const rejected = await limit(one, wrong);
      expect(rejected.status).toBe(422);
      expect(await rejected.json()).toMatchObject({
        errors: { "projectIds.1": [{ code: "unknown" }] },
      });
    }
    expect(await seen()).toEqual([two]);
    await setRole(owner, path, member.id, { roleId: "team_member", projectIds: [one] });
    await limit();
    expect(await seen()).toEqual([]);
  });

  test("C47: the owner role cannot be assigned", async () => {
    const { owner, member, workspace, path } = await freshTeam();
    const administrator = await createMember(env, workspace, "administrator");
    const ownerRole = { roleId: "owner" };
    expect(await codeOf(setRole(administrator, path, member.id, ownerRole))).toBe(
      "permission_denied_missing_permission",
    );
    expect((await setRole(owner, path, member.id, ownerRole)).status).toBe(422);
    expect(await owners(workspace.id)).toEqual([{ id: owner.id }]);
  });

  test("C50, C068: an owner can neither change their own role nor leave nor remove themselves", async () => {
    const { owner, workspace, path } = await freshTeam();
    const self = "permission_denied_cannot_do_on_self";
    expect(await codeOf(setRole(owner, path, owner.id, { roleId: "team_member" }))).toBe(self);
    expect((await remove(owner, path, owner.id)).code).toBe(self);
    expect((await give(owner, path, owner.id)).code).toBe(self);
    expect((await leave(owner, path)).code).toBe("cannot_expire_only_admin");
    const deactivated = await owner.client.call(api.account.deactivate, { body: {} });
    expect(deactivated.code).toBe("cannot_expire_only_admin");
    expect(await owners(workspace.id)).toEqual([{ id: owner.id }]);
  });

  test("C53: a running request of a demoted administrator is rejected, and so is their token", async () => {
    const { owner, workspace, path } = await freshTeam();
    const administrator = await createMember(env, workspace, "administrator");
    const make = () =>
      administrator.client.call(api.tokens.create, {
        path,
        body: { name: "Kept", scopes: ["billing.view"] },
      });
    const { secret } = (await make()).data;
    const bearer = () =>
      fetch(`${env.url}/api/v1/workspaces/${path.workspace}/billing/current-expenditure`, {
        headers: { authorization: `Bearer ${secret}` },
      });
    expect((await bearer()).status).toBe(200);
    await setRole(owner, path, administrator.id, { roleId: "team_member" });
    expect((await make()).code).toBe("permission_denied_missing_permission");
    expect((await bearer()).status).toBe(403);
  });
});

describe("removing a member", () => {
  test("their objects belong to the owner, even if they return", async () => {
    const { owner, member, workspace, path } = await freshTeam();
    const project = await addProject(member, path, "Theirs");
    const key = await member.client.call(api.credentials.create, {
      path,
      body: { name: "Theirs", publicKey: newPublicKey() },
    });
    const instance = await insertInstance(env, workspace, member, { hostname: "theirs" });
    expect((await remove(owner, path, member.id)).status).toBe(204);
    expect((await member.client.call(api.workspaces.view, { path })).code).toBe(
      "permission_denied_missing_role",
    );
    expect(await subjectsTo(member.email)).toEqual(["You were removed from a workspace"]);
    await addMember(env, workspace, member, "team_member");
    const missing = "permission_denied_missing_permission";
    const named = { ...path, project, credential: key.data.id, instance: instance };
    expect((await member.client.call(api.projects.remove, { path: named })).code).toBe(missing);
    expect((await member.client.call(api.credentials.remove, { path: named })).code).toBe(missing);
    expect((await member.client.call(api.instances.terminate, { path: named })).code).toBe(missing);
    const seen = await owner.client.call(api.projects.view, { path: named });
    expect(seen.data.createdBy.id).toBe(owner.id);
  });

  test("T20: objects they add concurrently with their removal are not added, and no instance is ordered", async () => {
    for (const kind of ["project", "key", "instance"] as const) {
      const { owner, workspace, path } = await freshTeam();
      const member = await createMember(env, workspace, "administrator");
      const options = {
        workspace,
        credentialId: await createCredential(env, workspace, owner),
        hostname: ["late-1"],
      };
      const body = await orderBody(member.client, options);
      const add = async (): Promise<{ status: number; code: string | null }> => {
        if (kind === "instance") return member.client.call(api.instances.order, { path, body });
        return kind === "project"
          ? member.client.call(api.projects.create, { path, body: { name: "Late" } })
          : member.client.call(api.credentials.create, {
              path,
              body: { name: "late", publicKey: newPublicKey() },
            });
      };
      const role = sql`SELECT FROM user_workspace_role WHERE workspace_id = ${workspace.id} AND user_id = ${member.id}`;
      const [removed, late] = await runBlockedOnRow<{ status: number; code: string | null }>(
        env,
        role,
        2,
        () => [remove(owner, path, member.id), waitForBlockedQueries(env, 1).then(add)],
      );
      expect([kind, removed?.status, late?.code]).toEqual([
        kind,
        204,
        "permission_denied_missing_role",
      ]);
    }
  });

  test("a removed administrator does not get their tokens back with a new role", async () => {
    const { owner, workspace, path } = await freshTeam();
    const administrator = await createMember(env, workspace, "administrator");
    const created = await administrator.client.call(api.tokens.create, {
      path,
      body: { name: "Old", scopes: ["project.view"] },
    });
    await remove(owner, path, administrator.id);
    await addMember(env, workspace, administrator, "administrator");
    const response = await fetch(`${env.url}/api/v1/workspaces/${path.workspace}/projects`, {
      headers: { authorization: `Bearer ${created.data.secret}` },
    });
    expect(response.status).toBe(401);
  });

  test("a member whose default it was starts in their oldest other workspace", async () => {
    const { owner, member, path } = await freshTeam();
    const hosts = [await freshTeam(), await freshTeam(), await freshTeam()];
    for (const host of hosts) {
      env.clock.advance(1000);
      await addMember(env, host.workspace, member, "team_member");
    }
    const begins = async () =>
      (await member.client.call(api.auth.self, {})).data.userWorkspaceRoles
        .filter((role) => role.isDefault)
        .map((role) => role.handle);
    await remove(owner, path, member.id);
    expect(await begins()).toEqual([hosts[0]?.workspace.handle]);
    await leave(member, hosts[1]?.path ?? path);
    expect(await begins()).toEqual([hosts[0]?.workspace.handle]);
    expect((await leave(member, hosts[0]?.path ?? path)).status).toBe(204);
    expect(await begins()).toEqual([hosts[2]?.workspace.handle]);
    expect((await leave(member, hosts[0]?.path ?? path)).code).toBe(
      "permission_denied_missing_role",
    );
  });
});

describe("transferring ownership", () => {
  test("the former owner becomes an administrator, and both are notified", async () => {
    const { owner, member, workspace, path } = await freshTeam();
    expect((await give(owner, path, member.id, "other")).fields).toEqual({ handle: "mismatch" });
    const response = await give(owner, path, member.id);
    expect(response.data).toMatchObject({ id: member.id, role: "owner", projects: [] });
    expect((await list(member, path)).map(({ id, role }) => [id, role])).toEqual([
      [owner.id, "administrator"],
      [member.id, "owner"],
    ]);
    expect(await subjectsTo(member.email)).toEqual(["You're now the owner of a workspace"]);
    expect(await subjectsTo(owner.email)).toEqual(["You transferred ownership of a workspace"]);
    expect((await give(owner, path, member.id)).code).toBe("permission_denied_missing_permission");
    expect((await leave(owner, path)).status).toBe(204);
    expect(await owners(workspace.id)).toEqual([{ id: member.id }]);
  });

  test("requires a member who can sign in", async () => {
    const { owner, member, workspace, path } = await freshTeam();
    const outsider = await createUser(env, `outsider-${testCount}@team.test`);
    expect((await give(owner, path, outsider.id)).code).toBe("not_found");
    for (const status of ["frozen", "deactivated", "unverified"]) {
      await env.db.withSystemRole("a test deactivates a user", (tx) =>
        tx.execute(sql`UPDATE user_account SET status = ${status} WHERE id = ${member.id}`),
      );
      expect((await give(owner, path, member.id)).code).toBe("cannot_reassign_only_admin");
    }
    expect(await owners(workspace.id)).toEqual([{ id: owner.id }]);
  });

  test("requires recent reauthentication", async () => {
    const { owner, member, path } = await freshTeam();
    env.clock.advance(15 * 60_000 + 1);
    expect((await give(owner, path, member.id)).code).toBe("confirmation_required");
  });

  test("T20: of two concurrent transfers one succeeds; there is always exactly one owner", async () => {
    const { owner, workspace, member: first, path } = await freshTeam();
    const second = await createMember(env, workspace, "administrator");
    let holder = owner;
    let others = [first, second];
    for (let round = 0; round < 20; round += 1) {
      const responses = await runBlockedOnRow(
        env,
        sql`SELECT FROM workspace WHERE id = ${workspace.id}`,
        2,
        () => others.map((other) => give(holder, path, other.id)),
      );
      expect(responses.map(({ status }) => status).sort()).toEqual([200, 403]);
      const [now] = await owners(workspace.id);
      const everyone = [holder, ...others];
      const next = everyone.find(({ id }) => id === now?.id) ?? holder;
      expect(next).not.toBe(holder);
      holder = { ...next, client: await signIn(env, next.id) };
      others = everyone.filter(({ id }) => id !== next.id);
      expect(await owners(workspace.id)).toHaveLength(1);
    }
  });

  test("T20: a transfer concurrent with the new owner's removal or departure leaves exactly one owner", async () => {
    const { owner, workspace, path } = await freshTeam();
    for (let round = 0; round < 20; round += 1) {
      const member = await createMember(env, workspace, "team_member", `m-${round}@race.test`);
      const row = sql`SELECT FROM user_account WHERE id = ${member.id}`;
      const [given, gone] = await runBlockedOnRow<{ status: number; code: string | null }>(
        env,
        row,
        2,
        () => [
          give(owner, path, member.id),
          round % 2 === 0 ? leave(member, path) : remove(owner, path, member.id),
        ],
      );
      const outcome = [given?.code, gone?.code];
      const holders = await owners(workspace.id);
      expect(holders).toHaveLength(1);
      if (given?.status === 200) {
        expect(holders).toEqual([{ id: member.id }]);
        expect(["cannot_expire_only_admin", "permission_denied_missing_permission"]).toContain(
          gone?.code,
        );
        await give({ ...member, client: await signIn(env, member.id) }, path, owner.id);
      } else expect(outcome).toEqual(["not_found", null]);
    }
  });
});
