/** Refunds to cards: amounts, races, lost responses, and what the payment provider reports later. */
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { api } from "#contracts/api.ts";
import { sql, type Tx } from "../../../core/db/db.ts";
import { asText, expectedOf } from "../../../testing/billing-examples.ts";
import { insertJanuaryUsage, january, setBillingCountry } from "../../../testing/billing.ts";
import { createPayer, paymentsDeps, requireStripe } from "../../../testing/card-payments.ts";
import { checkLedgerAfterEach } from "../../../testing/check-ledger.ts";
import { resetStripeAfterEach } from "../../../testing/reset-stripe.ts";
import { startTestEnvironment, type TestEnvironment } from "../../../testing/test-environment.ts";
import { createUser, reauthenticate, type TestUser } from "../../../testing/users.ts";
import { createDrafts, issueMonth } from "../close-month.ts";
import { chargeInvoice } from "./charge-invoice.ts";
import { refundReconciliationJob } from "./reconcile-refunds-job.ts";
import { reversalReconciliationJob } from "./reconcile-reversals-job.ts";

const visa = "4242424242424242";
const start = "2026-02-02T00:00:00Z";
let env: TestEnvironment;
let staff: TestUser;
beforeAll(async () => {
  env = await startTestEnvironment({ payments: true, start });
  staff = await createUser(env, "staff@refunds.test", { staffRole: "BusinessAdmin" });
});
afterEach(() => {
  env.clock.set(start);
});
resetStripeAfterEach(() => env);
checkLedgerAfterEach(() => env);
afterAll(() => env.stop());

const asSystem = <T>(work: (tx: Tx) => Promise<T>) => env.db.withSystemRole("a test", work);
const texts = (...cents: number[]) => cents.map(asText);

async function open(name: string, { country = "US", card = visa } = {}) {
  await reauthenticate(env, staff);
  const payer = await createPayer(env, name);
  await payer.saveCard(card);
  const { id: workspaceId } = payer.workspace;
  await setBillingCountry(env, workspaceId, country);
  const { client } = payer.owner;
  return {
    ...payer,
    bill: async (...amounts: number[]) =>
      (
        await staff.client.call(api.adminBilling.createInvoice, {
          body: {
            workspaceId,
            reason: "Test",
            lines: amounts.map((amountCents, line) => ({
              description: `Line ${line}`,
              amountCents,
            })),
          },
        })
      ).data.id,
    charge: (invoiceId: string) => chargeInvoice(paymentsDeps(env), { workspaceId, invoiceId }),
    topUp: async (amountCents: number): Promise<string> => {
      const started = (await payer.startPayment({ amountCents })).data;
      await payer.browser.confirm(started.clientSecret, started.cardId ?? "");
      await payer.check(started.paymentId ?? "");
      return started.paymentId ?? "";
    },
    view: async (invoice: string) =>
      (await client.call(api.billingInvoices.invoice, { path: { ...payer.path, invoice } })).data,
    entries: async () =>
      (
        await client.call(api.billingHistory.history, { path: payer.path, query: {} })
      ).data.data.map(({ type, status, amount }) => [type, status, amount.cents]),
    account: async (account: string) =>
      (
        await asSystem((tx) =>
          tx.one<{ cents: number }>(
            sql`SELECT coalesce(sum(cents), 0)::bigint AS cents FROM ledger_entry WHERE workspace_id = ${workspaceId} AND account = ${account}`,
          ),
        )
      ).cents,
    /** What the provider gave back, in cents. */
    sent: () =>
      [...requireStripe(env).account.refunds.values()]
        .filter(
          ({ paymentIntent, status }) =>
            status !== "failed" &&
            requireStripe(env).account.paymentIntents.get(paymentIntent)?.metadata[
              "workspace_id"
            ] === workspaceId,
        )
        .map(({ amount }) => amount),
  };
}

const refund = (
  historyEntry: string,
  body: { amountCents?: number; target?: "card" | "balance" } = {},
  headers: Record<string, string> = {},
) =>
  staff.client.call(
    api.adminBilling.refund,
    { path: { historyEntry }, body: { reason: "Sorry", target: "card", ...body } },
    { headers },
  );
const options = async (historyEntry: string) =>
  (await staff.client.call(api.adminBilling.refundOptions, { path: { historyEntry } })).data;

async function reconcileAfter(seconds: number): Promise<void> {
  env.clock.advance(seconds * 1_000);
  await refundReconciliationJob.handle(paymentsDeps(env), {});
}

type Opened = Awaited<ReturnType<typeof open>>;

/** The invoice of January over usage of that many cents, with promo credit. Returns its id. */
async function billUsage(
  opened: Opened,
  { code, usageCents, promoCents }: { code: string; usageCents: number; promoCents: number },
): Promise<string> {
  env.clock.set("2026-01-05T00:00:00Z");
  await reauthenticate(env, staff);
  await staff.client.call(api.promoCodes.create, {
    body: { code, kind: "credit", amountCents: promoCents },
  });
  const { client } = opened.owner;
  await client.call(api.billingPromo.redeemPromoCode, { path: opened.path, body: { code } });
  env.clock.set(start);
  await insertJanuaryUsage(env, opened.workspace, opened.owner, usageCents);
  await createDrafts(env.db, january, env.clock.now());
  await issueMonth(env.db, january, env.clock.now());
  await reauthenticate(env, staff);
  const { data } = await client.call(api.billingInvoices.invoices, {
    path: opened.path,
    query: {},
  });
  return data.data[0]?.id ?? "";
}

test("W39: everything that the card paid of an invoice goes back with its tax, promo credit does not", async () => {
  const opened = await open("w39", { country: "NL" });
  const id = await billUsage(opened, { code: "W39-CODE", usageCents: 5_000, promoCents: 2_000 });
  await opened.charge(id);
  const { creditNote, amount } = (await refund(id)).data;
  const { promo, outstanding } = await opened.balances();
  expect(
    texts(
      amount.cents,
      creditNote?.net.cents ?? 0,
      creditNote?.tax.cents ?? 0,
      await opened.account("revenue"),
      promo,
      outstanding,
    ),
  ).toEqual(expectedOf("W39"));
  expect([opened.sent(), await opened.account("tax"), await opened.account("stripe")]).toEqual([
    [3_630],
    0,
    0,
  ]);
});

test("W40: partial refunds to the card have credit notes whose tax adds up", async () => {
  const opened = await open("w40", { country: "DE" });
  const id = await opened.bill(1_000);
  await opened.charge(id);
  const parts: number[] = [];
  for (const amountCents of [397, 397, 396]) {
    env.clock.advance(1_000);
    const { creditNote } = (await refund(id, { amountCents })).data;
    parts.push(creditNote?.net.cents ?? 0, creditNote?.tax.cents ?? 0);
  }
  const tax = (await opened.view(id)).tax.cents;
  expect(texts(...parts, tax)).toEqual(expectedOf("W40"));
  expect(await opened.view(id)).toMatchObject({
    status: "paid",
    paid: { cents: 0 },
    credited: { cents: 1_190 },
    refunds: [397, 397, 396].map((cents) => ({
      status: "succeeded",
      amount: { cents },
      card: { brand: "visa", last4: "4242" },
    })),
  });
  expect((await refund(id)).fields).toEqual({ amountCents: "nothing_refundable" });
});

test("W50, W51: of a top-up goes back what is unspent", async () => {
  const half = await open("w50");
  const topUp = await half.topUp(5_000);
  expect((await refund(topUp, { amountCents: 2_000 })).data).toMatchObject({
    status: "succeeded",
    creditNote: null,
  });
  expect(texts((await half.balances()).cash, await half.account("stripe"))).toEqual(
    expectedOf("W50"),
  );
  const spent = await open("w51");
  const other = await spent.topUp(5_000);
  await spent.bill(4_200);
  expect(texts((await options(other)).card.cents)).toEqual(expectedOf("W51"));
  expect((await refund(other, { amountCents: 801 })).fields).toEqual({
    amountCents: "refund_too_large",
  });
  await refund(other);
  expect([spent.sent(), (await spent.balances()).cash]).toEqual([[800], 0]);
});

test("BC-34: what the provider rejects changes nothing, and a repeated request says so again", async () => {
  const opened = await open("bc-34");
  const id = await opened.bill(5_000);
  await opened.charge(id);
  const { account, log } = requireStripe(env);
  log.rules = { ...log.rules, drops: () => true };
  const [charge] = [...account.charges.values()].filter(
    ({ metadata }) => metadata["workspace_id"] === opened.workspace.id,
  );
  if (charge !== undefined) charge.refunded = charge.amount;
  const key = { "idempotency-key": "bc-34-the-same-key" };
  for (let attempt = 0; attempt < 2; attempt += 1)
    expect((await refund(id, { amountCents: 5_000 }, key)).fields).toEqual({
      amountCents: "charge_already_refunded",
    });
  expect(await opened.view(id)).toMatchObject({
    credited: { cents: 0 },
    creditNotes: [],
    refunds: [],
    paid: { cents: 5_000 },
  });
  expect(await opened.balances()).toMatchObject({ cash: 0, outstanding: 0 });
  expect(await opened.entries()).toEqual([
    ["invoice_payment", "succeeded", 5_000],
    ["invoice", "succeeded", -5_000],
  ]);
});

test("BC-37: nothing of an unpaid invoice goes to a card or to the balance", async () => {
  const opened = await open("bc-37");
  const id = await opened.bill(10_000);
  for (const target of ["card", "balance"] as const)
    expect((await refund(id, { amountCents: 1_000, target })).fields).toEqual({
      amountCents: "nothing_refundable",
    });
  expect((await opened.balances()).outstanding).toBe(10_000);
  const free = await open("bc-37-balance");
  await free.topUp(5_000);
  const paid = await free.bill(1_000);
  expect((await refund(paid)).fields).toEqual({ target: "not_paid_by_card" });
});

test("BC-38: staff and the refund agree on the most that goes to the card and to the balance", async () => {
  await env.db.owner.query("INSERT INTO vat_rate VALUES ('LU', 100000, '2026-01-02')");
  const opened = await open("bc-38", { country: "LU" });
  await opened.topUp(500);
  const id = await billUsage(opened, { code: "BC-38", usageCents: 10_000, promoCents: 1_000 });
  await opened.charge(id);
  expect([(await opened.view(id)).total.cents, opened.received()]).toEqual([9_900, [500, 9_400]]);
  expect(await options(id)).toMatchObject({
    card: { cents: 9_400 },
    balance: { cents: 9_900 },
    isDisputed: false,
  });
  const tooMuch = await refund(id, { amountCents: 9_401 });
  expect([tooMuch.status, tooMuch.fields]).toEqual([422, { amountCents: "refund_too_large" }]);
  expect((await refund(id)).data.amount.cents).toBe(9_400);
  expect(await options(id)).toMatchObject({ card: { cents: 0 }, balance: { cents: 500 } });
});

test("BC-40: of ten parallel refunds to the card one succeeds", async () => {
  const opened = await open("bc-40");
  const id = await opened.bill(10_000);
  await opened.charge(id);
  const results = await Promise.all(
    Array.from({ length: 10 }, () => refund(id, { amountCents: 6_000 })),
  );
  expect(results.map(({ status }) => status).toSorted()).toEqual([200, ...Array(9).fill(422)]);
  expect([opened.sent(), (await opened.view(id)).credited.cents]).toEqual([[6_000], 6_000]);
});

test("BC-41: a refund to the card without an amount includes the tax", async () => {
  const opened = await open("bc-41", { country: "NL" });
  const id = await opened.bill(10_000);
  await opened.charge(id);
  expect((await refund(id)).data).toMatchObject({
    status: "succeeded",
    amount: { cents: 12_100 },
    creditNote: { net: { cents: 10_000 }, tax: { cents: 2_100 }, total: { cents: 12_100 } },
  });
  expect(opened.sent()).toEqual([12_100]);
  expect(await opened.entries()).toEqual([
    ["refund", "succeeded", -12_100],
    ["credit_note", "succeeded", 12_100],
    ["invoice_payment", "succeeded", 12_100],
    ["invoice", "succeeded", -12_100],
  ]);
});

test("a repeated request with the same key is one refund, and another body is rejected", async () => {
  const opened = await open("same-key");
  const id = await opened.bill(5_000);
  await opened.charge(id);
  const key = { "idempotency-key": "refund-with-one-key" };
  const results = await Promise.all([1, 2, 3].map(() => refund(id, { amountCents: 1_000 }, key)));
  expect(new Set(results.map(({ data }) => data.id)).size).toBe(1);
  expect(opened.sent()).toEqual([1_000]);
  const other = await refund(id, { amountCents: 2_000 }, key);
  expect([other.status, other.code]).toEqual([409, "idempotency_key_reused"]);
  expect(opened.sent()).toEqual([1_000]);
});

test("a refund whose response is lost is pending, reserves its amount, and is found by the job", async () => {
  const opened = await open("lost");
  const topUp = await opened.topUp(5_000);
  const { faults, log } = requireStripe(env);
  log.rules = { ...log.rules, drops: () => true };
  faults.add({ kind: "lost-answer", times: 2, match: { method: "POST" } });
  expect((await refund(topUp, { amountCents: 3_000 })).data).toMatchObject({ status: "pending" });
  expect(await opened.entries()).toEqual([
    ["refund", "pending", -3_000],
    ["top_up", "succeeded", 5_000],
  ]);
  const invoice = await opened.bill(4_000);
  expect(await opened.balances()).toMatchObject({ cash: 3_000, outstanding: 2_000 });
  expect((await refund(topUp)).fields).toEqual({ amountCents: "nothing_refundable" });
  await reconcileAfter(300);
  expect(opened.sent()).toEqual([3_000]);
  expect(await opened.balances()).toMatchObject({ cash: 0, outstanding: 2_000 });
  expect((await opened.view(invoice)).paid.cents).toBe(2_000);
  expect((await opened.entries()).at(0)).toEqual(["invoice", "succeeded", -4_000]);
});

test("a refund that the provider never received ends, and the balance pays with its amount", async () => {
  const opened = await open("never-received");
  const topUp = await opened.topUp(5_000);
  const { faults } = requireStripe(env);
  faults.add({ kind: "down", times: 2, match: { method: "POST" } });
  expect((await refund(topUp)).data.status).toBe("pending");
  await opened.bill(4_000);
  expect((await opened.balances()).outstanding).toBe(4_000);
  await reconcileAfter(300);
  expect((await opened.balances()).outstanding).toBe(4_000);
  await reconcileAfter(900);
  expect(await opened.balances()).toMatchObject({ cash: 1_000, outstanding: 0 });
  expect((await opened.entries()).map(([type, status]) => [type, status])).toContainEqual([
    "refund",
    "failed",
  ]);
  await reauthenticate(env, staff);
  expect((await refund(topUp)).data).toMatchObject({ status: "succeeded" });
  expect(opened.sent()).toEqual([1_000]);
});

test("a refund that waits for the provider books when it succeeds", async () => {
  const opened = await open("pending", { card: "4000000000007726" });
  const id = await opened.bill(2_000);
  await opened.charge(id);
  expect((await refund(id)).data).toMatchObject({ status: "pending", creditNote: null });
  expect(await opened.view(id)).toMatchObject({
    credited: { cents: 0 },
    refunds: [{ status: "pending" }],
  });
  const reversal = await staff.client.call(api.adminBilling.reverse, {
    path: { invoice: id },
    body: { reason: "Wrong" },
  });
  expect(reversal.fields).toEqual({ reason: "invoice_not_reversible" });
  await reconcileAfter(180);
  expect(await opened.view(id)).toMatchObject({
    credited: { cents: 2_000 },
    refunds: [{ status: "succeeded" }],
  });
});

test("a refund that the provider does not know holds up no other refund", async () => {
  const { account, log } = requireStripe(env);
  log.rules = { ...log.rules, drops: () => true };
  const startRefund = async (name: string) => {
    const opened = await open(name, { card: "4000000000007726" });
    const invoice = await opened.bill(2_000);
    await opened.charge(invoice);
    expect((await refund(invoice)).data.status).toBe("pending");
    return { ...opened, status: async () => (await opened.view(invoice)).refunds[0]?.status };
  };
  const first = await startRefund("unknown-refund");
  const [unknown] = [...account.refunds.values()].slice(-1);
  if (unknown === undefined) throw new Error("There is no refund");
  env.clock.advance(1_000);
  const second = await startRefund("behind-unknown");
  account.refunds.delete(unknown.id);
  await reconcileAfter(180);
  expect(await first.status()).toBe("pending");
  expect(await second.status()).toBe("succeeded");
  account.refunds.set(unknown.id, unknown);
  await reconcileAfter(180);
  expect(await first.status()).toBe("succeeded");
});

test("money that the bank sends back later is in the balance, and can be sent again", async () => {
  const opened = await open("came-back", { card: "4000000000005126" });
  const id = await opened.bill(2_000, 1_000);
  await opened.charge(id);
  const { log } = requireStripe(env);
  log.rules = { ...log.rules, copies: 2 };
  expect((await refund(id, { amountCents: 2_000 })).data.status).toBe("succeeded");
  await log.settled();
  expect(await opened.balances()).toMatchObject({ cash: 2_000, outstanding: 0 });
  expect((await opened.view(id)).refunds).toMatchObject([{ status: "failed" }]);
  expect((await opened.entries()).slice(0, 2)).toEqual([
    ["refund", "succeeded", 2_000],
    ["refund", "succeeded", -2_000],
  ]);
  expect((await options(id)).card.cents).toBe(2_000);
});

test("a refund that the bank sends back without an event is found by the job, once", async () => {
  const opened = await open("came-back-silently");
  const topUp = await opened.topUp(5_000);
  const { account, failRefund, faults, log } = requireStripe(env);
  log.rules = { copies: 1, isHeld: false, drops: () => true };
  await refund(topUp, { amountCents: 2_000 });
  expect(await opened.balances()).toMatchObject({ cash: 3_000 });
  failRefund([...account.refunds.keys()].at(-1) ?? "");
  faults.add({ kind: "down" });
  await reversalReconciliationJob.handle(paymentsDeps(env), {});
  faults.clear();
  expect(await opened.balances()).toMatchObject({ cash: 3_000 });
  for (let run = 0; run < 2; run += 1)
    await reversalReconciliationJob.handle(paymentsDeps(env), {});
  expect(await opened.balances()).toMatchObject({ cash: 5_000 });
});

test("webhooks of refunds book once, twice sent and in any order", async () => {
  const opened = await open("webhooks");
  const topUp = await opened.topUp(5_000);
  const { log } = requireStripe(env);
  log.rules = { copies: 2, isHeld: true, drops: () => false };
  await refund(topUp, { amountCents: 1_000 });
  await refund(topUp, { amountCents: 500 });
  log.release((events) => events.toReversed());
  await log.settled();
  expect(await opened.balances()).toMatchObject({ cash: 3_500 });
  expect(opened.sent()).toEqual([1_000, 500]);
});

test("a refund that was made at the provider is booked with a credit note", async () => {
  const opened = await open("made-there");
  const id = await opened.bill(2_000);
  await opened.charge(id);
  const { account, log } = requireStripe(env);
  const intent = [...account.paymentIntents.values()].find(
    ({ metadata }) => metadata["workspace_id"] === opened.workspace.id,
  );
  await fetch(`${requireStripe(env).url}/v1/refunds`, {
    method: "POST",
    headers: { authorization: `Bearer ${requireStripe(env).secretKey}` },
    body: new URLSearchParams({ payment_intent: intent?.id ?? "", amount: "700" }),
  });
  await log.settled();
  expect(await opened.view(id)).toMatchObject({
    credited: { cents: 700 },
    refunds: [{ status: "succeeded", amount: { cents: 700 } }],
  });
});

test("nothing that does not exist is refunded", async () => {
  const { status } = await refund("01890000-0000-7000-8000-000000000000");
  expect(status).toBe(404);
  const read = await staff.client.call(api.adminBilling.refundOptions, {
    path: { historyEntry: "01890000-0000-7000-8000-000000000000" },
  });
  expect(read.status).toBe(404);
});
