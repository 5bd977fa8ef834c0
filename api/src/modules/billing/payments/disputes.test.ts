/** Payments that a bank takes back, and gives back. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { api } from "#contracts/api.ts";
import { sql } from "../../../core/db/db.ts";
import { asText, expectedOf } from "../../../testing/billing-examples.ts";
import { setBillingCountry } from "../../../testing/billing.ts";
import { createPayer, paymentsDeps, requireStripe } from "../../../testing/card-payments.ts";
import { checkLedgerAfterEach } from "../../../testing/check-ledger.ts";
import { resetStripeAfterEach } from "../../../testing/reset-stripe.ts";
import { startTestEnvironment, type TestEnvironment } from "../../../testing/test-environment.ts";
import { createUser, reauthenticate, type TestUser } from "../../../testing/users.ts";
import { ledgerCheckJob } from "../close-job.ts";
import { chargeInvoice } from "./charge-invoice.ts";
import { invoiceCollectionJob } from "./collect-job.ts";
import { reversalReconciliationJob } from "./reconcile-reversals-job.ts";

const visa = "4242424242424242";
let env: TestEnvironment;
let staff: TestUser;
beforeAll(async () => {
  env = await startTestEnvironment({ payments: true, start: "2026-02-02T00:00:00Z" });
  staff = await createUser(env, "staff@disputes.test", { staffRole: "BusinessAdmin" });
});
resetStripeAfterEach(() => env);
checkLedgerAfterEach(() => env);
afterAll(() => env.stop());

async function open(name: string) {
  await reauthenticate(env, staff);
  const payer = await createPayer(env, name);
  await payer.saveCard(visa);
  const { id: workspaceId } = payer.workspace;
  await setBillingCountry(env, workspaceId);
  const { account, disputes, log } = requireStripe(env);
  const settled = async <T>(result: T): Promise<T> => {
    await log.settled();
    return result;
  };
  return {
    ...payer,
    bill: async (amountCents: number) =>
      (
        await staff.client.call(api.adminBilling.createInvoice, {
          body: { workspaceId, reason: "Test", lines: [{ description: "Line", amountCents }] },
        })
      ).data.id,
    charge: (invoiceId: string) => chargeInvoice(paymentsDeps(env), { workspaceId, invoiceId }),
    topUp: async (amountCents: number) => {
      const started = (await payer.startPayment({ amountCents })).data;
      await payer.browser.confirm(started.clientSecret, started.cardId ?? "");
      await payer.check(started.paymentId ?? "");
    },
    /** Opens a dispute of the newest payment, and takes the money back. Returns its id. */
    dispute: (options: { cents?: number } = {}) => {
      const intent = [...account.paymentIntents.values()].findLast(
        ({ metadata, received }) => metadata["workspace_id"] === workspaceId && received > 0,
      );
      const id = disputes.open(intent?.id ?? "", options);
      disputes.withdraw(id);
      return settled(id);
    },
    win: async (id: string) => settled(disputes.win(id)),
    lose: async (id: string) => settled(disputes.lose(id)),
    view: async (invoice: string) =>
      (
        await payer.owner.client.call(api.billingInvoices.invoice, {
          path: { ...payer.path, invoice },
        })
      ).data,
    stripe: async () =>
      (
        await env.db.withSystemRole("a test", (tx) =>
          tx.one<{ cents: number }>(
            sql`SELECT coalesce(sum(cents), 0)::bigint AS cents FROM ledger_entry WHERE workspace_id = ${workspaceId} AND account = 'stripe'`,
          ),
        )
      ).cents,
  };
}

const refund = (historyEntry: string, target: "card" | "balance") =>
  staff.client.call(api.adminBilling.refund, {
    path: { historyEntry },
    body: { reason: "Sorry", target },
  });
/** Open findings for staff. */
const findings = () =>
  env.db.withSystemRole("a test", (tx) =>
    tx.many<{ kind: string; cents: number }>(
      sql`SELECT kind, (detail->>'cents')::int AS cents FROM ledger_finding WHERE resolved_at IS NULL`,
    ),
  );

test("W53: a chargeback reopens the paid invoice, which is not charged again", async () => {
  const opened = await open("w53");
  const id = await opened.bill(8_000);
  await opened.charge(id);
  const dispute = await opened.dispute();
  const { outstanding } = await opened.balances();
  expect([outstanding, await opened.stripe()].map(asText)).toEqual(expectedOf("W53"));
  expect(await opened.view(id)).toMatchObject({
    status: "overdue",
    outstanding: { cents: 8_000 },
    paidAt: null,
    chargebacks: [{ status: "open", amount: { cents: 8_000 } }],
  });
  await invoiceCollectionJob.handle(paymentsDeps(env), {});
  expect(opened.received()).toEqual([8_000]);
  expect((await opened.history()).at(-1)).toEqual({
    type: "chargeback",
    status: "succeeded",
    cents: -8_000,
  });
  await opened.lose(dispute);
  expect((await opened.view(id)).chargebacks).toMatchObject([{ status: "lost" }]);
});

test("BC-71: a disputed payment is not refunded, and the invoice is paid again when the dispute is won", async () => {
  const opened = await open("bc-71");
  const id = await opened.bill(8_000);
  await opened.charge(id);
  const { log } = requireStripe(env);
  log.rules = { ...log.rules, copies: 2 };
  const dispute = await opened.dispute();
  expect(await opened.balances()).toMatchObject({ outstanding: 8_000, cash: 0 });
  for (const target of ["card", "balance"] as const)
    expect((await refund(id, target)).fields).toEqual({ amountCents: "charge_disputed" });
  await opened.win(dispute);
  expect(await opened.view(id)).toMatchObject({
    status: "paid",
    chargebacks: [{ status: "won" }],
  });
  expect(await opened.balances()).toMatchObject({ outstanding: 0, cash: 0 });
  expect((await refund(id, "card")).data.status).toBe("succeeded");
});

test("events of a dispute in any order, late or lost, end in the same books", async () => {
  const opened = await open("order");
  const id = await opened.bill(8_000);
  await opened.charge(id);
  const { log } = requireStripe(env);
  log.rules = { copies: 2, isHeld: true, drops: ({ type }) => type.endsWith("funds_withdrawn") };
  const dispute = await opened.dispute();
  await opened.win(dispute);
  log.release((events) => events.toReversed());
  await log.settled();
  expect(await opened.view(id)).toMatchObject({ status: "paid", chargebacks: [{ status: "won" }] });
  expect((await opened.history()).map(({ type, cents }) => [type, cents])).toEqual([
    ["invoice", -8_000],
    ["invoice_payment", 8_000],
    ["chargeback", -8_000],
    ["chargeback", 8_000],
  ]);
});

test("a dispute of which no event arrives is found by the job, opened and decided", async () => {
  const opened = await open("no-event");
  const invoice = await opened.bill(2_500);
  await opened.charge(invoice);
  const { log } = requireStripe(env);
  log.rules = { copies: 1, isHeld: false, drops: () => true };
  const dispute = await opened.dispute();
  expect((await opened.view(invoice)).status).toBe("paid");
  await reversalReconciliationJob.handle(paymentsDeps(env), {});
  expect((await opened.view(invoice)).status).toBe("overdue");
  expect(await opened.stripe()).toBe(0);
  await opened.win(dispute);
  for (let run = 0; run < 2; run += 1)
    await reversalReconciliationJob.handle(paymentsDeps(env), {});
  expect((await opened.view(invoice)).status).toBe("paid");
  expect(await opened.stripe()).toBe(2_500);
});

test("a dispute whose payment the provider does not know holds up no other dispute", async () => {
  const { account, log } = requireStripe(env);
  log.rules = { copies: 1, isHeld: false, drops: () => true };
  const first = await open("unknown-payment");
  await first.charge(await first.bill(2_500));
  const [unknown] = [...account.paymentIntents.values()].slice(-1);
  if (unknown === undefined) throw new Error("There is no payment");
  await first.dispute();
  env.clock.advance(1_000);
  const second = await open("behind-unknown");
  const invoice = await second.bill(3_500);
  await second.charge(invoice);
  await second.dispute();
  account.paymentIntents.delete(unknown.id);
  await reversalReconciliationJob.handle(paymentsDeps(env), {});
  expect(await first.stripe()).toBe(2_500);
  expect((await second.view(invoice)).status).toBe("overdue");
  account.paymentIntents.set(unknown.id, unknown);
  await reversalReconciliationJob.handle(paymentsDeps(env), {});
  expect(await first.stripe()).toBe(0);
});

test("a dispute that arrives before the response of its charge is booked after the payment", async () => {
  const opened = await open("early");
  const id = await opened.bill(8_000);
  const { faults, log } = requireStripe(env);
  log.rules = { ...log.rules, drops: ({ type }) => !type.startsWith("charge.dispute") };
  faults.add({ kind: "lost-answer", times: 2, match: { method: "POST" } });
  expect(await opened.charge(id)).toMatchObject({ payment: { status: "unknown" } });
  await opened.dispute();
  expect((await opened.history()).map(({ type, cents }) => [type, cents])).toEqual([
    ["invoice", -8_000],
    ["invoice_payment", 8_000],
    ["chargeback", -8_000],
  ]);
  expect(await opened.balances()).toMatchObject({ outstanding: 8_000 });
});

test("a disputed top-up takes the balance, then what it paid, and the rest is a loss", async () => {
  const opened = await open("top-up");
  await opened.topUp(5_000);
  const first = await opened.bill(4_200);
  await opened.dispute();
  expect(await opened.balances()).toMatchObject({ cash: 0, outstanding: 4_200 });
  expect((await opened.view(first)).status).toBe("overdue");
  const lost = await open("top-up-lost");
  await lost.topUp(5_000);
  const invoice = await lost.bill(5_000);
  await staff.client.call(api.adminBilling.reverse, {
    path: { invoice },
    body: { reason: "Wrong" },
  });
  const other = await lost.bill(3_000);
  await refund(other, "balance");
  await refund((await lost.view(other)).id, "balance");
  const dispute = await lost.dispute();
  expect(await lost.balances()).toMatchObject({ cash: 0, outstanding: 0 });
  await lost.win(dispute);
  expect(await lost.balances()).toMatchObject({ cash: 5_000, outstanding: 0 });
});

test("a chargeback of what was refunded already is a loss, which ends when the dispute is won", async () => {
  const opened = await open("loss");
  await opened.topUp(5_000);
  const { account } = requireStripe(env);
  const { data } = await opened.owner.client.call(api.billingHistory.history, {
    path: opened.path,
    query: {},
  });
  await refund(data.data[0]?.id ?? "", "card");
  const [made] = [...account.refunds.values()].slice(-1);
  expect(made?.amount).toBe(5_000);
  const dispute = await opened.dispute({ cents: 5_000 });
  expect(await opened.balances()).toMatchObject({ cash: 0, outstanding: 0 });
  await opened.win(dispute);
  expect(await opened.balances()).toMatchObject({ cash: 0, outstanding: 0 });
});

test("a dispute is a finding for staff until it ends, also after the nightly check", async () => {
  await env.db.owner.query("UPDATE dispute SET status = 'lost' WHERE status = 'open'");
  const check = () =>
    ledgerCheckJob.handle({ db: env.db, clock: env.clock, logger: env.app.log }, {});
  env.clock.advance(1_000);
  await check();
  const opened = await open("finding");
  await opened.charge(await opened.bill(1_900));
  const dispute = await opened.dispute();
  expect(await findings()).toEqual([{ kind: "open_dispute", cents: 1_900 }]);
  env.clock.advance(1_000);
  await check();
  expect(await findings()).toEqual([{ kind: "open_dispute", cents: 1_900 }]);
  await opened.lose(dispute);
  expect(await findings()).toEqual([]);
});

test("an event about a payment of another system changes nothing", async () => {
  const { log, account, disputes } = requireStripe(env);
  const opened = await open("foreign");
  await opened.charge(await opened.bill(900));
  const lostBefore = log.undelivered.length;
  const [intent] = [...account.paymentIntents.values()].slice(-1);
  const foreign = structuredClone(intent);
  if (foreign === undefined) throw new Error("There is no payment");
  foreign.id = "pi_foreign";
  account.paymentIntents.set(foreign.id, foreign);
  disputes.withdraw(disputes.open(foreign.id));
  await log.settled();
  expect(log.undelivered).toHaveLength(lostBefore);
  expect(await opened.balances()).toMatchObject({ outstanding: 0 });
});
