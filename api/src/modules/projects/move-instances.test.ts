/** Moving instances between projects, and changing and deleting projects. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { api } from "#contracts/api.ts";
import { sql } from "../../core/db/db.ts";
import { uuidv7 } from "../../core/lib/crypto.ts";
import { createDefaultProject, insertInstance } from "../../testing/instances.ts";
import { createCredential, createProject, orderInstance } from "../../testing/order-instances.ts";
import {
  createMember,
  createNewWorkspace,
  createUser,
  type TestUser,
  type TestWorkspace,
} from "../../testing/users.ts";
import { createTokenClient } from "../../testing/token-clients.ts";
import { startTestEnvironment, type TestEnvironment } from "../../testing/test-environment.ts";

let env: TestEnvironment;
let owner: TestUser;
beforeAll(async () => {
  env = await startTestEnvironment();
  owner = await createUser(env, "owner@northwind.test");
});
afterAll(() => env.stop());

async function fresh() {
  const { workspace, path } = await createNewWorkspace(env, owner, "moves");
  return {
    workspace,
    path,
    defaultId: await createDefaultProject(env, workspace, owner),
    project: (name: string, by: TestUser = owner) => createProject(env, workspace, by, name),
    instance: (hostname: string, projectId?: string, by: TestUser = owner, more: object = {}) =>
      insertInstance(env, workspace, by, {
        hostname,
        ...(projectId !== undefined && { projectId }),
        ...more,
      }),
    member: (name = "member") =>
      createMember(env, workspace, "team_member", `${name}@${workspace.handle}.test`),
    assign: (project: string, instanceIds: string[], by: TestUser = owner) =>
      by.client.call(api.projects.assign, { path: { ...path, project }, body: { instanceIds } }),
    unassign: (instanceIds: string[], by: TestUser = owner) =>
      by.client.call(api.projects.unassign, { path, body: { instanceIds } }),
    update: (project: string, body: object, by: TestUser = owner) =>
      by.client.call(api.projects.update, { path: { ...path, project }, body }),
    remove: (project: string, moveTo?: string, by: TestUser = owner) =>
      by.client.call(api.projects.remove, {
        path: { ...path, project },
        query: moveTo === undefined ? {} : { moveTo },
      }),
    newest: async () => (await owner.client.call(api.activity.ofWorkspace, { path })).data.data[0],
  };
}

/** Hostnames with their projects. */
const listPlacements = async ({ id }: TestWorkspace) =>
  Object.fromEntries(
    (
      await env.db.withSystemRole("a test reads", (tx) =>
        tx.many<{ hostname: string; project: string | null }>(sql`
          SELECT i.hostname, p.name AS project FROM instance i LEFT JOIN project p ON p.id = i.project_id WHERE i.workspace_id = ${id}`),
      )
    ).map(({ hostname, project }) => [hostname, project]),
  );

test("changes only the given attributes, and audits their old and new values", async () => {
  const { project, update, newest, path } = await fresh();
  const id = await project("Shop");
  env.clock.advance(1000);
  const response = await update(id, { name: " Store ", colour: "rose" });
  expect(response.data).toMatchObject({
    id,
    name: "Store",
    description: "",
    colour: "rose",
    updatedAt: env.clock.now().toISOString(),
  });
  expect(await newest()).toMatchObject({
    action: "projects.update",
    target: { type: "project", id, name: "Store" },
    changes: [
      { field: "name", from: "Shop", to: "Store" },
      { field: "colour", from: "teal", to: "rose" },
    ],
  });
  const view = await owner.client.call(api.projects.view, { path: { ...path, project: id } });
  expect(view.data).toEqual(response.data);
});

test("C076: rejects a taken name in any letter case; the project's own name is not taken", async () => {
  const { project, update } = await fresh();
  const shop = await project("Shop");
  await project("Farm");
  expect((await update(shop, { name: "fARM" })).fields).toEqual({ name: "taken" });
  expect((await update(shop, { name: "Shop" })).status).toBe(200);
  expect((await update(shop, { name: "SHOP" })).data.name).toBe("SHOP");
  expect((await update(shop, {})).data.name).toBe("SHOP");
});

test("administrators cannot change or delete projects, not even their own; team members can for their own", async () => {
  const { workspace, project, update, remove, member } = await fresh();
  const administrator = await createMember(env, workspace, "administrator");
  const theirs = await project("Made by the administrator", administrator);
  const someone = await member();
  const own = await project("Made by the member", someone);
  for (const rejected of [
    await update(theirs, { name: "x" }, administrator),
    await remove(theirs, undefined, administrator),
    await update(theirs, { name: "x" }, someone),
    await remove(theirs, undefined, someone),
  ])
    expect([rejected.status, rejected.code]).toEqual([403, "permission_denied_missing_permission"]);
  expect((await update(own, { name: "Mine" }, someone)).data.name).toBe("Mine");
  expect((await remove(own, undefined, someone)).status).toBe(204);
});

test("the default project can be neither renamed nor deleted", async () => {
  const { defaultId, remove, update } = await fresh();
  const rejected = await remove(defaultId);
  expect([rejected.status, rejected.code]).toEqual([400, "cannot_delete_default"]);
  expect((await update(defaultId, { name: "Unsorted" })).data).toMatchObject({ isDefault: true });
});

test("a project with instances is deleted only with a target; the problem has their number", async () => {
  const { workspace, project, instance, remove, newest } = await fresh();
  const farm = await project("Farm");
  const barn = await project("Barn");
  await instance("one", farm);
  await instance("two", farm, owner, { status: "error" });
  await instance("gone", farm, owner, { status: "terminated" });
  const rejected = await remove(farm);
  expect([rejected.status, rejected.code]).toEqual([409, "action_not_possible"]);
  expect(rejected.json).toMatchObject({
    message: "The project contains 2 instances. Move them first, or specify where to move them",
    reason: "project_not_empty",
    params: { instances: 2 },
  });
  expect((await remove(farm, farm)).fields).toEqual({ moveTo: "same" });
  expect((await remove(farm, "nothing")).status).toBe(422);
  expect((await remove(farm, uuidv7(env.clock.now()))).status).toBe(404);
  expect((await remove(farm, barn)).status).toBe(204);
  // Terminated instances no longer belong to a project; the rest of them is unchanged.
  expect(await listPlacements(workspace)).toEqual({ one: "Barn", two: "Barn", gone: null });
  expect((await remove(farm, barn)).status).toBe(404);
  expect(await newest()).toMatchObject({
    action: "projects.remove",
    target: { id: farm, name: "Farm" },
    changes: [
      { field: "name", from: "Farm", to: null },
      { field: "instancesMovedTo", from: null, to: "Barn" },
    ],
  });
});

test("a project with only terminated instances is empty", async () => {
  const { workspace, project, instance, remove } = await fresh();
  const farm = await project("Farm");
  await instance("gone", farm, owner, { status: "terminated" });
  expect((await remove(farm)).status).toBe(204);
  expect(await listPlacements(workspace)).toEqual({ gone: null });
});

test("a team member deletes their project into their own or the default one, not into another user's", async () => {
  const { workspace, project, instance, remove, member, defaultId } = await fresh();
  const someone = await member();
  const [one, two, others] = [
    await project("One", someone),
    await project("Two", someone),
    await project("Others"),
  ];
  await instance("m", one);
  const rejected = await remove(one, others, someone);
  expect([rejected.status, rejected.code]).toEqual([403, "permission_denied_missing_permission"]);
  expect((await remove(one, two, someone)).status).toBe(204);
  expect((await remove(two, defaultId, someone)).status).toBe(204);
  expect(await listPlacements(workspace)).toEqual({ m: "Default" });
});

test("moves several instances together, and back into the default project", async () => {
  const { workspace, project, instance, assign, unassign, newest, path } = await fresh();
  const [farm, barn] = [await project("Farm"), await project("Barn")];
  const ids = [await instance("one"), await instance("two", barn), await instance("three", farm)];
  expect((await assign(farm, [...ids, ...ids])).data).toEqual({ moved: 2 });
  expect(await listPlacements(workspace)).toEqual({ one: "Farm", two: "Farm", three: "Farm" });
  expect(await newest()).toMatchObject({
    action: "projects.assign",
    target: { id: farm, name: "Farm" },
    changes: [
      { field: "instance", from: null, to: "one" },
      { field: "instance", from: null, to: "two" },
    ],
  });
  expect((await unassign(ids.slice(0, 2))).data).toEqual({ moved: 2 });
  expect(await listPlacements(workspace)).toEqual({
    one: "Default",
    two: "Default",
    three: "Farm",
  });
  const { data } = (await owner.client.call(api.projects.list, { path })).data;
  expect(data.map(({ name, instanceCount }) => [name, instanceCount])).toEqual([
    ["Barn", 0],
    ["Default", 2],
    ["Farm", 1],
  ]);
});

test("T03, C62: an id of another workspace or an unknown one moves nothing and reveals nothing", async () => {
  const here = await fresh();
  const there = await fresh();
  const farm = await here.project("Farm");
  const mine = await here.instance("mine");
  const foreign = await there.instance("theirs");
  const theirProject = await there.project("Theirs");
  for (const id of [foreign, uuidv7(env.clock.now())]) {
    for (const response of [await here.assign(farm, [mine, id]), await here.unassign([mine, id])])
      expect([response.status, response.code]).toEqual([404, "not_found"]);
  }
  for (const response of [
    await here.assign(theirProject, [mine]),
    await here.update(theirProject, { name: "x" }),
    await here.remove(theirProject),
    await here.remove(farm, theirProject),
  ])
    expect([response.status, response.code]).toEqual([404, "not_found"]);
  expect((await here.assign(farm, ["nothing"])).status).toBe(422);
  expect((await here.assign(farm, [])).fields).toEqual({ instanceIds: "required" });
  expect(await listPlacements(here.workspace)).toEqual({ mine: null });
  expect(await listPlacements(there.workspace)).toEqual({ theirs: null });
});

test("T04: responses do not reveal whether a workspace exists", async () => {
  const { workspace, project } = await fresh();
  const farm = await project("Farm");
  const outsider = await createUser(env, "outsider@elsewhere.test");
  const describeResponses = async (handle: string) =>
    Promise.all(
      [
        outsider.client.call(api.projects.graph, { path: { workspace: handle } }),
        outsider.client.call(api.projects.remove, { path: { workspace: handle, project: farm } }),
        outsider.client.call(api.projects.unassign, {
          path: { workspace: handle },
          body: { instanceIds: [farm] },
        }),
        outsider.client.call(api.activity.exportOfWorkspace, { path: { workspace: handle } }),
      ].map(async (response) => [(await response).status, (await response).code]),
    );
  expect(await describeResponses(workspace.handle)).toEqual(
    await describeResponses("never-existed"),
  );
});

test("a team member moves only their own instances into their own projects", async () => {
  const { workspace, project, instance, assign, unassign, member, defaultId } = await fresh();
  const [someone, colleague] = [await member(), await member("colleague")];
  const own = await project("Own", someone);
  const also = await project("Also own", someone);
  const colleagues = await project("Colleague's", colleague);
  const inOwn = await instance("in-own", own, colleague);
  const loose = await instance("loose", undefined, someone);
  const unsorted = await instance("unsorted", defaultId, someone);
  const inTheirs = await instance("in-theirs", colleagues, someone);
  const othersLoose = await instance("others-loose", undefined, colleague);
  const othersUnsorted = await instance("others-unsorted", defaultId);
  for (const response of [
    await assign(colleagues, [loose], someone),
    await assign(defaultId, [loose], someone),
    await assign(own, [loose, inTheirs], someone),
    await assign(own, [othersLoose], someone),
    await assign(own, [othersUnsorted], someone),
    await unassign([inOwn, inTheirs], someone),
  ])
    expect([response.status, response.code]).toEqual([403, "permission_denied_missing_permission"]);
  expect((await assign(also, [inOwn, loose, unsorted], someone)).data).toEqual({ moved: 3 });
  expect((await unassign([loose], someone)).data).toEqual({ moved: 1 });
  // The default project has no owner, so the instance keeps its creator as owner.
  const path = { workspace: workspace.handle, instance: loose };
  expect((await someone.client.call(api.instances.terminate, { path })).status).not.toBe(403);
  expect((await assign(own, [othersLoose, inTheirs])).data).toEqual({ moved: 2 });
});

test("an instance ordered without a project is in the default one and belongs to its creator", async () => {
  const { workspace, member } = await fresh();
  const someone = await member();
  const credentialId = await createCredential(env, workspace, owner);
  const instance = await orderInstance(someone.client, {
    workspace,
    credentialId,
    hostname: ["loose"],
  });
  expect(instance.project?.name).toBe("Default");
  const path = { workspace: workspace.handle, instance: instance.id };
  expect((await someone.client.call(api.instances.terminate, { path })).status).toBe(202);
});

test("a token of some projects moves instances only between those", async () => {
  const { workspace, path, project, instance } = await fresh();
  const [farm, barn, hidden] = [
    await project("Farm"),
    await project("Barn"),
    await project("Hidden"),
  ];
  const inFarm = await instance("in-farm", farm);
  const inHidden = await instance("in-hidden", hidden);
  const tokenClient = await createTokenClient(env, owner, workspace, {
    scopes: ["project.assign"],
    projectIds: [farm, barn],
  });
  const assign = (to: string, instanceIds: string[]) =>
    tokenClient.call(api.projects.assign, {
      path: { ...path, project: to },
      body: { instanceIds },
    });
  expect((await assign(barn, [inFarm])).data).toEqual({ moved: 1 });
  for (const response of [await assign(barn, [inHidden]), await assign(hidden, [inFarm])])
    expect(response.code).toBe("not_found");
  const out = await tokenClient.call(api.projects.unassign, {
    path,
    body: { instanceIds: [inFarm] },
  });
  expect(out.code).toBe("permission_denied_missing_permission");
  expect(await listPlacements(workspace)).toEqual({ "in-farm": "Barn", "in-hidden": "Hidden" });
});

test("a terminated instance cannot be moved, and the others of the request stay as well", async () => {
  const { workspace, project, instance, assign } = await fresh();
  const farm = await project("Farm");
  const ids = [
    await instance("up"),
    await instance("gone", undefined, owner, { status: "terminated" }),
  ];
  const rejected = await assign(farm, ids);
  expect([rejected.status, rejected.code]).toEqual([409, "action_not_possible"]);
  expect(rejected.json).toMatchObject({
    message: "Already terminated: gone",
    reason: "instances_terminated",
    params: { names: ["gone"] },
  });
  expect(await listPlacements(workspace)).toEqual({ up: null, gone: null });
});

test("of two projects deleted concurrently into each other one is deleted, and no instance is lost", async () => {
  for (let round = 0; round < 10; round += 1) {
    const { workspace, project, instance, remove } = await fresh();
    const [one, two] = [await project("One"), await project("Two")];
    await instance("a", one);
    await instance("b", two);
    const responses = await Promise.all([remove(one, two), remove(two, one)]);
    expect(responses.map(({ status }) => status).sort()).toEqual([204, 404]);
    expect(new Set(Object.values(await listPlacements(workspace))).size).toBe(1);
  }
});

test("instances moved into a project deleted concurrently are in it, or the project is deleted", async () => {
  for (let round = 0; round < 10; round += 1) {
    const { workspace, project, instance, assign, remove } = await fresh();
    const farm = await project("Farm");
    const id = await instance("a");
    const [put, deleted] = await Promise.all([assign(farm, [id]), remove(farm)]);
    const place = (await listPlacements(workspace))["a"];
    expect([
      [200, 409, "Farm"],
      [404, 204, null],
    ]).toContainEqual([put.status, deleted.status, place]);
  }
});
