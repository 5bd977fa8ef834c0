/** Months and hours are in UTC, whatever the time zone of the user and its daylight saving. */
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { api } from "#contracts/api.ts";
import { sql, type Tx } from "../../core/db/db.ts";
import { february } from "../../testing/billing.ts";
import { checkLedgerAfterEach } from "../../testing/check-ledger.ts";
import { type MonthClose, monthClose } from "../../testing/month-close.ts";
import { createUser, type TestUser } from "../../testing/users.ts";
import { startTestEnvironment, type TestEnvironment } from "../../testing/test-environment.ts";

let env: TestEnvironment;
let owner: TestUser;
let open: MonthClose["open"];
let close: MonthClose["close"];
let list: MonthClose["list"];
let view: MonthClose["view"];
let onlyInvoice: MonthClose["onlyInvoice"];
let usage: MonthClose["usage"];
beforeAll(async () => {
  env = await startTestEnvironment({ start: "2026-02-02T00:00:00Z" });
  owner = await createUser(env, "owner@close.test");
  ({ open, close, list, view, onlyInvoice, usage } = monthClose(env, owner));
});
beforeEach(() => env.clock.set("2026-02-02T00:00:00Z"));
checkLedgerAfterEach(() => env);
afterAll(() => env.stop());

const asSystem = <T>(work: (tx: Tx) => Promise<T>) => env.db.withSystemRole("a test", work);

const setTimeZone = (timeZone: string) =>
  asSystem((tx) =>
    tx.execute(sql`UPDATE user_account SET timezone = ${timeZone} WHERE id = ${owner.id}`),
  );

test("BC-22, BC-25: periods are calendar months in UTC, whatever the time zone of the user", async () => {
  await setTimeZone("America/Los_Angeles");
  const { workspace, path } = await open();
  await usage(workspace, "2026-01-31T00:00:00Z", "2026-02-01T05:00:00Z", "1.00");
  await close();
  env.clock.set("2026-03-02T00:00:00Z");
  await close(february);
  expect((await list(path)).map(({ kind, total }) => [kind, total.cents])).toEqual([
    ["invoice", 2400],
    ["invoice", 500],
  ]);
  const other = await open();
  await usage(other.workspace, "2026-05-20T00:00:00Z", null, "0.10");
  env.clock.set("2026-06-02T00:00:00Z");
  await close({ start: new Date("2026-05-01T00:00:00Z"), end: new Date("2026-06-01T00:00:00Z") });
  expect((await onlyInvoice(other.path)).total.cents).toBe(2880);
});

test.each(["Pacific/Tongatapu", "America/Los_Angeles"])(
  "C103: an hour across the end of a month is billed once, half in each month, for a user in %s",
  async (timeZone) => {
    await setTimeZone(timeZone);
    const { workspace, path } = await open();
    await usage(workspace, "2026-01-31T23:30:00Z", "2026-02-01T00:30:00Z", "2.00");
    await close();
    await close();
    env.clock.set("2026-03-02T00:00:00Z");
    await close(february);
    await close(february);
    const documents = await list(path);
    expect(documents.map(({ total }) => total.cents)).toEqual([100, 100]);
    const periods = await Promise.all(documents.map(({ id }) => view(path, id)));
    expect(periods.map(({ periodStart, periodEnd }) => [periodStart, periodEnd])).toEqual([
      ["2026-01-01T00:00:00.000Z", "2026-02-01T00:00:00.000Z"],
      ["2026-02-01T00:00:00.000Z", "2026-03-01T00:00:00.000Z"],
    ]);
  },
);

test.each([
  ["2026-03-29", "2026-03-28T23:00:00Z", "2026-03-29T22:00:00Z", 23],
  ["2026-10-25", "2026-10-24T22:00:00Z", "2026-10-25T23:00:00Z", 25],
])(
  "C104: %s in Berlin is distinct hours that add up to the invoice",
  async (day, from, to, hours) => {
    const { workspace, path } = await open();
    await usage(workspace, from, to, "0.10");
    const start = new Date(`${day.slice(0, 7)}-01T00:00:00Z`);
    const end = new Date(Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + 1, 1));
    env.clock.set(new Date(end.getTime() + 86_400_000).toISOString());
    await close({ start, end });
    const { data } = await owner.client.call(api.billingUsage.usage, {
      path,
      query: { from: day, to: day, interval: "hour", timeZone: "Europe/Berlin" },
    });
    expect([new Set(data.starts).size, data.starts.length]).toEqual([hours, hours]);
    expect(data.groups.map(({ cents: parts }) => parts)).toEqual([Array(hours).fill(10)]);
    expect(data.total).toEqual((await onlyInvoice(path)).total);
  },
);

test("BC-23: months with a change of daylight saving have their hours in UTC", async () => {
  await setTimeZone("Europe/Amsterdam");
  const { workspace, path } = await open();
  for (const month of ["03", "10"]) {
    const start = new Date(`2026-${month}-01T00:00:00Z`);
    const end = new Date(Date.UTC(2026, Number(month), 1));
    await usage(workspace, start.toISOString(), end.toISOString(), "0.10");
    env.clock.set(new Date(end.getTime() + 86_400_000).toISOString());
    await close({ start, end });
  }
  expect((await list(path)).map(({ total }) => total.cents)).toEqual([7440, 7440]);
});
