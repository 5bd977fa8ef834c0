/** Bank payments of invoices, write-offs, and drafts that staff write. */
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { api } from "#contracts/api.ts";
import { asText, expectedOf } from "../../testing/billing-examples.ts";
import { checkLedgerAfterEach } from "../../testing/check-ledger.ts";
import { openBilling } from "../../testing/open-billing.ts";
import { startTestEnvironment, type TestEnvironment } from "../../testing/test-environment.ts";
import { createUser, reauthenticate, type TestUser } from "../../testing/users.ts";
import { setPaymentInFlight } from "./pay-invoices-store.ts";

let env: TestEnvironment;
let owner: TestUser;
let staff: TestUser;
const start = "2026-02-02T00:00:00Z";
beforeAll(async () => {
  env = await startTestEnvironment({ start });
  owner = await createUser(env, "owner@debts.test");
  staff = await createUser(env, "staff@debts.test", { staffRole: "BusinessAdmin" });
});
beforeEach(async () => {
  env.clock.set(start);
  await reauthenticate(env, staff);
});
checkLedgerAfterEach(() => env);
afterAll(() => env.stop());

const texts = (...cents: number[]) => cents.map(asText);
const open = (country = "US") => openBilling(env, { owner, staff, country });
const pay = (
  invoice: string,
  amountCents: number,
  reference: string,
  headers: Record<string, string> = {},
) =>
  staff.client.call(
    api.adminBilling.recordBankPayment,
    { path: { invoice }, body: { amountCents, reference } },
    { headers },
  );
const writeOff = (invoice: string, body: { withTaxRelief?: boolean } = {}) =>
  staff.client.call(api.adminBilling.writeOff, {
    path: { invoice },
    body: { reason: "Insolvent", ...body },
  });

test("W37: a bank payment of a part leaves the rest open", async () => {
  const opened = await open();
  const { id } = await opened.create(10_000);
  expect((await pay(id, 5_000, "W37")).data).toMatchObject({ status: "issued" });
  const { outstanding, balance } = await opened.balance();
  expect(texts(outstanding.cents, balance.cents)).toEqual(expectedOf("W37"));
});

test("W38: a bank payment of too much pays the invoice, the rest goes to the balance", async () => {
  const opened = await open();
  const { id } = await opened.create(6_000);
  expect((await pay(id, 8_000, "W38")).data).toMatchObject({ status: "paid" });
  const { outstanding, cash } = await opened.balance();
  expect(texts(outstanding.cents, cash.cents)).toEqual(expectedOf("W38"));
  expect((await opened.history()).map(({ type, amount }) => [type, amount.cents])).toEqual([
    ["invoice_payment", 8_000],
    ["invoice", -6_000],
  ]);
});

test("a bank payment is recorded once per reference, also by requests at once", async () => {
  const opened = await open();
  const { id } = await opened.create(6_000);
  const results = await Promise.all([1, 2, 3].map(() => pay(id, 1_000, "Transfer 7")));
  expect(results.map(({ status }) => status).toSorted()).toEqual([200, 422, 422]);
  expect((await pay(id, 2_000, "Transfer 7")).fields).toEqual({
    reference: "payment_already_recorded",
  });
  expect((await opened.view(id)).paid.cents).toBe(1_000);
  const key = { "idempotency-key": "bank-payment-with-a-key" };
  const first = await pay(id, 500, "Transfer 8", key);
  expect((await pay(id, 500, "Transfer 8", key)).data).toEqual(first.data);
  expect((await pay(id, 600, "Transfer 8", key)).code).toBe("idempotency_key_reused");
});

test("a bank payment while a card payment has no result waits in the balance", async () => {
  const opened = await open();
  const { id } = await opened.create(6_000);
  const inFlight = (isInFlight: boolean) =>
    env.db.withSystemRole("a test", (tx) =>
      setPaymentInFlight(tx, { workspaceId: opened.workspace.id, id, isInFlight }, env.clock.now()),
    );
  await inFlight(true);
  expect((await pay(id, 6_000, "Early")).data).toMatchObject({ paid: { cents: 0 } });
  expect(await opened.balance()).toMatchObject({
    cash: { cents: 6_000 },
    outstanding: { cents: 6_000 },
  });
  expect((await writeOff(id)).fields).toEqual({ reason: "payment_in_progress" });
  await inFlight(false);
});

test("W52: what is written off is a loss without its tax, and nothing is owed", async () => {
  const opened = await open("NL");
  const { id } = await opened.create(10_000);
  expect((await writeOff(id)).data).toMatchObject({
    status: "uncollectible",
    outstanding: { cents: 0 },
  });
  const { outstanding, balance } = await opened.balance();
  expect(
    texts(-(await opened.account("bad_debt")), await opened.account("tax"), outstanding.cents),
  ).toEqual(expectedOf("W52"));
  expect(balance.cents).toBe(0);
  expect((await writeOff(id)).fields).toEqual({ reason: "nothing_owed" });
});

test("without tax relief the whole debt is a loss", async () => {
  const opened = await open("NL");
  const { id } = await opened.create(10_000);
  await writeOff(id, { withTaxRelief: false });
  expect([await opened.account("bad_debt"), await opened.account("tax")]).toEqual([-12_100, 2_100]);
});

test("money for an invoice that is written off makes it paid, in parts too", async () => {
  const opened = await open("NL");
  const { id } = await opened.create(10_000);
  await pay(id, 2_100, "First");
  await writeOff(id);
  expect((await opened.view(id)).status).toBe("uncollectible");
  expect((await pay(id, 4_000, "Second")).data).toMatchObject({
    status: "uncollectible",
    paid: { cents: 6_100 },
    paidAt: null,
  });
  expect((await pay(id, 6_500, "Third")).data).toMatchObject({ status: "paid" });
  expect(await opened.balance()).toMatchObject({
    cash: { cents: 500 },
    outstanding: { cents: 0 },
  });
  expect([await opened.account("bad_debt"), await opened.account("tax")]).toEqual([0, 2_100]);
});

test("a bank payment of a draft or of a credit note, and a write-off of a paid invoice, are rejected", async () => {
  const opened = await open();
  const paid = await opened.create(1_000);
  await pay(paid.id, 1_000, "Paid");
  expect((await writeOff(paid.id)).fields).toEqual({ reason: "nothing_owed" });
  const { data } = await staff.client.call(api.adminBilling.refund, {
    path: { historyEntry: paid.id },
    body: { reason: "Sorry" },
  });
  const note = data.creditNote?.id ?? "";
  expect((await pay(note, 100, "Note")).fields).toEqual({ amountCents: "nothing_owed" });
});

test("BC-29: a draft that is discarded never had a number, and numbers have no hole", async () => {
  const opened = await open();
  const write = async (isDraft: boolean) =>
    (
      await staff.client.call(api.adminBilling.createInvoice, {
        body: {
          workspaceId: opened.workspace.id,
          reason: "Project",
          lines: [{ description: "Migration", amountCents: 1_000 }],
          discountCents: 100,
          isDraft,
        },
      })
    ).data;
  const before = Number((await write(false)).number?.slice(-6));
  const discarded = await write(true);
  expect(discarded).toMatchObject({ status: "draft", number: null, total: { cents: 900 } });
  const act = (endpoint: "issueDraft" | "discardDraft", invoice: string) =>
    staff.client.call(api.adminBilling[endpoint], { path: { invoice } });
  expect((await act("discardDraft", discarded.id)).data).toMatchObject({
    status: "discarded",
    number: null,
  });
  for (const endpoint of ["issueDraft", "discardDraft"] as const)
    expect((await act(endpoint, discarded.id)).fields).toEqual({ invoice: "not_a_draft" });
  expect((await opened.balance()).outstanding.cents).toBe(900);
  const kept = await write(true);
  const issued = (await act("issueDraft", kept.id)).data;
  expect(issued).toMatchObject({ status: "issued", total: { cents: 900 } });
  expect(Number(issued.number?.slice(-6))).toBe(before + 1);
  expect((await opened.balance()).outstanding.cents).toBe(1_800);
});
