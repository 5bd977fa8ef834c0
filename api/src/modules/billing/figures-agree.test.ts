/**
 * One month of a workspace with many projects, prices, resizes, moves, quantities, a discount and tax: every place that
 * shows its cost shows the same cents.
 */
import { afterAll, beforeAll, expect, test } from "vitest";
import { api } from "#contracts/api.ts";
import { billingFiles } from "../../testing/billing-files.ts";
import { checkLedgerAfterEach } from "../../testing/check-ledger.ts";
import { downloadCsv } from "../../testing/csv.ts";
import { readCii, readUbl } from "../../testing/e-invoice-rules.ts";
import { type Tx } from "../../core/db/db.ts";
import { january, setBillingCountry } from "../../testing/billing.ts";
import { insertInstance } from "../../testing/instances.ts";
import { insertPrice, recordEvents, type TestPrice } from "../../testing/metering.ts";
import { createProject } from "../../testing/order-instances.ts";
import { createNewWorkspace, createUser, type TestUser } from "../../testing/users.ts";
import { startTestEnvironment, type TestEnvironment } from "../../testing/test-environment.ts";
import { createDrafts, issueMonth } from "./close-month.ts";
import { checkLedger } from "./ledger-checks.ts";
import { readBalances } from "./ledger.ts";
import { rollUpUsage } from "./usage-rollup.ts";

let env: TestEnvironment;
let owner: TestUser;
let staff: TestUser;
beforeAll(async () => {
  env = await startTestEnvironment({ start: "2026-01-31T23:59:59Z" });
  owner = await createUser(env, "owner@agree.test");
  staff = await createUser(env, "staff@agree.test", { staffRole: "BusinessAdmin" });
});
checkLedgerAfterEach(() => env);
afterAll(() => env.stop());

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
/** Sums of cents by name, the names in order. */
const byName = (rows: readonly (readonly [name: string, cents: number])[]) =>
  [...Map.groupBy(rows, ([name]) => name)]
    .map(([name, group]) => [name, sum(group.map(([, cents]) => cents))] as const)
    .toSorted(([one], [other]) => one.localeCompare(other));

test("BC-20: the live cost, usage, report, draft, invoice, PDF, e-invoices, history and ledger of a month agree to the cent", async () => {
  const { workspace, path } = await createNewWorkspace(env, owner, "agree");
  await setBillingCountry(env, workspace.id, "DE");
  await insertInstance(env, workspace, owner, { hostname: "first" });
  const prices: TestPrice[] = [];
  for (const [rate, rules] of [
    ["0.0105", { minimumSeconds: 60 }],
    ["25.00", {}],
    ["0.333333", { granularitySeconds: 3600 }],
    ["1.237", { granularitySeconds: 60, minimumSeconds: 60 }],
    ["0.10", { capHours: 200 }],
  ] as const)
    prices.push(await insertPrice(env, { rate, ...rules }));
  const priceOf = (position: number) => {
    const price = prices[position % prices.length];
    if (price === undefined) throw new Error("there are five prices");
    return price;
  };
  const projects: string[] = [];
  for (const name of ["A", "B", "C", "D", "E", "F", "G"])
    projects.push(await createProject(env, workspace, owner, `Project ${name}`));
  const at = (second: number) => new Date(january.start.getTime() + second * 1000).toISOString();
  for (let number = 0; number < 28; number += 1) {
    const projectId = projects[number % projects.length] ?? "";
    const start = 977 * number * number - 40_000;
    const id = await insertInstance(env, workspace, owner, { hostname: `i-${number}`, projectId });
    await recordEvents(env, workspace, id, [
      { kind: "start", at: at(start), price: priceOf(number), projectId },
      ...(number % 2 === 0
        ? [{ kind: "resize" as const, at: at(start + 1_190), price: priceOf(number + 1) }]
        : []),
      ...(number % 3 === 0
        ? [{ kind: "quantity" as const, at: at(start + 90_001), quantity: 2 + (number % 3) }]
        : []),
      ...(number % 4 === 0
        ? [{ kind: "move" as const, at: at(start + 100_003), projectId: projects[3] ?? "" }]
        : []),
      { kind: "stop", at: at(Math.min(start + 700_000 + number * 13, 2_600_000 + number)) },
    ]);
  }
  const { data: code } = await staff.client.call(api.promoCodes.create, {
    body: {
      code: "AGREE-15",
      kind: "percent",
      amountCents: null,
      percentPpm: 155_000,
      months: 1,
    },
  });
  await owner.client.call(api.billingPromo.redeemPromoCode, { path, body: { code: code.code } });
  // The roll-up of the hours that have ended; the reports do not depend on it.
  await rollUpUsage(env.db, env.clock.now());

  const { data: live } = await owner.client.call(api.billing.currentExpenditure, { path });
  const { data: summary } = await owner.client.call(api.billingHistory.summary, { path });
  const { data: balance } = await owner.client.call(api.payments.accountBalance, { path });
  const { data: overview } = await owner.client.call(api.workspaces.overview, { path });
  const month = { from: "2026-01-01", to: "2026-01-31" };
  const usage = async (groupBy: "project" | "product" | "instance") =>
    (await owner.client.call(api.billingUsage.usage, { path, query: { ...month, groupBy } })).data;
  const [usageByProject, usageByProduct, usageByInstance] = [
    await usage("project"),
    await usage("product"),
    await usage("instance"),
  ];
  const { rows } = await downloadCsv(
    owner.client,
    `/api/v1/workspaces/${path.workspace}/billing/usage/export?${new URLSearchParams(month)}`,
  );
  const reported = await reportedCents("before");

  env.clock.set("2026-02-01T01:00:00Z");
  await createDrafts(env.db, january, env.clock.now());
  const [draft] = await documents(path);
  env.clock.set("2026-02-02T00:00:00Z");
  await issueMonth(env.db, january, env.clock.now());
  const [invoice] = await documents(path);
  if (draft === undefined || invoice === undefined) throw new Error("no invoice");
  const rolledUp = await rollUpUsage(env.db, env.clock.now()).then(() => reportedCents("after"));
  const { data: forStaff } = await staff.client.call(api.adminBilling.invoice, {
    path: { invoice: invoice.id },
  });

  const { pdf, ubl, cii, attached } = await readFiles(workspace.handle, invoice.id);

  // What the month costs before discount and tax.
  const costs = {
    live: live.total.cents,
    liveLines: sum(live.lines.map(({ amount }) => amount.cents)),
    summary: summary.currentExpenditure.cents,
    balancePage: balance.accrued.cents,
    overview: overview.expenditure?.monthToDate.cents,
    usageByProject: usageByProject.total.cents,
    usageByProduct: usageByProduct.total.cents,
    usageByInstance: usageByInstance.total.cents,
    usageDays: sum(usageByProject.groups.flatMap(({ cents }) => cents)),
    export: sum(rows.map((row) => Math.round(Number(row["usd"]) * 100))),
    draft: draft.subtotal.cents,
    invoice: invoice.subtotal.cents,
    invoiceLines: sum(invoice.lines.map(({ amount }) => amount.cents)),
    staff: forStaff.subtotal.cents,
    pdf: pdf.subtotal,
    pdfLines: sum(pdf.lines),
    ubl: ubl.lineTotal,
    ublLines: sum(ubl.lines.map((line) => line.net)),
    cii: cii.lineTotal,
    ciiLines: sum(cii.lines.map((line) => line.net)),
    attached: attached.lineTotal,
    ...reported,
    ...rolledUp,
  };
  expect(costs.live).toBeGreaterThan(100_000);
  expect(new Set(Object.values(costs))).toEqual(new Set([costs.live]));

  // The same for each line. The PDF groups them by project.
  const amounts = (lines: readonly (typeof invoice.lines)[number][]) =>
    lines.map(({ amount }) => amount.cents);
  const invoiced = amounts(invoice.lines);
  expect(invoiced.length).toBeGreaterThan(20);
  expect(amounts(draft.lines)).toEqual(invoiced);
  for (const { lines } of [ubl, cii, attached])
    expect(lines.map((line) => line.net)).toEqual(invoiced);
  const grouped = Map.groupBy(invoice.lines, ({ project }) => project?.id);
  expect(pdf.lines).toEqual([...grouped.values()].flatMap(amounts));

  // The same for each project.
  const ofProjects = byName(
    invoice.lines.map(({ project, amount }) => [project?.name ?? "", amount.cents]),
  );
  expect(ofProjects.length).toBe(projects.length);
  expect(
    byName(live.lines.map(({ project, amount }) => [project?.name ?? "", amount.cents])),
  ).toEqual(ofProjects);
  expect(byName(usageByProject.groups.map(({ name, amount }) => [name, amount.cents]))).toEqual(
    ofProjects,
  );

  // Each day of a chart is rounded on its own: less than half a cent for each project and day.
  const charted = sum(overview.spend?.series.flatMap(({ cents }) => cents) ?? []);
  const lastDays = sum(usageByProject.groups.flatMap(({ cents }) => cents.slice(-30)));
  expect(Math.abs(charted - lastDays)).toBeLessThan((projects.length * 30) / 2);

  // Discount, tax and total, on every document and movement.
  const discount = Math.round(costs.live * 0.155);
  const net = costs.live - discount;
  const tax = Math.round(net * 0.19);
  for (const document of [draft, invoice, forStaff])
    expect(document).toMatchObject({
      discount: { cents: discount },
      net: { cents: net },
      tax: { cents: tax },
      total: { cents: net + tax },
    });
  const { lines: _, ...printed } = pdf;
  const sums = { subtotal: costs.live, discount, net, tax, total: net + tax };
  expect(printed).toEqual({ ...sums, toPay: net + tax });
  for (const eInvoice of [ubl, cii, attached])
    expect(eInvoice).toMatchObject({
      allowances: [{ amount: discount }],
      allowanceTotal: discount,
      net,
      tax,
      breakdown: [{ taxable: net, tax }],
      total: net + tax,
      paid: 0,
      payable: net + tax,
    });
  expect(sum(invoice.lines.map((line) => line.tax.cents))).toBe(tax);
  expect(sum(invoice.lines.map((line) => line.discount.cents))).toBe(discount);
  const { data: history } = await owner.client.call(api.billingHistory.history, {
    path,
    query: {},
  });
  const asSystem = <T>(work: (tx: Tx) => Promise<T>) => env.db.withSystemRole("a test", work);
  const totals = {
    history: -sum(
      history.data.flatMap(({ type, amount }) => (type === "invoice" ? [amount.cents] : [])),
    ),
    ledger: (await asSystem((tx) => readBalances(tx, workspace.id))).outstanding,
    accrued: balance.accruedTotal.cents,
    balancePage: (await owner.client.call(api.payments.accountBalance, { path })).data.outstanding
      .cents,
    summary: -(await owner.client.call(api.billingHistory.summary, { path })).data.balance.cents,
  };
  expect(totals).toEqual({
    history: net + tax,
    ledger: net + tax,
    accrued: net + tax,
    balancePage: net + tax,
    summary: net + tax,
  });
  expect(await asSystem(checkLedger)).toEqual([]);
});

async function documents(path: { workspace: string }) {
  const { data } = await owner.client.call(api.billingInvoices.invoices, { path, query: {} });
  return Promise.all(
    data.data.map(
      async ({ id }) =>
        (await owner.client.call(api.billingInvoices.invoice, { path: { ...path, invoice: id } }))
          .data,
    ),
  );
}

/** What the files of an invoice say, as its customer downloads them; the PDF has an e-invoice attached. */
async function readFiles(workspace: string, invoice: string) {
  const files = billingFiles(owner.client, workspace);
  const { text, attached } = await files.readPdf(invoice);
  return {
    pdf: printedCents(text),
    ubl: readUbl(await files.readXml(invoice, "ubl")),
    cii: readCii(await files.readXml(invoice, "cii")),
    attached: readCii(attached.get("factur-x.xml") ?? ""),
  };
}

/** The amounts of an invoice in the text of its PDF. Hourly rates are none. */
function printedCents(text: string) {
  const cents = (amount: string) => Number(amount.replaceAll(/[US$,.]/g, ""));
  const [table = "", totals = ""] = text.split(" Subtotal ");
  const [subtotal, discount, net, tax, total, toPay, ...others] = [
    ...totals.matchAll(/-?US\$[\d,]+\.\d{2}\b/g),
  ].map(([amount]) => cents(amount));
  expect(others).toEqual([]);
  return {
    lines: [...table.matchAll(/\/h (-?US\$[\d,]+\.\d{2})\b/g)].map(([, amount = ""]) =>
      cents(amount),
    ),
    subtotal,
    discount: -(discount ?? 0),
    net,
    tax,
    total,
    toPay,
  };
}

/** What the reports of staff show of the month, in total and as the sum of their rows, days and files. */
async function reportedCents(when: string): Promise<Record<string, number>> {
  const query = {
    timeFrom: "2026-01-01T00:00:00Z",
    timeTo: "2026-02-01T00:00:00Z",
    includeInactive: "true",
  } as const;
  const { data: virtual } = await staff.client.call(api.reports.virtual, { query });
  const { data: products } = await staff.client.call(api.reports.virtualProducts, { query });
  const { data: regions } = await staff.client.call(api.reports.virtualResources, { query });
  const { data: orders } = await staff.client.call(api.reports.orders, {
    query: { ...query, perPage: "100" },
  });
  const { rows } = await downloadCsv(
    staff.client,
    `/admin/reports/orders/export?${new URLSearchParams(query)}`,
  );
  const figures = {
    total: virtual.total.revenue.cents,
    series: sum(virtual.series.flatMap(({ cents }) => cents)),
    products: sum(products.rows.map(({ revenue }) => revenue.cents)),
    regions: sum(regions.rows.map(({ revenue }) => revenue.cents)),
    orders: orders.total.revenue.cents,
    days: sum(orders.days.map(({ revenue }) => revenue.cents)),
    rows: sum(orders.data.map(({ revenue }) => revenue.cents)),
    export: sum(rows.map((row) => Math.round(Number(row["usd"]) * 100))),
  };
  return Object.fromEntries(
    Object.entries(figures).map(([name, cents]) => [`report ${name} ${when}`, cents]),
  );
}
