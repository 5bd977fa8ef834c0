/** Roll-up of usage by hour: each hour once, late changes are rebuilt, and reports are the same with and without it. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { api } from "#contracts/api.ts";
import { type Database, sql, type Tx } from "../../core/db/db.ts";
import { grantProject, insertInstance } from "../../testing/instances.ts";
import { insertPrice, recordEvents, type TestPrice } from "../../testing/metering.ts";
import { createProject } from "../../testing/order-instances.ts";
import {
  createMember,
  createNewWorkspace,
  createUser,
  type TestUser,
  type TestWorkspace,
} from "../../testing/users.ts";
import { startTestEnvironment, type TestEnvironment } from "../../testing/test-environment.ts";
import { readDailySpend } from "./daily-spend.ts";
import { keptMonths, rollUpUsage } from "./usage-rollup.ts";
import { rollupIntervals } from "./usage-rollup-store.ts";

let env: TestEnvironment;
let owner: TestUser;
let dollar: TestPrice;
beforeAll(async () => {
  env = await startTestEnvironment({ start: "2026-05-15T08:30:00Z" });
  owner = await createUser(env, "owner@rollup.test");
  const { workspace } = await createNewWorkspace(env, owner, "prices");
  await insertInstance(env, workspace, owner, { hostname: "first" });
  dollar = await insertPrice(env, { rate: "1.00", minimumSeconds: 60 });
});
afterAll(() => env.stop());

const asSystem = <T>(work: (tx: Tx) => Promise<T>) => env.db.withSystemRole("a test", work);
const rollUp = (db: Database = env.db) => rollUpUsage(db, env.clock.now());
const hoursOf = (workspace: TestWorkspace) =>
  asSystem((tx) =>
    tx.many<{ hour: string; seconds: number }>(
      sql`SELECT to_char(hour AT TIME ZONE 'UTC', 'DD HH24:MI') AS hour, seconds FROM rollup.usage_hour WHERE workspace_id = ${workspace.id} ORDER BY 1`,
    ),
  );

/** The database whose transactions fail when they move the watermark, after the hours were written. */
const crashing: Database = {
  withTenant: (work, options) => env.db.withTenant(work, options),
  withSystemRole: (reason, work) =>
    env.db.withSystemRole(reason, (tx) =>
      work({
        ...tx,
        execute: (query) =>
          query.text.includes("UPDATE rollup.watermark")
            ? Promise.reject(new Error("the worker was killed"))
            : tx.execute(query),
      }),
    ),
  get owner() {
    return env.db.owner;
  },
  problem: null,
  close: () => Promise.resolve(),
};

test("BC-58: three runs and a crash before the watermark write each hour once", async () => {
  const { workspace } = await createNewWorkspace(env, owner, "once");
  const instance = await insertInstance(env, workspace, owner, { hostname: "once" });
  await recordEvents(env, workspace, instance, [
    { kind: "start", price: dollar, at: "2026-05-15T06:00:00Z" },
  ]);
  await expect(rollUp(crashing)).rejects.toThrow("the worker was killed");
  expect(await hoursOf(workspace)).toEqual([]);
  await Promise.all([rollUp(), rollUp(), rollUp()]);
  const expected = [
    { hour: "15 06:00", seconds: 3600 },
    { hour: "15 07:00", seconds: 3600 },
  ];
  expect(await hoursOf(workspace)).toEqual(expected);
  env.clock.set("2026-05-15T09:00:00Z");
  await rollUp();
  await rollUp();
  expect(await hoursOf(workspace)).toEqual([...expected, { hour: "15 08:00", seconds: 3600 }]);
});

test("hours that a late event changes are rebuilt, and the others stay", async () => {
  const { workspace } = await createNewWorkspace(env, owner, "late");
  const instance = await insertInstance(env, workspace, owner, { hostname: "late" });
  await recordEvents(env, workspace, instance, [
    { kind: "stop", at: "2026-05-15T07:30:00Z" },
    { kind: "start", price: dollar, at: "2026-05-15T05:15:00Z" },
  ]);
  await rollUp();
  expect(await hoursOf(workspace)).toEqual([
    { hour: "15 05:00", seconds: 2700 },
    { hour: "15 06:00", seconds: 3600 },
    { hour: "15 07:00", seconds: 1800 },
  ]);
  await recordEvents(env, workspace, instance, [{ kind: "stop", at: "2026-05-15T06:30:00Z" }]);
  const dirty = () =>
    asSystem((tx) =>
      tx.many<{ from: number }>(
        sql`SELECT from_second AS "from" FROM rollup.dirty_range WHERE workspace_id = ${workspace.id}`,
      ),
    );
  expect(await dirty()).toEqual([{ from: Date.parse("2026-05-15T06:30:00Z") / 1000 }]);
  await rollUp();
  expect(await dirty()).toEqual([]);
  expect(await hoursOf(workspace)).toEqual([
    { hour: "15 05:00", seconds: 2700 },
    { hour: "15 06:00", seconds: 1800 },
  ]);
});

test("partitions of months are created ahead, and dropped when they are too old", async () => {
  const partitions = () =>
    asSystem((tx) =>
      tx.many<{ name: string }>(
        sql`SELECT relname AS name FROM pg_class WHERE relnamespace = 'rollup'::regnamespace AND relkind = 'r' AND relname LIKE 'usage_hour_%' ORDER BY 1`,
      ),
    );
  await rollUp();
  expect(await partitions()).toEqual([
    { name: "usage_hour_2026_04" },
    { name: "usage_hour_2026_05" },
    { name: "usage_hour_2026_06" },
  ]);
  // Two months later the oldest one is past its time, if only one month is kept. The transaction is rolled back.
  let names: { rows: string[]; from: number } | null = null;
  const maintain = asSystem(async (tx) => {
    await tx.execute(
      sql`SELECT maintain_usage_partitions('2026-06-01', '2026-08-01', '2026-05-01')`,
    );
    const rows = await tx.many<{ name: string }>(
      sql`SELECT relname AS name FROM pg_class WHERE relnamespace = 'rollup'::regnamespace AND relkind = 'r' AND relname LIKE 'usage_hour_2026___' ORDER BY 1`,
    );
    const { from } = await tx.one<{ from: number }>(
      sql`SELECT from_second AS "from" FROM rollup.watermark`,
    );
    names = { rows: rows.map(({ name }) => name.slice(-2)), from };
    throw new Error("rolled back");
  });
  await expect(maintain).rejects.toThrow("rolled back");
  expect(names).toEqual({
    rows: ["05", "06", "07", "08"],
    from: Date.parse("2026-05-01T00:00:00Z") / 1000,
  });
  expect(keptMonths).toBeGreaterThan(2);
});

test("reports of a workspace with many intervals are the same from the roll-up, and its rows stay in their tenant", async () => {
  env.clock.set("2026-05-16T09:20:00Z");
  const { workspace, path } = await createNewWorkspace(env, owner, "many");
  const farm = await createProject(env, workspace, owner, "Farm");
  const barn = await createProject(env, workspace, owner, "Barn");
  const id = await insertInstance(env, workspace, owner, { hostname: "m", projectId: farm });
  const capped = await insertPrice(env, { rate: "0.0333", capHours: 200, granularitySeconds: 60 });
  await asSystem(async (tx) => {
    await tx.execute(sql`INSERT INTO instance (id, workspace_id, project_id, order_id, hostname, variant, status, region_handle, product_id, image_id,
        price_snapshot_id, rate_micros_per_hour, ssh_keys, created_by, created_at, updated_at)
      SELECT gen_random_uuid(), workspace_id, CASE n % 3 WHEN 0 THEN ${farm}::uuid WHEN 1 THEN ${barn}::uuid END, order_id, 'm-' || n, variant, 'active',
        region_handle, product_id, image_id, CASE n % 5 WHEN 0 THEN ${capped.priceSnapshotId}::uuid ELSE ${dollar.priceSnapshotId}::uuid END, 10000 + n % 7, ssh_keys,
        created_by, created_at, updated_at FROM instance, generate_series(1, ${rollupIntervals + 500}::integer) n WHERE id = ${id}`);
    await tx.execute(sql`INSERT INTO usage_interval (workspace_id, instance_id, interval_number, project_id, product_id, price_snapshot_id, rate_micros_per_hour, start_second, end_second)
      SELECT workspace_id, id, 1, project_id, product_id, price_snapshot_id, rate_micros_per_hour, s, CASE WHEN s % 4 > 0 THEN s + s % 90000 END
        FROM (SELECT *, extract(epoch FROM '2026-05-11T00:00:00Z'::timestamptz)::bigint + (hashtext(hostname) & 2147483647) % 450000 AS s FROM instance WHERE workspace_id = ${workspace.id}) i`);
  });
  const limited = await createMember(env, workspace, "limited_team_member");
  await grantProject(env, workspace, farm, limited);
  const overview = async (user: TestUser) =>
    (await user.client.call(api.projects.graph, { path })).data.days;
  const usage = async (groupBy: "project" | "product") =>
    (
      await owner.client.call(api.billingUsage.usage, {
        path,
        query: { from: "2026-05-11", to: "2026-05-16", interval: "hour", groupBy },
      })
    ).data;
  const read = async () => ({
    spend: await asSystem((tx) => readDailySpend(tx, workspace.id, env.clock.now())),
    owner: await overview(owner),
    limited: await overview(limited),
    byProject: await usage("project"),
    byProduct: await usage("product"),
  });
  const fromIntervals = await read();
  expect(fromIntervals.byProject.total.cents).toBeGreaterThan(10_000);
  expect(fromIntervals.limited.length).toBeGreaterThan(0);
  await rollUp();
  // A wrong row shows that the roll-up is what is read.
  const shift = (seconds: number) =>
    asSystem(async (tx) => {
      await tx.execute(sql`WITH old AS (DELETE FROM rollup.usage_hour WHERE workspace_id = ${workspace.id} AND hour = '2026-05-13T05:00:00Z' RETURNING *)
        INSERT INTO rollup.usage_hour SELECT hour, workspace_id, project_id, product_id, price_snapshot_id, region_handle, rate_micros_per_hour, seconds + ${seconds}, extra_units FROM old`);
    });
  const fromRollup = await read();
  expect(fromRollup).toEqual(fromIntervals);
  await shift(36_000_000);
  expect((await read()).spend).not.toEqual(fromIntervals.spend);
  await shift(-36_000_000);
  const stranger = await createUser(env, "stranger@rollup.test");
  const other = await createNewWorkspace(env, stranger, "other");
  const { data } = await stranger.client.call(api.projects.graph, { path: other.path });
  expect(data.days.flatMap(({ amounts }) => amounts)).toEqual([]);
}, 60_000);
