/** What a person is told of what they did and of what happened to their account. */
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

let world: TestEnvironment;
let ada: TestUser;
let ben: TestUser;
let admin: TestUser;
let theirs: TestWorkspace;
beforeAll(async () => {
  world = await startTestEnvironment();
  ada = await createUser(world, "ada@northwind.test");
  ben = await createUser(world, "ben@southwind.test");
  admin = await createUser(world, "grace@boreal.test", { staffRole: "Admin" });
  await createWorkspace(world, ada, "northwind");
  theirs = await createWorkspace(world, ben, "southwind");
});
afterAll(() => world.stop());

interface Deed {
  actor: TestUser;
  action: string;
  target?: TestUser;
  onBehalfOf?: TestUser;
  workspaceId?: string;
  staffRole?: string;
}

async function entry(activity: Deed): Promise<string> {
  world.clock.advance(1000);
  const at = world.clock.now();
  const id = uuidv7(at);
  const { actor, target, onBehalfOf } = activity;
  await world.db.withSystemRole("an entry for a test", (tx) =>
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

test("one's own list holds what one did, what was done to one and what staff did as oneself, each once", async () => {
  await entry({ actor: ada, action: "account.update", target: ada });
  await entry({ actor: ben, action: "projects.create" });
  await entry({ actor: admin, action: "users.update", target: ada, staffRole: "Admin" });
  await entry({ actor: admin, action: "projects.create", onBehalfOf: ada, staffRole: "Support" });
  await entry({ actor: ada, action: "credentials.create" });
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

test("of staff a customer is told the role: no name, no id, no address", async () => {
  const [as, by] = (await read(ada, { actorType: "staff" })).data;
  for (const told of [as, by]) {
    expect(told).toMatchObject({ ip: null, userAgent: null });
    expect(JSON.stringify(told)).not.toMatch(new RegExp(`${admin.id}|grace`));
  }
  expect(as?.actor).toEqual({ type: "staff", id: null, name: "Support" });
  expect(as?.onBehalfOf).toEqual({ id: ada.id, name: ada.name });
  expect(by?.actor).toEqual({ type: "staff", id: null, name: "IT Admin" });
});

test("acting as a customer, IT admins and support read the customer's list, business admins do not", async () => {
  for (const [staffRole, status] of [
    ["Admin", 200],
    ["Support", 200],
    ["BusinessAdmin", 403],
  ] as const) {
    const one = await createUser(world, `as-${staffRole.toLowerCase()}@boreal.test`, { staffRole });
    world.clock.advance(1000);
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

test("staff see themselves in their own list", async () => {
  const { data } = await read(admin);
  expect(data.map((one) => one.actor)).toEqual([
    { type: "staff", id: admin.id, name: admin.name },
    { type: "staff", id: admin.id, name: admin.name },
  ]);
  expect(data[0]?.ip).toBe("10.0.0.1");
});

test("of a workspace one has left, only one's own deeds are left in the list", async () => {
  const before = await actionsOf(ada);
  const place = { workspaceId: theirs.id };
  await entry({ ...place, actor: ada, action: "instances.reset" });
  const told = await entry({ ...place, actor: ben, action: "workspaces.members", target: ada });
  await entry({ ...place, actor: admin, action: "x.y", onBehalfOf: ada, staffRole: "Admin" });
  expect(await actionsOf(ada)).toEqual(["instances.reset", ...before]);
  const one = await ada.client.call(api.activity.viewOwn, { path: { log: told } });
  expect([one.status, one.code]).toEqual([404, "not_found"]);
});

test("one's own list is filtered by kind of deed, result and span", async () => {
  expect(await actionsOf(ada, { activityType: "account,credentials" })).toEqual([
    "credentials.create",
    "account.update",
  ]);
  expect(await actionsOf(ada, { result: "denied" })).toEqual([]);
  const from = world.clock.now().toISOString();
  expect(await actionsOf(ada, { createdAtFrom: from })).toEqual([]);
  const wrong = await ada.client.call(api.activity.own, { query: { activityType: "nothing" } });
  expect(wrong.fields).toEqual({ "activityType.0": "choice" });
});

test("one deed is read by whom it concerns, and by nobody else", async () => {
  const id = await entry({ actor: ada, action: "account.update", target: ada });
  const mine = await ada.client.call(api.activity.viewOwn, { path: { log: id } });
  expect(mine.data).toMatchObject({ id, actor: { id: ada.id, name: ada.name }, ip: "10.0.0.1" });
  for (const log of [id, uuidv7(world.clock.now()), "nothing"]) {
    const other = await ben.client.call(api.activity.viewOwn, { path: { log } });
    expect([other.status, other.code]).toEqual([404, "not_found"]);
  }
});

test("one deed in a workspace is read in that workspace alone", async () => {
  const id = await entry({ actor: ben, action: "projects.create", workspaceId: theirs.id });
  const asked = (workspace: string, log: string, user: TestUser) =>
    user.client.call(api.activity.viewOfWorkspace, { path: { workspace, log } });
  expect((await asked("southwind", id, ben)).data.actor.name).toBe(ben.name);
  // Hers, and of no workspace: the wall shows it to her, the workspace's list does not.
  const elsewhere = await entry({ actor: ada, action: "account.update" });
  for (const log of [id, elsewhere, uuidv7(world.clock.now()), "nothing"])
    expect((await asked("northwind", log, ada)).code).toBe("not_found");
});

test("who was erased has no name left in any entry, nor what was changed of them", async () => {
  const eve = await createUser(world, "eve@southwind.test");
  const place = { workspaceId: theirs.id };
  await entry({ ...place, actor: eve, action: "projects.create" });
  await entry({ ...place, actor: ben, action: "users.update", target: eve });
  await entry({ ...place, actor: admin, action: "a.b", onBehalfOf: eve, staffRole: "Admin" });
  await world.db.withSystemRole("a test erases somebody", (tx) =>
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
