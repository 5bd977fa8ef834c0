/** CSV export of instances. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { api } from "#contracts/api.ts";
import { downloadCsv } from "../../testing/csv.ts";
import { grantProject, insertInstance } from "../../testing/instances.ts";
import { createProject } from "../../testing/order-instances.ts";
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
beforeAll(async () => {
  env = await startTestEnvironment();
  owner = await createUser(env, "owner@exports.test");
});
afterAll(() => env.stop());

const download = ({ handle }: TestWorkspace, query = "", user = owner) =>
  downloadCsv(user.client, `/api/v1/workspaces/${handle}/instances/export${query}`);

test("a file has the values of the list, a name with the date, and no formula", async () => {
  const workspace = await createWorkspace(env, owner, "values");
  const projectId = await createProject(env, workspace, owner, '=HYPERLINK("http://e")');
  const id = await insertInstance(env, workspace, owner, {
    hostname: "web-1",
    projectId,
    publicIp: "198.51.100.7",
    rateMicrosPerHour: 1_234_567,
  });
  const { status, headers, text, rows } = await download(workspace);
  expect(status).toBe(200);
  expect(headers.get("content-type")).toMatch(/^text\/csv/);
  expect(headers.get("content-disposition")).toBe(
    'attachment; filename="boreal-instances-values-2026-05-15.csv"',
  );
  expect(text.startsWith('\uFEFF"name","id",')).toBe(true);
  expect(rows).toEqual([
    expect.objectContaining({
      name: "web-1",
      id,
      status: "active",
      type: "virtual_machine",
      project: '\'=HYPERLINK("http://e")',
      region: "testland",
      publicIp: "198.51.100.7",
      usdPerHour: "1.234567",
      costSoFarUsd: "0",
      createdBy: owner.name,
      terminatedAt: "",
    }),
  ]);
  expect(text).not.toMatch(/(^|,|\n)"\s*[=+\-@\t＝＋－＠]/u);
});

test("C091: the rows are those of the list across all pages, with its filters and its order", async () => {
  const other = await createWorkspace(env, owner, "other");
  await insertInstance(env, other, owner, { hostname: "other-1" });
  const workspace = await createWorkspace(env, owner, "filtered");
  for (const number of [1, 2, 10, 11, 100])
    await insertInstance(env, workspace, owner, { hostname: `node-${number}` });
  await insertInstance(env, workspace, owner, { hostname: "off", status: "stopped" });
  await insertInstance(env, workspace, owner, { hostname: "gone", status: "terminated" });
  const names = async (query: string) =>
    (await download(workspace, query)).rows.map(({ name }) => name);
  expect(await names("?status=active&orderBy=-hostname")).toEqual([
    "node-100",
    "node-11",
    "node-10",
    "node-2",
    "node-1",
  ]);
  expect(await names("?search=node-1&orderBy=hostname")).toEqual([
    "node-1",
    "node-10",
    "node-11",
    "node-100",
  ]);
  expect((await names("")).toSorted()).toEqual(
    ["node-1", "node-2", "node-10", "node-11", "node-100", "off"].toSorted(),
  );
  expect(await names("?status=terminated")).toEqual(["gone"]);
  expect(await names("?project=none&status=suspended")).toEqual([]);
});

test("a filter that the list rejects is rejected, and a page is no filter", async () => {
  const workspace = await createWorkspace(env, owner, "strict");
  for (const query of ["?status=broken", "?orderBy=secret", "?page=2", "?perPage=5"])
    expect([query, (await download(workspace, query)).status]).toEqual([query, 422]);
});

test("a limited member exports the instances of granted projects only", async () => {
  const workspace = await createWorkspace(env, owner, "granted");
  const projectId = await createProject(env, workspace, owner, "Shared");
  await insertInstance(env, workspace, owner, { hostname: "shared-1", projectId });
  await insertInstance(env, workspace, owner, { hostname: "private-1" });
  const limited = await createMember(env, workspace, "limited_team_member");
  await grantProject(env, workspace, projectId, limited);
  expect((await download(workspace, "", limited)).rows.map(({ name }) => name)).toEqual([
    "shared-1",
  ]);
  const billing = await createMember(env, workspace, "billing_administrator");
  expect((await download(workspace, "", billing)).status).toBe(403);
});

test("of more than 10,000 instances the first 10,000 of the order are exported, each once", async () => {
  const workspace = await createWorkspace(env, owner, "many");
  const id = await insertInstance(env, workspace, owner, { hostname: "node-0" });
  await env.db.owner.query(
    `INSERT INTO instance SELECT (jsonb_populate_record(i, jsonb_build_object(
         'id', gen_random_uuid(), 'hostname', 'node-' || n))).*
       FROM instance i, generate_series(1, 10004) n WHERE i.id = $1`,
    [id],
  );
  const { rows } = await download(workspace, "?orderBy=hostname");
  expect(rows.map(({ name }) => name)).toEqual(
    Array.from({ length: 10_000 }, (_, number) => `node-${number}`),
  );
  const { meta } = (
    await owner.client.call(api.instances.list, { path: { workspace: workspace.handle } })
  ).data;
  expect(meta.total).toBe(10_005);
});
