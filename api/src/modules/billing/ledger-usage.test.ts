/**
 * The nightly check that the lines of closed months are their usage: what it finds, and what is no finding. The months are
 * closed one after the other, as each is closed once.
 */
import { afterAll, beforeAll, expect, test } from "vitest";
import { api } from "#contracts/api.ts";
import { sql, type Tx } from "../../core/db/db.ts";
import { february, insertUsage, january } from "../../testing/billing.ts";
import { checkLedgerAfterEach } from "../../testing/check-ledger.ts";
import { insertInstance } from "../../testing/instances.ts";
import { insertPrice, recordEvents } from "../../testing/metering.ts";
import { type MonthClose, monthClose } from "../../testing/month-close.ts";
import { startTestEnvironment, type TestEnvironment } from "../../testing/test-environment.ts";
import { createUser, reauthenticate, type TestUser } from "../../testing/users.ts";
import { closeDueMonths } from "./close-job.ts";
import { checkLedger } from "./ledger-checks.ts";
import { checkUsage } from "./ledger-usage.ts";

const march = { start: february.end, end: new Date("2026-04-01T00:00:00Z") };
let env: TestEnvironment;
let owner: TestUser;
let staff: TestUser;
let months: MonthClose;
beforeAll(async () => {
  env = await startTestEnvironment({ start: "2026-01-15T00:00:00Z" });
  owner = await createUser(env, "owner@usage-check.test");
  staff = await createUser(env, "staff@usage-check.test", { staffRole: "BusinessAdmin" });
  months = monthClose(env, owner);
});
checkLedgerAfterEach(() => env);
afterAll(() => env.stop());

const asSystem = <T>(work: (tx: Tx) => Promise<T>) => env.db.withSystemRole("a test", work);
const check = () => asSystem(checkLedger);
/** Drafts are an hour after the end of the month, invoices a day later. */
async function closeMonth({ end }: { end: Date }): Promise<void> {
  await closeDueMonths(env.db, new Date(end.getTime() - 1));
  for (const hours of [1, 25]) {
    env.clock.set(new Date(end.getTime() + hours * 3_600_000).toISOString());
    await closeDueMonths(env.db, env.clock.now());
  }
}
const setEnd = (instance: string, end: string) =>
  asSystem((tx) =>
    tx.execute(
      sql`UPDATE usage_interval SET end_second = ${Date.parse(end) / 1000} WHERE instance_id = ${instance}`,
    ),
  );
/** An instance that costs 1.00 per hour, whose events arrive now. */
async function useByEvents(
  workspace: Parameters<typeof recordEvents>[1],
  { from, to }: { from: string; to: string },
): Promise<string> {
  const id = await insertInstance(env, workspace, owner, { hostname: `from-${from.slice(0, 10)}` });
  const price = await insertPrice(env, { rate: "1.00" });
  await recordEvents(env, workspace, id, [
    { kind: "start", at: from, price },
    { kind: "stop", at: to },
  ]);
  return id;
}

test("usage that documents of a closed month lack is a finding until it is right again", async () => {
  const { workspace } = await months.open();
  const id = await insertUsage(env, workspace, owner, {
    rate: "1.00",
    from: "2026-01-10T00:00:00Z",
    to: "2026-01-10T05:00:00Z",
  });
  await insertUsage(env, workspace, owner, {
    rate: "3.00",
    from: "2026-01-10T00:00:00Z",
    to: "2026-01-10T01:00:00Z",
  });
  await closeMonth(january);
  expect(await check()).toEqual([]);
  const run = () => env.worker.tasks["billing.check_ledger"]({});
  const findings = () =>
    asSystem((tx) =>
      tx.many(
        sql`SELECT kind, reference, detail, resolved_at IS NOT NULL AS resolved FROM ledger_finding WHERE kind = 'usage'`,
      ),
    );
  await setEnd(id, "2026-01-10T07:00:00Z");
  await run();
  const finding = {
    kind: "usage",
    reference: workspace.id,
    detail: { month: "2026-01", lines: 1, used: 700, invoiced: 500 },
  };
  expect(await findings()).toEqual([{ ...finding, resolved: false }]);
  await setEnd(id, "2026-01-10T05:00:00Z");
  env.clock.advance(1_000);
  await run();
  expect(await findings()).toEqual([{ ...finding, resolved: true }]);
});

test("a month that is not closed is no finding", async () => {
  const { workspace } = await months.open();
  await insertUsage(env, workspace, owner, {
    rate: "1.00",
    from: "2026-02-10T00:00:00Z",
    to: "2026-02-10T05:00:00Z",
  });
  expect(await check()).toEqual([]);
});

test("usage that arrives late is no finding until the next close has corrected the month", async () => {
  const { workspace, path } = await months.open();
  const late = await useByEvents(workspace, {
    from: "2026-01-30T00:00:00Z",
    to: "2026-01-30T02:00:00Z",
  });
  expect(await check()).toEqual([]);
  await closeMonth(february);
  const { lines } = await months.onlyInvoice(path);
  expect(lines).toMatchObject([{ kind: "adjustment", amount: { cents: 200 } }]);
  expect(await check()).toEqual([]);
  await setEnd(late, "2026-01-30T04:00:00Z");
  expect(await check()).toEqual([
    {
      kind: "usage",
      reference: workspace.id,
      detail: { month: "2026-01", lines: 1, used: 400, invoiced: 200 },
    },
  ]);
  // Months before the newest are left out where fewer are checked.
  expect(await asSystem((tx) => checkUsage(tx, { months: 1 }))).toEqual([]);
  await setEnd(late, "2026-01-30T02:00:00Z");
});

test("a month of which staff reversed the invoice is decided, and no finding", async () => {
  const { workspace, path } = await months.open();
  await useByEvents(workspace, { from: "2026-03-10T00:00:00Z", to: "2026-03-10T03:00:00Z" });
  await closeMonth(march);
  const invoice = await months.onlyInvoice(path);
  await reauthenticate(env, staff);
  await staff.client.call(api.adminBilling.reverse, {
    path: { invoice: invoice.id },
    body: { reason: "Gift" },
  });
  expect(await check()).toEqual([]);
});
