/** Activities that users see of their own actions and of changes to their account. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { api } from "#contracts/api.ts";
import { sql } from "../../core/db/db.ts";
import { uuidv7 } from "../../core/lib/crypto.ts";
import {
  createUser,
  createWorkspace,
  type TestUser,
  type TestWorkspace,
} from "../../testing/users.ts";
import { startTestEnvironment, type TestEnvironment } from "../../testing/test-environment.ts";

let env: TestEnvironment;
let ada: TestUser;
let ben: TestUser;
let admin: TestUser;
let sharedWorkspace: TestWorkspace;
beforeAll(async () => {
  env = await startTestEnvironment();
  ada = await createUser(env, "ada@northwind.test");
  ben = await createUser(env, "ben@southwind.test");
  admin = await createUser(env, "grace@boreal.test", { staffRole: "Admin" });
  await createWorkspace(env, ada, "northwind");
  sharedWorkspace = await createWorkspace(env, ben, "southwind");
});
afterAll(() => env.stop());

interface EventOptions {
  actor: TestUser;
  action: string;
  target?: TestUser;
  onBehalfOf?: TestUser;
  workspaceId?: string;
  staffRole?: string;
}

async function insertEvent(activity: EventOptions): Promise<string> {
  env.clock.advance(1000);
  const at = env.clock.now();
  const id = uuidv7(at);
  const { actor, target, onBehalfOf } = activity;
  await env.db.withSystemRole("an audit event for a test", (tx) =>
    tx.execute(sql`INSERT INTO audit_event (id, at, workspace_id, actor_type, actor_user_id, actor_name, actor_role, on_behalf_of_id, on_behalf_of_name,
        action, target_type, target_id, target_name, request_id, ip, user_agent, changes)
      VALUES (${id}, ${at}, ${activity.workspaceId ?? null}, ${activity.staffRole === undefined ? "user" : "staff"}, ${actor.id}, ${actor.name},
        ${activity.staffRole ?? null}, ${onBehalfOf?.id ?? null}, ${onBehalfOf?.name ?? null}, ${activity.action}, ${target === undefined ? null : "user"},
        ${target?.id ?? null}, ${target?.name ?? null}, 'r', '10.0.0.1', 'A browser', '[{"field":"lastName","from":"Old","to":"New"}]')`),
  );
  return id;
}

const read = async (user: TestUser, query: object = {}) =>
  (await user.client.call(api.activity.own, { query })).data;
const actionsOf = async (user: TestUser, query: object = {}) =>
  (await read(user, query)).data.map((one) => one.action);

test("lists the user's actions, changes to the account and impersonated actions, each once", async () => {
  await insertEvent({ actor: ada, action: "account.update", target: ada });
  await insertEvent({ actor: ben, action: "projects.create" });
  await insertEvent({ actor: admin, action: "users.update", target: ada, staffRole: "Admin" });
  await insertEvent({
    actor: admin,
    action: "projects.create",
    onBehalfOf: ada,
    staffRole: "Support",
  });
  await insertEvent({ actor: ada, action: "credentials.create" });
  const { data, meta } = await read(ada);
  expect(data.map((one) => one.action)).toEqual([
    "credentials.create",
    "projects.create",
    "users.update",
    "account.update",
  ]);
  expect(meta).toMatchObject({ total: 4, totalIsExact: true });
  const first = await read(ada, { perPage: "3" });
  const rest = await read(ada, { perPage: "3", page: "2", after: first.meta.next ?? "" });
  expect([...first.data, ...rest.data]).toEqual(data);
  expect((await read(ada, { perPage: "3", page: "2" })).data).toEqual(rest.data);
  const back = await read(ada, { perPage: "3", page: "1", before: rest.meta.previous ?? "" });
  expect(back.data).toEqual(first.data);
});

test("shows customers only the role of staff: no name, id or IP address", async () => {
  const [as, by] = (await read(ada, { actorType: "staff" })).data;
  for (const event of [as, by]) {
    expect(event).toMatchObject({ ip: null, userAgent: null });
    expect(JSON.stringify(event)).not.toMatch(new RegExp(`${admin.id}|grace`));
  }
  expect(as?.actor).toEqual({ type: "staff", id: null, name: "Support" });
  expect(as?.onBehalfOf).toEqual({ id: ada.id, name: ada.name });
  expect(by?.actor).toEqual({ type: "staff", id: null, name: "IT Admin" });
});

test("during impersonation, IT admins and support read the customer's list, business admins do not", async () => {
  for (const [staffRole, status] of [
    ["Admin", 200],
    ["Support", 200],
    ["BusinessAdmin", 403],
  ] as const) {
    const one = await createUser(env, `as-${staffRole.toLowerCase()}@boreal.test`, { staffRole });
    env.clock.advance(1000);
    await one.client.call(api.users.impersonate, { path: { user: ben.id } });
    const list = await one.client.call(api.activity.own, {});
    expect([staffRole, list.status]).toEqual([staffRole, status]);
    if (status === 403) continue;
    expect(list.data.data[0]).toMatchObject({
      action: "users.impersonate",
      actor: { id: null, name: staffRole === "Admin" ? "IT Admin" : "Support" },
    });
  }
});

test("staff see their own actions in their list", async () => {
  const { data } = await read(admin);
  expect(data.map((one) => one.actor)).toEqual([
    { type: "staff", id: admin.id, name: admin.name },
    { type: "staff", id: admin.id, name: admin.name },
  ]);
  expect(data[0]?.ip).toBe("10.0.0.1");
});

test("of a workspace the user has left, only the user's own actions remain in the list", async () => {
  const before = await actionsOf(ada);
  const inWorkspace = { workspaceId: sharedWorkspace.id };
  await insertEvent({ ...inWorkspace, actor: ada, action: "instances.reset" });
  const memberEvent = await insertEvent({
    ...inWorkspace,
    actor: ben,
    action: "workspaces.members",
    target: ada,
  });
  await insertEvent({
    ...inWorkspace,
    actor: admin,
    action: "x.y",
    onBehalfOf: ada,
    staffRole: "Admin",
  });
  expect(await actionsOf(ada)).toEqual(["instances.reset", ...before]);
  const one = await ada.client.call(api.activity.viewOwn, { path: { log: memberEvent } });
  expect([one.status, one.code]).toEqual([404, "not_found"]);
});

test("filters by activity type, result and time span", async () => {
  expect(await actionsOf(ada, { activityType: "account,credentials" })).toEqual([
    "credentials.create",
    "account.update",
  ]);
  expect(await actionsOf(ada, { result: "denied" })).toEqual([]);
  const from = env.clock.now().toISOString();
  expect(await actionsOf(ada, { createdAtFrom: from })).toEqual([]);
  const wrong = await ada.client.call(api.activity.own, { query: { activityType: "nothing" } });
  expect(wrong.fields).toEqual({ "activityType.0": "choice" });
});

test("a single activity is readable by the users it concerns and nobody else", async () => {
  const id = await insertEvent({ actor: ada, action: "account.update", target: ada });
  const mine = await ada.client.call(api.activity.viewOwn, { path: { log: id } });
  expect(mine.data).toMatchObject({ id, actor: { id: ada.id, name: ada.name }, ip: "10.0.0.1" });
  for (const log of [id, uuidv7(env.clock.now()), "nothing"]) {
    const other = await ben.client.call(api.activity.viewOwn, { path: { log } });
    expect([other.status, other.code]).toEqual([404, "not_found"]);
  }
});

test("a single activity of a workspace is readable only in that workspace", async () => {
  const id = await insertEvent({
    actor: ben,
    action: "projects.create",
    workspaceId: sharedWorkspace.id,
  });
  const viewInWorkspace = (workspace: string, log: string, user: TestUser) =>
    user.client.call(api.activity.viewOfWorkspace, { path: { workspace, log } });
  expect((await viewInWorkspace("southwind", id, ben)).data.actor.name).toBe(ben.name);
  // It is hers and belongs to no workspace: row-level security shows it to her, but the workspace's list does not.
  const outsideWorkspace = await insertEvent({ actor: ada, action: "account.update" });
  for (const log of [id, outsideWorkspace, uuidv7(env.clock.now()), "nothing"])
    expect((await viewInWorkspace("northwind", log, ada)).code).toBe("not_found");
});

test("an erased user's name and changes are removed from every event", async () => {
  const eve = await createUser(env, "eve@southwind.test");
  const inWorkspace = { workspaceId: sharedWorkspace.id };
  await insertEvent({ ...inWorkspace, actor: eve, action: "projects.create" });
  await insertEvent({ ...inWorkspace, actor: ben, action: "users.update", target: eve });
  await insertEvent({
    ...inWorkspace,
    actor: admin,
    action: "a.b",
    onBehalfOf: eve,
    staffRole: "Admin",
  });
  await env.db.withSystemRole("a test erases a user", (tx) =>
    tx.execute(sql`UPDATE user_account SET status = 'deleted' WHERE id = ${eve.id}`),
  );
  const response = await ben.client.call(api.activity.ofWorkspace, {
    path: { workspace: "southwind" },
    query: { perPage: "3" },
  });
  const [as, about, by] = response.data.data;
  expect(as?.onBehalfOf?.name).toBe("Deleted user");
  expect(about).toMatchObject({ target: { name: "Deleted user" }, changes: [] });
  expect(by?.actor.name).toBe("Deleted user");
  const home = await ben.client.call(api.workspaces.overview, { path: { workspace: "southwind" } });
  expect(JSON.stringify([response.json, home.json])).not.toMatch(/eve Test|grace/);
});
