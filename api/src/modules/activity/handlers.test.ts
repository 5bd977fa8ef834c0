import { afterAll, beforeAll, expect, test } from "vitest";
import { api } from "#contracts/api.ts";
import { sql } from "../../core/db/db.ts";
import { uuidv7 } from "../../core/lib/crypto.ts";
import { createCredential, orderInstance } from "../../testing/order-instances.ts";
import {
  createMember,
  createUser,
  createWorkspace,
  type TestUser,
  type TestWorkspace,
} from "../../testing/users.ts";
import { startTestEnvironment, type TestEnvironment } from "../../testing/test-environment.ts";

let env: TestEnvironment;
let owner: TestUser;
let workspace: TestWorkspace;
beforeAll(async () => {
  env = await startTestEnvironment();
  owner = await createUser(env, "owner@northwind.test");
  workspace = await createWorkspace(env, owner, "northwind");
});
afterAll(() => env.stop());

const read = async (query: object = {}, user = owner, handle = workspace.handle) =>
  user.client.call(api.activity.ofWorkspace, { path: { workspace: handle }, query });

async function insertEvent(of: TestWorkspace, actorType: string, at: Date): Promise<void> {
  await env.db.withSystemRole("an audit event for a test", (tx) =>
    tx.execute(sql`INSERT INTO audit_event (id, at, workspace_id, actor_type, actor_user_id, actor_name, action, request_id, ip)
      VALUES (${uuidv7(at)}, ${at}, ${of.id}, ${actorType}, ${actorType === "system" ? null : owner.id}, 'x', ${`test.${actorType}`}, 'r', '10.0.0.1')`),
  );
}

test("lists only the workspace's own activities, newest first, counted exactly", async () => {
  const other = await createWorkspace(env, owner, "southwind");
  await insertEvent(other, "user", env.clock.now());
  for (let n = 0; n < 3; n += 1) {
    await owner.client.call(api.projects.create, {
      path: { workspace: workspace.handle },
      body: { name: `project ${n}` },
    });
    env.clock.advance(1000);
  }
  const { data, meta } = (await read({ perPage: "2" })).data;
  expect(data.map((activity) => activity.target?.name)).toEqual(["project 2", "project 1"]);
  expect(meta).toMatchObject({ total: 3, totalIsExact: true, lastPage: 2 });
  const next = (await read({ perPage: "2", page: "2", after: meta.next ?? "" })).data;
  expect(next.data.map((activity) => activity.target?.name)).toEqual(["project 0"]);
  expect(next.meta.next).toBeNull();
});

test("an activity has its time, and the command it created or reports the result of", async () => {
  const testWorkspace = await createWorkspace(env, owner, "with-commands");
  const credentialId = await createCredential(env, testWorkspace, owner);
  const instance = await orderInstance(owner.client, { workspace: testWorkspace, credentialId });
  const path = { workspace: testWorkspace.handle, instance: instance.id };
  await env.advanceTime(60);
  const logs = (await owner.client.call(api.instances.logs, { path })).data.data;
  const commands = [...new Set(logs.map(({ commandId }) => commandId))];
  expect(commands).toHaveLength(1);
  for (const endpoint of [api.activity.ofWorkspace, api.activity.own] as const) {
    const { data } = (
      await owner.client.call(endpoint, { path, query: { activityType: "instances" } })
    ).data;
    const ofIt = data.filter(({ target }) => target?.id === instance.id);
    expect(ofIt.length).toBeGreaterThan(0);
    for (const { at, createdAt, updatedAt, commandId } of ofIt)
      expect([createdAt, updatedAt, commandId]).toEqual([at, at, commands[0]]);
  }
  const project = (await read({ activityType: "projects" })).data.data[0];
  expect(project).toMatchObject({ commandId: null, createdAt: project?.at });
});

test("a rejected request leaves no activity", async () => {
  const before = (await read()).data.meta.total;
  await owner.client.call(api.projects.create, {
    path: { workspace: workspace.handle },
    body: { name: " " },
  });
  await owner.client.call(api.projects.create, {
    path: { workspace: workspace.handle },
    body: { name: "project 1" },
  });
  expect((await read()).data.meta.total).toBe(before);
});

test("filters by actor and by a time span that includes its start and excludes its end", async () => {
  const testWorkspace = await createWorkspace(env, owner, "eastwind");
  const day = (n: number) => new Date(Date.UTC(2026, 2, n));
  await insertEvent(testWorkspace, "user", day(1));
  await insertEvent(testWorkspace, "system", day(2));
  await insertEvent(testWorkspace, "staff", day(3));
  const actions = async (query: object) =>
    (await read(query, owner, testWorkspace.handle)).data.data.map((activity) => activity.action);
  expect(await actions({ actorType: "system" })).toEqual(["test.system"]);
  expect(await actions({ actorType: "system,staff" })).toEqual(["test.staff", "test.system"]);
  expect(
    await actions({ createdAtFrom: day(1).toISOString(), createdAtTo: day(3).toISOString() }),
  ).toEqual(["test.system", "test.user"]);
  expect(await actions({ createdAtFrom: "2026-03-03T01:00:00+01:00" })).toEqual(["test.staff"]);
  expect(
    (await read({ actorType: "system" }, owner, testWorkspace.handle)).data.meta,
  ).toMatchObject({
    total: 1,
    totalIsExact: true,
  });
  expect((await read({ actorType: "robot" })).status).toBe(422);
  for (const time of ["yesterday", "0000-01-01T00:00:00Z", "2026-01-01T00:00:00+23:59"]) {
    expect((await read({ createdAtFrom: time })).fields).toEqual({
      createdAtFrom: expect.any(String),
    });
    expect((await read({ createdAtTo: time })).fields).toEqual({ createdAtTo: expect.any(String) });
  }
});

test("members without the permission cannot read the activity", async () => {
  for (const role of ["team_member", "limited_team_member", "billing_administrator"] as const) {
    const member = await createMember(env, workspace, role);
    expect((await read({}, member)).code).toBe("permission_denied_missing_permission");
  }
  const administrator = await createMember(env, workspace, "administrator");
  expect((await read({}, administrator)).status).toBe(200);
});
