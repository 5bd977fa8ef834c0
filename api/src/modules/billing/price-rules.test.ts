/** The rules of prices: clock units, minimum and monthly cap are the same in PostgreSQL and in the functions of contracts. */
import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type RatedInterval, rateMonth } from "#contracts/rating.ts";
import { sql, type Tx } from "../../core/db/db.ts";
import { asText } from "../../testing/billing-examples.ts";
import { february, january } from "../../testing/billing.ts";
import { insertInstance } from "../../testing/instances.ts";
import {
  insertPrice,
  type PriceRules,
  recordEvents,
  type TestPrice,
} from "../../testing/metering.ts";
import { createNewWorkspace, createUser, type TestUser } from "../../testing/users.ts";
import { checkLedgerAfterEach } from "../../testing/check-ledger.ts";
import { startTestEnvironment, type TestEnvironment } from "../../testing/test-environment.ts";
import type { Month } from "./close-month.ts";
import { foldMeterEvents, type MeteredPrice, type MeterEvent } from "./fold-meter-events.ts";
import { recordMeterEvents, toEpochSeconds } from "./metering.ts";
import { listInstanceCosts, listUsageLines } from "./store.ts";

let env: TestEnvironment;
let owner: TestUser;
beforeAll(async () => {
  env = await startTestEnvironment({ start: "2026-05-01T00:00:00Z" });
  owner = await createUser(env, "owner@rules.test");
});
checkLedgerAfterEach(() => env);
afterAll(() => env.stop());

const asSystem = <T>(work: (tx: Tx) => Promise<T>) => env.db.withSystemRole("a test", work);
const april: Month = {
  start: new Date("2026-04-01T00:00:00Z"),
  end: new Date("2026-05-01T00:00:00Z"),
};
const secondsOf = ({ start, end }: Month) => ({
  from: toEpochSeconds(start),
  to: toEpochSeconds(end),
});

/** One instance that runs at each price from its time on, until `end`. Returns its lines of some months, oldest first. */
async function bill(
  prices: readonly (PriceRules & { readonly from: string })[],
  end: string,
  months: readonly Month[] = [january],
) {
  const { workspace } = await createNewWorkspace(env, owner, "rules");
  const instance = await insertInstance(env, workspace, owner, { hostname: "billed" });
  const snapshots: { at: string; price: TestPrice }[] = [];
  for (const { from, ...rules } of prices)
    snapshots.push({ at: from, price: await insertPrice(env, rules) });
  await recordEvents(env, workspace, instance, [
    ...snapshots.map((each, position) => ({
      ...each,
      kind: position === 0 ? ("start" as const) : ("resize" as const),
    })),
    { kind: "stop", at: end },
  ]);
  const lines = [];
  for (const month of months)
    lines.push(await asSystem((tx) => listUsageLines(tx, [workspace.id], secondsOf(month))));
  return lines.map((month) =>
    snapshots.flatMap(({ price }) =>
      month.filter(({ priceSnapshotId }) => priceSnapshotId === price.priceSnapshotId),
    ),
  );
}
const texts = (months: Awaited<ReturnType<typeof bill>>) =>
  months.map((lines) => lines.map(({ cents }) => asText(cents)).join(" + "));

const always = "2025-12-01T00:00:00Z";
const later = "2026-05-01T00:00:00Z";
const day = (time: string) => `2026-01-10T${time}Z`;

test("W05, W18, W19: a cap counts per price and month, and an instance costs at most its highest cap", async () => {
  const capped = (rate: string, from: string) => ({ rate, from, capHours: 730 });
  expect(texts(await bill([capped("0.10", always)], later, [january, february, april]))).toEqual([
    "73.00",
    "67.20",
    "72.00",
  ]);
  const start = "2026-01-01T00:00:00Z";
  const upsized = [capped("0.10", start), capped("0.20", "2026-01-31T12:00:00Z")];
  expect(texts(await bill(upsized, "2026-02-01T00:00:00Z"))).toEqual(["73.00 + 2.40"]);
  // The ceiling takes the 0.90 of the second price.
  const downsized = [capped("0.20", start), capped("0.10", "2026-01-31T15:00:00Z")];
  expect(texts(await bill(downsized, "2026-02-01T00:00:00Z"))).toEqual(["146.00"]);
});

test("W07, W08, W11: the minimum belongs to the instance and may end in the next month", async () => {
  const second = (rate: string, rules: Partial<PriceRules> = {}) =>
    bill([{ rate, from: day("10:00:00"), ...rules }], day("10:00:01"));
  expect(texts(await second("2.50", { minimumSeconds: 60 }))).toEqual(["0.04"]);
  expect(texts(await second("2.50"))).toEqual(["0.00"]);
  expect(texts(await second("98.32", { minimumSeconds: 60 }))).toEqual(["1.64"]);
  expect(texts(await second("98.32", { granularitySeconds: 3600 }))).toEqual(["98.32"]);
  const overEnd = [{ rate: "0.35", from: "2026-01-31T23:59:59Z", minimumSeconds: 60 }];
  expect(texts(await bill(overEnd, "2026-02-01T00:00:01Z", [january, february]))).toEqual([
    "0.00",
    "0.01",
  ]);
});

test("W12, W13, W14: a clock unit in which the price changes is billed once, at the old price", async () => {
  const resized = (from: string, at: string, rules: Partial<PriceRules>) => [
    { rate: "0.12", from: day(from), ...rules },
    { rate: "0.48", from: day(at), ...rules },
  ];
  expect(texts(await bill(resized("10:00:00", "10:20:00", {}), day("11:00:00")))).toEqual([
    "0.04 + 0.32",
  ]);
  const hours = { granularitySeconds: 3600 };
  expect(texts(await bill(resized("10:00:00", "10:20:00", hours), day("10:50:00")))).toEqual([
    "0.12",
  ]);
  const minutes = { granularitySeconds: 60 };
  const [lines = []] = await bill(resized("10:00:10", "10:20:25", minutes), day("10:59:59"));
  expect(lines.map(({ seconds, cents }) => [seconds / 60, cents])).toEqual([
    [21, 4],
    [39, 31],
  ]);
});

/** Random events of one instance between December and April, as offsets from the first one. */
const start = Date.parse("2025-12-20T00:00:00Z") / 1000;
const lifetime = fc.array(
  fc.record({
    kind: fc.constantFrom("resize", "resize", "quantity", "stop", "start"),
    gap: fc.oneof(fc.nat(200), fc.nat(90_000), fc.nat(4_000_000)),
    price: fc.nat(11),
    quantity: fc.integer({ min: 1, max: 4 }),
  }),
  { maxLength: 7 },
);

test("10,000 random lifetimes cost the same to the unit, in whatever order their events arrive", async () => {
  const { workspace } = await createNewWorkspace(env, owner, "random");
  await insertInstance(env, workspace, owner, { hostname: "first" });
  const prices: MeteredPrice[] = [];
  for (const granularitySeconds of [1, 60, 3600])
    for (const capHours of [undefined, 730, 200, 7]) {
      const minimumSeconds = prices.length % 2 === 0 ? 60 : 0;
      const rate = (0.013 * (prices.length + 1)).toFixed(6);
      const price = await insertPrice(env, {
        rate,
        granularitySeconds,
        minimumSeconds,
        ...(capHours !== undefined && { capHours }),
      });
      prices.push({ ...price, granularitySeconds, minimumSeconds, capHours: capHours ?? null });
    }
  const priceOf = (position: number) => {
    const price = prices[position];
    if (price === undefined) throw new Error("there are twelve prices");
    return price;
  };
  const count = 10_000;
  const lives = fc.sample(fc.tuple(fc.nat(9_000_000), fc.nat(11), lifetime), {
    numRuns: count,
    seed: 34,
  });
  const ids = lives.map(() => randomUUID());
  await asSystem((tx) =>
    tx.execute(sql`INSERT INTO instance (id, workspace_id, project_id, order_id, hostname, variant, status, region_handle, product_id, image_id,
        price_snapshot_id, rate_micros_per_hour, ssh_keys, created_by, created_at, updated_at)
      SELECT n.id, workspace_id, project_id, order_id, 'r-' || n.place, variant, 'terminated', region_handle, product_id, image_id,
        price_snapshot_id, rate_micros_per_hour, ssh_keys, created_by, created_at, updated_at
        FROM instance i, unnest(${ids}::uuid[]) WITH ORDINALITY AS n (id, place) WHERE i.workspace_id = ${workspace.id} AND i.hostname = 'first'`),
  );
  const toEvent = (
    second: number,
    { kind, price, quantity }: { kind: string; price: number; quantity: number },
  ): MeterEvent =>
    kind === "start"
      ? { kind, second, price: priceOf(price), projectId: null, quantity }
      : kind === "resize"
        ? { kind, second, price: priceOf(price) }
        : kind === "quantity"
          ? { kind, second, quantity }
          : { kind: "stop", second };
  const events = lives.map(([offset, price, changes]) => {
    let second = start + offset;
    return [
      toEvent(second, { kind: "start", price, quantity: 1 }),
      ...changes.map((change) => {
        second += change.gap;
        return toEvent(second, change);
      }),
    ];
  });
  const rows = events.flatMap((life, place) =>
    life.map((event, position) => ({
      id: randomUUID(),
      instanceId: ids[place] ?? "",
      workspaceId: workspace.id,
      sequence: position + 1,
      kind: event.kind,
      at: new Date(event.second * 1000),
      ...("price" in event && {
        productId: event.price.productId,
        priceSnapshotId: event.price.priceSnapshotId,
        rateMicrosPerHour: event.price.rateMicrosPerHour,
      }),
      ...("quantity" in event && { quantity: event.quantity }),
    })),
  );
  // In an order of arrival that has nothing to do with time; each tenth event arrives twice.
  const arriving = [...rows, ...rows.filter((_, position) => position % 10 === 0)]
    .map((row, position) => ({ row, key: (position * 7_919) % 104_729 }))
    .toSorted((one, other) => one.key - other.key)
    .map(({ row }) => row);
  // Statistics, because plans of foreign keys are kept from when the tables were small.
  await env.db.owner.query("ANALYZE instance");
  const batch = 5_000;
  for (let first = 0; first < arriving.length; first += batch)
    await asSystem((tx) =>
      recordMeterEvents(tx, arriving.slice(first, first + batch), env.clock.now()),
    );
  await env.db.owner.query("ANALYZE usage_interval");

  const periods = [
    secondsOf(january),
    secondsOf(february),
    { from: toEpochSeconds(february.end), to: Date.parse("2026-03-17T04:05:06Z") / 1000 },
  ];
  const folded = events.map((life) => foldMeterEvents(life));
  for (const { from, to } of periods) {
    const found = await asSystem((tx) =>
      tx.many<{ id: string; units: string }>(sql`
        SELECT instance_id AS id, sum(rate_micros_per_hour * (quantity * (end_second - start_second))::numeric + extra_units)::text AS units
          FROM billed_usage(${[workspace.id]}::uuid[], ${from}::bigint, ${to}::bigint) GROUP BY 1`),
    );
    const units = new Map(found.map((row) => [row.id, row.units]));
    const expected = folded.map((intervals) =>
      rateMonth(
        intervals.map(
          ({
            billedStartSecond,
            billedEndSecond,
            rateMicrosPerHour,
            quantity,
            capHours,
          }): RatedInterval => ({
            startSecond: billedStartSecond,
            endSecond: billedEndSecond ?? to,
            rateMicrosPerHour,
            quantity,
            capHours: capHours ?? undefined,
          }),
        ),
        from,
        to,
      ).units.toString(),
    );
    const differing = ids.filter((id, place) => (units.get(id) ?? "0") !== expected[place]);
    expect(differing).toEqual([]);
    // Every instance costs something somewhere, so the comparison is not of zeros.
    expect(expected.filter((each) => each !== "0").length).toBeGreaterThan(count / 4);
  }
  const costs = await asSystem((tx) => listInstanceCosts(tx, workspace.id, secondsOf(january)));
  expect(costs.length).toBeGreaterThan(count / 4);
}, 180_000);
