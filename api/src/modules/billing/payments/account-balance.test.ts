/** The balance on the first days of a month, when the last one is neither invoiced nor this month's usage. */
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { api } from "#contracts/api.ts";
import { sql } from "../../../core/db/db.ts";
import { insertUsage, january } from "../../../testing/billing.ts";
import { checkLedgerAfterEach } from "../../../testing/check-ledger.ts";
import { type MonthClose, monthClose } from "../../../testing/month-close.ts";
import { startTestEnvironment, type TestEnvironment } from "../../../testing/test-environment.ts";
import { createUser, signIn, type TestUser, type TestWorkspace } from "../../../testing/users.ts";
import { closeDueMonths } from "../close-job.ts";
import { createDrafts } from "../close-month.ts";
import { readUninvoicedCents } from "../store.ts";

let env: TestEnvironment;
let owner: TestUser;
let staff: TestUser;
let billing: MonthClose;
beforeAll(async () => {
  env = await startTestEnvironment({ start: "2026-01-15T00:00:00Z" });
  owner = await createUser(env, "owner@first.test");
  staff = await createUser(env, "staff@first.test", { staffRole: "BusinessAdmin" });
  billing = monthClose(env, owner);
  // The first run of the job makes January the first month with billing.
  await closeDueMonths(env.db, env.clock.now());
});
beforeEach(() => env.clock.set("2026-01-31T23:00:00Z"));
checkLedgerAfterEach(() => env);
afterAll(() => env.stop());

async function open(balanceCents: number, country = "US") {
  const { workspace, path } = await billing.open(country);
  const client = await signIn(env, staff.id);
  await client.call(api.adminBilling.addBalance, {
    path: { adminWorkspace: workspace.id },
    body: { amountCents: balanceCents, reason: "Test" },
  });
  const balance = async () => (await owner.client.call(api.payments.accountBalance, { path })).data;
  const redeem = async (
    promo: { code: string } & (
      | { kind: "credit"; amountCents: number }
      | { kind: "percent"; percentPpm: number; months: number }
    ),
  ) => {
    await client.call(api.promoCodes.create, { body: promo });
    await owner.client.call(api.billingPromo.redeemPromoCode, {
      path,
      body: { code: promo.code },
    });
  };
  const bill = (amountCents: number) =>
    client.call(api.adminBilling.createInvoice, {
      body: {
        workspaceId: workspace.id,
        reason: "Test",
        lines: [{ description: "Line", amountCents }],
      },
    });
  return { workspace, balance, redeem, bill };
}
const spend = (workspace: TestWorkspace, cents: number, from: string, to: string | null) =>
  insertUsage(env, workspace, owner, { rate: (cents / 100).toFixed(2), from, to });

// The first tests run before the others close the month of their usage.
test("a request reads the usage of its own workspace only", async () => {
  const { workspace } = await open(1_000);
  const { workspace: other } = await open(1_000);
  await spend(other, 500, "2026-01-10T00:00:00Z", "2026-01-10T01:00:00Z");
  const now = env.clock.now();
  const read = (tenant: string) =>
    env.db.withTenant(async (tx) => {
      await tx.execute(sql`SELECT set_config('app.workspace_id', ${tenant}, true)`);
      return readUninvoicedCents(tx, other.id, now);
    });
  expect([await read(workspace.id), await read(other.id)]).toEqual([0, 500]);
});

test("tax shortens what a balance lasts, and discounts come before it", async () => {
  const { workspace, balance, redeem } = await open(11_900, "DE");
  await spend(workspace, 100, "2026-01-31T22:00:00Z", null);
  expect(await balance()).toMatchObject({
    accrued: { cents: 100 },
    accruedTotal: { cents: 119 },
    lastsUntil: "2026-02-05T02:00:00.000Z",
  });
  await redeem({ code: "LASTS-20", kind: "credit", amountCents: 2_000 });
  expect(await balance()).toMatchObject({
    accruedTotal: { cents: 0 },
    lastsUntil: "2026-02-05T22:00:00.000Z",
  });
  await redeem({ code: "LASTS-QUARTER", kind: "percent", percentPpm: 250_000, months: 1 });
  expect(await balance()).toMatchObject({ lastsUntil: "2026-02-07T14:00:00.000Z" });
});

test("promo credit lasts while an invoice is open", async () => {
  const { workspace, balance, redeem, bill } = await open(1_000);
  await spend(workspace, 100, "2026-01-31T22:00:00Z", null);
  await bill(5_000);
  const now = env.clock.now().toISOString();
  expect(await balance()).toMatchObject({ balance: { cents: -4_000 }, lastsUntil: now });
  await redeem({ code: "LASTS-30", kind: "credit", amountCents: 3_000 });
  expect(await balance()).toMatchObject({ lastsUntil: "2026-02-02T04:00:00.000Z" });
});

test("until its invoice is issued, the last month counts as used", async () => {
  const { workspace, balance } = await open(10_000);
  // December is before the first month with billing, so it is never invoiced.
  await spend(workspace, 9_999, "2025-12-10T00:00:00Z", "2025-12-10T01:00:00Z");
  await spend(workspace, 4_000, "2026-01-10T00:00:00Z", "2026-01-10T01:00:00Z");
  await spend(workspace, 100, "2026-01-31T22:00:00Z", null);
  const lasts = { hourlyRate: 1_000_000, lastsUntil: "2026-02-03T10:00:00.000Z" };
  expect(await balance()).toMatchObject({ accrued: { cents: 4_100 }, ...lasts });
  env.clock.set("2026-02-01T00:00:00Z");
  expect(await balance()).toMatchObject({ accrued: { cents: 4_200 }, ...lasts });
  env.clock.set("2026-02-01T02:00:00Z");
  await closeDueMonths(env.db, env.clock.now());
  expect(await balance()).toMatchObject({
    balance: { cents: 10_000 },
    accrued: { cents: 4_400 },
    ...lasts,
  });
  env.clock.set("2026-02-02T00:00:00Z");
  await closeDueMonths(env.db, env.clock.now());
  expect(await balance()).toMatchObject({
    balance: { cents: 5_800 },
    accrued: { cents: 2_400 },
    ...lasts,
  });
});

test("an invoice that is issued before the month is closed for all workspaces counts once", async () => {
  env.clock.set("2026-03-01T00:00:00Z");
  const { workspace, balance } = await open(10_000);
  await spend(workspace, 3_000, "2026-02-10T00:00:00Z", "2026-02-10T01:00:00Z");
  const february = { start: january.end, end: new Date("2026-03-01T00:00:00Z") };
  await createDrafts(env.db, february, env.clock.now());
  expect(await balance()).toMatchObject({ balance: { cents: 10_000 }, accrued: { cents: 3_000 } });
  await billing.close(february);
  expect(await balance()).toMatchObject({ balance: { cents: 7_000 }, accrued: { cents: 0 } });
});
