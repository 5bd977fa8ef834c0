/** Top-ups, card payments of invoices, webhooks and the reconciliation of what is lost. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { api } from "#contracts/api.ts";
import { sql } from "../../../core/db/db.ts";
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
import { invoiceCollectionJob } from "./collect-job.ts";
import { paymentReconciliationJob } from "./reconcile-job.ts";

const visa = "4242424242424242";
const authenticatedAlways = "4000002760003184";

let env: TestEnvironment;
beforeAll(async () => {
  env = await startTestEnvironment({ payments: true });
});
afterEach(() => {
  env.mail.fail(null);
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

async function topUp(payer: Payer, amountCents: number) {
  const started = (await payer.startPayment({ amountCents })).data;
  await payer.browser.confirm(started.clientSecret, started.cardId ?? "");
  return { paymentId: started.paymentId ?? "", intentId: started.intentId };
}

const charge = (payer: Payer, invoiceId: string) =>
  chargeInvoice(paymentsDeps(env), { workspaceId: payer.workspace.id, invoiceId });

/** Advances the clock and runs the reconciliation. */
async function reconcileAfter(seconds: number): Promise<void> {
  env.clock.advance(seconds * 1_000);
  await paymentReconciliationJob.handle(paymentsDeps(env), {});
}

/** The webhook as Stripe sends it, signed with the time of the clock. */
async function deliver(type: string, intentId: string): Promise<number> {
  const { log } = requireStripe(env);
  const event = log.events.findLast(
    (sent) => sent.type === type && JSON.stringify(sent.data).includes(intentId),
  );
  if (event === undefined) throw new Error(`${type} was not sent for ${intentId}`);
  return await log.deliver(event);
}

describe("a top-up", () => {
  test("C092: is booked once by the return of the browser and by the webhook, however often they come", async () => {
    const payer = await payerWithCard("top-up-once");
    const { log } = requireStripe(env);
    log.rules = { ...log.rules, copies: 3 };
    const { paymentId, intentId } = await topUp(payer, 2_500);
    const checks = await Promise.all([payer.check(paymentId), payer.check(paymentId)]);
    await log.settled();
    const repeated = await Promise.all(
      [1, 2, 3].map(() => deliver("payment_intent.succeeded", intentId)),
    );
    expect(repeated).toEqual([200, 200, 200]);
    // The provider reports the same payment as a charge too.
    const charge = log.add("charge.succeeded", {
      id: "ch_same_payment",
      object: "charge",
      amount: 2_500,
      payment_intent: intentId,
    });
    await log.settled();
    expect(await log.deliver(charge)).toBe(200);
    expect(checks.map(({ data }) => data.status)).toEqual(["succeeded", "succeeded"]);
    expect(await payer.balances()).toMatchObject({ cash: 2_500, balance: 2_500 });
    expect(await payer.history()).toEqual([{ type: "top_up", status: "succeeded", cents: 2_500 }]);
  });

  test("is booked by the webhook alone, and by the job when the webhook is lost", async () => {
    const payer = await payerWithCard("top-up-ways");
    await topUp(payer, 2_500);
    await requireStripe(env).log.settled();
    expect(await payer.balances()).toMatchObject({ cash: 2_500 });
    requireStripe(env).log.rules = { copies: 1, isHeld: false, drops: () => true };
    await topUp(payer, 5_000);
    expect(await payer.balances()).toMatchObject({ cash: 2_500 });
    await reconcileAfter(300);
    expect(await payer.balances()).toMatchObject({ cash: 7_500 });
  });

  test("C097: is kept while neither a receipt can be stored nor an email sent, which is repeated later", async () => {
    const payer = await payerWithCard("top-up-kept");
    const receipts = () =>
      env.mail
        .messages()
        .filter(
          ({ to, subject }) => to.includes(payer.owner.email) && subject.startsWith("Receipt"),
        );
    const deliverDocuments = async () => {
      await env.worker.tasks["billing.deliver_documents"]({});
      await env.runDueJobs();
    };
    await env.db.owner.query(`
      CREATE FUNCTION no_storage() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'no storage'; END $$;
      CREATE TRIGGER no_storage BEFORE INSERT ON billing_file FOR EACH ROW EXECUTE FUNCTION no_storage()`);
    env.mail.fail(451);
    const { paymentId } = await topUp(payer, 2_500);
    expect((await payer.check(paymentId)).data.status).toBe("succeeded");
    await deliverDocuments();
    expect(await payer.balances()).toMatchObject({ cash: 2_500 });
    await env.db.owner.query("DROP TRIGGER no_storage ON billing_file; DROP FUNCTION no_storage()");
    await deliverDocuments();
    expect(receipts()).toEqual([]);
    expect(await payer.balances()).toMatchObject({ cash: 2_500 });
    env.mail.fail(null);
    await env.db.owner.query(
      "SELECT graphile_worker.reschedule_jobs(array_agg(id), run_at => now()) FROM graphile_worker.jobs WHERE last_error IS NOT NULL",
    );
    await env.runDueJobs();
    expect(receipts()).toHaveLength(1);
    expect(await payer.history()).toEqual([{ type: "top_up", status: "succeeded", cents: 2_500 }]);
  });

  test("pays open invoices, the oldest first", async () => {
    const payer = await payerWithCard("top-up-pays");
    const invoice = await payer.issueInvoice(2_000);
    const { paymentId } = await topUp(payer, 2_500);
    await payer.check(paymentId);
    expect(await payer.invoiceStatus(invoice)).toBe("paid");
    expect(await payer.balances()).toMatchObject({ cash: 500, outstanding: 0 });
  });

  test("that the bank rejects leaves the balance, says why, and can be repeated", async () => {
    const payer = await payerWithCard("top-up-declined", "4000000000000341");
    const started = (await payer.startPayment({ amountCents: 2_500 })).data;
    const outcome = await payer.browser.confirm(started.clientSecret, started.cardId ?? "");
    expect(outcome.errorCode).toBe("card_declined");
    const checked = (await payer.check(started.paymentId ?? "")).data;
    expect(checked).toMatchObject({ status: "pending", failureCode: "generic_decline" });
    await payer.browser.confirm(started.clientSecret, visa);
    expect((await payer.check(started.paymentId ?? "")).data).toMatchObject({
      status: "succeeded",
      failureCode: null,
    });
    expect(await payer.balances()).toMatchObject({ cash: 2_500 });
  });

  test("that is abandoned ends after a day and charges nothing", async () => {
    const payer = await payerWithCard("top-up-abandoned", authenticatedAlways);
    const started = (await payer.startPayment({ amountCents: 2_500 })).data;
    await payer.browser.confirm(started.clientSecret, started.cardId ?? "", "leave");
    await reconcileAfter(25 * 3_600);
    expect(requireStripe(env).account.paymentIntents.get(started.intentId)?.status).toBe(
      "canceled",
    );
    expect(await payer.balances()).toMatchObject({ cash: 0 });
    expect(await payer.history()).toEqual([]);
  });

  test.each([
    [{ amountCents: 499 }, { amountCents: "too_small" }],
    [{ amountCents: 1_000_001 }, { amountCents: "too_big" }],
    [{ amountCents: 12.5 }, { amountCents: "invalid_type" }],
    [{}, { amountCents: "required" }],
    [{ amountCents: 500, currency: "JPY" }, { currency: "choice" }],
    [
      { amountCents: 500, paymentMethodId: "01890000-0000-7000-8000-000000000000" },
      { paymentMethodId: "unknown" },
    ],
  ])("of %j is rejected", async (body, fields) => {
    const payer = await payerWithCard(
      `top-up-${JSON.stringify(body).length}-${Math.abs(JSON.stringify(fields).length)}`,
    );
    const response = await payer.owner.client.send(
      "POST",
      `/api/v1/workspaces/${payer.path.workspace}/billing/initialize-3ds`,
      { purpose: "payment", ...body },
    );
    const answer: unknown = await response.json();
    const [field = "", code] = Object.entries(fields)[0] ?? [];
    expect([response.status, answer]).toMatchObject([422, { errors: { [field]: [{ code }] } }]);
  });

  test("needs a card", async () => {
    const payer = await createPayer(env, "top-up-no-card");
    expect((await payer.startPayment({ amountCents: 2_500 })).fields).toEqual({
      paymentMethodId: "required",
    });
  });
});

describe("a webhook", () => {
  test("BC-46, C092: fails with its effect, and a repeated delivery books the money", async () => {
    const payer = await payerWithCard("bc-46");
    const { log } = requireStripe(env);
    log.rules = { ...log.rules, drops: () => true };
    const { intentId } = await topUp(payer, 2_500);
    const asOwner = (text: string) => env.db.owner.query(text);
    await asOwner(
      `CREATE FUNCTION fail_entry() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'injected'; END $$`,
    );
    await asOwner(
      "CREATE TRIGGER injected BEFORE INSERT ON ledger_entry EXECUTE FUNCTION fail_entry()",
    );
    const failed = await deliver("payment_intent.succeeded", intentId);
    await asOwner("DROP TRIGGER injected ON ledger_entry");
    await asOwner("DROP FUNCTION fail_entry()");
    expect([failed, (await payer.balances()).cash]).toEqual([500, 0]);
    expect(await deliver("payment_intent.succeeded", intentId)).toBe(200);
    expect(await deliver("payment_intent.succeeded", intentId)).toBe(200);
    expect(await payer.balances()).toMatchObject({ cash: 2_500 });
  });

  test("BC-47: a late failure and a late cancellation leave a paid invoice paid", async () => {
    const payer = await payerWithCard("bc-47", "4000000000000341");
    const { log } = requireStripe(env);
    log.rules = { ...log.rules, isHeld: true };
    const invoice = await payer.issueInvoice(3_000);
    const first = await charge(payer, invoice);
    expect(first).toMatchObject({ payment: { status: "failed", failure_code: "generic_decline" } });
    await payer.saveCard(visa);
    await charge(payer, invoice);
    log.release((events) => events.toReversed());
    await log.settled();
    const [declined] = [...requireStripe(env).account.paymentIntents.values()].filter(
      ({ metadata }) => metadata["workspace_id"] === payer.workspace.id,
    );
    await env.payments?.cancelPayment(declined?.id ?? "");
    await log.settled();
    expect(await payer.invoiceStatus(invoice)).toBe("paid");
    expect(await payer.balances()).toMatchObject({ outstanding: 0, cash: 0 });
    expect(payer.received()).toEqual([3_000]);
  });

  test("is rejected with a wrong or old signature, and unknown events are accepted", async () => {
    const { log } = requireStripe(env);
    const event = log.add("customer.created", { id: "cus_x", object: "customer" });
    await log.settled();
    const nowSeconds = Math.floor(env.clock.now().getTime() / 1000);
    expect(await log.deliver(event, { secret: "whsec_wrong" })).toBe(400);
    expect(await log.deliver(event, { signedAt: nowSeconds - 301 })).toBe(400);
    expect(await log.deliver(event, { signedAt: nowSeconds - 300 })).toBe(200);
    const gone = log.add("payment_intent.succeeded", { id: "pi_gone", object: "payment_intent" });
    await log.settled();
    expect(await log.deliver(gone)).toBe(200);
  });

  test("is read up to its limit only, and needs no session, CSRF header or rate budget", async () => {
    const send = (body: string) =>
      fetch(`${env.url}/api/v1/webhooks/stripe`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body,
      });
    expect((await send("x".repeat(257 * 1024))).status).toBe(413);
    expect((await send("not json")).status).toBe(400);
  });

  test("arrives during maintenance", async () => {
    const payer = await payerWithCard("maintenance");
    const { log } = requireStripe(env);
    log.rules = { ...log.rules, drops: () => true };
    const { intentId } = await topUp(payer, 2_500);
    const admin = await createUser(env, "admin@payments.test", { staffRole: "Admin" });
    await admin.client.call(api.maintenance.on, { body: {} });
    expect((await payer.startPayment({ amountCents: 2_500 })).code).toBe("maintenance");
    expect(await deliver("payment_intent.succeeded", intentId)).toBe(200);
    await admin.client.call(api.maintenance.off, {});
    expect(await payer.balances()).toMatchObject({ cash: 2_500 });
  });

  test("of a card that was removed at the provider makes another one the default", async () => {
    const payer = await payerWithCard("removed-there");
    await payer.saveCard("5555555555554444");
    const mastercard = (await payer.cards()).find(({ last4 }) => last4 === "4444");
    const stored = await env.db.withSystemRole("a test", (tx) =>
      tx.one<{ id: string }>(
        sql`SELECT provider_id AS id FROM payment_method WHERE id = ${mastercard?.id ?? ""}`,
      ),
    );
    await env.payments?.removeCard(stored.id);
    await requireStripe(env).log.settled();
    expect(await payer.cards()).toMatchObject([{ last4: "4242", isDefault: true }]);
  });
});

describe("a charge of an invoice", () => {
  test("is made by the job once, and again only by the customer", async () => {
    const payer = await payerWithCard("collect", "4000000000000341");
    const invoice = await payer.issueInvoice(7_000);
    const collect = () => invoiceCollectionJob.handle(paymentsDeps(env), {});
    await collect();
    await collect();
    const attempts = [...requireStripe(env).account.charges.values()].filter(
      ({ metadata }) => metadata["workspace_id"] === payer.workspace.id,
    );
    expect(attempts).toHaveLength(1);
    const other = await createPayer(env, "collect-later");
    const waiting = await other.issueInvoice(1_000);
    await collect();
    await other.saveCard(visa);
    await collect();
    expect([await payer.invoiceStatus(invoice), await other.invoiceStatus(waiting)]).toEqual([
      "issued",
      "paid",
    ]);
  });

  test("pays it and stands in the history", async () => {
    const payer = await payerWithCard("charge");
    const invoice = await payer.issueInvoice(7_000);
    await charge(payer, invoice);
    expect(await payer.invoiceStatus(invoice)).toBe("paid");
    expect((await payer.history()).at(-1)).toEqual({
      type: "invoice_payment",
      status: "succeeded",
      cents: 7_000,
    });
  });

  test("BC-35: whose outcome is unknown blocks a second payment and is found by the job", async () => {
    const payer = await payerWithCard("bc-35");
    const invoice = await payer.issueInvoice(7_000);
    const { faults, log } = requireStripe(env);
    log.rules = { ...log.rules, drops: () => true };
    faults.add({ kind: "lost-answer", times: 2, match: { method: "POST" } });
    expect(await charge(payer, invoice)).toMatchObject({ payment: { status: "unknown" } });
    expect((await payer.startPayment({ invoiceId: invoice })).fields).toEqual({
      invoiceId: "payment_in_progress",
    });
    expect(await charge(payer, invoice)).toEqual({
      kind: "not_charged",
      reason: "payment_in_progress",
    });
    await reconcileAfter(300);
    expect(payer.received()).toEqual([7_000]);
    expect(await payer.balances()).toMatchObject({ outstanding: 0, cash: 0 });
    expect(await payer.invoiceStatus(invoice)).toBe("paid");
  });

  test("that the provider never received ends after a while, and the invoice can be paid again", async () => {
    const payer = await payerWithCard("never-received");
    const invoice = await payer.issueInvoice(7_000);
    const { faults } = requireStripe(env);
    faults.add({ kind: "down", times: 2, match: { method: "POST" } });
    expect(await charge(payer, invoice)).toMatchObject({ payment: { status: "unknown" } });
    await reconcileAfter(1_200);
    expect(await charge(payer, invoice)).toMatchObject({ payment: { status: "succeeded" } });
    expect(payer.received()).toEqual([7_000]);
  });

  test("BC-50: that needs authentication leaves it open, and the customer pays it once with the same card", async () => {
    const payer = await payerWithCard("bc-50", authenticatedAlways);
    const invoice = await payer.issueInvoice(2_000);
    expect(await charge(payer, invoice)).toMatchObject({
      payment: { status: "failed", failure_code: "authentication_required" },
    });
    expect(await payer.invoiceStatus(invoice)).toBe("issued");
    expect(await payer.balances()).toMatchObject({ outstanding: 2_000 });
    const started = (await payer.startPayment({ invoiceId: invoice })).data;
    const [card] = [...requireStripe(env).account.cards.values()].filter(
      ({ id }) => id === started.cardId,
    );
    expect(card?.number).toBe(authenticatedAlways);
    await payer.browser.confirm(started.clientSecret, started.cardId ?? "");
    await payer.check(started.paymentId ?? "");
    expect(await payer.invoiceStatus(invoice)).toBe("paid");
    expect(payer.received()).toEqual([2_000]);
  });

  test("started twice in the browser is one payment", async () => {
    const payer = await payerWithCard("same-start");
    const invoice = await payer.issueInvoice(2_000);
    const first = (await payer.startPayment({ invoiceId: invoice })).data;
    const second = (await payer.startPayment({ invoiceId: invoice })).data;
    expect(second).toMatchObject({ paymentId: first.paymentId, intentId: first.intentId });
    expect(await charge(payer, invoice)).toMatchObject({ reason: "payment_in_progress" });
  });

  test("below 50 cents or of nothing is not sent", async () => {
    const payer = await payerWithCard("small");
    const small = await payer.issueInvoice(37);
    expect(await charge(payer, small)).toEqual({ kind: "not_charged", reason: "below_minimum" });
    expect((await payer.startPayment({ invoiceId: small })).fields).toEqual({
      invoiceId: "below_card_minimum",
    });
    await topUp(payer, 500);
    await requireStripe(env).log.settled();
    expect(await charge(payer, small)).toEqual({ kind: "not_charged", reason: "nothing_owed" });
    expect((await payer.startPayment({ invoiceId: small })).fields).toEqual({
      invoiceId: "nothing_owed",
    });
  });

  test("at once is one charge", async () => {
    const payer = await payerWithCard("charge-race");
    const invoice = await payer.issueInvoice(2_000);
    await Promise.all([charge(payer, invoice), charge(payer, invoice), charge(payer, invoice)]);
    expect(payer.received()).toEqual([2_000]);
  });
});

test("client secrets and card data are in no table", async () => {
  const payer = await payerWithCard("no-secrets");
  const { paymentId } = await topUp(payer, 2_500);
  await payer.check(paymentId);
  const tables = await env.db.owner.query<{ name: string }>(
    "SELECT quote_ident(table_name) AS name FROM information_schema.tables WHERE table_schema = 'public' AND table_type = 'BASE TABLE'",
  );
  for (const { name } of tables.rows) {
    const found = await env.db.owner.query(
      `SELECT 1 FROM ${name} t WHERE t::text LIKE '%\\_secret\\_%' OR t::text LIKE '%4242424242424242%' LIMIT 1`,
    );
    expect([name, found.rowCount]).toEqual([name, 0]);
  }
});

test("the routes of payments need the permission of billing", async () => {
  const anonymous = env.createClient();
  const payer = await createPayer(env, "anonymous");
  const response = await anonymous.call(api.payments.listPaymentMethods, { path: payer.path });
  expect(response.status).toBe(401);
});
