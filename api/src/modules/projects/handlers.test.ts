import { afterAll, beforeAll, expect, test } from "vitest";
import { api } from "#contracts/api.ts";
import { projectColours } from "#contracts/projects.ts";
import { grantProject, insertInstance } from "../../testing/instances.ts";
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
let path: { workspace: string };

beforeAll(async () => {
  env = await startTestEnvironment();
  owner = await createUser(env, "owner@northwind.test");
  workspace = await createWorkspace(env, owner, "northwind");
  path = { workspace: workspace.handle };
});
afterAll(() => env.stop());

let testCount = 0;
/** A new workspace, for tests that count. */
async function freshWorkspace() {
  testCount += 1;
  const fresh = await createWorkspace(env, owner, `fresh-${testCount}-ws`);
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

test("a new project takes the next free color, and a color becomes free with its project", async () => {
  const { fresh, create, list } = await freshWorkspace();
  const [existing] = (await list()).data.data;
  const made: string[] = [];
  for (let n = existing === undefined ? 0 : 1; n < projectColours.length; n += 1)
    made.push((await create(`Project ${n}`)).colour);
  const used = [...(existing === undefined ? [] : [existing.colour]), ...made];
  expect(used.toSorted()).toEqual([...projectColours].toSorted());
  const extra = await create("One more");
  expect(extra.colour).toBe(projectColours[0]);
  // A chosen color is kept, also if another project has it.
  const chosen = await owner.client.call(api.projects.create, {
    path: { workspace: fresh.handle },
    body: { name: "Chosen", colour: "teal" },
  });
  expect(chosen.data.colour).toBe("teal");
  for (const project of (await list({ perPage: "100" })).data.data)
    if (project.colour === "violet")
      await owner.client.call(api.projects.remove, {
        path: { workspace: fresh.handle, project: project.id },
      });
  expect((await create("Freed")).colour).toBe("violet");
});

test("projects created at once all get a color", async () => {
  const { create } = await freshWorkspace();
  const created = await Promise.all([create("One"), create("Two"), create("Three")]);
  for (const { colour } of created) expect(projectColours).toContain(colour);
});

test("C025: stores a project with its name trimmed and its spaces collapsed, and returns it", async () => {
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
    createdAt: env.clock.now().toISOString(),
  });
  const again = await owner.client.call(api.projects.view, {
    path: { ...path, project: response.data.id },
  });
  expect(again.data).toEqual(response.data);
});

test.each(["", "   ", "\t"])("rejects a name of only whitespace (%j) at the name", async (name) => {
  const response = await owner.client.call(api.projects.create, { path, body: { name } });
  expect(response.status).toBe(422);
  expect(Object.keys(response.fields)).toEqual(["name"]);
});

test("C025: a blank name has the code `required`, which the form expects", async () => {
  expect(
    (await owner.client.call(api.projects.create, { path, body: { name: "   " } })).fields,
  ).toEqual({ name: "required" });
});

test("rejects an existing name in any letter case at the name", async () => {
  const { create, fresh } = await freshWorkspace();
  await create("Shop");
  const response = await owner.client.call(api.projects.create, {
    path: { workspace: fresh.handle },
    body: { name: "sHOP" },
  });
  expect(response.status).toBe(422);
  expect(response.fields).toEqual({ name: "taken" });
});

test("of many concurrent creations with one name exactly one succeeds, and the others get `taken`", async () => {
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

test("the same name may exist in another workspace", async () => {
  const one = await freshWorkspace();
  const other = await freshWorkspace();
  await one.create("Shared name");
  await expect(other.create("Shared name")).resolves.toMatchObject({ name: "Shared name" });
});

test("a project has the number of its live instances and their hourly rate, in the list and alone", async () => {
  const { fresh, create, list } = await freshWorkspace();
  const busy = await create("Busy");
  await create("Idle");
  await insertInstance(env, fresh, owner, { hostname: "one", projectId: busy.id });
  await insertInstance(env, fresh, owner, {
    hostname: "two",
    projectId: busy.id,
    status: "stopped",
  });
  await insertInstance(env, fresh, owner, {
    hostname: "gone",
    projectId: busy.id,
    status: "terminated",
  });
  await insertInstance(env, fresh, owner, {
    hostname: "soon",
    projectId: busy.id,
    status: "pending",
  });
  await insertInstance(env, fresh, owner, { hostname: "loose" });
  const { data } = (await list()).data;
  // Stopped instances are billed; those that never became ready or were terminated are not.
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

test("projects are sorted by name regardless of case, or as requested", async () => {
  const { create, list } = await freshWorkspace();
  for (const name of ["beta", "Alpha", "gamma"]) {
    await create(name);
    env.clock.advance(1000);
  }
  const names = async (orderBy?: string) =>
    (await list(orderBy === undefined ? {} : { orderBy })).data.data.map((project) => project.name);
  expect(await names()).toEqual(["Alpha", "beta", "gamma"]);
  expect(await names("-name")).toEqual(["gamma", "beta", "Alpha"]);
  expect(await names("createdAt")).toEqual(["beta", "Alpha", "gamma"]);
  expect(await names("-createdAt")).toEqual(["gamma", "Alpha", "beta"]);
  expect((await list({ orderBy: "created_by" })).fields).toEqual({ orderBy: "choice" });
});

test("search finds names and descriptions, and treats wildcards literally", async () => {
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

test("a page past the end is empty and has the last page's number", async () => {
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

test("a limited team member sees only the granted projects", async () => {
  const { fresh, create, list } = await freshWorkspace();
  const limited = await createMember(env, fresh, "limited_team_member");
  const mine = await create("Granted");
  const hidden = await create("Hidden");
  await insertInstance(env, fresh, owner, { hostname: "granted-1", projectId: mine.id });
  await grantProject(env, fresh, mine.id, limited);
  const seen = (await list({}, limited)).data;
  expect(seen.data.map(({ id, instanceCount }) => [id, instanceCount])).toEqual([[mine.id, 1]]);
  expect(seen.meta.total).toBe(1);
  const rejected = await limited.client.call(api.projects.view, {
    path: { workspace: fresh.handle, project: hidden.id },
  });
  expect(rejected.status).toBe(404);
});

test("a project of another workspace is a 404, like an unknown one", async () => {
  const { create } = await freshWorkspace();
  const other = await create("Elsewhere");
  for (const project of [other.id, "01890000-0000-7000-8000-000000000000", "no-id", "%00"]) {
    const response = await owner.client.call(api.projects.view, { path: { ...path, project } });
    expect([response.status, response.code]).toEqual([404, "not_found"]);
  }
});

test("a new project leaves one audit event with actor and target", async () => {
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
