/** E-invoices: the rules of EN 16931 in both syntaxes, and the same cents in API, PDF, UBL, CII and ledger. */
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { api } from "#contracts/api.ts";
import { formatMoney, usd } from "#contracts/money.ts";
import { sql } from "../../../../core/db/db.ts";
import { checkLedgerAfterEach } from "../../../../testing/check-ledger.ts";
import { TestClient } from "../../../../testing/client.ts";
import { billingFiles } from "../../../../testing/billing-files.ts";
import { insertJanuaryUsage, insertUsage, january } from "../../../../testing/billing.ts";
import { brokenRules, readCii, readUbl } from "../../../../testing/e-invoice-rules.ts";
import { schemaErrors } from "../../../../testing/e-invoice-schema.ts";
import { openBilling } from "../../../../testing/open-billing.ts";
import { readPdf } from "../../../../testing/pdf-text.ts";
import {
  startTestEnvironment,
  type TestEnvironment,
} from "../../../../testing/test-environment.ts";
import {
  createNewWorkspace,
  createUser,
  reauthenticate,
  type TestUser,
} from "../../../../testing/users.ts";
import { createDrafts, issueMonth } from "../../close-month.ts";

let env: TestEnvironment;
let owner: TestUser;
let staff: TestUser;
const now = "2026-02-02T00:00:00Z";
beforeAll(async () => {
  env = await startTestEnvironment({ start: now });
  owner = await createUser(env, "owner@staff.test");
  staff = await createUser(env, "staff@staff.test", { staffRole: "BusinessAdmin" });
});
beforeEach(async () => {
  env.clock.set(now);
  await reauthenticate(env, staff);
});
checkLedgerAfterEach(() => env);
afterAll(() => env.stop());

const open = async (country: string) => {
  const opened = await openBilling(env, { owner, staff, country });
  return { ...opened, files: billingFiles(owner.client, opened.workspace.handle) };
};
type Opened = Awaited<ReturnType<typeof open>>;

/** Checks a document in every form against the API, and returns the e-invoice. */
async function compare({ files, view }: Pick<Opened, "files" | "view">, id: string) {
  const invoice = await view(id);
  const ubl = readUbl(await files.readXml(id, "ubl"));
  const ciiXml = await files.readXml(id, "cii");
  const cii = readCii(ciiXml);
  expect(schemaErrors(ciiXml)).toEqual([]);
  expect(brokenRules(ubl)).toEqual([]);
  expect(cii).toEqual(ubl);
  expect(ubl).toMatchObject({
    type: invoice.kind === "invoice" ? "380" : "381",
    lineTotal: invoice.subtotal.cents,
    allowanceTotal: invoice.discount.cents,
    net: invoice.net.cents,
    tax: invoice.tax.cents,
    total: invoice.total.cents,
  });
  expect(ubl.lines.map(({ net }) => net)).toEqual(invoice.lines.map(({ amount }) => amount.cents));
  const { text, attached } = await files.readPdf(id);
  for (const { cents } of [
    invoice.net,
    invoice.tax,
    invoice.total,
    ...invoice.lines.map(({ amount }) => amount),
  ])
    expect(text).toContain(formatMoney(usd(cents)));
  expect(attached.get("factur-x.xml")).toBe(ciiXml);
  return { ubl, text, invoice };
}

async function closeJanuary() {
  await createDrafts(env.db, january, env.clock.now());
  await issueMonth(env.db, january, env.clock.now());
}

test("BC-20: seven projects have the same amounts in expenditure, summary, invoice, PDF and e-invoice", async () => {
  const opened = await open("US");
  const { workspace, path } = opened;
  for (let count = 1; count <= 7; count += 1) {
    const project = await owner.client.call(api.projects.create, {
      path,
      body: { name: `Project ${count}` },
    });
    await insertUsage(env, workspace, owner, {
      rate: "25.00",
      from: "2026-01-10T00:00:00Z",
      to: "2026-01-10T00:19:50Z",
      projectId: project.data.id,
    });
  }
  env.clock.set("2026-01-31T00:00:00Z");
  await reauthenticate(env, owner);
  const month = (await owner.client.call(api.billing.currentExpenditure, { path })).data;
  const summary = (await owner.client.call(api.billingHistory.summary, { path })).data;
  expect(month.lines.map(({ amount }) => amount.cents)).toEqual(
    Array.from({ length: 7 }, () => 826),
  );
  expect([month.total.cents, summary.currentExpenditure.cents]).toEqual([5782, 5782]);
  env.clock.set(now);
  await closeJanuary();
  const [row] = await opened.invoices();
  const { ubl, text } = await compare(opened, row?.id ?? "");
  expect(ubl.total).toBe(5782);
  expect(ubl.lines.map(({ net }) => net)).toEqual(Array.from({ length: 7 }, () => 826));
  expect(text).toContain("19 min 50 s");
  expect(text.match(/US\$8\.26/g)).toHaveLength(7);
  expect(text).toContain("US$57.82");
});

test("N39: 25.5 % of 267.00 are 68.09 on page, PDF, e-invoice and ledger, and of the refund of a third", async () => {
  const opened = await open("FI");
  const { id } = await opened.create(26_700);
  const { ubl, text, invoice } = await compare(opened, id);
  expect(invoice.taxDetails.ratePpm).toBe(255_000);
  expect([ubl.tax, ubl.total]).toEqual([6809, 33_509]);
  expect(ubl.breakdown[0]?.percent).toBe("25.5");
  expect(text).toContain("VAT 25.5 %");
  expect(await opened.account("tax")).toBe(6809);
  expect(await opened.account("revenue")).toBe(26_700);
  const cents = await opened.create(2);
  expect((await compare(opened, cents.id)).ubl).toMatchObject({ net: 2, tax: 1, total: 3 });
  await opened.pay(id, 33_509);
  const paid = (await opened.history()).find(
    ({ type, invoice: of }) => type === "invoice_payment" && of?.id === id,
  );
  await staff.client.call(api.adminBilling.refund, {
    path: { historyEntry: paid?.id ?? "" },
    body: { reason: "A third", amountCents: 11_170 },
  });
  const [note] = (await opened.view(id)).creditNotes;
  const credit = await compare(opened, note?.id ?? "");
  expect(credit.ubl).toMatchObject({ type: "381", total: 11_170, preceding: invoice.number });
  expect(await opened.account("tax")).toBe(6809 + 1 - credit.ubl.tax);
});

test("discount, prepayment, reversal and replacement keep every rule", async () => {
  const opened = await open("NL");
  await opened.add(1000);
  await opened.promo(2000);
  await insertJanuaryUsage(env, opened.workspace, owner, 5000);
  await env.db.withSystemRole("a test", (tx) =>
    tx.execute(
      sql`UPDATE promo_grant SET valid_from = '2026-01-01' WHERE workspace_id = ${opened.workspace.id}`,
    ),
  );
  await closeJanuary();
  const [row] = await opened.invoices();
  const { ubl, text } = await compare(opened, row?.id ?? "");
  expect(ubl).toMatchObject({
    lineTotal: 5000,
    allowanceTotal: 2000,
    net: 3000,
    tax: 630,
    total: 3630,
    paid: 1000,
    payable: 2630,
  });
  expect(ubl.allowances[0]?.reason).toMatch(/^Promo code P-/);
  expect(text).toContain("US$26.30");
  await staff.client.call(api.adminBilling.reverse, {
    path: { invoice: row?.id ?? "" },
    body: { reason: "Wrong" },
  });
  const [note] = (await opened.view(row?.id ?? "")).creditNotes;
  expect((await compare(opened, note?.id ?? "")).text).toContain("Credit note");
});

test("reverse charge names both VAT ids; outside of the European Union there is neither VAT nor id", async () => {
  const opened = await open("DE");
  await env.db.withSystemRole("a test", async (tx) => {
    await tx.execute(sql`INSERT INTO billing_info (workspace_id, version, name, company, address_line1, city, country, vat_id, created_at)
      VALUES (${opened.workspace.id}, 2, 'Ada', 'Northwind <GmbH> & Co', 'Weg 1', 'Berlin', 'DE', 'DE123456789', ${env.clock.now()})`);
    await tx.execute(sql`INSERT INTO vat_id_check (workspace_id, vat_id, status, checked_at, valid_at)
      VALUES (${opened.workspace.id}, 'DE123456789', 'valid', ${env.clock.now()}, ${env.clock.now()})`);
  });
  const { ubl, text } = await compare(opened, (await opened.create(10_000)).id);
  expect(ubl).toMatchObject({ tax: 0, buyerVatId: "DE123456789" });
  expect(ubl.breakdown[0]?.category).toBe("AE");
  expect(text).toContain("Reverse charge, Article 196 Directive 2006/112/EC");
  expect(text).toContain("DE123456789");
  expect(text).toContain(ubl.sellerVatId ?? "missing");
  const outside = await open("US");
  const foreign = await compare(outside, (await outside.create(10_000)).id);
  expect(foreign.ubl.breakdown[0]?.category).toBe("O");
});

test("BC-64: a member of another workspace gets none of the files by id, and nothing changes", async () => {
  const mine = await open("US");
  const { id } = await mine.create(500);
  const [entry] = await mine.history();
  const other = await createUser(env, "other@staff.test");
  const { workspace } = await createNewWorkspace(env, other, "other");
  const foreign = billingFiles(other.client, workspace.handle);
  const asked = [
    await foreign.pdf(id),
    await foreign.xml(id, "ubl"),
    await foreign.xml(id, "cii"),
    await foreign.notice(entry?.id ?? ""),
  ];
  expect(asked.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
  const stored = await env.db.withSystemRole("a test", (tx) =>
    tx.many(sql`SELECT id FROM billing_file WHERE workspace_id = ${mine.workspace.id}`),
  );
  expect(stored).toEqual([]);
});

test("a token with the scope of billing downloads the files, one without does not; drafts and unknown formats have none", async () => {
  const opened = await open("US");
  const { id } = await opened.create(500);
  const { handle } = opened.workspace;
  await reauthenticate(env, owner);
  const create = async (scope: "billing.view" | "project.view") => {
    const body = { name: scope, scopes: [scope] };
    return (await owner.client.call(api.tokens.create, { path: opened.path, body })).data.secret;
  };
  const files = billingFiles(new TestClient(env.url), handle, await create("billing.view"));
  const others = billingFiles(new TestClient(env.url), handle, await create("project.view"));
  const [entry] = await opened.history();
  const allowed = [await files.pdf(id), await files.xml(id), await files.notice(entry?.id ?? "")];
  expect(allowed.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(allowed[1]?.headers.get("content-disposition")).toMatch(
    /filename="INV-2026-\d{6}\.ubl\.xml"/,
  );
  expect((await others.pdf(id)).status).toBe(403);
  expect((await files.xml(id, "edifact")).status).toBe(422);
  await insertJanuaryUsage(env, opened.workspace, owner, 100);
  await createDrafts(env.db, january, env.clock.now());
  const draft = (await opened.invoices()).find(({ number }) => number === null);
  expect([
    (await files.pdf(draft?.id ?? "")).status,
    (await files.xml(draft?.id ?? "")).status,
  ]).toEqual([404, 404]);
});

test("the notice of a movement: the document of an invoice, a receipt of a top-up, byte-identical each time", async () => {
  const opened = await open("US");
  await opened.add(2500, "bank");
  const { id, number } = await opened.create(500);
  const history = await opened.history();
  const of = (type: string) => history.find((entry) => entry.type === type)?.id ?? "";
  expect(Buffer.from((await opened.files.notice(of("invoice"))).bytes)).toEqual(
    Buffer.from((await opened.files.pdf(id)).bytes),
  );
  const receipt = await opened.files.notice(of("top_up"));
  expect(receipt.headers.get("content-disposition")).toMatch(
    /filename="top-up-2026-02-02-\w{6}\.pdf"/,
  );
  env.clock.advance(1000);
  expect(Buffer.from((await opened.files.notice(of("top_up"))).bytes)).toEqual(
    Buffer.from(receipt.bytes),
  );
  const { text } = await readPdf(receipt.bytes);
  for (const part of ["Receipt for a top-up", "US$25.00", "Reason", "Test"])
    expect(text).toContain(part);
  expect(number).toMatch(/^INV-/);
});
