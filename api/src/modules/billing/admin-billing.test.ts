/** Staff: balances, written invoices, reversals, replacements and refunds to the balance. */
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { api } from "#contracts/api.ts";
import type { EndpointInput } from "#contracts/endpoint.ts";
import { sql, type Tx } from "../../core/db/db.ts";
import { asText, expectedOf } from "../../testing/billing-examples.ts";
import { february, insertJanuaryUsage, insertUsage, january } from "../../testing/billing.ts";
import { createUser, reauthenticate, type TestUser } from "../../testing/users.ts";
import { checkLedgerAfterEach } from "../../testing/check-ledger.ts";
import { openBilling } from "../../testing/open-billing.ts";
import { startTestEnvironment, type TestEnvironment } from "../../testing/test-environment.ts";
import { createDrafts, issueMonth } from "./close-month.ts";

let env: TestEnvironment;
let owner: TestUser;
let staff: TestUser;
const start = "2026-02-02T00:00:00Z";
beforeAll(async () => {
  env = await startTestEnvironment({ start });
  owner = await createUser(env, "owner@staff.test");
  staff = await createUser(env, "staff@staff.test", { staffRole: "BusinessAdmin" });
});
beforeEach(async () => {
  env.clock.set(start);
  await reauthenticate(env, staff);
});
checkLedgerAfterEach(() => env);
afterAll(() => env.stop());

const asSystem = <T>(work: (tx: Tx) => Promise<T>) => env.db.withSystemRole("a test", work);

const open = (country = "US") => openBilling(env, { owner, staff, country });
type Opened = Awaited<ReturnType<typeof open>>;

const reverse = (invoice: string) =>
  staff.client.call(api.adminBilling.reverse, { path: { invoice }, body: { reason: "Wrong" } });
type Records = EndpointInput<
  typeof api.adminBilling.reverseAndCreateNew
>["body"]["modifiedRecords"];
const replace = (invoice: string, modifiedRecords: Records) =>
  staff.client.call(api.adminBilling.reverseAndCreateNew, {
    path: { invoice },
    body: { reason: "Wrong", modifiedRecords },
  });
const refund = (historyEntry: string, amountCents?: number) =>
  staff.client.call(api.adminBilling.refund, {
    path: { historyEntry },
    body: { reason: "Sorry", ...(amountCents !== undefined && { amountCents }) },
  });
async function closeJanuary() {
  await createDrafts(env.db, january, env.clock.now());
  await issueMonth(env.db, january, env.clock.now());
}
const texts = (...cents: number[]) => cents.map(asText);
const firstId = (rows: readonly { id: string }[]) => rows[0]?.id ?? "";

test("W36: a balance that is too small leaves a debt", async () => {
  const opened = await open();
  await opened.add(1000);
  await opened.create(2500);
  const { cash, outstanding, balance } = await opened.balance();
  expect(texts(cash.cents, outstanding.cents, balance.cents)).toEqual(expectedOf("W36"));
});

test("W41, W42: a reversal takes back what is unpaid, and gives what was paid to the balance", async () => {
  const unpaid = await open("NL");
  const invoice = await unpaid.create(10_000);
  const reversed = (await reverse(invoice.id)).data;
  expect(reversed).toMatchObject({
    status: "reversed",
    credited: { cents: 12_100 },
    creditNotes: [{ total: { cents: 12_100 } }],
  });
  const after = await unpaid.balance();
  expect(
    texts(
      12_100,
      after.outstanding.cents,
      after.cash.cents,
      await unpaid.account("revenue"),
      await unpaid.account("tax"),
    ),
  ).toEqual(expectedOf("W41"));
  const paid = await open("NL");
  const other = await paid.create(10_000);
  await paid.pay(other.id, 12_100);
  await reverse(other.id);
  const { outstanding, cash } = await paid.balance();
  expect(texts(outstanding.cents, cash.cents)).toEqual(expectedOf("W42"));
});

test("W43: the parts that balance and card paid go to the balance", async () => {
  const opened = await open();
  await opened.add(2500);
  const { id } = await opened.create(10_000);
  await opened.pay(id, 1500);
  await reverse(id);
  const { outstanding, cash, balance } = await opened.balance();
  expect(texts(outstanding.cents, cash.cents, balance.cents)).toEqual(expectedOf("W43"));
});

test("a second reversal, of a credit note or of a draft, is rejected, and one at once wins", async () => {
  const opened = await open();
  const { id } = await opened.create(1000);
  const results = await Promise.all([reverse(id), reverse(id), reverse(id)]);
  expect(results.map(({ status }) => status).toSorted()).toEqual([200, 422, 422]);
  expect((await reverse(id)).fields).toEqual({ reason: "invoice_already_reversed" });
  const note = (await opened.invoices()).find(({ kind }) => kind === "credit_note");
  expect((await reverse(note?.id ?? "")).fields).toEqual({ reason: "invoice_not_reversible" });
});

test("W44: a reversal after a refund credits the rest and gives promo credit back", async () => {
  const opened = await open("NL");
  env.clock.set("2026-01-05T00:00:00Z");
  await reauthenticate(env, staff);
  await opened.promo(2000);
  env.clock.set(start);
  await insertJanuaryUsage(env, opened.workspace, owner, 5000);
  await closeJanuary();
  const id = firstId(await opened.invoices());
  await opened.pay(id, 3630);
  await reauthenticate(env, staff);
  const first = (await refund(id, 1210)).data;
  const afterRefund = await opened.balance();
  await reverse(id);
  const note = (await opened.view(id)).creditNotes[1];
  const second = await opened.view(note?.id ?? "");
  const { cash, promo } = await opened.balance();
  expect(
    texts(
      first.creditNote?.net.cents ?? 0,
      first.creditNote?.tax.cents ?? 0,
      second.net.cents,
      second.tax.cents,
      cash.cents - afterRefund.cash.cents,
      promo.cents,
      await opened.account("revenue"),
      await opened.account("tax"),
      0,
    ),
  ).toEqual(expectedOf("W44"));
});

test("BC-07: promo credit that a reversal returns after its end expires at once, both in the history", async () => {
  const opened = await open();
  env.clock.set("2026-01-15T00:00:00Z");
  await reauthenticate(env, staff);
  await opened.promo(2000, 26);
  env.clock.set(start);
  await insertJanuaryUsage(env, opened.workspace, owner, 5000);
  await closeJanuary();
  env.clock.set("2026-02-12T00:00:00Z");
  await reauthenticate(env, staff);
  await reverse(firstId(await opened.invoices()));
  expect((await opened.balance()).promo.cents).toBe(0);
  const promos = (await opened.history()).filter(({ type }) => type === "promo_credit");
  expect(promos.map(({ amount }) => amount.cents).toSorted((one, other) => one - other)).toEqual([
    -2000, 2000, 2000,
  ]);
});

test("W45, BC-44: a smaller invoice in place of a paid one is paid by the balance", async () => {
  const opened = await open("NL");
  const invoice = await opened.create(6000, 4000);
  await opened.pay(invoice.id, 12_100);
  const recordId = invoice.lines[0]?.id ?? "";
  const { status, data } = await replace(invoice.id, [{ recordId, amountCents: 4000 }]);
  expect([status, data.status, data.replaces?.id]).toEqual([201, "paid", invoice.id]);
  const { cash, outstanding } = await opened.balance();
  expect(texts(invoice.total.cents, data.total.cents, cash.cents, outstanding.cents)).toEqual(
    expectedOf("W45"),
  );
  expect(await opened.view(invoice.id)).toMatchObject({
    status: "reversed",
    replacedBy: { id: data.id },
  });
});

test("W46: a larger invoice in place of a paid one leaves the difference to pay", async () => {
  const opened = await open("NL");
  const invoice = await opened.create(6000, 4000);
  await opened.pay(invoice.id, 12_100);
  const { data } = await replace(invoice.id, [
    { recordId: invoice.lines[0]?.id ?? "", quantity: 3, unitPriceMicros: 30_000_000 },
  ]);
  const { cash, outstanding } = await opened.balance();
  expect(texts(data.total.cents, cash.cents, outstanding.cents)).toEqual(expectedOf("W46"));
});

test("a replacement removes and adds lines, and a wrong record changes nothing", async () => {
  const opened = await open();
  const invoice = await opened.create(6000, 4000);
  const other = await opened.create(100);
  for (const [records, fields] of [
    [
      [{ recordId: other.lines[0]?.id ?? "", remove: true }],
      { "modifiedRecords.0.recordId": "unknown_record" },
    ],
    [
      invoice.lines.map(({ id }) => ({ recordId: id, remove: true as const })),
      { modifiedRecords: "below_zero" },
    ],
  ] as const) {
    expect((await replace(invoice.id, [...records])).fields).toEqual(fields);
    expect((await opened.view(invoice.id)).status).toBe("issued");
  }
  const { data } = await replace(invoice.id, [
    { recordId: invoice.lines[1]?.id ?? "", remove: true },
    { new: true, description: "Support", quantity: 2, unitPriceMicros: 1_255_000 },
  ]);
  expect(data.lines.map(({ description, amount }) => [description, amount.cents])).toEqual([
    ["Line 0", 6000],
    ["Support", 251],
  ]);
});

test("the invoice in place of a month's keeps the month, and late usage no longer changes it", async () => {
  const opened = await open();
  const instance = await insertUsage(env, opened.workspace, owner, {
    rate: "1.00",
    from: "2026-01-10T00:00:00Z",
    to: "2026-01-10T10:00:00Z",
  });
  await closeJanuary();
  const before = await opened.view(firstId(await opened.invoices()));
  const { data } = await replace(before.id, [
    { recordId: before.lines[0]?.id ?? "", amountCents: 700 },
  ]);
  expect(data).toMatchObject({ periodStart: before.periodStart, total: { cents: 700 } });
  await asSystem((tx) =>
    tx.execute(
      sql`UPDATE usage_interval SET end_second = end_second + 3600 WHERE instance_id = ${instance}`,
    ),
  );
  env.clock.set("2026-03-02T00:00:00Z");
  await createDrafts(env.db, february, env.clock.now());
  await issueMonth(env.db, february, env.clock.now());
  await createDrafts(env.db, january, env.clock.now());
  expect((await opened.invoices()).map(({ status }) => status).toSorted()).toEqual([
    "issued",
    "issued",
    "reversed",
  ]);
  expect((await opened.balance()).outstanding.cents).toBe(700);
});

test("BC-17: a large discount on a written invoice is exact", async () => {
  const opened = await open("DE");
  const { data } = await staff.client.call(api.adminBilling.createInvoice, {
    body: {
      workspaceId: opened.workspace.id,
      reason: "Project",
      lines: [{ description: "Migration", amountCents: 850_000 }],
      discountCents: 750_000,
    },
  });
  expect([data.net.cents, data.tax.cents, data.total.cents]).toEqual([100_000, 19_000, 119_000]);
  const tooMuch = await staff.client.call(api.adminBilling.createInvoice, {
    body: {
      workspaceId: opened.workspace.id,
      reason: "X",
      lines: [{ description: "A", amountCents: 1 }],
      discountCents: 2,
    },
  });
  expect(tooMuch.fields).toEqual({ discountCents: "below_zero" });
});

test("BC-29: documents have numbers without holes; a draft that is discarded has none", async () => {
  const opened = await open();
  const before = Number((await opened.create(100)).number?.slice(-6));
  await insertUsage(env, opened.workspace, owner, {
    rate: "0.004",
    from: "2026-01-10T00:00:00Z",
    to: "2026-01-10T00:01:00Z",
  });
  await closeJanuary();
  expect(Number((await opened.create(100)).number?.slice(-6))).toBe(before + 1);
});

test("BC-31: what was refunded is not invoiced again", async () => {
  const opened = await open();
  await insertJanuaryUsage(env, opened.workspace, owner, 2400);
  await closeJanuary();
  const id = firstId(await opened.invoices());
  await opened.pay(id, 2400);
  env.clock.advance(1000);
  await refund(id, 1000);
  await insertUsage(env, opened.workspace, owner, {
    rate: "5.00",
    from: "2026-02-10T00:00:00Z",
    to: "2026-02-10T01:00:00Z",
  });
  await createDrafts(env.db, january, env.clock.now());
  env.clock.set("2026-03-02T00:00:00Z");
  await createDrafts(env.db, february, env.clock.now());
  await issueMonth(env.db, february, env.clock.now());
  expect((await opened.invoices()).map(({ kind, total }) => [kind, total.cents])).toEqual([
    ["invoice", 2400],
    ["credit_note", 1000],
    ["invoice", 500],
  ]);
  expect((await opened.view(id)).credited.cents).toBe(1000);
});

test("BC-37: nothing of an unpaid invoice can be refunded", async () => {
  const opened = await open();
  const { id } = await opened.create(10_000);
  expect((await refund(id, 1000)).fields).toEqual({ amountCents: "nothing_refundable" });
  expect((await opened.balance()).outstanding.cents).toBe(10_000);
});

test("BC-40: parallel refunds never exceed what was paid", async () => {
  const opened = await open();
  const { id } = await opened.create(10_000);
  await opened.pay(id, 10_000);
  const results = await Promise.all(Array.from({ length: 10 }, () => refund(id, 6000)));
  expect(results.filter(({ status }) => status === 200)).toHaveLength(1);
  expect((await refund(id, 4001)).fields).toEqual({ amountCents: "refund_too_large" });
  expect((await opened.balance()).cash.cents).toBe(6000);
});

test("BC-41: a refund of everything includes the tax", async () => {
  const opened = await open("NL");
  const { id } = await opened.create(10_000);
  await opened.pay(id, 12_100);
  const entry = (await opened.history()).find(({ type }) => type === "invoice_payment");
  expect((await refund(entry?.id ?? "")).data.creditNote).toMatchObject({
    kind: "credit_note",
    net: { cents: 10_000 },
    tax: { cents: 2100 },
    total: { cents: 12_100 },
    credits: { id },
  });
});

test("N39: a refund of a third with half a percent of tax adds up", async () => {
  const opened = await open("FI");
  const { id } = await opened.create(26_700);
  await opened.pay(id, 33_509);
  for (const cents of [11_169, 11_170, 11_170]) await refund(id, cents);
  const notes = await Promise.all(
    (await opened.view(id)).creditNotes.map((note) => opened.view(note.id)),
  );
  expect(notes.reduce((sum, { tax }) => sum + tax.cents, 0)).toBe(6809);
  expect(await opened.account("tax")).toBe(0);
});

test("a bank transfer that staff record pays the oldest invoice, once per idempotency key", async () => {
  const opened = await open();
  const { id } = await opened.create(4000);
  const send = () =>
    staff.client.call(
      api.adminBilling.addBalance,
      {
        path: { adminWorkspace: opened.workspace.id },
        body: { amountCents: 4500, source: "bank", reason: "Transfer 17" },
      },
      { headers: { "idempotency-key": "transfer-17-transfer" } },
    );
  expect((await send()).data).toMatchObject({ cash: { cents: 500 }, outstanding: { cents: 0 } });
  expect((await send()).data.cash.cents).toBe(500);
  expect((await opened.view(id)).status).toBe("paid");
  expect(
    (await opened.history()).map(({ type, amount, balance }) => [
      type,
      amount.cents,
      balance?.cents,
    ]),
  ).toEqual([
    ["top_up", 4500, 500],
    ["invoice", -4000, -4000],
  ]);
});

test("the history is filtered by type and time, and names no staff to customers", async () => {
  const opened = await open();
  await opened.add(100);
  env.clock.set("2026-02-03T00:00:00Z");
  await reauthenticate(env, staff);
  await opened.create(300);
  const list = async (query: object) =>
    (await owner.client.call(api.billingHistory.history, { path: opened.path, query })).data.data;
  const types = async (query: object) => (await list(query)).map(({ type }) => type);
  expect(await types({ activityType: "manual_credit,top_up" })).toEqual(["manual_credit"]);
  expect(await types({ createdAtFrom: "2026-02-03T00:00:00Z" })).toEqual(["invoice"]);
  expect(await types({ createdAtTo: "2026-02-03T00:00:00Z" })).toEqual(["manual_credit"]);
  expect((await list({ activityType: "manual_credit" }))[0]?.createdBy).toBeNull();
  const wrong = await owner.client.call(api.billingHistory.history, {
    path: opened.path,
    query: { activityType: "gift" },
  });
  expect(wrong.status).toBe(422);
  const { data } = await staff.client.call(api.adminBilling.history, {
    query: { workspaceId: opened.workspace.id, activityType: "manual_credit" },
  });
  expect(data.data).toMatchObject([
    { amount: { cents: 100 }, createdBy: { id: staff.id }, workspace: { id: opened.workspace.id } },
  ]);
});

test("staff list and read the documents of every workspace", async () => {
  const opened = await open();
  const { id } = await opened.create(700);
  const workspace = { id: opened.workspace.id, handle: opened.workspace.handle };
  const { data } = await staff.client.call(api.adminBilling.invoices, {
    query: { workspaceId: workspace.id },
  });
  expect(data.data).toMatchObject([{ id, workspace }]);
  const one = await staff.client.call(api.adminBilling.invoice, { path: { invoice: id } });
  expect(one.data).toMatchObject({ id, workspace, lines: [{ amount: { cents: 700 } }] });
  for (const invoice of ["missing", opened.workspace.id])
    expect((await staff.client.call(api.adminBilling.invoice, { path: { invoice } })).status).toBe(
      404,
    );
});

test("the summary has balance, cost of the month and the next invoice", async () => {
  const opened: Opened = await open();
  await opened.add(900);
  await insertUsage(env, opened.workspace, owner, {
    rate: "0.10",
    from: "2026-02-01T00:00:00Z",
    to: null,
  });
  const { data } = await owner.client.call(api.billingHistory.summary, { path: opened.path });
  expect(data).toMatchObject({
    balance: { cents: 900 },
    currentExpenditure: { cents: 240 },
    projected: { cents: 6720 },
    nextInvoiceAt: "2026-03-02T00:00:00.000Z",
    overdueCount: 0,
    promos: [],
  });
});

test("staff find documents and movements by number, workspace and kind, and get the files of each", async () => {
  const opened = await open("NL");
  const { id, number } = await opened.create(10_000);
  const list = async (query: object) =>
    (await staff.client.call(api.adminBilling.invoices, { query })).data.data.map((row) => row.id);
  const { id: workspaceId, handle } = opened.workspace;
  expect(await list({ search: ` ${number?.toLowerCase()} ` })).toEqual([id]);
  expect(await list({ search: handle.slice(1) })).toContain(id);
  expect(await list({ search: "INV-1999-000001" })).toEqual([]);
  expect(await list({ search: "100%" })).toEqual([]);
  expect(await list({ workspaceId, kind: "invoice", status: "issued" })).toEqual([id]);
  const { data } = await staff.client.call(api.adminBilling.history, { query: { search: handle } });
  expect(data.data.map(({ workspace }) => workspace.id)).toContain(workspaceId);
  const files = `/admin/workspaces/billing/invoices/${id}`;
  const get = async (path: string) => {
    const response = await staff.client.send("GET", path);
    return [
      response.status,
      Buffer.from(await response.arrayBuffer())
        .subarray(0, 5)
        .toString(),
    ];
  };
  expect(await get(`${files}.pdf`)).toEqual([200, "%PDF-"]);
  expect(await get(`${files}.xml?format=cii`)).toEqual([200, "<?xml"]);
  const draft = await staff.client.call(api.adminBilling.createInvoice, {
    body: {
      workspaceId,
      reason: "Later",
      lines: [{ description: "A", amountCents: 1 }],
      isDraft: true,
    },
  });
  expect((await get(`/admin/workspaces/billing/invoices/${draft.data.id}.pdf`))[0]).toBe(404);
});
