/** Automatic top-ups: when they charge, their ceiling, and what a failure does. */
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { api } from "#contracts/api.ts";
import { sql } from "../../../core/db/db.ts";
import { checkLedgerAfterEach } from "../../../testing/check-ledger.ts";
import { insertUsage, setBillingCountry } from "../../../testing/billing.ts";
import {
  createPayer,
  type Payer,
  paymentsDeps,
  requireStripe,
} from "../../../testing/card-payments.ts";
import { startTestEnvironment, type TestEnvironment } from "../../../testing/test-environment.ts";
import { createMember } from "../../../testing/users.ts";
import { closeDueMonths } from "../close-job.ts";
import { calendarMonth } from "../expenditure.ts";
import { checkLedger } from "../ledger-checks.ts";
import { automaticTopUpJob } from "./automatic-top-up.ts";
import { paymentReconciliationJob } from "./reconcile-job.ts";

const visa = "4242424242424242";

let env: TestEnvironment;
let payer: Payer;
let payers = 0;
beforeAll(async () => {
  env = await startTestEnvironment({ payments: true });
});
beforeEach(async () => {
  payers += 1;
  payer = await createPayer(env, `automatic-${payers}`);
  await setBillingCountry(env, payer.workspace.id);
});
afterEach(async () => {
  const { log, faults } = requireStripe(env);
  faults.clear();
  await log.settled();
  expect(await env.db.withSystemRole("a test", checkLedger)).toEqual([]);
  await env.db.withSystemRole("a test", (tx) =>
    tx.execute(sql`UPDATE automatic_top_up SET is_enabled = false`),
  );
});
checkLedgerAfterEach(() => env);
afterAll(() => env.stop());

const save = (body: object = {}, { client } = payer.owner) =>
  client.call(api.automaticTopUps.saveAutomaticTopUp, {
    path: payer.path,
    body: {
      isEnabled: true,
      thresholdCents: 1_000,
      amountCents: 5_000,
      ceilingCents: 12_000,
      ...body,
    },
  });
const state = async () =>
  (await payer.owner.client.call(api.automaticTopUps.automaticTopUp, { path: payer.path })).data;
/** Runs the job, later than its time between two tries. */
async function run(): Promise<void> {
  env.clock.advance(16 * 60_000);
  await automaticTopUpJob.handle(paymentsDeps(env), {});
}
const spend = (dollars: string) => {
  const to = env.clock.now();
  return insertUsage(env, payer.workspace, payer.owner, {
    rate: dollars,
    from: new Date(to.getTime() - 3_600_000).toISOString(),
    to: to.toISOString(),
  });
};
const failures = async () => {
  await env.runDueJobs();
  return env.mail
    .messages()
    .filter(({ to, subject }) => to.includes(payer.owner.email) && subject.startsWith("Automatic"));
};

test("charges the default card below the threshold, and not above it", async () => {
  await payer.saveCard(visa);
  expect((await save()).data).toMatchObject({ isEnabled: true, addedThisMonth: { cents: 0 } });
  await run();
  await run();
  expect(payer.received()).toEqual([5_000]);
  expect(await payer.history()).toEqual([{ type: "top_up", status: "succeeded", cents: 5_000 }]);
  await spend("39.99");
  await run();
  expect(payer.received()).toEqual([5_000]);
  await spend("0.02");
  await run();
  expect(payer.received()).toEqual([5_000, 5_000]);
  expect(await state()).toMatchObject({ addedThisMonth: { cents: 10_000 }, pausedAt: null });
});

test("counts the tax on the usage", async () => {
  await payer.saveCard(visa);
  await setBillingCountry(env, payer.workspace.id, "DE");
  await save();
  await run();
  // 39.95 with 19 % VAT of 33.57, then 40.01 of 33.62.
  await spend("33.57");
  await run();
  expect(payer.received()).toEqual([5_000]);
  await spend("0.05");
  await run();
  expect(payer.received()).toEqual([5_000, 5_000]);
});

test("never exceeds the ceiling of the month, and continues in the next one", async () => {
  await payer.saveCard(visa);
  await save({ ceilingCents: 5_000 });
  await run();
  await spend("100.00");
  await run();
  await run();
  expect(payer.received()).toEqual([5_000]);
  env.clock.advance(31 * 86_400_000);
  await payer.issueInvoice(12_000);
  await run();
  expect(payer.received()).toEqual([5_000, 5_000]);
});

test("counts the last month until its invoice is issued", async () => {
  // The first run of the job makes this month the first one with billing.
  await closeDueMonths(env.db, env.clock.now());
  await payer.saveCard(visa);
  await save({ ceilingCents: 5_000 });
  await run();
  await spend("45.00");
  env.clock.set(calendarMonth(env.clock.now()).end.toISOString());
  await run();
  await run();
  expect(payer.received()).toEqual([5_000, 5_000]);
});

test("several workers at once charge once, and an unknown result starts no second one", async () => {
  await payer.saveCard(visa);
  await save();
  env.clock.advance(16 * 60_000);
  await Promise.all([1, 2, 3].map(() => automaticTopUpJob.handle(paymentsDeps(env), {})));
  expect(payer.received()).toEqual([5_000]);
  await spend("60.00");
  await env.db.withSystemRole("a payment without a result", (tx) =>
    tx.execute(
      sql`UPDATE payment SET status = 'unknown' WHERE workspace_id = ${payer.workspace.id}`,
    ),
  );
  await run();
  expect(payer.received()).toEqual([5_000]);
  await paymentReconciliationJob.handle(paymentsDeps(env), {});
  await run();
  expect(payer.received()).toEqual([5_000, 5_000]);
});

test.each([
  ["declined", "4000000000000341", "generic_decline"],
  ["to be confirmed with the bank", "4000002760003184", "authentication_required"],
])(
  "a card that is %s pauses it with one email; saving it again continues",
  async (_, number, reason) => {
    await payer.saveCard(number);
    await save();
    await run();
    await run();
    expect(await state()).toMatchObject({ isEnabled: true, pauseReason: reason });
    expect(payer.received()).toEqual([]);
    expect(await failures()).toHaveLength(1);
    await payer.saveCard(visa);
    await run();
    expect(payer.received()).toEqual([]);
    expect((await save()).data).toMatchObject({ pausedAt: null, pauseReason: null });
    await run();
    expect(payer.received()).toEqual([5_000]);
    expect(await failures()).toHaveLength(1);
  },
);

test("needs a card to be turned on, sensible amounts, and the permission", async () => {
  expect((await save()).fields).toEqual({ isEnabled: "card_needed" });
  await payer.saveCard(visa);
  expect((await save({ amountCents: 499 })).fields).toEqual({ amountCents: "too_small" });
  expect((await save({ ceilingCents: 4_999 })).fields).toEqual({ ceilingCents: "too_small" });
  const member = await createMember(env, payer.workspace, "team_member");
  expect((await save({}, member)).status).toBe(403);
  expect((await save({ isEnabled: false })).status).toBe(200);
  await run();
  expect(payer.received()).toEqual([]);
});
