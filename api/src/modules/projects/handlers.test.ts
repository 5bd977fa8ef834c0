import { afterAll, beforeAll, expect, test } from "vitest";
import { api } from "#contracts/api.ts";
import { grantProject, insertInstance } from "../../testing/instances.ts";
import {
  createMember,
  createUser,
  createWorkspace,
  type TestUser,
  type TestWorkspace,
} from "../../testing/users.ts";
import { startTestEnvironment, type TestEnvironment } from "../../testing/test-environment.ts";

let world: TestEnvironment;
let owner: TestUser;
let workspace: TestWorkspace;
let path: { workspace: string };

beforeAll(async () => {
  world = await startTestEnvironment();
  owner = await createUser(world, "owner@northwind.test");
  workspace = await createWorkspace(world, owner, "northwind");
  path = { workspace: workspace.handle };
});
afterAll(() => world.stop());

let made = 0;
/** A workspace of its own, for tests that count. */
async function freshWorkspace() {
  made += 1;
  const fresh = await createWorkspace(world, owner, `fresh-${made}-ws`);
  const create = async (name: string, user = owner) =>
    (
      await user.client.call(api.projects.create, {
        path: { workspace: fresh.handle },
        body: { name },
      })
    ).data;
  const list = async (query: object = {}, user = owner) =>
    user.client.call(api.projects.list, { path: { workspace: fresh.handle }, query });
  return { fresh, create, list };
}

test("a project is kept with its name trimmed and its blanks collapsed, and told to whoever made it", async () => {
  const response = await owner.client.call(api.projects.create, {
    path,
    body: { name: "  Rendering   farm ", description: " Nights ", colour: "violet" },
  });
  expect(response.status).toBe(201);
  expect(response.data).toMatchObject({
    name: "Rendering farm",
    description: "Nights",
    colour: "violet",
    createdBy: { id: owner.id, name: owner.name },
    instanceCount: 0,
    rateMicrosPerHour: 0,
    createdAt: world.clock.now().toISOString(),
  });
  const again = await owner.client.call(api.projects.view, {
    path: { ...path, project: response.data.id },
  });
  expect(again.data).toEqual(response.data);
});

test.each(["", "   ", "\t"])(
  "a name of nothing but blanks (%j) is refused on the name",
  async (name) => {
    const response = await owner.client.call(api.projects.create, { path, body: { name } });
    expect(response.status).toBe(422);
    expect(Object.keys(response.fields)).toEqual(["name"]);
  },
);

test("a blank name is required, in the word the form knows", async () => {
  expect(
    (await owner.client.call(api.projects.create, { path, body: { name: "   " } })).fields,
  ).toEqual({ name: "required" });
});

test("a name that exists already, in any case, is refused on the name", async () => {
  const { create, fresh } = await freshWorkspace();
  await create("Shop");
  const response = await owner.client.call(api.projects.create, {
    path: { workspace: fresh.handle },
    body: { name: "sHOP" },
  });
  expect(response.status).toBe(422);
  expect(response.fields).toEqual({ name: "taken" });
});

test("of many that create the same name at once exactly one succeeds, and the others hear that it is taken", async () => {
  const { fresh, list } = await freshWorkspace();
  const responses = await Promise.all(
    Array.from({ length: 8 }, () =>
      owner.client.call(api.projects.create, {
        path: { workspace: fresh.handle },
        body: { name: "Race" },
      }),
    ),
  );
  expect(responses.map((response) => response.status).sort()).toEqual([
    201,
    ...Array.from({ length: 7 }, () => 422),
  ]);
  expect((await list()).data.meta.total).toBe(1);
});

test("the same name in another workspace is nobody's business", async () => {
  const one = await freshWorkspace();
  const other = await freshWorkspace();
  await one.create("Shared name");
  await expect(other.create("Shared name")).resolves.toMatchObject({ name: "Shared name" });
});

test("a project counts its live machines and what they cost an hour, in the list and by itself", async () => {
  const { fresh, create, list } = await freshWorkspace();
  const busy = await create("Busy");
  await create("Idle");
  await insertInstance(world, fresh, owner, { hostname: "one", projectId: busy.id });
  await insertInstance(world, fresh, owner, {
    hostname: "two",
    projectId: busy.id,
    status: "stopped",
  });
  await insertInstance(world, fresh, owner, {
    hostname: "gone",
    projectId: busy.id,
    status: "terminated",
  });
  await insertInstance(world, fresh, owner, {
    hostname: "soon",
    projectId: busy.id,
    status: "pending",
  });
  await insertInstance(world, fresh, owner, { hostname: "loose" });
  const { data } = (await list()).data;
  // Off is billed too; what was never ready, or was given back, is not.
  expect(
    data.map(({ name, instanceCount, rateMicrosPerHour }) => [
      name,
      instanceCount,
      rateMicrosPerHour,
    ]),
  ).toEqual([
    ["Busy", 3, 200_000],
    ["Idle", 0, 0],
  ]);
  const view = await owner.client.call(api.projects.view, {
    path: { workspace: fresh.handle, project: busy.id },
  });
  expect(view.data).toMatchObject({ instanceCount: 3, rateMicrosPerHour: 200_000 });
});

test("projects come in the order of their names without case, or as asked", async () => {
  const { create, list } = await freshWorkspace();
  for (const name of ["beta", "Alpha", "gamma"]) {
    await create(name);
    world.clock.advance(1000);
  }
  const names = async (orderBy?: string) =>
    (await list(orderBy === undefined ? {} : { orderBy })).data.data.map((project) => project.name);
  expect(await names()).toEqual(["Alpha", "beta", "gamma"]);
  expect(await names("-name")).toEqual(["gamma", "beta", "Alpha"]);
  expect(await names("createdAt")).toEqual(["beta", "Alpha", "gamma"]);
  expect(await names("-createdAt")).toEqual(["gamma", "Alpha", "beta"]);
  expect((await list({ orderBy: "created_by" })).fields).toEqual({ orderBy: "choice" });
});

test("a search finds names and descriptions; wildcards in it are characters like others", async () => {
  const { fresh, create, list } = await freshWorkspace();
  await create("100% safe");
  await create("snake_case");
  await create("back\\slash");
  await owner.client.call(api.projects.create, {
    path: { workspace: fresh.handle },
    body: { name: "Plain", description: "for the 50% sale" },
  });
  const found = async (search: string) =>
    (await list({ search })).data.data.map((project) => project.name).sort();
  expect(await found("%")).toEqual(["100% safe", "Plain"]);
  expect(await found("_")).toEqual(["snake_case"]);
  expect(await found("\\")).toEqual(["back\\slash"]);
  expect(await found(" SNAKE ")).toEqual(["snake_case"]);
  expect(await found("   ")).toHaveLength(4);
});

test("a page past the end is empty and says where the end is", async () => {
  const { create, list } = await freshWorkspace();
  await create("One");
  await create("Two");
  const response = await list({ page: "99", perPage: "10" });
  expect(response.data).toEqual({
    data: [],
    meta: {
      page: 99,
      perPage: 10,
      total: 2,
      totalIsExact: true,
      lastPage: 1,
      next: null,
      previous: null,
    },
  });
});

test("a limited team member sees the granted projects and nothing of the others", async () => {
  const { fresh, create, list } = await freshWorkspace();
  const limited = await createMember(world, fresh, "limited_team_member");
  const mine = await create("Granted");
  const hidden = await create("Hidden");
  await insertInstance(world, fresh, owner, { hostname: "granted-1", projectId: mine.id });
  await grantProject(world, fresh, mine.id, limited);
  const seen = (await list({}, limited)).data;
  expect(seen.data.map(({ id, instanceCount }) => [id, instanceCount])).toEqual([[mine.id, 1]]);
  expect(seen.meta.total).toBe(1);
  const rejected = await limited.client.call(api.projects.view, {
    path: { workspace: fresh.handle, project: hidden.id },
  });
  expect(rejected.status).toBe(404);
});

test("a project of another workspace is not there, and neither is one that never was", async () => {
  const { create } = await freshWorkspace();
  const other = await create("Elsewhere");
  for (const project of [other.id, "01890000-0000-7000-8000-000000000000", "no-id", "%00"]) {
    const response = await owner.client.call(api.projects.view, { path: { ...path, project } });
    expect([response.status, response.code]).toEqual([404, "not_found"]);
  }
});

test("a new project leaves one entry in the activity, with who and what", async () => {
  const { fresh, create } = await freshWorkspace();
  const project = await create("Noted");
  const entries = (
    await owner.client.call(api.activity.ofWorkspace, { path: { workspace: fresh.handle } })
  ).data;
  expect(entries.data).toHaveLength(1);
  expect(entries.data[0]).toMatchObject({
    action: "projects.create",
    actor: { type: "user", id: owner.id, name: owner.name },
    target: { type: "project", id: project.id, name: "Noted" },
    changes: [{ field: "name", from: null, to: "Noted" }],
    result: "ok",
    ip: "127.0.0.1",
  });
});
