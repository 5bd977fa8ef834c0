/** Lists and searches of staff read the rows they show, not whole tables. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { raw, type Sql, sql } from "../core/db/db.ts";
import { buildListQuery, type ListQuery } from "../core/db/list.ts";
import { listWorkspaces } from "../modules/admin-workspaces/store.ts";
import { listHistory } from "../modules/billing/history-store.ts";
import { listInvoices } from "../modules/billing/invoices-store.ts";
import { adminCommandsQuery } from "../modules/commands/admin-store.ts";
import { adminInstancesQuery } from "../modules/instances/admin-store.ts";
import { insertInstance } from "../testing/instances.ts";
import { startTestEnvironment, type TestEnvironment } from "../testing/test-environment.ts";
import { createUser, createWorkspace } from "../testing/users.ts";

const rows = 20_000;
const page = { page: 1, perPage: 15 };
/** Columns that the instances of the test share. */
const instanceColumns = raw(
  "workspace_id, order_id, variant, region_handle, product_id, image_id, price_snapshot_id, rate_micros_per_hour, ssh_keys, created_by, updated_at",
);
let env: TestEnvironment;

beforeAll(async () => {
  env = await startTestEnvironment();
  const owner = await createUser(env, "owner@boreal.test");
  const workspace = await createWorkspace(env, owner, "pattern");
  const instance = await insertInstance(env, workspace, owner, { hostname: "pattern" });
  await env.db.withSystemRole("rows for a test", async (tx) => {
    await tx.execute(sql`
      INSERT INTO workspace (id, handle, name, colour, created_at, updated_at)
      SELECT gen_random_uuid(), 'team-' || n, 'Team ' || n, '#274c77', w.created_at - make_interval(secs => n), w.created_at
        FROM workspace w, generate_series(1, ${rows}::integer) n WHERE w.id = ${workspace.id}`);
    await tx.execute(sql`
      INSERT INTO instance (${instanceColumns}, id, hostname, status, created_at)
      SELECT ${instanceColumns}, gen_random_uuid(), 'web-' || n, CASE WHEN n % 5 < 3 THEN 'terminated' WHEN n > ${rows - 10} THEN 'error' ELSE 'active' END,
             i.created_at - make_interval(secs => n)
        FROM instance i, generate_series(1, ${rows}::integer) n WHERE i.id = ${instance}`);
    await tx.execute(sql`
      INSERT INTO command (id, workspace_id, instance_id, kind, variant, region_handle, status, max_attempts, created_at, updated_at)
      SELECT gen_random_uuid(), workspace_id, id, 'create', variant, region_handle, CASE WHEN status = 'error' THEN 'failed' ELSE 'succeeded' END, 1, created_at, created_at
        FROM instance`);
  });
  await env.db.owner.query("VACUUM ANALYZE");
});
afterAll(() => env.stop());

/** Most rows that one step of the plan read, whether it kept or discarded them. */
async function rowsRead(list: ListQuery): Promise<number> {
  const explain = (query: Sql) =>
    env.db.withSystemRole("a test reads a query plan", (tx) =>
      tx.many<{ "QUERY PLAN": string }>(
        sql`EXPLAIN (ANALYZE, TIMING OFF, COSTS OFF, SUMMARY OFF, BUFFERS OFF) ${query}`,
      ),
    );
  const plan = await explain(buildListQuery(list));
  const counts = plan.flatMap(({ "QUERY PLAN": line }) => [
    Number(/actual rows=(\d+)/.exec(line)?.[1] ?? 0),
    Number(/Removed by .*: (\d+)/.exec(line)?.[1] ?? 0),
  ]);
  return Math.max(...counts);
}

const staff = { isForStaff: true };
const cases: readonly (readonly [string, () => ListQuery])[] = [
  ["workspaces", () => listWorkspaces(page)],
  ["workspaces by a rare status", () => listWorkspaces({ ...page, status: ["suspended"] })],
  ...["q", "zq", "zzqx", "team-7777", "%", "üqü"].map(
    (search) => [`workspaces with ${search}`, () => listWorkspaces({ ...page, search })] as const,
  ),
  ["instances by a rare status", () => adminInstancesQuery({ ...page, status: ["error"] })],
  ["instances by name", () => adminInstancesQuery({ ...page, orderBy: "hostname" })],
  ...["q", "zq", "zzqx", "web-7774", "10.9.8.7", "üqü"].map(
    (search) =>
      [`instances with ${search}`, () => adminInstancesQuery({ ...page, search })] as const,
  ),
  ["commands by a rare status", () => adminCommandsQuery({ ...page, status: ["failed"] })],
  ...["q", "zq", "zzqx", "web-7774"].map(
    (search) => [`commands with ${search}`, () => adminCommandsQuery({ ...page, search })] as const,
  ),
  ["billing history", () => listHistory({ ...page, search: "zzqx" }, staff)],
  ["invoices", () => listInvoices({ ...page, search: "zzqx" }, staff)],
];

test.each(cases)("%s: no step of the plan reads the table", async (_, list) => {
  expect(await rowsRead(list())).toBeLessThan(rows / 4);
});

test("orders that are inserted in parts count once in the report", async () => {
  const counted = () =>
    env.db.withSystemRole("a test", (tx) =>
      tx.one<{ orders: number; lines: number; instances: number }>(sql`
        SELECT sum(order_count)::integer AS orders, sum(first_line_count)::integer AS lines, sum(instance_count)::integer AS instances FROM order_counter`),
    );
  const before = await counted();
  expect(before).toMatchObject({ instances: rows + 1 });
  await env.db.withSystemRole("a test", (tx) =>
    tx.execute(sql`
      INSERT INTO instance (${instanceColumns}, id, hostname, status, created_at)
      SELECT ${instanceColumns}, gen_random_uuid(), 'more', 'active', i.created_at
        FROM instance i WHERE i.hostname = 'pattern'`),
  );
  expect(await counted()).toEqual({ ...before, instances: rows + 2 });
});
