/** Payments of an invoice that wait: for the customer, which holds nothing back, or for the bank, which does. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { api } from "#contracts/api.ts";
import {
  createPayer,
  type Payer,
  paymentsDeps,
  requireStripe,
} from "../../../testing/card-payments.ts";
import { checkLedgerAfterEach } from "../../../testing/check-ledger.ts";
import { resetStripeAfterEach } from "../../../testing/reset-stripe.ts";
import { startTestEnvironment, type TestEnvironment } from "../../../testing/test-environment.ts";
import { createUser } from "../../../testing/users.ts";
import { chargeInvoice } from "./charge-invoice.ts";
import { paymentReconciliationJob } from "./reconcile-job.ts";

const visa = "4242424242424242";
const authenticatedAlways = "4000002760003184";
const processedThenTaken = "4000000000007106";
const processedThenDeclined = "4000000000007205";

let env: TestEnvironment;
beforeAll(async () => {
  env = await startTestEnvironment({ payments: true });
});
resetStripeAfterEach(() => env);
checkLedgerAfterEach(() => env);
afterAll(() => env.stop());

/** A workspace with a saved card. */
async function payerWithCard(name: string, number = visa): Promise<Payer> {
  const payer = await createPayer(env, name);
  await payer.saveCard(number);
  return payer;
}

const charge = (payer: Payer, invoiceId: string) =>
  chargeInvoice(paymentsDeps(env), { workspaceId: payer.workspace.id, invoiceId });

/** Advances the clock and runs the reconciliation. */
async function reconcileAfter(seconds: number): Promise<void> {
  env.clock.advance(seconds * 1_000);
  await paymentReconciliationJob.handle(paymentsDeps(env), {});
}

let staffUsers = 0;
/** A member of staff who signed in just now, as actions on money require. */
async function signInStaff() {
  staffUsers += 1;
  const email = `staff-${staffUsers}@payments.test`;
  return createUser(env, email, { staffRole: "BusinessAdmin" });
}

/** A bank transfer that staff book. */
async function payByBank(payer: Payer, amountCents: number): Promise<void> {
  const staff = await signInStaff();
  const { status } = await staff.client.call(api.adminBilling.addBalance, {
    path: { adminWorkspace: payer.workspace.id },
    body: { amountCents, source: "bank", reason: "Test" },
  });
  expect(status).toBe(200);
}
const dropWebhooks = () => {
  requireStripe(env).log.rules = { copies: 1, isHeld: false, drops: () => true };
};
const providerStatus = (intentId: string) =>
  requireStripe(env).account.paymentIntents.get(intentId)?.status;

describe("a payment of an invoice that waits for the customer", () => {
  /** Starts it and leaves the page of 3-D Secure open. */
  async function startAndLeave(payer: Payer, invoiceId: string) {
    const started = (await payer.startPayment({ invoiceId })).data;
    const confirm = (answer: "complete" | "leave") =>
      payer.browser.confirm(started.clientSecret, started.cardId ?? "", answer);
    await confirm("leave");
    expect((await payer.check(started.paymentId ?? "")).data.status).toBe("pending");
    return { ...started, paymentId: started.paymentId ?? "", confirm };
  }

  test("and that the provider does not know holds up no other payment", async () => {
    const unknown = await payerWithCard("unknown-intent", authenticatedAlways);
    const left = await startAndLeave(unknown, await unknown.issueInvoice(2_000));
    requireStripe(env).account.paymentIntents.delete(left.intentId);
    env.clock.advance(1_000);
    const payer = await payerWithCard("behind-unknown", authenticatedAlways);
    const invoice = await payer.issueInvoice(2_000);
    const { confirm } = await startAndLeave(payer, invoice);
    dropWebhooks();
    await confirm("complete");
    await reconcileAfter(180);
    expect(await payer.invoiceStatus(invoice)).toBe("paid");
  });

  test("is ended at the provider when a bank payment pays the invoice", async () => {
    const payer = await payerWithCard("bank-first", authenticatedAlways);
    const invoice = await payer.issueInvoice(2_000);
    const { intentId, paymentId, confirm } = await startAndLeave(payer, invoice);
    await payByBank(payer, 2_000);
    expect(await payer.invoiceStatus(invoice)).toBe("paid");
    await reconcileAfter(60);
    expect(providerStatus(intentId)).toBe("canceled");
    expect((await confirm("complete")).errorCode).toBe("payment_intent_unexpected_state");
    expect((await payer.check(paymentId)).data).toMatchObject({
      status: "failed",
      failureCode: "canceled",
    });
    expect(payer.received()).toEqual([]);
    expect(await payer.balances()).toMatchObject({ cash: 0, outstanding: 0 });
  });

  test("and is confirmed when a bank payment pays the invoice goes to the balance", async () => {
    const payer = await payerWithCard("bank-same-moment", authenticatedAlways);
    const invoice = await payer.issueInvoice(2_000);
    const { intentId, confirm } = await startAndLeave(payer, invoice);
    dropWebhooks();
    await confirm("complete");
    await payByBank(payer, 2_000);
    expect(await payer.balances()).toMatchObject({ cash: 0, outstanding: 0 });
    await reconcileAfter(60);
    expect(providerStatus(intentId)).toBe("succeeded");
    expect(payer.received()).toEqual([2_000]);
    expect(await payer.balances()).toMatchObject({ cash: 2_000, outstanding: 0 });
    await reconcileAfter(600);
    expect(await payer.balances()).toMatchObject({ cash: 2_000 });
    expect(await payer.history()).toEqual([
      { type: "invoice", status: "succeeded", cents: -2_000 },
      { type: "top_up", status: "succeeded", cents: 2_000 },
      { type: "invoice_payment", status: "succeeded", cents: 2_000 },
    ]);
    // It goes back to the card from the balance: the invoice stays as the bank payment paid it.
    const staff = await signInStaff();
    const refund = await staff.client.call(api.adminBilling.refund, {
      path: { historyEntry: invoice },
      body: { reason: "Paid twice", target: "card" },
    });
    expect(refund.data).toMatchObject({ status: "succeeded", creditNote: null });
    expect(await payer.balances()).toMatchObject({ cash: 0, outstanding: 0 });
    expect(await payer.invoiceStatus(invoice)).toBe("paid");
  });

  test("is either ended or booked when the customer confirms it while it is being ended", async () => {
    const payer = await payerWithCard("end-race", authenticatedAlways);
    for (let round = 1; round <= 4; round += 1) {
      const before = payer.received().length;
      const { cash } = await payer.balances();
      const open = await payer.issueInvoice(2_000 + cash);
      const { confirm } = await startAndLeave(payer, open);
      await payByBank(payer, 2_000);
      const job = reconcileAfter(60);
      await Promise.all([round % 2 === 0 ? confirm("complete") : job, job, confirm("complete")]);
      await reconcileAfter(600);
      const taken = payer.received().slice(before);
      expect([await payer.invoiceStatus(open), taken.length <= 1]).toEqual(["paid", true]);
      expect(await payer.balances()).toMatchObject({ cash: taken[0] ?? 0, outstanding: 0 });
    }
  });

  test("is started anew for the rest after a part was paid otherwise", async () => {
    const payer = await payerWithCard("part-first", authenticatedAlways);
    const invoice = await payer.issueInvoice(2_000);
    const left = await startAndLeave(payer, invoice);
    const again = (await payer.startPayment({ invoiceId: invoice })).data;
    expect(again).toMatchObject({ paymentId: left.paymentId, intentId: left.intentId });
    await payByBank(payer, 500);
    const rest = (await payer.startPayment({ invoiceId: invoice })).data;
    expect(rest.intentId).not.toBe(left.intentId);
    expect(providerStatus(left.intentId)).toBe("canceled");
    await payer.browser.confirm(rest.clientSecret, rest.cardId ?? "");
    await payer.check(rest.paymentId ?? "");
    expect(payer.received()).toEqual([1_500]);
    expect(await payer.balances()).toMatchObject({ cash: 0, outstanding: 0 });
  });

  test("is waited for an hour by the automatic charge, which then takes its place", async () => {
    const payer = await payerWithCard("left", authenticatedAlways);
    const invoice = await payer.issueInvoice(2_000);
    const { intentId, confirm } = await startAndLeave(payer, invoice);
    await payer.saveCard(visa);
    env.clock.advance(3_599_000);
    expect(await charge(payer, invoice)).toMatchObject({ reason: "payment_in_progress" });
    env.clock.advance(1_000);
    expect(await charge(payer, invoice)).toMatchObject({ payment: { status: "succeeded" } });
    expect(providerStatus(intentId)).toBe("canceled");
    expect((await confirm("complete")).errorCode).toBe("payment_intent_unexpected_state");
    expect(payer.received()).toEqual([2_000]);
  });

  test("is found by the automatic charge if the customer was faster, and nothing is charged twice", async () => {
    const payer = await payerWithCard("faster", authenticatedAlways);
    const invoice = await payer.issueInvoice(2_000);
    const { confirm } = await startAndLeave(payer, invoice);
    await payer.saveCard(visa);
    dropWebhooks();
    await confirm("complete");
    env.clock.advance(3_600_000);
    expect(await charge(payer, invoice)).toEqual({ kind: "not_charged", reason: "nothing_owed" });
    expect(payer.received()).toEqual([2_000]);
    expect(await payer.balances()).toMatchObject({ cash: 0, outstanding: 0 });
  });

  test("stays while the provider does not respond, and the card is not charged", async () => {
    const payer = await payerWithCard("end-lost", authenticatedAlways);
    const invoice = await payer.issueInvoice(2_000);
    const { intentId } = await startAndLeave(payer, invoice);
    await payer.saveCard(visa);
    env.clock.advance(3_600_000);
    requireStripe(env).faults.add({
      kind: "lost-answer",
      times: 2,
      match: { pathPattern: "/cancel$" },
    });
    expect(await charge(payer, invoice)).toMatchObject({ reason: "payment_in_progress" });
    expect(await charge(payer, invoice)).toMatchObject({ payment: { status: "succeeded" } });
    expect(providerStatus(intentId)).toBe("canceled");
    expect(payer.received()).toEqual([2_000]);
  });

  test("is one, however often it is started and charged at once", async () => {
    const payer = await payerWithCard("start-race");
    const invoice = await payer.issueInvoice(2_000);
    const start = () => payer.startPayment({ invoiceId: invoice });
    const [first] = await Promise.all([start(), charge(payer, invoice), start()]);
    // Otherwise the charge was faster.
    if (first.status === 201)
      await payer.browser.confirm(first.data.clientSecret, first.data.cardId ?? "");
    await reconcileAfter(600);
    expect(payer.received()).toEqual([2_000]);
    expect(await payer.balances()).toMatchObject({ cash: 0, outstanding: 0 });
  });
});

describe("a payment that the bank processes for days", () => {
  const daysLater = (days: number) => reconcileAfter(days * 86_400);

  test("keeps every other payment of the invoice back until it succeeds", async () => {
    const payer = await payerWithCard("processed", processedThenTaken);
    const invoice = await payer.issueInvoice(2_000);
    expect(await charge(payer, invoice)).toMatchObject({ payment: { status: "processing" } });
    expect((await payer.startPayment({ invoiceId: invoice })).fields).toEqual({
      invoiceId: "payment_in_progress",
    });
    expect(await charge(payer, invoice)).toMatchObject({ reason: "payment_in_progress" });
    await payByBank(payer, 2_000);
    expect(await payer.balances()).toMatchObject({ cash: 2_000, outstanding: 2_000 });
    await daysLater(4.9);
    expect(await payer.invoiceStatus(invoice)).toBe("issued");
    await daysLater(0.2);
    expect(await payer.invoiceStatus(invoice)).toBe("paid");
    expect(payer.received()).toEqual([2_000]);
    expect(await payer.balances()).toMatchObject({ cash: 2_000, outstanding: 0 });
    expect((await payer.history()).filter(({ type }) => type === "invoice_payment")).toEqual([
      { type: "invoice_payment", status: "succeeded", cents: 2_000 },
    ]);
  });

  test("lets the balance pay when it fails, also one that the customer confirmed", async () => {
    const payer = await payerWithCard("processed-declined");
    const invoice = await payer.issueInvoice(2_000);
    const started = (await payer.startPayment({ invoiceId: invoice })).data;
    const outcome = await payer.browser.confirm(started.clientSecret, processedThenDeclined);
    expect(outcome.status).toBe("processing");
    // Known by its webhook.
    await requireStripe(env).log.settled();
    await payByBank(payer, 2_000);
    expect(await payer.balances()).toMatchObject({ cash: 2_000, outstanding: 2_000 });
    expect((await payer.history()).map(({ status }) => status)).toEqual([
      "succeeded",
      "succeeded",
      "pending",
    ]);
    env.clock.advance(5 * 86_400_000);
    requireStripe(env).endProcessing();
    await requireStripe(env).log.settled();
    expect(await payer.invoiceStatus(invoice)).toBe("paid");
    expect((await payer.check(started.paymentId ?? "")).data).toMatchObject({
      status: "failed",
      failureCode: "insufficient_funds",
    });
    expect(payer.received()).toEqual([]);
    expect(await payer.balances()).toMatchObject({ cash: 0, outstanding: 0 });
    expect((await payer.history()).map(({ status }) => status)).toEqual([
      "succeeded",
      "succeeded",
      "failed",
    ]);
  });

  test("and of which the bank decides after other money paid goes to the balance", async () => {
    const payer = await payerWithCard("processed-late");
    const invoice = await payer.issueInvoice(2_000);
    const started = (await payer.startPayment({ invoiceId: invoice })).data;
    dropWebhooks();
    await payer.browser.confirm(started.clientSecret, processedThenTaken);
    // Not known to be processed yet.
    await payByBank(payer, 2_000);
    expect(await payer.invoiceStatus(invoice)).toBe("paid");
    await reconcileAfter(60);
    expect(providerStatus(started.intentId)).toBe("processing");
    await daysLater(5.1);
    expect(payer.received()).toEqual([2_000]);
    expect(await payer.balances()).toMatchObject({ cash: 2_000, outstanding: 0 });
  });
});
