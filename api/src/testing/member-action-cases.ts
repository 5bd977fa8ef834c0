/** Action cases of members, invitations, SSH keys, tokens and workspaces. */
import { credentialActions } from "#contracts/actions/credentials.ts";
import { inviteActions, memberActions } from "#contracts/actions/members.ts";
import { tokenActions } from "#contracts/actions/tokens.ts";
import { workspaceActions } from "#contracts/actions/workspaces.ts";
import { api } from "#contracts/api.ts";
import { type Sql, sql } from "../core/db/db.ts";
import { uuidv7 } from "../core/lib/crypto.ts";
import { type ActionCase, actionCase, type ObjectPath, shown } from "./action-case.ts";
import { insertToken } from "./actor-records.ts";
import type { AuthorizationFixture, TestActor } from "./actors.ts";
import type { TestClient } from "./client.ts";
import { fixture as credentialFixture } from "./fixtures/credentials.ts";
import { insertInstance } from "./instances.ts";
import { createInvite } from "./invites.ts";
import type { TestEnvironment } from "./test-environment.ts";
import { createMember, createWorkspace } from "./users.ts";

export function memberActionCases(
  env: TestEnvironment,
  { workspace, actors }: AuthorizationFixture,
): ActionCase[] {
  const define = actionCase(env, workspace.handle);
  const inWorkspace = { workspace: workspace.handle };
  const unique = () => uuidv7(env.clock.now());
  const execute = (statement: Sql) =>
    env.db.withSystemRole("a state for a test", (tx) => tx.execute(statement));
  const owner = { id: actors.find(({ name }) => name === "owner")?.userId ?? "" };
  const self = (actor: TestActor) => (actor.role === null ? owner : { id: actor.userId ?? "" });
  const other = (actor: TestActor) => ({
    id: actors.find(({ role, userId }) => role !== null && userId !== actor.userId)?.userId ?? "",
  });

  const createTeamMember = async () =>
    (await createMember(env, workspace, "team_member", `m-${unique()}@matrix.test`)).id;
  const members = {
    "a team member": async () => ({ member: await createTeamMember() }),
    "their own": async (actor: TestActor) => ({ member: self(actor).id }),
    "the owner's": async () => ({ member: owner.id }),
    "a locked account": async () => {
      const member = await createTeamMember();
      await execute(sql`UPDATE user_account SET status = 'frozen' WHERE id = ${member}`);
      return { member };
    },
    missing: async () => ({ member: unique() }),
  };
  /** The member as a page of the list shows it. */
  const viewMember = async (client: TestClient, { member }: ObjectPath) => {
    for (let page = 1; page < 50; page += 1) {
      const query = { page: String(page), perPage: "100" };
      const list = shown(await client.call(api.members.list, { path: inWorkspace, query }));
      const found = list?.data.find(({ id }) => id === member);
      if (found !== undefined || list === null || page >= list.meta.lastPage) return found ?? null;
    }
    return null;
  };
  const restoreRoles = async () => {
    const isCurrent = sql`workspace_id = ${workspace.id} AND expired_at IS NULL`;
    await execute(
      sql`UPDATE user_workspace_role SET workspace_role_id = 'team_member' WHERE ${isCurrent} AND workspace_role_id = 'owner' AND user_id <> ${owner.id}`,
    );
    for (const { userId, role } of actors)
      if (role !== null && userId !== null)
        await execute(
          sql`UPDATE user_workspace_role SET workspace_role_id = ${role}, expired_at = NULL
            WHERE workspace_id = ${workspace.id} AND user_id = ${userId}`,
        );
  };

  const invite = (change: (id: string) => Sql | null) => async () => {
    const { id } = await createInvite(env, workspace, {
      by: owner.id,
      email: `invitee-${unique()}@matrix.test`,
    });
    const statement = change(id);
    if (statement !== null) await execute(statement);
    return { invite: id };
  };
  const invites = {
    pending: invite(() => null),
    expired: invite(
      (id) => sql`UPDATE invite SET expires_at = ${env.clock.now()} WHERE id = ${id}`,
    ),
    "just sent": invite(
      (id) => sql`UPDATE invite SET mailed_at = ${env.clock.now()} WHERE id = ${id}`,
    ),
    accepted: invite((id) => sql`UPDATE invite SET status = 'accepted' WHERE id = ${id}`),
    revoked: invite((id) => sql`UPDATE invite SET status = 'revoked' WHERE id = ${id}`),
    replaced: async () => {
      const email = `invitee-${unique()}@matrix.test`;
      const { id } = await createInvite(env, workspace, { by: owner.id, email });
      await execute(sql`UPDATE invite SET status = 'expired' WHERE id = ${id}`);
      await createInvite(env, workspace, { by: owner.id, email });
      return { invite: id };
    },
    missing: async () => ({ invite: unique() }),
  };
  /** The list is sorted newest first, so its first page contains the new invitation. */
  const viewInvite = async (client: TestClient, { invite: id }: ObjectPath) => {
    const query = { perPage: "100" };
    const list = shown(await client.call(api.invites.list, { path: inWorkspace, query }));
    return list?.data.find((row) => row.id === id) ?? null;
  };

  const setDefaultKey = async (credential: string) => {
    await execute(
      sql`UPDATE credential SET is_default = false WHERE workspace_id = ${workspace.id} AND is_default`,
    );
    await execute(sql`UPDATE credential SET is_default = true WHERE id = ${credential}`);
    return { credential };
  };
  const insertKey = async (by: { id: string }) => ({
    credential: await credentialFixture.insert(env, workspace, by),
  });
  const credentials = {
    own: (actor: TestActor) => insertKey(self(actor)),
    "another member's": (actor: TestActor) => insertKey(other(actor)),
    "own, the default": async (actor: TestActor) => {
      await insertKey(owner);
      return setDefaultKey((await insertKey(self(actor))).credential);
    },
    "own, the only one": async (actor: TestActor) => {
      const { credential } = await insertKey(self(actor));
      await setDefaultKey(credential);
      await execute(
        sql`DELETE FROM credential WHERE workspace_id = ${workspace.id} AND id <> ${credential}`,
      );
      return { credential };
    },
    missing: async () => ({ credential: unique() }),
  };
  const viewKey = async (client: TestClient, { credential }: ObjectPath) => {
    const query = { perPage: "100", orderBy: "-createdAt" };
    const list = shown(await client.call(api.credentials.list, { path: inWorkspace, query }));
    return list?.data.find(({ id }) => id === credential) ?? null;
  };

  const token = (change: (id: string) => Sql | null) => async (actor: TestActor) => {
    const id = await insertToken(env, workspace, other(actor));
    const statement = change(id);
    if (statement !== null) await execute(statement);
    return { token: id };
  };
  const now = () => env.clock.now();
  const tokens = {
    active: token(() => null),
    expired: token((id) => sql`UPDATE access_token SET expires_at = ${now()} WHERE id = ${id}`),
    revoked: token((id) => sql`UPDATE access_token SET revoked_at = ${now()} WHERE id = ${id}`),
    replaced: token((id) => sql`UPDATE access_token SET rotated_at = ${now()} WHERE id = ${id}`),
    missing: async () => ({ token: unique() }),
  };
  const viewToken = async (client: TestClient, { token: id = "" }: ObjectPath) =>
    shown(await client.call(api.tokens.view, { path: { workspace: workspace.handle, token: id } }));

  const createWorkspaceFor = async (actor: TestActor) =>
    createWorkspace(env, { id: actor.userId ?? owner.id }, `w${unique().slice(-12)}`);
  const workspaces = {
    "an empty one": async (actor: TestActor) => ({
      workspace: (await createWorkspaceFor(actor)).handle,
    }),
    "one with an instance": async (actor: TestActor) => {
      const created = await createWorkspaceFor(actor);
      await insertInstance(env, created, { id: actor.userId ?? owner.id }, { hostname: "one" });
      return { workspace: created.handle };
    },
    "the test actors'": async () => ({ workspace: workspace.handle }),
  };

  return [
    define("members.setRole", memberActions.setRole, {
      objects: members,
      view: viewMember,
      body: () => ({ roleId: "billing_administrator" }),
    }),
    define("members.remove", memberActions.remove, { objects: members, view: viewMember }),
    define("members.reassignOwner", memberActions.reassignOwner, {
      objects: members,
      view: viewMember,
      body: () => ({ handle: workspace.handle }),
      undo: restoreRoles,
    }),
    define("members.leave", memberActions.leave, {
      objects: { "their own": async () => ({}) },
      view: async (client) => {
        const { data } = await client.call(api.auth.self, {});
        const role = data.userWorkspaceRoles.find(({ handle }) => handle === workspace.handle);
        return role === undefined ? null : { role: role.workspaceRoleId };
      },
      undo: restoreRoles,
    }),
    define("invites.resend", inviteActions.resend, { objects: invites, view: viewInvite }),
    define("invites.link", inviteActions.link, { objects: invites, view: viewInvite }),
    define("invites.revoke", inviteActions.revoke, { objects: invites, view: viewInvite }),
    define("credentials.setDefault", credentialActions.setDefault, {
      objects: credentials,
      view: viewKey,
    }),
    define("credentials.remove", credentialActions.remove, { objects: credentials, view: viewKey }),
    define("tokens.rotate", tokenActions.rotate, {
      objects: tokens,
      view: viewToken,
      body: () => ({}),
      // A workspace has a limited number of tokens.
      undo: () =>
        execute(
          sql`UPDATE access_token SET revoked_at = ${now()} WHERE workspace_id = ${workspace.id} AND revoked_at IS NULL`,
        ),
    }),
    define("tokens.revoke", tokenActions.revoke, { objects: tokens, view: viewToken }),
    define("workspaces.makeDefault", workspaceActions.makeDefault, {
      objects: workspaces,
      view: async (client, { workspace: handle }) => {
        const query = { perPage: "100" };
        const list = shown(await client.call(api.workspaces.list, { query }));
        return list?.data.find((row) => row.handle === handle) ?? null;
      },
    }),
    define("workspaces.remove", workspaceActions.remove, {
      objects: {
        "an empty one": workspaces["an empty one"],
        "one with an instance": workspaces["one with an instance"],
      },
      view: async (client, { workspace: handle = "" }) =>
        shown(await client.call(api.workspaces.blockers, { path: { workspace: handle } })),
      body: ({ workspace: handle }) => ({ handle }),
    }),
  ];
}
