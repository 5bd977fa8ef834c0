/** CSV exports of the lists of the staff area. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { allEndpoints, api } from "#contracts/api.ts";
import { maxExportRows } from "#contracts/export-limit.ts";
import { StaffRoleId } from "#contracts/roles.ts";
import { staffExports } from "#contracts/staff-exports.ts";
import { sql } from "../../core/db/db.ts";
import { checkLedgerAfterEach } from "../../testing/check-ledger.ts";
import { downloadCsv } from "../../testing/csv.ts";
import { insertInstance } from "../../testing/instances.ts";
import { startTestEnvironment, type TestEnvironment } from "../../testing/test-environment.ts";
import { createUser, createWorkspace, type TestUser } from "../../testing/users.ts";

let env: TestEnvironment;
let admin: TestUser;
beforeAll(async () => {
  env = await startTestEnvironment();
  admin = await createUser(env, "admin@boreal.test", { staffRole: "Admin" });
});
checkLedgerAfterEach(() => env);
afterAll(() => env.stop());

async function createUserNamed(email: string, firstName: string) {
  const { id } = await createUser(env, email);
  await env.db.withSystemRole("a test renames a user", (tx) =>
    tx.execute(sql`UPDATE user_account SET first_name = ${firstName} WHERE id = ${id}`),
  );
}

const exports = Object.values(staffExports);
const download = (path: string, user = admin) => downloadCsv(user.client, path);

/** Lists of the staff area that have no export, with the reason. */
const notExported: Readonly<Record<string, string>> = {
  "workspaceRoles.list": "a part of the page of a user or a workspace",
  "adminInstances.logs": "a part of the page of an instance",
  "users.sessions": "a part of the page of a user",
  "users.activity": "a part of the page of a user",
  "dashboard.ledgerFindings": "few, and each is looked into on its own",
  "dashboard.auditChains": "none, as long as nobody changes the database",
  "reports.orders": "exported as a report",
  "infrastructure.openstackHosts": "asked of the provider for every page",
  "infrastructure.foremanHosts": "asked of the provider for every page",
  "infrastructure.foremanHostGroups": "asked of the provider for every page",
};

test("every list of the staff area has an export with its guard, except those with a reason", () => {
  const lists = allEndpoints.filter(
    ({ access, response }) =>
      access.kind === "staff" && "shape" in response && "meta" in Object(response.shape),
  );
  expect(lists.length).toBeGreaterThan(exports.length);
  const exported = new Map(
    exports.map(({ path, access }) => [path.replace(/\/export$/, ""), access]),
  );
  const missing = lists.filter(({ path }) => !exported.has(path)).map(({ id }) => id);
  expect(missing.toSorted()).toEqual(Object.keys(notExported).toSorted());
  for (const { path, access } of lists)
    if (exported.has(path)) expect([path, exported.get(path)]).toEqual([path, access]);
});

test.each(StaffRoleId.options)(
  "%s can export what they can list, and nothing else",
  async (staffRole) => {
    const user = await createUser(env, `${staffRole.toLowerCase()}@roles.test`, { staffRole });
    for (const { path } of exports) {
      const list = await user.client.send("GET", path.replace(/\/export$/, ""));
      const { status } = await download(path, user);
      expect([path, status]).toEqual([path, list.status]);
    }
  },
);

test("customers and guests export nothing", async () => {
  const customer = await createUser(env, "customer@boreal.test");
  for (const { path } of exports) expect((await download(path, customer)).status).toBe(403);
  expect((await fetch(`${env.url}${exports[0]?.path ?? ""}`)).status).toBe(401);
});

test("C091: a file has the rows of the list across all pages, with its filters and its order", async () => {
  const owner = await createUser(env, "owner@boreal.test");
  const workspace = await createWorkspace(env, owner, "filtered");
  for (const number of [1, 2, 10, 11, 100])
    await insertInstance(env, workspace, owner, { hostname: `node-${number}` });
  await insertInstance(env, workspace, owner, { hostname: "node-3", status: "stopped" });
  const names = async (query: string) =>
    (await download(`/admin/instances/export${query}`)).rows.map(({ name }) => name);
  expect(await names("?status=active&search=node-&orderBy=-hostname")).toEqual([
    "node-100",
    "node-11",
    "node-10",
    "node-2",
    "node-1",
  ]);
  expect(await names("?search=node-&status=stopped")).toEqual(["node-3"]);
  const { headers, rows } = await download("/admin/instances/export?search=node-100");
  expect(headers.get("content-type")).toMatch(/^text\/csv/);
  expect(headers.get("content-disposition")).toBe(
    'attachment; filename="boreal-instances-2026-05-15.csv"',
  );
  expect(rows).toEqual([
    expect.objectContaining({
      name: "node-100",
      workspace: "filtered",
      status: "active",
      type: "virtual_machine",
      region: "testland",
      waitingSince: "",
    }),
  ]);
});

test("C70: no cell of a file is a formula", async () => {
  for (const [at, firstName] of ['=HYPERLINK("http://e")', "+1", "-2", "@SUM(1)", "＝1"].entries())
    await createUserNamed(`formula-${at}@boreal.test`, firstName);
  const { text, rows } = await download("/admin/users/export?search=formula-&orderBy=email");
  expect(rows.map(({ firstName }) => firstName)).toEqual([
    '\'=HYPERLINK("http://e")',
    "'+1",
    "'-2",
    "'@SUM(1)",
    "'＝1",
  ]);
  expect(text).not.toMatch(/(^|,|\n)"\s*[=+\-@\t＝＋－＠]/u);
});

test("an export is audited with its rows and filters, without the term that was searched for", async () => {
  const reader = await createUser(env, "reader@boreal.test", { staffRole: "Support" });
  await download("/admin/users/export?search=formula-&status=active,frozen", reader);
  const { data } = await reader.client.call(api.activity.own, {
    query: { activityType: "staffExports" },
  });
  expect(data.data).toEqual([
    expect.objectContaining({
      action: "staffExports.users",
      result: "ok",
      changes: [
        { field: "exportedRows", from: null, to: 5 },
        { field: "exportFilters", from: null, to: "search; status: active, frozen" },
      ],
    }),
  ]);
});

test("a filter that the list rejects is rejected, and a page is no filter", async () => {
  for (const query of ["?status=broken", "?orderBy=secret", "?page=2", "?perPage=5", "?after=x"])
    expect([query, (await download(`/admin/users/export${query}`)).status]).toEqual([query, 422]);
});

test("of a longer list the first 10,000 rows are exported, each once", async () => {
  await env.db.withSystemRole("a test fills a list", (tx) =>
    tx.execute(sql`
      INSERT INTO workspace SELECT (jsonb_populate_record(w, jsonb_build_object(
          'id', gen_random_uuid(), 'handle', 'many-' || n))).*
        FROM workspace w, generate_series(1, 10004) n WHERE w.handle = 'filtered'`),
  );
  const { rows } = await download("/admin/workspaces/export?search=many-&orderBy=handle");
  expect(rows.length).toBe(maxExportRows);
  expect(new Set(rows.map(({ id }) => id)).size).toBe(maxExportRows);
});
