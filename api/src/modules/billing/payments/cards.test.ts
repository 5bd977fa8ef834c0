/** Saved cards: 3-D Secure, the default card, removal, and who may see them. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { api } from "#contracts/api.ts";
import { maxCards } from "#contracts/payments.ts";
import { sql } from "../../../core/db/db.ts";
import {
  createPayer,
  paymentsDeps,
  type Payer,
  requireStripe,
} from "../../../testing/card-payments.ts";
import { insertInstance } from "../../../testing/instances.ts";
import { checkLedgerAfterEach } from "../../../testing/check-ledger.ts";
import { startTestEnvironment, type TestEnvironment } from "../../../testing/test-environment.ts";
import { chargeInvoice } from "./charge-invoice.ts";

const visa = "4242424242424242";
const mastercard = "5555555555554444";
const amex = "378282246310005";
const authenticatedOnce = "4000002500003155";

let env: TestEnvironment;
beforeAll(async () => {
  env = await startTestEnvironment({ payments: true });
});
checkLedgerAfterEach(() => env);
afterAll(() => env.stop());

const remove = ({ owner, path }: Payer, paymentMethod: string) =>
  owner.client.call(api.payments.removePaymentMethod, { path: { ...path, paymentMethod } });
const setDefault = ({ owner, path }: Payer, paymentMethod: string) =>
  owner.client.call(api.payments.setDefaultPaymentMethod, { path: { ...path, paymentMethod } });
const defaultOf = async (payer: Payer) =>
  (await payer.cards()).find(({ isDefault }) => isDefault)?.id ?? null;

test("a saved card shows brand, last digits and expiry, and nothing of the provider", async () => {
  const payer = await createPayer(env, "first-card");
  const card = await payer.saveCard(visa);
  expect(card).toMatchObject({
    brand: "visa",
    last4: "4242",
    expMonth: 12,
    expYear: 2034,
    status: "active",
    isDefault: true,
    isOnlyCard: true,
    isNeeded: false,
  });
  expect(await payer.cards()).toEqual([card]);
  expect(JSON.stringify(card)).not.toContain("pm_");
});

test("BC-49: a card that needs authentication is saved after the challenge, and charged later without one", async () => {
  const payer = await createPayer(env, "bc-49");
  const started = await payer.startSetup();
  await payer.browser.confirm(started.clientSecret, authenticatedOnce, "leave");
  const before = await payer.addCard(started.intentId);
  expect([before.status, before.fields]).toEqual([
    422,
    { paymentMethod: "authentication_required" },
  ]);
  expect(await payer.cards()).toEqual([]);
  await payer.browser.confirm(started.clientSecret, authenticatedOnce);
  const after = await payer.addCard(started.intentId);
  expect([after.status, after.data.isDefault]).toEqual([201, true]);
  const invoiceId = await payer.issueInvoice(2_000);
  const charged = await chargeInvoice(paymentsDeps(env), {
    workspaceId: payer.workspace.id,
    invoiceId,
  });
  expect(charged).toMatchObject({ kind: "charged", payment: { status: "succeeded" } });
  expect(payer.received()).toEqual([2_000]);
});

test("C094: a failed authentication and a declined card are not saved", async () => {
  const payer = await createPayer(env, "not-saved");
  const failed = await payer.startSetup();
  await payer.browser.confirm(failed.clientSecret, authenticatedOnce, "fail");
  expect((await payer.addCard(failed.intentId)).fields).toEqual({
    paymentMethod: "authentication_required",
  });
  const declined = await payer.startSetup();
  await payer.browser.confirm(declined.clientSecret, "4000000000000002");
  expect((await payer.addCard(declined.intentId)).fields).toEqual({
    paymentMethod: "card_declined",
  });
  expect(await payer.cards()).toEqual([]);
});

test("a setup of another workspace and one that does not exist are answered alike", async () => {
  const [one, other] = [await createPayer(env, "setup-one"), await createPayer(env, "setup-other")];
  const started = await one.startSetup();
  await one.browser.confirm(started.clientSecret, visa);
  const foreign = await other.addCard(started.intentId);
  const unknown = await other.addCard("seti_unknown");
  expect([foreign.status, foreign.fields]).toEqual([422, { setupIntentId: "unknown" }]);
  expect([unknown.status, unknown.fields]).toEqual([foreign.status, foreign.fields]);
});

test("C095: the request and the webhook of a setup save one card, in either order and at once", async () => {
  const payer = await createPayer(env, "card-once");
  const { log } = requireStripe(env);
  log.rules = { ...log.rules, copies: 2 };
  const started = await payer.startSetup();
  await payer.browser.confirm(started.clientSecret, visa);
  const [saved, again] = await Promise.all([
    payer.addCard(started.intentId),
    payer.addCard(started.intentId),
  ]);
  await log.settled();
  log.rules = { ...log.rules, copies: 1 };
  expect(saved.data.id).toBe(again.data.id);
  expect(await payer.cards()).toHaveLength(1);
});

test("a card is saved by the webhook alone when the browser never returns", async () => {
  const payer = await createPayer(env, "webhook-card");
  const started = await payer.startSetup();
  await payer.browser.confirm(started.clientSecret, visa);
  await requireStripe(env).log.settled();
  expect(await payer.cards()).toMatchObject([{ last4: "4242", isDefault: true }]);
});

test("the same card number again replaces the stored card", async () => {
  const payer = await createPayer(env, "same-card");
  const first = await payer.saveCard(visa);
  await payer.saveCard(mastercard);
  const again = await payer.saveCard(visa);
  expect(again).toMatchObject({ id: first.id, isDefault: true });
  expect(await payer.cards()).toHaveLength(2);
  await env.runDueJobs();
  const { account } = requireStripe(env);
  const attached = [...account.cards.values()].filter(
    ({ customer, number }) =>
      number === visa &&
      account.customers.get(customer ?? "")?.metadata["workspace_id"] === payer.workspace.id,
  );
  expect(attached).toHaveLength(1);
});

test("BC-53: the default card goes last, and the last one stays while it is needed", async () => {
  const payer = await createPayer(env, "bc-53");
  const first = await payer.saveCard(visa);
  const second = await payer.saveCard(mastercard);
  const third = await payer.saveCard(amex);
  expect(await defaultOf(payer)).toBe(third.id);
  expect([(await remove(payer, third.id)).code, await defaultOf(payer)]).toEqual([
    "cannot_delete_default",
    third.id,
  ]);
  await setDefault(payer, second.id);
  expect((await remove(payer, third.id)).status).toBe(204);
  expect(await defaultOf(payer)).toBe(second.id);
  await setDefault(payer, first.id);
  expect((await remove(payer, second.id)).status).toBe(204);
  expect(await defaultOf(payer)).toBe(first.id);
  const instance = await insertInstance(env, payer.workspace, payer.owner, { hostname: "bc-53" });
  const needed = await remove(payer, first.id);
  expect([needed.status, needed.code]).toEqual([400, "cannot_delete_default"]);
  await env.db.withSystemRole("the instance ends", (tx) =>
    tx.execute(
      sql`UPDATE instance SET status = 'terminated', terminated_at = ${env.clock.now()} WHERE id = ${instance}`,
    ),
  );
  expect((await remove(payer, first.id)).status).toBe(204);
  await env.runDueJobs();
  const attached = [...requireStripe(env).account.cards.values()].filter(
    ({ customer }) =>
      requireStripe(env).account.customers.get(customer ?? "")?.metadata["workspace_id"] ===
      payer.workspace.id,
  );
  expect(attached).toEqual([]);
});

test("the last card stays while an invoice is open", async () => {
  const payer = await createPayer(env, "open-invoice");
  const card = await payer.saveCard(visa);
  await payer.issueInvoice(1_000);
  expect((await remove(payer, card.id)).code).toBe("cannot_delete_default");
});

test("two requests at once leave one default card", async () => {
  const payer = await createPayer(env, "default-race");
  const [one, two] = [await payer.saveCard(visa), await payer.saveCard(mastercard)];
  await Promise.all([
    setDefault(payer, one.id),
    setDefault(payer, two.id),
    setDefault(payer, one.id),
  ]);
  expect((await payer.cards()).filter(({ isDefault }) => isDefault)).toHaveLength(1);
});

test("BC-64: a card and a payment of another workspace are not found, and the provider is not asked", async () => {
  const [one, other] = [await createPayer(env, "bc-64-one"), await createPayer(env, "bc-64-other")];
  const card = await one.saveCard(visa);
  const payment = (await one.startPayment({ amountCents: 2_500 })).data.paymentId ?? "";
  await requireStripe(env).log.settled();
  const { faults } = requireStripe(env);
  const id = faults.add({ kind: "down" });
  const denied = [
    await remove(other, card.id),
    await setDefault(other, card.id),
    await other.check(payment),
  ];
  faults.remove(id);
  expect(denied.map(({ status }) => status)).toEqual([404, 404, 404]);
  expect(await one.cards()).toMatchObject([{ id: card.id, isDefault: true }]);
});

test("BC-64: a member of another workspace reads no invoice and no notice, and removes no card", async () => {
  const [one, two] = [
    await createPayer(env, "other-reader-one"),
    await createPayer(env, "other-reader-two"),
  ];
  const card = await one.saveCard(visa);
  const invoiceId = await one.issueInvoice(1_000);
  const { id: entry } = await env.db.withSystemRole("a test", (tx) =>
    tx.one<{ id: string }>(
      sql`SELECT id FROM billing_history_entry WHERE workspace_id = ${one.workspace.id}`,
    ),
  );
  const { faults, account } = requireStripe(env);
  const id = faults.add({ kind: "down" });
  const cardsBefore = JSON.stringify([...account.cards.values()]);
  const base = `/api/v1/workspaces/${two.path.workspace}/billing`;
  const answers = [
    await two.owner.client.send("GET", `${base}/invoices/${invoiceId}`),
    await two.owner.client.send("GET", `${base}/history/${entry}/notice`),
    await two.owner.client.send("DELETE", `${base}/payment-method/${card.id}`),
  ];
  faults.remove(id);
  // A call to the provider would be a 503 now.
  expect(answers.map(({ status }) => status)).toEqual([404, 404, 404]);
  expect(JSON.stringify([...account.cards.values()])).toBe(cardsBefore);
  expect(await one.cards()).toMatchObject([{ id: card.id, isDefault: true }]);
  expect(await one.invoiceStatus(invoiceId)).toBe("issued");
});

test("a workspace saves ten cards at most", async () => {
  const payer = await createPayer(env, "many-cards");
  await payer.saveCard(visa);
  await env.db.withSystemRole("more cards than a test enters", async (tx) => {
    for (let card = 1; card < maxCards; card += 1)
      await tx.execute(sql`
        INSERT INTO payment_method (id, workspace_id, provider_id, brand, last4, exp_month, exp_year, fingerprint, is_default, created_at, updated_at)
        SELECT gen_random_uuid(), workspace_id, provider_id || ${card}, brand, last4, exp_month, exp_year, ${`f${card}`}, false, created_at, updated_at
          FROM payment_method WHERE workspace_id = ${payer.workspace.id} AND is_default`);
  });
  const started = await payer.startSetup();
  await payer.browser.confirm(started.clientSecret, mastercard);
  expect((await payer.addCard(started.intentId)).fields).toEqual({
    setupIntentId: "too_many_cards",
  });
});

test("more than 30 starts in an hour are rejected, so that stolen cards are not tried here", async () => {
  const payer = await createPayer(env, "card-testing");
  for (let start = 0; start < 30; start += 1) await payer.startSetup();
  const { owner, path } = payer;
  const rejected = await owner.client.call(api.payments.initialize3ds, { path, body: {} });
  expect([rejected.status, rejected.code]).toEqual([429, "too_many_requests"]);
});

test("an expired card is shown as expired and is not charged", async () => {
  const payer = await createPayer(env, "expired-card");
  const card = await payer.saveCard(visa);
  await env.db.withSystemRole("a card expires", (tx) =>
    tx.execute(sql`UPDATE payment_method SET exp_year = 2026, exp_month = 4 WHERE id = ${card.id}`),
  );
  expect(await payer.cards()).toMatchObject([{ status: "expired" }]);
  expect((await payer.startPayment({ amountCents: 2_500 })).fields).toEqual({
    paymentMethod: "card_declined",
  });
  const invoiceId = await payer.issueInvoice(1_000);
  const { workspace } = payer;
  expect(await chargeInvoice(paymentsDeps(env), { workspaceId: workspace.id, invoiceId })).toEqual({
    kind: "not_charged",
    reason: "expired_card",
  });
});

test("a provider that is down is a 503 that says so, and nothing is stored", async () => {
  const payer = await createPayer(env, "provider-down");
  const { faults } = requireStripe(env);
  const id = faults.add({ kind: "status", status: 500 });
  const { owner, path } = payer;
  const rejected = await owner.client.call(api.payments.initialize3ds, { path, body: {} });
  faults.remove(id);
  expect([rejected.status, rejected.json]).toMatchObject([
    503,
    { reason: "payment_provider_unavailable" },
  ]);
  expect((await payer.saveCard(visa)).isDefault).toBe(true);
});
