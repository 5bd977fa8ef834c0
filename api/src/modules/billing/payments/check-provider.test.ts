/** The nightly comparison of the ledger with the payment provider: what it finds, and what is no finding. */
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { api } from "#contracts/api.ts";
import { sql } from "../../../core/db/db.ts";
import { setBillingCountry } from "../../../testing/billing.ts";
import { createPayer, paymentsDeps, requireStripe } from "../../../testing/card-payments.ts";
import { checkLedgerAfterEach } from "../../../testing/check-ledger.ts";
import { startTestEnvironment, type TestEnvironment } from "../../../testing/test-environment.ts";
import { createUser, reauthenticate, type TestUser } from "../../../testing/users.ts";
import { ledgerCheckJob } from "../close-job.ts";
import { postTransaction } from "../ledger.ts";
import { providerCheckJob } from "./check-provider-job.ts";

const [hourMs, dayMs] = [3_600_000, 86_400_000];
const [visa, failsLater] = ["4242424242424242", "4000000000005126"];
let env: TestEnvironment;
let staff: TestUser;
beforeAll(async () => {
  env = await startTestEnvironment({ payments: true, start: "2026-05-15T09:00:00Z" });
  staff = await createUser(env, "staff@provider-check.test", { staffRole: "BusinessAdmin" });
});
// What a test before did is older than what a run compares.
beforeEach(() => env.clock.advance(9 * dayMs));
checkLedgerAfterEach(() => env);
afterAll(() => env.stop());

/** A workspace with a card that topped up its balance, and the payment at the provider. */
async function open(name: string, { card = visa, cents = 2_000 } = {}) {
  const payer = await createPayer(env, name);
  await setBillingCountry(env, payer.workspace.id);
  await payer.saveCard(card);
  const started = (await payer.startPayment({ amountCents: cents })).data;
  await payer.browser.confirm(started.clientSecret, started.cardId ?? "");
  await payer.check(started.paymentId ?? "");
  const { account, log } = requireStripe(env);
  await log.settled();
  const intent = [...account.paymentIntents.values()].findLast(
    ({ metadata }) => metadata["workspace_id"] === payer.workspace.id,
  );
  const charge = account.charges.get(intent?.charge ?? "");
  if (intent === undefined || charge === undefined) throw new Error("There is no payment");
  return { ...payer, account, intent, charge };
}

const run = () => providerCheckJob.handle(paymentsDeps(env), {});
const findings = () =>
  env.db.withSystemRole("a test", (tx) =>
    tx.many<{ reference: string; detail: object; resolved: boolean }>(sql`
      SELECT reference, detail, resolved_at IS NOT NULL AS resolved FROM ledger_finding
       WHERE kind = 'provider_balance' AND (resolved_at IS NULL OR resolved_at >= ${env.clock.now()}) ORDER BY reference`),
  );
/** Runs the check a moment later, so that what it no longer finds ends now. */
async function check() {
  env.clock.advance(1_000);
  await run();
  return findings();
}

test("payments, refunds and disputes that the ledger has are no finding", async () => {
  const { workspace, intent, path, owner } = await open("agrees");
  const { disputes, log } = requireStripe(env);
  await reauthenticate(env, staff);
  const { data } = await owner.client.call(api.billingHistory.history, { path, query: {} });
  await staff.client.call(api.adminBilling.refund, {
    path: { historyEntry: data.data[0]?.id ?? "" },
    body: { reason: "Sorry", target: "card", amountCents: 500 },
  });
  const dispute = disputes.open(intent.id, { cents: 700 });
  disputes.withdraw(dispute);
  await log.settled();
  env.clock.advance(2 * dayMs);
  disputes.win(dispute);
  await log.settled();
  const posted = await env.db.withSystemRole("a test", (tx) =>
    tx.many<{ cents: number }>(sql`
      SELECT e.cents FROM ledger_entry e JOIN ledger_transaction t ON t.id = e.transaction_id
       WHERE e.account = 'stripe' AND t.workspace_id = ${workspace.id} ORDER BY e.cents`),
  );
  expect(posted.map(({ cents }) => cents)).toEqual([-700, -500, 700, 2_000]);
  env.clock.advance(25 * hourMs);
  expect(await check()).toEqual([]);
});

test("money at the provider that the ledger lacks is a finding a day later, until it is gone", async () => {
  const { account, intent, charge, workspace } = await open("unknown", { cents: 1_900 });
  const created = Math.floor(env.clock.now().getTime() / 1_000);
  const [unknown, unknownCharge] = [structuredClone(intent), structuredClone(charge)];
  account.paymentIntents.set("pi_unknown", { ...unknown, id: "pi_unknown", charge: "ch_unknown" });
  account.charges.set("ch_unknown", {
    ...unknownCharge,
    id: "ch_unknown",
    paymentIntent: "pi_unknown",
    created,
  });
  expect(await check()).toEqual([]);
  env.clock.advance(25 * hourMs);
  const finding = {
    reference: "pi_unknown",
    detail: {
      workspaceId: workspace.id,
      subject: "payment",
      ledger: 0,
      provider: 1_900,
      cents: 1_900,
    },
  };
  expect(await check()).toEqual([{ ...finding, resolved: false }]);
  // Also when it is older than what a run lists.
  env.clock.advance(30 * dayMs);
  expect(await check()).toEqual([{ ...finding, resolved: false }]);
  account.paymentIntents.delete("pi_unknown");
  account.charges.delete("ch_unknown");
  expect(await check()).toEqual([{ ...finding, resolved: true }]);
});

test("money in the ledger that the provider lacks is a finding of its workspace, until it is there", async () => {
  const { account, workspace, intent, charge } = await open("lacks", { cents: 1_700 });
  env.clock.advance(25 * hourMs);
  account.paymentIntents.delete(intent.id);
  account.charges.delete(charge.id);
  const finding = {
    reference: intent.id,
    detail: {
      workspaceId: workspace.id,
      subject: "payment",
      ledger: 1_700,
      provider: 0,
      cents: -1_700,
    },
  };
  expect(await check()).toEqual([{ ...finding, resolved: false }]);
  await reauthenticate(env, staff);
  const listed = await staff.client.call(api.dashboard.ledgerFindings, { query: {} });
  expect(listed.data.data).toMatchObject([
    { kind: "provider_balance", workspace: { id: workspace.id }, reference: intent.id },
  ]);
  account.paymentIntents.set(intent.id, intent);
  account.charges.set(charge.id, charge);
  expect(await check()).toEqual([{ ...finding, resolved: true }]);
});

test("money of another system at the provider is no finding", async () => {
  const { account, intent, charge } = await open("foreign");
  account.paymentIntents.set("pi_foreign", {
    ...intent,
    id: "pi_foreign",
    charge: "ch_foreign",
    metadata: {},
  });
  account.charges.set("ch_foreign", {
    ...charge,
    id: "ch_foreign",
    paymentIntent: "pi_foreign",
    metadata: {},
  });
  const { disputes, log } = requireStripe(env);
  disputes.withdraw(disputes.open("pi_foreign"));
  await log.settled();
  env.clock.advance(25 * hourMs);
  expect(await check()).toEqual([]);
  account.charges.set("ch_foreign", { ...charge, id: "ch_foreign", paymentIntent: "pi_foreign" });
  expect(await check()).toMatchObject([{ reference: "pi_foreign" }]);
  account.charges.delete("ch_foreign");
  account.paymentIntents.delete("pi_foreign");
  expect(await check()).toMatchObject([{ reference: "pi_foreign", resolved: true }]);
});

test("entries of the ledger that name nothing at the provider are a finding until they sum to 0", async () => {
  const { workspace } = await open("unnamed");
  const post = (key: string, cents: number) =>
    env.db.withSystemRole("a test", (tx) =>
      postTransaction(
        tx,
        {
          workspaceId: workspace.id,
          kind: "correction",
          idempotencyKey: key,
          reference: {},
          effectiveAt: env.clock.now(),
          entries: [
            { account: "stripe", cents },
            { account: "bank", cents: -cents },
          ],
        },
        env.clock.now(),
      ),
    );
  await post("unnamed", 300);
  env.clock.advance(25 * hourMs);
  const finding = {
    reference: workspace.id,
    detail: { workspaceId: workspace.id, subject: "ledger", ledger: 300, provider: 0, cents: -300 },
  };
  expect(await check()).toEqual([{ ...finding, resolved: false }]);
  await post("unnamed back", -300);
  expect(await check()).toEqual([{ ...finding, resolved: true }]);
});

test("while the provider is down findings neither begin nor end, and other checks leave them", async () => {
  const { intent, charge } = await open("down", { cents: 1_100 });
  env.clock.advance(25 * hourMs);
  [intent.received, charge.amount] = [1_000, 1_000];
  const open1 = [{ reference: intent.id, resolved: false }];
  const { faults } = requireStripe(env);
  const down = faults.add({ kind: "down" });
  expect(await check()).toEqual([]);
  faults.remove(down);
  expect(await check()).toMatchObject(open1);
  const restored = faults.add({ kind: "down" });
  [intent.received, charge.amount] = [1_100, 1_100];
  expect(await check()).toMatchObject(open1);
  faults.remove(restored);
  await ledgerCheckJob.handle(paymentsDeps(env), {});
  expect(await findings()).toMatchObject(open1);
  expect(await check()).toMatchObject([{ reference: intent.id, resolved: true }]);
});

test("a refund whose money comes back after it left the period is no finding", async () => {
  const { path, owner } = await open("returned", { card: failsLater });
  const { log } = requireStripe(env);
  await reauthenticate(env, staff);
  const { data } = await owner.client.call(api.billingHistory.history, { path, query: {} });
  await staff.client.call(api.adminBilling.refund, {
    path: { historyEntry: data.data[0]?.id ?? "" },
    body: { reason: "Sorry", target: "card" },
  });
  await log.settled();
  // The bank sends it back days later: in the period is that movement alone.
  for (const refund of requireStripe(env).account.refunds.values())
    if (refund.failedAt !== null) refund.created -= 30 * 86_400;
  env.clock.advance(25 * hourMs);
  expect(await check()).toEqual([]);
});
