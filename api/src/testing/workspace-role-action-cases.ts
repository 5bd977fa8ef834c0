/** Action cases of the roles of users in workspaces, which staff change. */
import { workspaceRoleActions } from "#contracts/actions/workspace-roles.ts";
import { api } from "#contracts/api.ts";
import { userStatuses } from "#contracts/users.ts";
import { type Sql, sql } from "../core/db/db.ts";
import { uuidv7 } from "../core/lib/crypto.ts";
import { type ActionCase, actionCase, type ObjectPath, shown } from "./action-case.ts";
import type { AuthorizationFixture, TestActor } from "./actors.ts";
import type { TestClient } from "./client.ts";
import type { TestEnvironment } from "./test-environment.ts";
import { addMember, createMember, createUser, createWorkspace } from "./users.ts";

/** The role that a user has in a workspace; an id that does not exist if there is none. */
async function readRoleId(
  env: TestEnvironment,
  { inWorkspace = "", ofUser = "" }: ObjectPath,
): Promise<string> {
  const role = await env.db.withSystemRole("a test reads a role", (tx) =>
    tx.maybeOne<{ id: string }>(
      sql`SELECT id FROM user_workspace_role WHERE workspace_id = ${inWorkspace} AND user_id = ${ofUser} AND expired_at IS NULL`,
    ),
  );
  return role?.id ?? uuidv7(env.clock.now());
}

const unique = (env: TestEnvironment) => uuidv7(env.clock.now()).slice(-12);

async function createWorkspaceWithOwner(env: TestEnvironment) {
  const owner = await createUser(env, `owner-${unique(env)}@matrix.test`);
  return { owner, workspace: await createWorkspace(env, owner, `w${unique(env)}`) };
}

/** Bodies of requests that change a role, in workspaces of their own. */
export function workspaceRoleBodies(env: () => TestEnvironment) {
  const reason = "Requested";
  const createRole = async () => {
    const { workspace } = await createWorkspaceWithOwner(env());
    const member = await createMember(
      env(),
      workspace,
      "team_member",
      `m-${unique(env())}@matrix.test`,
    );
    const id = await readRoleId(env(), { inWorkspace: workspace.id, ofUser: member.id });
    return { id, handle: workspace.handle };
  };
  return {
    "workspaceRoles.add": async () => ({
      userId: (await createUser(env(), `added-${unique(env())}@matrix.test`)).id,
      workspaceId: (await createWorkspaceWithOwner(env())).workspace.id,
      roleId: "team_member",
      reason,
    }),
    "workspaceRoles.change": async () => ({
      id: (await createRole()).id,
      roleId: "administrator",
      reason,
    }),
    "workspaceRoles.reassignOwner": async () => ({ ...(await createRole()), reason }),
  };
}

export function workspaceRoleActionCases(
  env: TestEnvironment,
  { workspace: shared }: AuthorizationFixture,
): ActionCase[] {
  const define = actionCase(env, shared.handle);
  const execute = (statement: Sql) =>
    env.db.withSystemRole("a state for a test", (tx) => tx.execute(statement));
  const deactivate = (id: string) =>
    execute(
      sql`UPDATE workspace SET status = 'deactivated', deactivated_at = ${env.clock.now()} WHERE id = ${id}`,
    );
  const suspend = (id: string) =>
    execute(
      sql`UPDATE workspace SET status = 'suspended', suspended_at = ${env.clock.now()}, suspension_reason = 'staff' WHERE id = ${id}`,
    );
  const createAccount = async (status: (typeof userStatuses)[number]) => {
    const { id } = await createUser(env, `added-${unique(env)}@matrix.test`);
    await execute(sql`UPDATE user_account SET status = ${status} WHERE id = ${id}`);
    return id;
  };

  /** A role in a workspace of its own. */
  const createRole = async (
    whose: "owner" | "member",
    change: (workspaceId: string, userId: string) => Promise<unknown> = async () => undefined,
  ): Promise<ObjectPath> => {
    const { owner, workspace } = await createWorkspaceWithOwner(env);
    const email = `role-${unique(env)}@matrix.test`;
    const member = await createMember(env, workspace, "team_member", email);
    await change(workspace.id, member.id);
    const ofUser = whose === "owner" ? owner.id : member.id;
    return { handle: workspace.handle, inWorkspace: workspace.id, ofUser };
  };
  const roles = {
    member: () => createRole("member"),
    "the owner": () => createRole("owner"),
    "locked member": () =>
      createRole("member", (_, userId) =>
        execute(sql`UPDATE user_account SET status = 'frozen' WHERE id = ${userId}`),
      ),
    "in a suspended workspace": () => createRole("member", suspend),
    "in a deactivated workspace": () => createRole("member", deactivate),
    "their own": async (actor: TestActor) => {
      const { workspace } = await createWorkspaceWithOwner(env);
      const ofUser = actor.userId ?? "";
      await addMember(env, workspace, { id: ofUser }, "team_member");
      return { handle: workspace.handle, inWorkspace: workspace.id, ofUser };
    },
  };
  const viewRole = async (client: TestClient, { inWorkspace = "", ofUser = "" }: ObjectPath) => {
    const query = { workspace: inWorkspace, user: ofUser };
    return shown(await client.call(api.workspaceRoles.list, { query }))?.data[0] ?? null;
  };

  const createAddable = async (user: string, change?: (id: string) => Promise<unknown>) => {
    const { workspace } = await createWorkspaceWithOwner(env);
    await change?.(workspace.id);
    return { user, adminWorkspace: workspace.id };
  };
  const addable = {
    ...Object.fromEntries(
      userStatuses.map(
        (status) =>
          [`${status} user`, async () => createAddable(await createAccount(status))] as const,
      ),
    ),
    "to a suspended workspace": async () => createAddable(await createAccount("active"), suspend),
    "to a deactivated workspace": async () =>
      createAddable(await createAccount("active"), deactivate),
    themselves: (actor: TestActor) => createAddable(actor.userId ?? ""),
  };
  const reason = "Asked for";

  return [
    define("workspaceRoles.add", workspaceRoleActions.add, {
      objects: addable,
      view: async (client, { user = "", adminWorkspace = "" }) => {
        const account = shown(await client.call(api.users.view, { path: { user } }));
        const path = { adminWorkspace };
        const workspace = shown(await client.call(api.adminWorkspaces.view, { path }));
        return account === null || workspace === null ? null : { user: account, workspace };
      },
      body: ({ user, adminWorkspace }) => ({
        userId: user,
        workspaceId: adminWorkspace,
        roleId: "team_member",
        reason,
      }),
    }),
    define("workspaceRoles.change", workspaceRoleActions.change, {
      objects: roles,
      view: viewRole,
      body: async (path) => ({
        id: await readRoleId(env, path),
        roleId: "billing_administrator",
        reason,
      }),
    }),
    define("workspaceRoles.reassignOwner", workspaceRoleActions.reassignOwner, {
      objects: roles,
      view: viewRole,
      body: async (path) => ({
        id: await readRoleId(env, path),
        handle: path["handle"],
        reason,
      }),
    }),
  ];
}
