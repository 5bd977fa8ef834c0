/** Reports of staff: half-open periods, units, hours and revenue by product, region and day, orders and their files. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { api } from "#contracts/api.ts";
import { maxReportDays } from "#contracts/reports.ts";
import { sql } from "../../core/db/db.ts";
import { checkLedgerAfterEach } from "../../testing/check-ledger.ts";
import { addItems, insertItem, metalProduct, orderMetal } from "../../testing/bare-metal.ts";
import { downloadCsv } from "../../testing/csv.ts";
import {
  createOrderContext,
  findProduct,
  orderInstance,
  placeOrder,
} from "../../testing/order-instances.ts";
import {
  bareMetalRegion,
  startTestEnvironment,
  type TestEnvironment,
} from "../../testing/test-environment.ts";
import { createUser, type TestUser } from "../../testing/users.ts";
import { rollUpUsage } from "../billing/usage-rollup.ts";

let env: TestEnvironment;
let staff: TestUser;
let admin: TestUser;
let context: Awaited<ReturnType<typeof createOrderContext>>;
beforeAll(async () => {
  env = await startTestEnvironment({ start: "2026-03-30T23:00:00Z" });
  staff = await createUser(env, "business@reports.test", { staffRole: "BusinessAdmin" });
  admin = await createUser(env, "admin@reports.test", { staffRole: "Admin" });
  context = await createOrderContext(env);
});
checkLedgerAfterEach(() => env);
afterAll(() => env.stop());

const product = "4 vCPU";
type Period = { timeFrom?: string; timeTo?: string };
type Query = Period & { includeInactive?: "true"; includeDeleted?: "true" };
const period = (timeFrom: string, timeTo: string): Period => ({ timeFrom, timeTo });
const virtual = async (query: Query) =>
  (await staff.client.call(api.reports.virtual, { query })).data;
const products = async (query: Query) =>
  (await staff.client.call(api.reports.virtualProducts, { query })).data;
const orders = async (query: Query & { page?: string; perPage?: string }) =>
  (await staff.client.call(api.reports.orders, { query })).data;
const revenue = async (query: Query) => (await virtual(query)).total.revenue.cents;
const setStatus = (status: string) =>
  env.db.withSystemRole("a test withdraws a product", (tx) =>
    tx.execute(sql`UPDATE product SET status = ${status} WHERE name = ${product}`),
  );

test("the orders report counts orders, instances, those cancelled and those that failed, by day, product and region", async () => {
  const { owner, workspace } = context;
  await placeOrder(owner.client, { ...context, hostname: ["one", "two"] });
  await env.advanceTime(120, 20);
  const cancelled = await orderInstance(owner.client, { ...context, hostname: ["three"] });
  await owner.client.call(api.instances.terminate, {
    path: { workspace: workspace.handle, instance: cancelled.id },
    query: { now: "true" },
  });
  await orderInstance(owner.client, { ...context, hostname: ["a-no-capacity"] });
  await env.advanceTime(120, 20);
  const day = period("2026-03-30T00:00:00Z", "2026-03-31T00:00:00Z");
  const counts = { orders: 3, instances: 4, cancelled: 1, failed: 1 };
  const report = await orders(day);
  expect(report.total).toMatchObject(counts);
  expect(report.days).toMatchObject([{ day: "2026-03-30", ...counts }]);
  expect(report.data).toMatchObject([
    {
      day: "2026-03-30",
      product: { name: product },
      region: { handle: "lulea", name: expect.any(String) },
      ...counts,
    },
  ]);
  // Half-open: the orders are at 23:00 and later.
  expect((await orders(period("2026-03-30T00:00:00Z", "2026-03-30T23:00:00Z"))).total).toEqual({
    orders: 0,
    instances: 0,
    cancelled: 0,
    failed: 0,
    revenue: { cents: 0, currency: "USD" },
  });
  expect(
    (await orders(period("2026-03-30T23:00:00Z", "2026-03-30T23:00:01Z"))).total,
  ).toMatchObject({ orders: 1, instances: 2 });
});

test("days and months are in UTC, parts of a period add up, and the roll-up changes nothing", async () => {
  env.clock.set("2026-04-02T10:30:30Z");
  const all = period("2026-03-30T00:00:00Z", "2026-04-03T00:00:00Z");
  const before = await virtual(all);
  expect(before.days.map((day) => day.slice(0, 10))).toEqual([
    "2026-03-30",
    "2026-03-31",
    "2026-04-01",
    "2026-04-02",
  ]);
  const series = before.series[0];
  expect(before.series).toHaveLength(1);
  expect(series).toMatchObject({ product: { name: product }, revenue: before.total.revenue });
  // Two instances of the same price: 24 h on full days.
  const { rateMicrosPerHour } = await findProduct(context.owner.client, product);
  expect(series?.cents[2]).toBe(Math.round((rateMicrosPerHour * 2 * 24) / 10_000));
  expect(series?.cents.reduce((total, cents) => total + cents, 0)).toBe(before.total.revenue.cents);
  // A line is rounded once in each month, so months add up exactly.
  expect(
    (await revenue(period("2026-03-01T00:00:00Z", "2026-04-01T00:00:00Z"))) +
      (await revenue(period("2026-04-01T00:00:00Z", "2026-04-03T00:00:00Z"))),
  ).toBe(before.total.revenue.cents);
  const hours = async (query: Query) => (await virtual(query)).total.hours;
  // A period that starts and ends within an hour.
  const odd = period("2026-03-31T05:10:07Z", "2026-04-01T07:29:59Z");
  const oddHours = await hours(odd);
  expect(oddHours).toBeCloseTo((2 * (26 * 3600 + 19 * 60 + 52)) / 3600, 2);
  await rollUpUsage(env.db, env.clock.now());
  const { asOf: _, ...after } = await virtual(all);
  expect(after).toEqual({ ...before, asOf: undefined });
  expect(await hours(odd)).toBe(oddHours);
  // An hour that has to be rebuilt comes from the intervals.
  await env.db.withSystemRole("a test marks an hour", (tx) =>
    tx.execute(
      sql`INSERT INTO rollup.dirty_range (workspace_id, from_second, to_second) VALUES (${context.workspace.id}, 1774915200, 1774918800)`,
    ),
  );
  expect(await hours(odd)).toBe(oddHours);
  expect(await revenue(all)).toBe(before.total.revenue.cents);
});

test("the default period is the current month until now; what comes later is empty", async () => {
  const report = await virtual({});
  expect(report).toMatchObject({
    timeFrom: "2026-04-01T00:00:00.000Z",
    timeTo: "2026-04-02T10:30:30.000Z",
    asOf: "2026-04-02T10:30:30.000Z",
  });
  expect(report.total.hours).toBeGreaterThan(0);
  expect(
    (await virtual(period("2026-05-01T00:00:00Z", "2026-05-02T00:00:00Z"))).total,
  ).toMatchObject({ hours: 0, revenue: { cents: 0 } });
});

test("rows of inactive and deleted products are included on request, and the total has them always", async () => {
  const query = period("2026-03-01T00:00:00Z", "2026-04-03T00:00:00Z");
  const rowOf = async (more: Query) =>
    (await products({ ...query, ...more })).rows.find((row) => row.product.name === product);
  const active = await rowOf({});
  expect(active).toMatchObject({ status: "active", active: 1, inactive: 0, deleted: 0 });
  expect(active?.units.sold).toBe(3);
  expect(active?.units.total).toBe(3 + (active?.units.free ?? 0));
  const { total } = await products(query);
  // Products share what is free.
  expect(total.units).toEqual({ total: null, sold: 3, free: null });
  for (const [status, include] of [
    ["inactive", { includeInactive: "true" }],
    ["deleted", { includeDeleted: "true" }],
  ] as const) {
    await setStatus(status);
    expect(await rowOf({})).toBeUndefined();
    const without = await products(query);
    expect(without.total.revenue).toEqual(total.revenue);
    expect(without.excluded).toMatchObject({ products: 1, revenue: total.revenue });
    expect((await virtual(query)).series).toMatchObject([
      { product: null, revenue: total.revenue },
    ]);
    expect(await rowOf(include)).toMatchObject({ status, revenue: active?.revenue });
    expect((await products({ ...query, ...include })).excluded.revenue.cents).toBe(0);
    const ordered = await orders(query);
    expect(ordered.data).toEqual([]);
    expect(ordered.excluded).toEqual({ rows: 4, revenue: total.revenue });
    expect((await orders({ ...query, ...include })).data).toHaveLength(4);
  }
  await setStatus("active");
});

test("bare metal has its items as units, in the region where they are", async () => {
  await addItems(env, "report-1.test", "report-2.test");
  const retired = await insertItem(env, { state: "retired" });
  const metal = await orderMetal(context.owner.client, { ...context, hostname: ["metal"] });
  expect(metal.status).toBe("pending");
  const { data: byProduct } = await admin.client.call(api.reports.bareMetalProducts, {});
  const row = byProduct.rows.find((candidate) => candidate.product.name === metalProduct);
  const items = await env.db.withSystemRole("a test counts items", (tx) =>
    tx.one<{ total: number; free: number }>(sql`
      SELECT count(*)::integer AS total, (count(*) FILTER (WHERE b.state = 'available'))::integer AS free FROM bare_metal_item b
        JOIN product p ON p.id = b.product_id WHERE p.name = ${metalProduct} AND b.state <> 'retired' AND b.id <> ${retired}`),
  );
  expect(row?.units).toEqual({ total: items.total, sold: 1, free: items.free });
  const { data: byRegion } = await admin.client.call(api.reports.bareMetalResources, {});
  expect(byRegion.rows.find(({ region }) => region.handle === bareMetalRegion)?.units.sold).toBe(1);
  expect((await admin.client.call(api.reports.bareMetal, {})).data.total.units.sold).toBe(1);
});

test("pages of the orders report are in order, newest day first", async () => {
  const query = period("2026-03-30T00:00:00Z", "2026-04-03T00:00:00Z");
  const { data: all, meta } = await orders({ ...query, perPage: "100" });
  expect(all.map(({ day }) => day)).toEqual(
    all
      .map(({ day }) => day)
      .toSorted()
      .toReversed(),
  );
  const page = await orders({ ...query, perPage: "2", page: "2" });
  expect(page.data).toEqual(all.slice(2, 4));
  expect(page.meta).toMatchObject({ page: 2, perPage: 2, total: meta.total });
  expect((await orders({ ...query, page: "999" })).data).toEqual([]);
});

test("C70: files have the rows of the report, and no cell of them is a formula", async () => {
  await env.db.withSystemRole("a test renames a product", (tx) =>
    tx.execute(sql`UPDATE product SET name = '=1+1' WHERE name = ${product}`),
  );
  const query = new URLSearchParams({
    timeFrom: "2026-03-30T00:00:00Z",
    timeTo: "2026-04-03T00:00:00Z",
  });
  const file = async (path: string) =>
    downloadCsv(staff.client, `/admin/reports/${path}/export?${query}`);
  const ordered = await file("orders");
  expect(ordered.headers.get("content-disposition")).toContain(
    "boreal-orders-2026-03-30-2026-04-03.csv",
  );
  expect(ordered.rows.at(-1)).toMatchObject({
    day: "2026-03-30",
    product: "'=1+1",
    region: "lulea",
    orders: "3",
    cancelled: "1",
    failed: "1",
  });
  const usd = (rows: readonly Record<string, string>[]) =>
    rows.reduce((total, row) => total + Math.round(Number(row["usd"]) * 100), 0);
  const total = await revenue(Object.fromEntries(query));
  const byProduct = await file("virtual");
  expect(usd(byProduct.rows)).toBe(total);
  query.set("groupBy", "region");
  const byRegion = await file("virtual");
  expect(byRegion.rows[0]).toMatchObject({ region: "lulea" });
  expect(usd(byRegion.rows)).toBe(total);
  expect((await file("bare-metal")).rows).toMatchObject([{ region: bareMetalRegion }]);
});

test.each([
  ["reversed", { timeFrom: "2026-04-02T00:00:00Z", timeTo: "2026-04-01T00:00:00Z" }],
  ["empty", { timeFrom: "2026-04-02T00:00:00Z", timeTo: "2026-04-02T00:00:00Z" }],
  ["too long", { timeFrom: "2025-01-01T00:00:00Z", timeTo: "2026-04-02T00:00:00Z" }],
  ["in the future without an end", { timeFrom: "2027-01-01T00:00:00Z" }],
])("a period that is %s is a validation error", async (_, query) => {
  for (const call of [api.reports.virtual, api.reports.bareMetalProducts, api.reports.orders]) {
    const response = await staff.client.call(call, { query });
    expect(response.status).toBe(422);
    expect(response.json).toMatchObject({
      errors: { timeTo: [{ code: "period", params: { days: maxReportDays } }] },
    });
  }
});

test.each<Record<string, string>>([
  { timeFrom: "2026-04-01" },
  { timeFrom: "yesterday" },
  { timeTo: "0000-01-01T00:00:00Z" },
  { includeInactive: "yes" },
  { workspaceId: "x" },
])("%o is a validation error", async (query) => {
  const response = await staff.client.send(
    "GET",
    `/admin/reports/virtual?${new URLSearchParams(query)}`,
  );
  expect(response.status).toBe(422);
});

test("Admin has no report of orders, support has none, and a customer none", async () => {
  const support = await createUser(env, "support@reports.test", { staffRole: "Support" });
  const status = async (user: TestUser, call: (typeof api.reports)["virtual" | "orders"]) =>
    (await user.client.call(call, {})).status;
  expect(await status(admin, api.reports.virtual)).toBe(200);
  expect(await status(admin, api.reports.orders)).toBe(403);
  expect(await status(support, api.reports.virtual)).toBe(403);
  expect(await status(support, api.reports.orders)).toBe(403);
  expect(await status(context.owner, api.reports.virtual)).toBe(403);
});
