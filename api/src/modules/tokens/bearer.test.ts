/** What a program is let do with an access token, and what it is not. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { api } from "#contracts/api.ts";
import type { WorkspaceRoleId } from "#contracts/roles.ts";
import { issueActionToken } from "../auth/accounts/action-tokens.ts";
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

let world: TestEnvironment;
const asked = new QueryCounter();
let owner: TestUser;
let workspace: TestWorkspace;
let path: { workspace: string };
beforeAll(async () => {
  world = await startTestEnvironment({ watch: { database: asked }, trustedProxies: ["127.0.0.1"] });
  owner = await createUser(world, "owner@northwind.test");
});
afterAll(() => world.stop());
let count = 0;
beforeEach(async () => {
  count += 1;
  workspace = await createWorkspace(world, owner, `programs-${count}-ws`);
  path = { workspace: workspace.handle };
});

const member = (role: WorkspaceRoleId) => createMember(world, workspace, role);
const asSystem = (query: ReturnType<typeof sql>) =>
  world.db.withSystemRole("a test changes something", (tx) => tx.execute(query));
const setRole = ({ id }: TestUser, role: WorkspaceRoleId) =>
  asSystem(sql`UPDATE user_workspace_role SET workspace_role_id = ${role}
    WHERE user_id = ${id} AND workspace_id = ${workspace.id}`);
const notLoggedIn = [401, "authentication_failed_no_session_found_ch"];
const missingPermission = [403, "permission_denied_missing_permission"];
const told = ({ status, code }: { status: number; code: string | null }) => [status, code];
const listProjects = (program: TokenClient, extras = {}) =>
  program.call(api.projects.list, { path }, extras);
const addProject = (program: TokenClient, name = "From a program", extras = {}) =>
  program.call(api.projects.create, { path, body: { name } }, extras);

describe("T24: a token", () => {
  test("that is unknown, mistyped, expired or revoked hears the same, and a mistyped one costs no question", async () => {
    const program = await createTokenClient(world, owner, workspace, { expiresInDays: 1 });
    const revoked = await createTokenClient(world, owner, workspace);
    await owner.client.call(api.tokens.remove, { path: { ...path, token: revoked.id } });
    const unknown = new TokenClient(world.createClient(), generateAccessToken().text);
    const before = asked.texts.length;
    const mistyped = new TokenClient(world.createClient(), `${program.secret.slice(0, -1)}-`);
    const responses = [await listProjects(mistyped)];
    expect(asked.texts.length).toBe(before);
    world.clock.advance(86_400_000 - 1);
    expect((await listProjects(program)).status).toBe(200);
    world.clock.advance(1);
    for (const one of [program, revoked, unknown]) responses.push(await listProjects(one));
    for (const response of responses) {
      expect(told(response)).toEqual(notLoggedIn);
      expect(response.json).toMatchObject({ message: "Not logged in" });
    }
  });

  test("C53: reaches no further than its maker does now: demoted, limited, and back", async () => {
    const creator = await member("administrator");
    const program = await createTokenClient(world, creator, workspace, {
      scopes: ["project.create", "project.view", "billing.view"],
    });
    const bills = () => program.call(api.billing.currentExpenditure, { path });
    expect([(await addProject(program)).status, (await bills()).status]).toEqual([201, 200]);
    await setRole(creator, "team_member");
    expect(told(await bills())).toEqual(missingPermission);
    const again = await creator.client.call(api.tokens.create, {
      path,
      body: { name: "x", scopes: ["project.view"] },
    });
    expect(told(again)).toEqual(missingPermission);
    expect((await addProject(program, "Still")).status).toBe(201);
    await setRole(creator, "limited_team_member");
    expect(told(await addProject(program, "No more"))).toEqual(missingPermission);
    expect((await listProjects(program)).data.data).toEqual([]);
    await setRole(creator, "administrator");
    expect((await bills()).status).toBe(200);
  });

  test("is nobody's once its maker has left, is frozen or deactivated, and stays so when they return", async () => {
    const leaver = await member("administrator");
    const left = await createTokenClient(world, leaver, workspace);
    await asSystem(
      sql`UPDATE user_workspace_role SET expired_at = ${world.clock.now()} WHERE user_id = ${leaver.id}`,
    );
    expect(told(await listProjects(left))).toEqual(notLoggedIn);
    const creator = await createUser(world, "maker@northwind.test");
    const theirs = await createWorkspace(world, creator, "theirs");
    const program = await createTokenClient(world, creator, theirs);
    const works = () => program.call(api.projects.list, { path: { workspace: theirs.handle } });
    expect((await works()).status).toBe(200);
    await asSystem(sql`UPDATE user_account SET status = 'frozen' WHERE id = ${creator.id}`);
    expect(told(await works())).toEqual(notLoggedIn);
    await asSystem(sql`UPDATE user_account SET status = 'active' WHERE id = ${creator.id}`);
    expect((await works()).status).toBe(200);
    const client = await signIn(world, creator.id);
    expect((await client.call(api.account.deactivate, { body: {} })).status).toBe(204);
    await asSystem(sql`UPDATE user_account SET status = 'active' WHERE id = ${creator.id}`);
    expect(told(await works())).toEqual(notLoggedIn);
  });

  test.each(["frozen", "deactivated"] as const)(
    "ends when staff make its maker %s",
    async (status) => {
      const staff = await createUser(world, `${status}@boreal.test`, { staffRole: "Admin" });
      const creator = await member("administrator");
      const program = await createTokenClient(world, creator, workspace);
      const changed = await staff.client.call(api.users.update, {
        path: { user: creator.id },
        body: { status },
      });
      expect(changed.status).toBe(200);
      await asSystem(sql`UPDATE user_account SET status = 'active' WHERE id = ${creator.id}`);
      expect(told(await listProjects(program))).toEqual(notLoggedIn);
    },
  );

  test("C23: is nobody's once its maker was deleted for good", async () => {
    const staff = await createUser(world, "deletes@boreal.test", { staffRole: "Admin" });
    const creator = await member("administrator");
    const program = await createTokenClient(world, creator, workspace);
    const path = { user: creator.id };
    await staff.client.call(api.users.update, { path, body: { status: "deactivated" } });
    const gone = await staff.client.call(api.users.deleteForever, {
      path,
      body: { reason: "Asked for" },
    });
    expect(gone.status).toBeLessThan(300);
    expect(told(await listProjects(program))).toEqual(notLoggedIn);
  });

  test("ends with the letter that locks its maker's account", async () => {
    const creator = await member("administrator");
    const program = await createTokenClient(world, creator, workspace);
    const token = await world.db.withSystemRole("a letter for a test", (tx) =>
      issueActionToken(tx, "freeze", { userId: creator.id, now: world.clock.now() }),
    );
    expect((await world.createClient().call(api.auth.freeze, { path: { token } })).status).toBe(
      200,
    );
    await asSystem(sql`UPDATE user_account SET status = 'active' WHERE id = ${creator.id}`);
    expect(told(await listProjects(program))).toEqual(notLoggedIn);
  });

  test("ends with a membership in that workspace alone", async () => {
    const other = await createWorkspace(world, owner, "another-place");
    const here = await createTokenClient(world, owner, workspace);
    const there = await createTokenClient(world, owner, other);
    await world.db.withSystemRole("somebody leaves", (tx) =>
      revokeTokensOfUser(tx, owner.id, workspace.id, world.clock.now()),
    );
    expect((await listProjects(here)).status).toBe(401);
    const response = await there.call(api.projects.list, { path: { workspace: other.handle } });
    expect(response.status).toBe(200);
  });

  test("opens its own workspace, by id or handle, and no other of its maker's", async () => {
    const other = await createWorkspace(world, owner, `other-${count}-ws`);
    const program = await createTokenClient(world, owner, workspace);
    expect(
      (await program.call(api.projects.list, { path: { workspace: workspace.id } })).status,
    ).toBe(200);
    const response = await program.call(api.projects.list, { path: { workspace: other.handle } });
    expect(told(response)).toEqual([403, "permission_denied_missing_role"]);
  });

  test("of somebody with only own things changes only those", async () => {
    const creator = await member("administrator");
    const scopes = ["project.update", "project.view"] as const;
    const program = await createTokenClient(world, creator, workspace, { scopes: [...scopes] });
    const own = await createProject(world, workspace, creator, "Own");
    const others = await createProject(world, workspace, owner, "Others");
    const rename = async (project: string) =>
      (
        await program.call(api.projects.update, {
          path: { ...path, project },
          body: { name: `N ${project}` },
        })
      ).status;
    expect(await rename(own)).toBe(403);
    await setRole(creator, "team_member");
    expect([await rename(own), await rename(others)]).toEqual([200, 403]);
  });
});

describe("C56: a token beside cookies", () => {
  test("acts alone: no session of the browser counts, no CSRF header is asked, the staff area stays shut", async () => {
    const admin = await createUser(world, `admin-${count}@boreal.test`, { staffRole: "Admin" });
    const program = await createTokenClient(world, owner, workspace, {
      scopes: ["project.create"],
    });
    const parked = parseSessionToken(admin.client.cookies.get("sid") ?? "")?.sessionId ?? null;
    const browser = await signIn(world, owner.id);
    const acting = parseSessionToken(browser.cookies.get("sid") ?? "")?.sessionId ?? null;
    await asSystem(sql`UPDATE session SET parked_at = ${world.clock.now()} WHERE id = ${parked}`);
    await asSystem(sql`UPDATE session SET auth_type = 'impersonate', first_factor = NULL, admin_id = ${admin.id}, admin_role = 'Admin',
      parent_session_id = ${parked} WHERE id = ${acting}`);
    const extras = { headers: bearerHeader(program.secret), withoutCsrf: true };
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
    expect(told(staff)).toEqual([403, "no_access_for_jwt"]);
    // The browser may list projects; the token may not.
    expect(told(await browser.call(api.projects.list, { path }, extras))).toEqual(
      missingPermission,
    );
  });

  test.each([
    ["an account", api.auth.self],
    ["workspaces", api.workspaces.list],
    ["the names of regions", api.catalogue.regions],
  ] as const)("is not let into %s", async (_, call) => {
    const program = await createTokenClient(world, owner, workspace);
    expect(told(await program.call(call, {}))).toEqual([403, "no_access_for_jwt"]);
  });

  test("hears no stream", async () => {
    const program = await createTokenClient(world, owner, workspace, {
      scopes: ["workspace.view"],
    });
    expect(told(await program.call(api.live.events, { path }))).toEqual([403, "no_access_for_jwt"]);
  });
});

describe("a token of some projects", () => {
  async function confined() {
    const ours = await createProject(world, workspace, owner, "Ours");
    const others = await createProject(world, workspace, owner, "Others");
    const instance = (projectId: string | undefined, hostname: string) =>
      insertInstance(world, workspace, owner, {
        hostname,
        ...(projectId === undefined ? {} : { projectId }),
      });
    const inOurs = await instance(ours, "in-ours");
    const inOthers = await instance(others, "in-others");
    const loose = await instance(undefined, "loose");
    const program = await createTokenClient(world, owner, workspace, {
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
    return { ours, others, inOurs, inOthers, loose, program };
  }

  test("sees those and their machines, in lists, by id and in figures", async () => {
    const { ours, others, inOurs, inOthers, loose, program } = await confined();
    expect((await listProjects(program)).data.data.map(({ id }) => id)).toEqual([ours]);
    const instances = await program.call(api.instances.list, { path });
    expect([instances.data.meta.total, instances.data.data.map(({ id }) => id)]).toEqual([
      1,
      [inOurs],
    ]);
    const view = async (instance: string) =>
      (await program.call(api.instances.view, { path: { ...path, instance } })).status;
    expect([await view(inOurs), await view(inOthers), await view(loose)]).toEqual([200, 404, 404]);
    const other = await program.call(api.projects.view, { path: { ...path, project: others } });
    expect(other.status).toBe(404);
    const overview = (await program.call(api.workspaces.overview, { path })).data;
    expect(overview).toMatchObject({
      projects: 1,
      credentials: null,
      expenditure: null,
      recent: [],
    });
    expect(overview.instances?.total).toBe(1);
  });

  test("moves nothing out of its sight, and nothing it does not see into it", async () => {
    const { ours, others, inOurs, inOthers, program } = await confined();
    const out = await program.call(api.projects.unassign, {
      path,
      body: { instanceIds: [inOurs] },
    });
    expect(told(out)).toEqual(missingPermission);
    const away = await program.call(api.projects.assign, {
      path: { ...path, project: others },
      body: { instanceIds: [inOurs] },
    });
    expect(away.status).toBe(404);
    const into = await program.call(api.projects.assign, {
      path: { ...path, project: ours },
      body: { instanceIds: [inOthers] },
    });
    expect(into.status).toBeGreaterThanOrEqual(400);
    const places = await world.db.withSystemRole("a test looks", (tx) =>
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

  test("orders machines into them alone, and a refused order is on record", async () => {
    const ours = await createProject(world, workspace, owner, "Ours");
    const others = await createProject(world, workspace, owner, "Others");
    const credentialId = await createCredential(world, workspace, owner);
    const program = await createTokenClient(world, owner, workspace, {
      scopes: ["instance.create", "instance.view"],
      projectIds: [ours],
    });
    const order = async (hostname: string, projectId: string | undefined) => {
      const wish = {
        workspace,
        credentialId,
        hostname: [hostname],
        body: projectId === undefined ? {} : { projectId },
      };
      const body = await orderBody(owner.client, wish);
      return program.call(api.instances.order, { path, body });
    };
    expect((await program.call(api.catalogue.offer, {})).data.products.length).toBeGreaterThan(0);
    const placed = await order("in-ours", ours);
    expect([placed.status, placed.data.instances[0]?.project?.id]).toEqual([202, ours]);
    expect((await order("in-others", others)).status).toBe(422);
    expect(told(await order("loose", undefined))).toEqual(missingPermission);
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

  test("sees nothing once its projects are gone, and of a limited maker's only the granted ones", async () => {
    const creator = await member("administrator");
    const [one, two] = [
      await createProject(world, workspace, owner, "One"),
      await createProject(world, workspace, owner, "Two"),
    ];
    const program = await createTokenClient(world, creator, workspace, { projectIds: [one, two] });
    await setRole(creator, "limited_team_member");
    expect((await listProjects(program)).data.data).toEqual([]);
    await asSystem(
      sql`INSERT INTO project_grant (workspace_id, project_id, user_id, created_at) VALUES (${workspace.id}, ${two}, ${creator.id}, ${world.clock.now()})`,
    );
    expect((await listProjects(program)).data.data.map(({ id }) => id)).toEqual([two]);
    await asSystem(sql`DELETE FROM project WHERE id IN (${one}, ${two})`);
    expect((await listProjects(program)).data.data).toEqual([]);
    await setRole(creator, "administrator");
    expect((await listProjects(program)).data.data).toEqual([]);
  });
});

test("a token of some addresses works from there, and from elsewhere is nobody's", async () => {
  const from = (ip: string) => ({ headers: { "x-forwarded-for": ip } });
  const program = await createTokenClient(world, owner, workspace, {
    ipRanges: ["203.0.113.0/24", "2001:db8::/32"],
  });
  for (const ip of ["203.0.113.9", "::ffff:203.0.113.9", "2001:db8::7"])
    expect([ip, (await listProjects(program, from(ip))).status]).toEqual([ip, 200]);
  for (const ip of ["203.0.114.1", "2001:db9::1"])
    expect([ip, told(await listProjects(program, from(ip)))]).toEqual([ip, notLoggedIn]);
});

test("a list is one round trip; when and from where a token was used is written down once a minute", async () => {
  const program = await createTokenClient(world, owner, workspace);
  const used = async () => {
    const { data } = await owner.client.call(api.tokens.view, {
      path: { ...path, token: program.id },
    });
    return [data.lastUsedAt, data.lastUsedIp];
  };
  expect(await used()).toEqual([null, null]);
  const first = world.clock.now().toISOString();
  await listProjects(program, { headers: { "x-forwarded-for": "203.0.113.9" } });
  expect(await used()).toEqual([first, "203.0.113.9"]);
  world.clock.advance(59_000);
  const before = asked.texts.length;
  await listProjects(program);
  const texts = asked.texts.slice(before);
  expect(texts).toHaveLength(2);
  expect(texts[0]).toContain("open_token_request");
  expect(await used()).toEqual([first, "203.0.113.9"]);
  world.clock.advance(1_000);
  await listProjects(program);
  expect(await used()).toEqual([world.clock.now().toISOString(), "127.0.0.1"]);
});

test("a program learns whose token it has, with any scope, and nothing of the secret; a session has none", async () => {
  const program = await createTokenClient(world, owner, workspace, {
    name: "nightly",
    scopes: ["billing.estimate"],
  });
  const response = await program.call(api.tokens.current, {});
  expect(response.data).toMatchObject({
    token: {
      id: program.id,
      name: "nightly",
      scopes: ["billing.estimate"],
      last4: program.secret.slice(-4),
      createdBy: { id: owner.id },
    },
    workspace: { id: workspace.id, handle: workspace.handle },
  });
  expect(JSON.stringify(response.json)).not.toContain(program.secret);
  expect(told(await owner.client.call(api.tokens.current, {}))).toEqual([404, "not_found"]);
  await owner.client.call(api.tokens.remove, { path: { ...path, token: program.id } });
  expect(told(await program.call(api.tokens.current, {}))).toEqual(notLoggedIn);
});

test("the same Idempotency-Key of a token and of its maker are two requests; of the token twice, one", async () => {
  const program = await createTokenClient(world, owner, workspace, { scopes: ["project.create"] });
  const key = { headers: { "idempotency-key": uuidv7(world.clock.now()) } };
  const first = await addProject(program, "Twice", key);
  const again = await addProject(program, "Twice", key);
  expect([first.status, again.status, again.json]).toEqual([201, 201, first.json]);
  expect(again.headers.get("idempotent-replayed")).toBe("true");
  const body = { name: "By hand" };
  const byHand = await owner.client.call(api.projects.create, { path, body }, key);
  expect([byHand.status, byHand.data.name]).toEqual([201, "By hand"]);
  const entry = await world.db.withSystemRole("a test looks", (tx) =>
    tx.one(sql`SELECT actor_type, actor_user_id, token_id, session_id FROM audit_event
      WHERE workspace_id = ${workspace.id} AND target_name = 'Twice'`),
  );
  expect(entry).toEqual({
    actor_type: "token",
    actor_user_id: owner.id,
    token_id: program.id,
    session_id: null,
  });
});

test("during maintenance a token waits like everybody, also one that staff made", async () => {
  const staff = await createUser(world, `made-by-staff-${count}@boreal.test`, {
    staffRole: "Admin",
  });
  const place = await createWorkspace(world, staff, `staff-${count}-ws`);
  const program = await createTokenClient(world, staff, place);
  await asSystem(
    sql`INSERT INTO maintenance (started_at, started_by) VALUES (${world.clock.now()}, ${staff.id})`,
  );
  await world.maintenance.refresh();
  const response = await program.call(api.projects.list, { path: { workspace: place.handle } });
  await asSystem(sql`DELETE FROM maintenance`);
  await world.maintenance.refresh();
  expect(told(response)).toEqual([423, "maintenance"]);
});
