/** What access tokens may and may not do. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { api } from "#contracts/api.ts";
import type { WorkspaceRoleId } from "#contracts/roles.ts";
import { issueActionToken } from "../accounts/action-tokens.ts";
import { generateAccessToken } from "../../core/http/access-token.ts";
import { sql } from "../../core/db/db.ts";
import { uuidv7 } from "../../core/lib/crypto.ts";
import { parseSessionToken } from "../../core/http/session-token.ts";
import { QueryCounter } from "../../testing/counters.ts";
import { insertInstance } from "../../testing/instances.ts";
import { createCredential, createProject, orderBody } from "../../testing/order-instances.ts";
import {
  createMember,
  createUser,
  createWorkspace,
  type TestUser,
  signIn,
  type TestWorkspace,
} from "../../testing/users.ts";
import { bearerHeader, createTokenClient, TokenClient } from "../../testing/token-clients.ts";
import { startTestEnvironment, type TestEnvironment } from "../../testing/test-environment.ts";
import { revokeTokensOfUser } from "./revoke-tokens.ts";

let env: TestEnvironment;
const queries = new QueryCounter();
let owner: TestUser;
let workspace: TestWorkspace;
let path: { workspace: string };
beforeAll(async () => {
  env = await startTestEnvironment({
    watch: { database: queries },
    trustedProxies: ["127.0.0.1"],
  });
  owner = await createUser(env, "owner@northwind.test");
});
afterAll(() => env.stop());
let count = 0;
beforeEach(async () => {
  count += 1;
  workspace = await createWorkspace(env, owner, `programs-${count}-ws`);
  path = { workspace: workspace.handle };
});

const member = (role: WorkspaceRoleId) => createMember(env, workspace, role);
const asSystem = (query: ReturnType<typeof sql>) =>
  env.db.withSystemRole("a test changes data directly", (tx) => tx.execute(query));
const setRole = ({ id }: TestUser, role: WorkspaceRoleId) =>
  asSystem(sql`UPDATE user_workspace_role SET workspace_role_id = ${role}
    WHERE user_id = ${id} AND workspace_id = ${workspace.id}`);
const notLoggedIn = [401, "authentication_failed_no_session_found_ch"];
const missingPermission = [403, "permission_denied_missing_permission"];
const outcomeOf = ({ status, code }: { status: number; code: string | null }) => [status, code];
const listProjects = (tokenClient: TokenClient, extras = {}) =>
  tokenClient.call(api.projects.list, { path }, extras);
const addProject = (tokenClient: TokenClient, name = "From a program", extras = {}) =>
  tokenClient.call(api.projects.create, { path, body: { name } }, extras);

describe("T24: an access token", () => {
  test("gets the same problem if it is unknown, mistyped, expired or revoked; a mistyped one costs no query", async () => {
    const tokenClient = await createTokenClient(env, owner, workspace, { expiresInDays: 1 });
    const revoked = await createTokenClient(env, owner, workspace);
    await owner.client.call(api.tokens.remove, { path: { ...path, token: revoked.id } });
    const unknown = new TokenClient(env.createClient(), generateAccessToken().text);
    const before = queries.texts.length;
    const mistyped = new TokenClient(env.createClient(), `${tokenClient.secret.slice(0, -1)}-`);
    const responses = [await listProjects(mistyped)];
    expect(queries.texts.length).toBe(before);
    env.clock.advance(86_400_000 - 1);
    expect((await listProjects(tokenClient)).status).toBe(200);
    env.clock.advance(1);
    for (const one of [tokenClient, revoked, unknown]) responses.push(await listProjects(one));
    for (const response of responses) {
      expect(outcomeOf(response)).toEqual(notLoggedIn);
      expect(response.json).toMatchObject({ message: "Not logged in" });
    }
  });

  test("C53: is limited to the current permissions of its creator: demoted, limited, and restored", async () => {
    const creator = await member("administrator");
    const tokenClient = await createTokenClient(env, creator, workspace, {
      scopes: ["project.create", "project.view", "billing.view"],
    });
    const bills = () => tokenClient.call(api.billing.currentExpenditure, { path });
    expect([(await addProject(tokenClient)).status, (await bills()).status]).toEqual([201, 200]);
    await setRole(creator, "team_member");
    expect(outcomeOf(await bills())).toEqual(missingPermission);
    const repeated = await creator.client.call(api.tokens.create, {
      path,
      body: { name: "x", scopes: ["project.view"] },
    });
    expect(outcomeOf(repeated)).toEqual(missingPermission);
    expect((await addProject(tokenClient, "Still")).status).toBe(201);
    await setRole(creator, "limited_team_member");
    expect(outcomeOf(await addProject(tokenClient, "No more"))).toEqual(missingPermission);
    expect((await listProjects(tokenClient)).data.data).toEqual([]);
    await setRole(creator, "administrator");
    expect((await bills()).status).toBe(200);
  });

  test("is invalid once its creator leaves or is frozen or deactivated, and stays invalid after they return", async () => {
    const leaver = await member("administrator");
    const left = await createTokenClient(env, leaver, workspace);
    await asSystem(
      sql`UPDATE user_workspace_role SET expired_at = ${env.clock.now()} WHERE user_id = ${leaver.id}`,
    );
    expect(outcomeOf(await listProjects(left))).toEqual(notLoggedIn);
    const creator = await createUser(env, "maker@northwind.test");
    const theirs = await createWorkspace(env, creator, "theirs");
    const tokenClient = await createTokenClient(env, creator, theirs);
    const works = () => tokenClient.call(api.projects.list, { path: { workspace: theirs.handle } });
    expect((await works()).status).toBe(200);
    await asSystem(sql`UPDATE user_account SET status = 'frozen' WHERE id = ${creator.id}`);
    expect(outcomeOf(await works())).toEqual(notLoggedIn);
    await asSystem(sql`UPDATE user_account SET status = 'active' WHERE id = ${creator.id}`);
    expect((await works()).status).toBe(200);
    const client = await signIn(env, creator.id);
    expect((await client.call(api.account.deactivate, { body: {} })).status).toBe(204);
    await asSystem(sql`UPDATE user_account SET status = 'active' WHERE id = ${creator.id}`);
    expect(outcomeOf(await works())).toEqual(notLoggedIn);
  });

  test.each(["frozen", "deactivated"] as const)(
    "is revoked when staff make its creator %s",
    async (status) => {
      const staff = await createUser(env, `${status}@boreal.test`, { staffRole: "Admin" });
      const creator = await member("administrator");
      const tokenClient = await createTokenClient(env, creator, workspace);
      const changed = await staff.client.call(api.users.update, {
        path: { user: creator.id },
        body: { status },
      });
      expect(changed.status).toBe(200);
      await asSystem(sql`UPDATE user_account SET status = 'active' WHERE id = ${creator.id}`);
      expect(outcomeOf(await listProjects(tokenClient))).toEqual(notLoggedIn);
    },
  );

  test("C23: is invalid once its creator is erased", async () => {
    const staff = await createUser(env, "deletes@boreal.test", { staffRole: "Admin" });
    const creator = await member("administrator");
    const tokenClient = await createTokenClient(env, creator, workspace);
    const path = { user: creator.id };
    await staff.client.call(api.users.update, { path, body: { status: "deactivated" } });
    const gone = await staff.client.call(api.users.deleteForever, {
      path,
      body: { reason: "Requested" },
    });
    expect(gone.status).toBeLessThan(300);
    expect(outcomeOf(await listProjects(tokenClient))).toEqual(notLoggedIn);
  });

  test("is revoked by the freeze link of its creator", async () => {
    const creator = await member("administrator");
    const tokenClient = await createTokenClient(env, creator, workspace);
    const token = await env.db.withSystemRole("a freeze link for a test", (tx) =>
      issueActionToken(tx, "freeze", { userId: creator.id, now: env.clock.now() }),
    );
    expect((await env.createClient().call(api.auth.freeze, { path: { token } })).status).toBe(200);
    await asSystem(sql`UPDATE user_account SET status = 'active' WHERE id = ${creator.id}`);
    expect(outcomeOf(await listProjects(tokenClient))).toEqual(notLoggedIn);
  });

  test("is revoked with its creator's membership in its workspace only", async () => {
    const other = await createWorkspace(env, owner, "another-place");
    const here = await createTokenClient(env, owner, workspace);
    const there = await createTokenClient(env, owner, other);
    await env.db.withSystemRole("a test removes a member", (tx) =>
      revokeTokensOfUser(tx, owner.id, workspace.id, env.clock.now()),
    );
    expect((await listProjects(here)).status).toBe(401);
    const response = await there.call(api.projects.list, { path: { workspace: other.handle } });
    expect(response.status).toBe(200);
  });

  test("gives access to its own workspace by id or handle, and to no other of its creator's", async () => {
    const other = await createWorkspace(env, owner, `other-${count}-ws`);
    const tokenClient = await createTokenClient(env, owner, workspace);
    expect(
      (await tokenClient.call(api.projects.list, { path: { workspace: workspace.id } })).status,
    ).toBe(200);
    const response = await tokenClient.call(api.projects.list, {
      path: { workspace: other.handle },
    });
    expect(outcomeOf(response)).toEqual([403, "permission_denied_missing_role"]);
  });

  test("of a member limited to own objects changes only those", async () => {
    const creator = await member("administrator");
    const scopes = ["project.update", "project.view"] as const;
    const tokenClient = await createTokenClient(env, creator, workspace, { scopes: [...scopes] });
    const own = await createProject(env, workspace, creator, "Own");
    const others = await createProject(env, workspace, owner, "Others");
    const rename = async (project: string) =>
      (
        await tokenClient.call(api.projects.update, {
          path: { ...path, project },
          body: { name: `N ${project}` },
        })
      ).status;
    expect(await rename(own)).toBe(403);
    await setRole(creator, "team_member");
    expect([await rename(own), await rename(others)]).toEqual([200, 403]);
  });
});

describe("C56: a token sent with cookies", () => {
  test("acts alone: the session is ignored, no CSRF header is required, and staff endpoints are rejected", async () => {
    const admin = await createUser(env, `admin-${count}@boreal.test`, { staffRole: "Admin" });
    const tokenClient = await createTokenClient(env, owner, workspace, {
      scopes: ["project.create"],
    });
    const parked = parseSessionToken(admin.client.cookies.get("sid") ?? "")?.sessionId ?? null;
    const browser = await signIn(env, owner.id);
    const acting = parseSessionToken(browser.cookies.get("sid") ?? "")?.sessionId ?? null;
    await asSystem(sql`UPDATE session SET suspended_at = ${env.clock.now()} WHERE id = ${parked}`);
    await asSystem(sql`UPDATE session SET auth_type = 'impersonate', first_factor = NULL, impersonator_id = ${admin.id}, impersonator_role = 'Admin',
      parent_session_id = ${parked} WHERE id = ${acting}`);
    const extras = { headers: bearerHeader(tokenClient.secret), withoutCsrf: true };
    const created = await browser.call(
      api.projects.create,
      { path, body: { name: "As itself" } },
      extras,
    );
    expect(created.status).toBe(201);
    const entries = await owner.client.call(api.activity.ofWorkspace, { path });
    const entry = entries.data.data.find(({ action }) => action === "projects.create");
    expect(entry).toMatchObject({
      action: "projects.create",
      actor: { type: "token", id: owner.id, name: "deploy" },
      onBehalfOf: null,
    });
    const staff = await browser.call(api.users.list, {}, extras);
    expect(outcomeOf(staff)).toEqual([403, "no_access_for_jwt"]);
    // The browser may list projects; the token may not.
    expect(outcomeOf(await browser.call(api.projects.list, { path }, extras))).toEqual(
      missingPermission,
    );
  });

  test.each([
    ["an account", api.auth.self],
    ["workspaces", api.workspaces.list],
    ["the names of regions", api.catalogue.regions],
  ] as const)("is not let into %s", async (_, call) => {
    const tokenClient = await createTokenClient(env, owner, workspace);
    expect(outcomeOf(await tokenClient.call(call, {}))).toEqual([403, "no_access_for_jwt"]);
  });

  test("cannot open the live stream", async () => {
    const tokenClient = await createTokenClient(env, owner, workspace, {
      scopes: ["workspace.view"],
    });
    expect(outcomeOf(await tokenClient.call(api.live.events, { path }))).toEqual([
      403,
      "no_access_for_jwt",
    ]);
  });
});

describe("a token of some projects", () => {
  async function confined() {
    const ours = await createProject(env, workspace, owner, "Ours");
    const others = await createProject(env, workspace, owner, "Others");
    const instance = (projectId: string | undefined, hostname: string) =>
      insertInstance(env, workspace, owner, {
        hostname,
        ...(projectId === undefined ? {} : { projectId }),
      });
    const inOurs = await instance(ours, "in-ours");
    const inOthers = await instance(others, "in-others");
    const loose = await instance(undefined, "loose");
    const tokenClient = await createTokenClient(env, owner, workspace, {
      scopes: [
        "project.view",
        "project.update",
        "project.assign",
        "instance.view",
        "workspace.view",
        "instance.logs",
      ],
      projectIds: [ours],
    });
    return { ours, others, inOurs, inOthers, loose, program: tokenClient };
  }

  test("sees only those and their instances, in lists, by id and in totals", async () => {
    const { ours, others, inOurs, inOthers, loose, program: tokenClient } = await confined();
    expect((await listProjects(tokenClient)).data.data.map(({ id }) => id)).toEqual([ours]);
    const instances = await tokenClient.call(api.instances.list, { path });
    expect([instances.data.meta.total, instances.data.data.map(({ id }) => id)]).toEqual([
      1,
      [inOurs],
    ]);
    const view = async (instance: string) =>
      (await tokenClient.call(api.instances.view, { path: { ...path, instance } })).status;
    expect([await view(inOurs), await view(inOthers), await view(loose)]).toEqual([200, 404, 404]);
    const other = await tokenClient.call(api.projects.view, { path: { ...path, project: others } });
    expect(other.status).toBe(404);
    const overview = (await tokenClient.call(api.workspaces.overview, { path })).data;
    expect(overview).toMatchObject({
      projects: 1,
      credentials: null,
      expenditure: null,
      recent: [],
    });
    expect(overview.instances?.total).toBe(1);
  });

  test("moves nothing out of its projects, and nothing of other projects into them", async () => {
    const { ours, others, inOurs, inOthers, program: tokenClient } = await confined();
    const out = await tokenClient.call(api.projects.unassign, {
      path,
      body: { instanceIds: [inOurs] },
    });
    expect(outcomeOf(out)).toEqual(missingPermission);
    const away = await tokenClient.call(api.projects.assign, {
      path: { ...path, project: others },
      body: { instanceIds: [inOurs] },
    });
    expect(away.status).toBe(404);
    const into = await tokenClient.call(api.projects.assign, {
      path: { ...path, project: ours },
      body: { instanceIds: [inOthers] },
    });
    expect(into.status).toBeGreaterThanOrEqual(400);
    const places = await env.db.withSystemRole("a test reads", (tx) =>
      tx.many<{ id: string; project_id: string }>(
        sql`SELECT id, project_id FROM instance WHERE id IN (${inOurs}, ${inOthers}) ORDER BY id`,
      ),
    );
    expect(places).toEqual(
      [
        { id: inOurs, project_id: ours },
        { id: inOthers, project_id: others },
      ].toSorted((a, b) => (a.id < b.id ? -1 : 1)),
    );
  });

  test("orders instances only into them, and a denied order is audited", async () => {
    const ours = await createProject(env, workspace, owner, "Ours");
    const others = await createProject(env, workspace, owner, "Others");
    const credentialId = await createCredential(env, workspace, owner);
    const tokenClient = await createTokenClient(env, owner, workspace, {
      scopes: ["instance.create", "instance.view"],
      projectIds: [ours],
    });
    const order = async (hostname: string, projectId: string | undefined) => {
      const options = {
        workspace,
        credentialId,
        hostname: [hostname],
        body: projectId === undefined ? {} : { projectId },
      };
      const body = await orderBody(owner.client, options);
      return tokenClient.call(api.instances.order, { path, body });
    };
    expect((await tokenClient.call(api.catalogue.offer, {})).data.products.length).toBeGreaterThan(
      0,
    );
    const placed = await order("in-ours", ours);
    expect([placed.status, placed.data.instances[0]?.project?.id]).toEqual([202, ours]);
    expect((await order("in-others", others)).status).toBe(422);
    expect(outcomeOf(await order("loose", undefined))).toEqual(missingPermission);
    const left = await owner.client.call(api.instances.list, { path });
    expect(left.data.data.map(({ hostname }) => hostname)).toEqual(["in-ours"]);
    const denied = await owner.client.call(api.activity.ofWorkspace, {
      path,
      query: { result: "denied" },
    });
    expect(denied.data.data[0]).toMatchObject({
      action: "instances.order",
      actor: { type: "token" },
    });
  });

  test("sees nothing once its projects are deleted, and of a limited creator's only the granted ones", async () => {
    const creator = await member("administrator");
    const [one, two] = [
      await createProject(env, workspace, owner, "One"),
      await createProject(env, workspace, owner, "Two"),
    ];
    const tokenClient = await createTokenClient(env, creator, workspace, {
      projectIds: [one, two],
    });
    await setRole(creator, "limited_team_member");
    expect((await listProjects(tokenClient)).data.data).toEqual([]);
    await asSystem(
      sql`INSERT INTO project_grant (workspace_id, project_id, user_id, created_at) VALUES (${workspace.id}, ${two}, ${creator.id}, ${env.clock.now()})`,
    );
    expect((await listProjects(tokenClient)).data.data.map(({ id }) => id)).toEqual([two]);
    await asSystem(sql`DELETE FROM project WHERE id IN (${one}, ${two})`);
    expect((await listProjects(tokenClient)).data.data).toEqual([]);
    await setRole(creator, "administrator");
    expect((await listProjects(tokenClient)).data.data).toEqual([]);
  });
});

test("a token limited to IP ranges works only from those", async () => {
  const from = (ip: string) => ({ headers: { "x-forwarded-for": ip } });
  const tokenClient = await createTokenClient(env, owner, workspace, {
    ipRanges: ["203.0.113.0/24", "2001:db8::/32"],
  });
  for (const ip of ["203.0.113.9", "::ffff:203.0.113.9", "2001:db8::7"])
    expect([ip, (await listProjects(tokenClient, from(ip))).status]).toEqual([ip, 200]);
  for (const ip of ["203.0.114.1", "2001:db9::1"])
    expect([ip, outcomeOf(await listProjects(tokenClient, from(ip)))]).toEqual([ip, notLoggedIn]);
});

test("a list is one round trip; a token's last use is recorded once a minute", async () => {
  const tokenClient = await createTokenClient(env, owner, workspace);
  const used = async () => {
    const { data } = await owner.client.call(api.tokens.view, {
      path: { ...path, token: tokenClient.id },
    });
    return [data.lastUsedAt, data.lastUsedIp];
  };
  expect(await used()).toEqual([null, null]);
  const first = env.clock.now().toISOString();
  await listProjects(tokenClient, { headers: { "x-forwarded-for": "203.0.113.9" } });
  expect(await used()).toEqual([first, "203.0.113.9"]);
  env.clock.advance(59_000);
  const before = queries.texts.length;
  await listProjects(tokenClient);
  const texts = queries.texts.slice(before);
  expect(texts).toHaveLength(2);
  expect(texts[0]).toContain("begin_token_request");
  expect(await used()).toEqual([first, "203.0.113.9"]);
  env.clock.advance(1_000);
  await listProjects(tokenClient);
  expect(await used()).toEqual([env.clock.now().toISOString(), "127.0.0.1"]);
});

test("a token with any scope can read its own details but not its secret; a session has none", async () => {
  const tokenClient = await createTokenClient(env, owner, workspace, {
    name: "nightly",
    scopes: ["billing.estimate"],
  });
  const response = await tokenClient.call(api.tokens.current, {});
  expect(response.data).toMatchObject({
    token: {
      id: tokenClient.id,
      name: "nightly",
      scopes: ["billing.estimate"],
      last4: tokenClient.secret.slice(-4),
      createdBy: { id: owner.id },
    },
    workspace: { id: workspace.id, handle: workspace.handle },
  });
  expect(JSON.stringify(response.json)).not.toContain(tokenClient.secret);
  expect(outcomeOf(await owner.client.call(api.tokens.current, {}))).toEqual([404, "not_found"]);
  await owner.client.call(api.tokens.remove, { path: { ...path, token: tokenClient.id } });
  expect(outcomeOf(await tokenClient.call(api.tokens.current, {}))).toEqual(notLoggedIn);
});

test("the same Idempotency-Key of a token and of its creator are two requests; of one token, one", async () => {
  const tokenClient = await createTokenClient(env, owner, workspace, {
    scopes: ["project.create"],
  });
  const key = { headers: { "idempotency-key": uuidv7(env.clock.now()) } };
  const first = await addProject(tokenClient, "Twice", key);
  const repeated = await addProject(tokenClient, "Twice", key);
  expect([first.status, repeated.status, repeated.json]).toEqual([201, 201, first.json]);
  expect(repeated.headers.get("idempotent-replayed")).toBe("true");
  const body = { name: "By hand" };
  const byHand = await owner.client.call(api.projects.create, { path, body }, key);
  expect([byHand.status, byHand.data.name]).toEqual([201, "By hand"]);
  const entry = await env.db.withSystemRole("a test reads", (tx) =>
    tx.one(sql`SELECT actor_type, actor_user_id, token_id, session_id FROM audit_event
      WHERE workspace_id = ${workspace.id} AND target_name = 'Twice'`),
  );
  expect(entry).toEqual({
    actor_type: "token",
    actor_user_id: owner.id,
    token_id: tokenClient.id,
    session_id: null,
  });
});

test("during maintenance every token is rejected, even one that staff created", async () => {
  const staff = await createUser(env, `made-by-staff-${count}@boreal.test`, {
    staffRole: "Admin",
  });
  const place = await createWorkspace(env, staff, `staff-${count}-ws`);
  const tokenClient = await createTokenClient(env, staff, place);
  await asSystem(
    sql`INSERT INTO maintenance (started_at, started_by) VALUES (${env.clock.now()}, ${staff.id})`,
  );
  await env.maintenance.refresh();
  const response = await tokenClient.call(api.projects.list, { path: { workspace: place.handle } });
  await asSystem(sql`DELETE FROM maintenance`);
  await env.maintenance.refresh();
  expect(outcomeOf(response)).toEqual([423, "maintenance"]);
});
