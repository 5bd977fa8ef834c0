/** Meter events: resizes, quantities and price changes, in any order of arrival, early, late and repeated. */
import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { api } from "#contracts/api.ts";
import { sql, type Tx } from "../../core/db/db.ts";
import { asText } from "../../testing/billing-examples.ts";
import { february, insertUsage, january, setBillingCountry } from "../../testing/billing.ts";
import { insertInstance, meterAt } from "../../testing/instances.ts";
import { insertPrice, recordEvents, type TestEvent } from "../../testing/metering.ts";
import { createNewWorkspace, createUser, type TestUser } from "../../testing/users.ts";
import { startTestEnvironment, type TestEnvironment } from "../../testing/test-environment.ts";
import { createDrafts, issueMonth, type Month } from "./close-month.ts";
import { checkLedger } from "./ledger-checks.ts";
import { startMetering, stopMetering, toEpochSeconds } from "./metering.ts";
import { listUsageLines } from "./store.ts";

let env: TestEnvironment;
let owner: TestUser;
beforeAll(async () => {
  env = await startTestEnvironment({ start: "2026-02-02T00:00:00Z" });
  owner = await createUser(env, "owner@metering.test");
});
afterEach(async () => {
  expect(await asSystem(checkLedger)).toEqual([]);
  env.clock.set("2026-02-02T00:00:00Z");
});
afterAll(() => env.stop());

const asSystem = <T>(work: (tx: Tx) => Promise<T>) => env.db.withSystemRole("a test", work);

async function open() {
  const { workspace, path } = await createNewWorkspace(env, owner, "meter");
  await setBillingCountry(env, workspace.id);
  const instance = await insertInstance(env, workspace, owner, { hostname: "metered" });
  const price = (rate: string) => insertPrice(env, { rate });
  const record = (...events: TestEvent[]) => recordEvents(env, workspace, instance, events);
  const lines = async ({ start, end }: Month) => {
    const period = { from: toEpochSeconds(start), to: toEpochSeconds(end) };
    const found = await asSystem((tx) => listUsageLines(tx, [workspace.id], period));
    return found
      .toSorted((one, other) => one.rateMicrosPerHour - other.rateMicrosPerHour)
      .map(({ cents }) => asText(cents));
  };
  const intervals = () =>
    asSystem((tx) =>
      tx.many<{ start: number; end: number | null }>(
        sql`SELECT start_second AS start, end_second AS end FROM usage_interval WHERE instance_id = ${instance} ORDER BY interval_number`,
      ),
    );
  return { workspace, path, instance, price, record, lines, intervals };
}
const day = (time: string) => `2026-01-10T${time}:00Z`;

/** Every order of a list. */
const orders = <T>(all: readonly T[]): T[][] =>
  all.length === 0
    ? [[]]
    : all.flatMap((each, position) =>
        orders(all.toSpliced(position, 1)).map((rest) => [each, ...rest]),
      );

test("BC-56: two resizes and a stop are three lines, in each order in which the events can arrive", async () => {
  const { workspace, price } = await open();
  const [one, two, three] = [await price("1.00"), await price("2.00"), await price("3.00")];
  const events: TestEvent[] = [
    { kind: "start", at: day("00:00"), price: one, sequence: 1 },
    { kind: "resize", at: day("06:00"), price: two, sequence: 2 },
    { kind: "resize", at: day("12:00"), price: three, sequence: 3 },
    { kind: "stop", at: day("18:00"), sequence: 4 },
  ];
  const found = new Set<string>();
  for (const order of orders(events)) {
    const id = await insertInstance(env, workspace, owner, { hostname: `m-${randomUUID()}` });
    await recordEvents(env, workspace, id, order);
    const rows = await asSystem((tx) =>
      tx.many<{
        cents: number;
      }>(sql`SELECT round_to_cents(rate_micros_per_hour * (billed_end_second - billed_start_second)::numeric) AS cents
        FROM usage_interval WHERE instance_id = ${id} ORDER BY interval_number`),
    );
    found.add(rows.map(({ cents }) => asText(cents)).join(" + "));
  }
  expect([...found]).toEqual(["6.00 + 12.00 + 18.00"]);
});

test("BC-59: the last size does not change what the hours before cost", async () => {
  const { price, record, lines } = await open();
  await record(
    { kind: "start", at: day("00:00"), price: await price("0.01") },
    { kind: "resize", at: day("23:00"), price: await price("0.99") },
    { kind: "stop", at: "2026-01-11T00:00:00Z" },
  );
  expect(await lines(january)).toEqual(["0.23", "0.99"]);
});

test("W16, W17: a price change at an announced date is recorded ahead, and a stop before it prevents it", async () => {
  env.clock.set("2026-03-10T00:00:00Z");
  const april = { start: new Date("2026-04-01T00:00:00Z"), end: new Date("2026-05-01T00:00:00Z") };
  const { price, record, lines, path, workspace, instance } = await open();
  const [old, next] = [await price("0.10"), await price("0.12")];
  await record(
    { kind: "start", at: "2026-01-15T00:00:00Z", price: old },
    { kind: "resize", at: "2026-04-16T00:00:00Z", price: next },
  );
  expect(await lines(february)).toEqual(["67.20"]);
  expect(await lines(april)).toEqual(["36.00", "43.20"]);
  // The month so far has the old price only.
  const { data } = await owner.client.call(api.billing.currentExpenditure, { path });
  expect(
    data.lines.map(({ rateMicrosPerHour, amount }) => [rateMicrosPerHour, amount.cents]),
  ).toEqual([[100_000, 2160]]);
  await meterAt(env, stopMetering, workspace, instance, "2026-03-20T00:00:00Z");
  expect(await lines(april)).toEqual([]);
});

test("W23: a quantity counts as that many instances from the second of its change", async () => {
  const { price, record, lines } = await open();
  await record(
    { kind: "start", at: day("00:00"), price: await price("0.0105"), quantity: 3 },
    { kind: "quantity", at: "2026-01-14T04:00:00Z", quantity: 1 },
    { kind: "stop", at: "2026-01-14T14:00:00Z" },
  );
  // 3 × 100 hours, and 10 hours.
  expect(await lines(january)).toEqual(["3.26"]);
});

test("an event that arrives twice is recorded once, and one in the place of another is rejected", async () => {
  const { price, record, intervals } = await open();
  const start: TestEvent = {
    kind: "start",
    at: day("00:00"),
    price: await price("1.00"),
    id: randomUUID(),
    sequence: 1,
  };
  await record(start, start);
  expect(await intervals()).toHaveLength(1);
  await expect(record({ kind: "stop", at: day("01:00"), sequence: 1 })).rejects.toThrow(
    "same place in the sequence",
  );
  expect(await intervals()).toMatchObject([{ end: null }]);
});

test("an instance with an interval and no event can be stopped and started", async () => {
  const { workspace } = await open();
  const id = await insertUsage(env, workspace, owner, {
    rate: "1.00",
    from: day("00:00"),
    to: null,
  });
  await meterAt(env, stopMetering, workspace, id, day("02:00"));
  await meterAt(env, startMetering, workspace, id, day("03:00"));
  const rows = await asSystem((tx) =>
    tx.many<{ seconds: number | null }>(
      sql`SELECT billed_end_second - billed_start_second AS seconds FROM usage_interval WHERE instance_id = ${id} ORDER BY interval_number`,
    ),
  );
  expect(rows).toEqual([{ seconds: 7200 }, { seconds: null }]);
});

test("N46: a start, a stop and a resize that are learned after the invoice are corrections of their month", async () => {
  const stopped = await open();
  const started = await open();
  const resized = await open();
  const dollar = await stopped.price("1.00");
  const begin: TestEvent = { kind: "start", at: "2026-01-31T00:00:00Z", price: dollar };
  await stopped.record(begin);
  await resized.record(begin, { kind: "stop", at: "2026-02-01T00:00:00Z" });
  const close = async (month: Month) => {
    await createDrafts(env.db, month, env.clock.now());
    await issueMonth(env.db, month, env.clock.now());
  };
  await close(january);
  env.clock.set("2026-02-10T00:00:00Z");
  await stopped.record({ kind: "stop", at: "2026-01-31T23:50:00Z" });
  await started.record(
    { kind: "stop", at: "2026-01-30T05:00:00Z" },
    { kind: "start", at: "2026-01-30T00:00:00Z", price: dollar },
  );
  await resized.record({
    kind: "resize",
    at: "2026-01-31T20:00:00Z",
    price: await resized.price("3.00"),
  });
  env.clock.set("2026-03-02T00:00:00Z");
  await close(february);
  const documents = async ({ path }: typeof stopped) =>
    (
      await owner.client.call(api.billingInvoices.invoices, {
        path,
        query: { orderBy: "createdAt" },
      })
    ).data.data.map(({ kind, total }) => `${kind} ${asText(total.cents)}`);
  // January was billed until its end; what is too much is a credit note of its invoice.
  expect(await documents(stopped)).toEqual(["invoice 24.00", "credit_note 0.17"]);
  expect(await documents(started)).toEqual(["invoice 5.00"]);
  // Four hours at 3.00 more, and four at 1.00 less, on one invoice.
  expect(await documents(resized)).toEqual(["invoice 24.00", "invoice 8.00"]);
});
