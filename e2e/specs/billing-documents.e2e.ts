/** Documents of billing that a customer downloads, and automatic top-up. */
import { readFile } from "node:fs/promises";
import { api } from "#contracts/api.ts";
import { owner } from "../pages/page-spec.ts";
import { type Customer, signInAs } from "../support/api-client.ts";
import { expect, expectAccessible, type StackUrls, test } from "../support/fixtures.ts";
import { createInstances } from "../support/instances.ts";

const businessAdmin = "business-admin@demo.test";

/** A client of staff, with the id of the customer's workspace. */
async function staffFor(stack: StackUrls, customer: Customer) {
  const { id: workspaceId } = await customer.call(api.workspaces.view, {
    path: { workspace: customer.handle },
  });
  const staff = await signInAs(stack.url, businessAdmin);
  return { staff, workspaceId };
}

/** An invoice of the demo with an instance that started in its month. */
async function findStarted(stack: StackUrls) {
  const client = await signInAs(stack.url, owner);
  const path = { workspace: "northwind" };
  const { data } = await client.call(api.billingInvoices.invoices, {
    path,
    query: { kind: "invoice", orderBy: "createdAt" },
  });
  for (const { id } of data) {
    const { lines } = await client.call(api.billingInvoices.invoice, {
      path: { ...path, invoice: id },
    });
    for (const { periodStart, instances } of lines)
      for (const instance of instances)
        if (instance.startedAt !== periodStart) return { invoice: id, instance };
  }
  throw new Error("No instance of the demo started in an invoiced month");
}

test("a customer downloads an invoice as PDF and as e-invoice", { tag: "@phone" }, async ({
  page,
  customer,
  stack,
}) => {
  const path = { workspace: customer.handle };
  await customer.call(api.billingInfo.createInfo, {
    path,
    body: {
      name: "Ada Lovelace",
      company: "Acme GmbH",
      country: "DE",
      addressLine1: "Hauptstraße 1",
      postalCode: "10115",
      city: "Berlin",
    },
  });
  const { staff, workspaceId } = await staffFor(stack, customer);
  await staff.call(api.adminBilling.createInvoice, {
    body: {
      workspaceId,
      reason: "A story",
      lines: [{ description: "Migration help", amountCents: 12_345 }],
    },
  });
  const { data } = await customer.call(api.billingInvoices.invoices, { path, query: {} });
  const number = data[0]?.number ?? "";

  await page.goto(`/${customer.handle}/billing/invoice`);
  await page.getByRole("link", { name: number }).click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText(number);
  await expect(page.getByRole("main")).toContainText("Migration help");
  await expectAccessible(page);
  const download = async (name: string) => {
    const [file] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name, exact: true }).click(),
    ]);
    return { name: file.suggestedFilename(), bytes: await readFile(await file.path()) };
  };
  const pdf = await download("Download PDF");
  expect(pdf.name).toBe(`${number}.pdf`);
  expect(pdf.bytes.subarray(0, 5).toString()).toBe("%PDF-");
  const xml = await download("Download e-invoice");
  expect(xml.name).toMatch(/\.xml$/);
  const text = xml.bytes.toString();
  expect(text).toContain(number);
  expect(text).toContain("Acme GmbH");
  // Each download has the same bytes.
  expect((await download("Download PDF")).bytes.equals(pdf.bytes)).toBe(true);
});

test("automatic top-up charges the default card when the balance is below the amount", async ({
  page,
  customer,
}) => {
  // The job that charges runs once a minute.
  test.slow();
  await page.goto(`/${customer.handle}/billing/balance-payments`);
  const frame = page.frameLocator('iframe[title="Secure card payment input frame"]');
  await frame.getByLabel("Card number").fill("4242424242424242");
  await frame.getByLabel("Expiration date").fill("1234");
  await frame.getByLabel("Security code").fill("123");
  // The frame tells the page a moment later that the card is complete.
  await expect(async () => {
    await page.getByRole("button", { name: "Save card" }).click();
    await expect(page.getByText("Card Visa •••• 4242 saved")).toBeVisible();
  }).toPass();
  await page.getByRole("button", { name: "Set up automatic top-up" }).click();
  const dialog = page.getByRole("dialog", { name: "Automatic top-up" });
  await expect(dialog.getByRole("switch")).toBeChecked();
  await dialog.getByLabel("When less than, in US$").fill("20");
  await dialog.getByLabel("Add, in US$").fill("3");
  await dialog.getByLabel("At most per month, in US$").fill("50");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog).toContainText("Enter an amount from US$5.00");
  await dialog.getByLabel("Add, in US$").fill("30");
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog).toBeHidden();
  await expect(
    page.getByText("Adds US$30.00 by the default card when less than US$20.00 are left."),
  ).toBeVisible();
  await expect(page.getByText("US$30.00 of US$50.00 added this month (UTC)")).toBeVisible({
    timeout: 120_000,
  });
  await page.goto(`/${customer.handle}/billing/billing-history`);
  await expect(page.getByRole("main")).toContainText("US$30.00");
  await expect(page.getByRole("main")).toContainText("Visa •••• 4242");
});

test("a line of an invoice opens its instance, and the activity that started it", {
  tag: "@phone",
}, async ({ page, signIn, stack }) => {
  const { invoice, instance } = await findStarted(stack);
  await signIn(owner);
  const requests: string[] = [];
  page.on("request", (request) => requests.push(new URL(request.url()).pathname));
  await page.goto(`/northwind/billing/invoice/${invoice}`);
  const lines = page.getByRole("table", { name: "Lines" });
  const folded = lines.locator("details:not([open]) > summary");
  while ((await folded.count()) > 0) await folded.first().click();
  const item = lines.getByRole("listitem").filter({ hasText: instance.hostname }).first();
  await expect(item).toBeVisible();
  await expectAccessible(page);
  // Its lines need no request of their own.
  expect(requests.filter((path) => /\/(instances|activity-logs)/.test(path))).toEqual([]);
  await item
    .getByRole("link", { name: /^Activity until / })
    .first()
    .click();
  await expect(page.getByRole("heading", { level: 1, name: "Activity" })).toBeVisible();
  await expect(page.getByText(`Target: ${instance.hostname}`, { exact: true })).toBeVisible();
  await expect(page.getByRole("searchbox")).toHaveValue("");
  await expect(page).toHaveURL(new RegExp(`[?&]target=${instance.id}(&|$)`));
  await expect(page.getByRole("button", { name: /^Date range: through / })).toBeVisible();
  const entries = page
    .getByRole("table")
    .getByRole("row")
    .filter({ has: page.getByRole("cell") });
  await expect(entries.filter({ hasNotText: instance.hostname })).toHaveCount(0);
  await expect(entries.first()).toContainText(`${instance.hostname} is ready`);
  await expect(entries.filter({ hasText: "created" })).toHaveCount(1);
  await page.goBack();
  while ((await folded.count()) > 0) await folded.first().click();
  await item.getByRole("link", { name: instance.hostname, exact: true }).click();
  await expect(page.getByRole("heading", { level: 1, name: instance.hostname })).toBeVisible();
});

test("a billing administrator reads the lines of an invoice without links that would be denied", async ({
  page,
  signIn,
  stack,
}) => {
  const { invoice, instance } = await findStarted(stack);
  await signIn("billing@demo.test");
  await page.goto(`/northwind/billing/invoice/${invoice}`);
  const lines = page.getByRole("table", { name: "Lines" });
  await expect(lines).toContainText(instance.hostname);
  await expect(lines.getByRole("link")).toHaveCount(0);
});

test("a customer redeems a credit and a percentage, and sees what is left of them", {
  tag: "@phone",
}, async ({ page, customer, stack, unique }) => {
  const { staff } = await staffFor(stack, customer);
  const [credit, percent] = [unique("credit").toUpperCase(), unique("percent").toUpperCase()];
  await staff.call(api.promoCodes.create, {
    body: { code: credit, kind: "credit", amountCents: 2_500, grantDays: 30 },
  });
  await staff.call(api.promoCodes.create, {
    body: {
      code: percent,
      kind: "percent",
      percentPpm: 125_000,
      months: 3,
      maximumCents: 10_000,
    },
  });
  const billing = `/${customer.handle}/billing`;
  await page.goto(`${billing}/balance-payments`);
  await expect(page.getByRole("heading", { name: "Balance", exact: true })).toBeVisible();
  const card = page.getByRole("heading", { name: "Promo codes" }).locator("../..");
  await expect(card).toHaveCount(0);
  await page.goto(`${billing}/billing-history`);
  const redeem = async (code: string, gained: RegExp) => {
    await page.getByRole("button", { name: "Redeem promo code" }).click();
    const dialog = page.getByRole("dialog", { name: "Redeem promo code" });
    await dialog.getByLabel("Promo code").fill(code.toLowerCase());
    await dialog.getByRole("button", { name: "Redeem", exact: true }).click();
    await expect(page.getByText(gained)).toBeVisible();
    await expect(dialog).toBeHidden();
  };
  await redeem(credit, /^US\$25\.00 reduce your next invoices\. Valid until .+ 20\d\d\.$/);
  await redeem(percent, /^12\.5% off 3 monthly invoices, at most US\$100\.00 each\.$/);
  await expect(page.getByRole("table")).toContainText("US$25.00");
  await page.goto(`${billing}/balance-payments`);
  await expect(card).toContainText(credit);
  await expect(card).toContainText(/US\$25\.00 leftValid until .+ 20\d\d/);
  await expect(card).toContainText(percent);
  await expect(card).toContainText("12.5% off 3 monthly invoices, at most US$100.00 each");
  await expectAccessible(page);
});

test("the billing history is filtered by type and by dates", async ({ page, customer, stack }) => {
  const { staff, workspaceId } = await staffFor(stack, customer);
  await staff.call(api.adminBilling.addBalance, {
    path: { adminWorkspace: workspaceId },
    body: { amountCents: 2_000, reason: "Sorry for the outage" },
  });
  await staff.call(api.adminBilling.createInvoice, {
    body: { workspaceId, reason: "A story", lines: [{ description: "Help", amountCents: 500 }] },
  });
  const path = `/${customer.handle}/billing/billing-history`;
  await page.goto(path);
  const rows = page.getByRole("row").filter({ hasText: "US$" });
  await expect(rows.filter({ hasText: "Credit from us" })).toHaveCount(1);
  await expect(rows.filter({ hasText: "Invoice" })).not.toHaveCount(0);

  await page.getByRole("button", { name: "Type", exact: true }).click();
  await page.getByRole("checkbox", { name: "Credit from us" }).click();
  await page.keyboard.press("Escape");
  await expect(rows).toHaveCount(1);
  await expect(rows).toContainText("Credit from us");

  const { data: history } = await customer.call(api.billingHistory.history, {
    path: { workspace: customer.handle },
    query: {},
  });
  const createdAt = Date.parse(history[0]?.createdAt ?? "");
  const day = (offset: number) =>
    new Date(createdAt + offset * 86_400_000).toISOString().slice(0, 10);
  const dates = page.getByRole("button", { name: /^Date range/ });
  const choose = async (first: string, last: string) => {
    await dates.click();
    await page.getByLabel("Start date").fill(first);
    await page.getByLabel("End date").fill(last);
    await page.getByRole("button", { name: "Apply" }).click();
  };
  await choose(day(-40), day(-2));
  await expect(rows).toHaveCount(0);
  await expect(page).toHaveURL(/createdAtTo=/);
  await choose(day(-40), day(1));
  await expect(rows).toHaveCount(1);
  await expectAccessible(page);

  await test.step("a preset replaces both dates", async () => {
    await page.getByRole("button", { name: "Period", exact: true }).click();
    await page.getByRole("menuitemradio", { name: "Last 90 days" }).click();
    await expect(page.getByRole("button", { name: "Period: Last 90 days" })).toBeVisible();
    await expect(page.getByRole("button", { name: "Date range", exact: true })).toBeVisible();
    await expect(page).not.toHaveURL(/createdAtTo=/);
    await expect(rows).toHaveCount(1);
  });

  await test.step("the end date of a link is shown, and can be cleared", async () => {
    await page.goto(`${path}?createdAtTo=2026-01-01T00%3A00%3A00.000Z`);
    await expect(
      page.getByRole("button", { name: "Date range: through Dec 31, 2025" }),
    ).toBeVisible();
    await expect(rows).toHaveCount(0);
    await page.getByRole("button", { name: "Clear Date range filter" }).click();
    await expect(rows).not.toHaveCount(0);
  });
});

test("the balance says until when it lasts, and which instance stops first", async ({
  page,
  customer,
  stack,
}) => {
  const { staff, workspaceId } = await staffFor(stack, customer);
  await staff.call(api.adminBilling.addBalance, {
    path: { adminWorkspace: workspaceId },
    body: { amountCents: 2_000, reason: "Test" },
  });
  await page.goto(`/${customer.handle}/billing/balance-payments`);
  const main = page.getByRole("main");
  await expect(main).toContainText("Nothing is being used right now.");
  await createInstances(customer, ["runway-1"]);
  await expect(async () => {
    await page.reload();
    await expect(main).toContainText("If invoices then stay unpaid, runway-1 stops first.", {
      timeout: 1_000,
    });
  }).toPass();
  await expect(main).toContainText(/Lasts until .+ at the present rate \(in .+\)\./);
  await expect(main).toContainText("Used, not invoiced yet");
  await expectAccessible(page);
  await main.getByRole("link", { name: "runway-1" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "runway-1" })).toBeVisible();
});

test("invoices are filtered by status, and an unpaid one keeps an account from being deactivated", async ({
  page,
  customer,
  stack,
}) => {
  const { staff, workspaceId } = await staffFor(stack, customer);
  const create = async (description: string) =>
    (
      await staff.call(api.adminBilling.createInvoice, {
        body: { workspaceId, reason: "A story", lines: [{ description, amountCents: 1_000 }] },
      })
    ).number ?? "";
  await staff.call(api.adminBilling.addBalance, {
    path: { adminWorkspace: workspaceId },
    body: { amountCents: 1_500, reason: "Test" },
  });
  const [paid, unpaid] = [await create("Paid"), await create("Unpaid")];

  await page.goto("/account/general");
  await page.getByRole("button", { name: "Deactivate account" }).click();
  const dialog = page.getByRole("alertdialog", { name: "Deactivate account" });
  const blockers = dialog.getByRole("list", { name: "Issues to resolve first" });
  await expect(blockers).toContainText(`1 invoice is unpaid in ${customer.handle}. Pay it first.`);
  await expect(dialog.getByRole("button", { name: "Deactivate account" })).toHaveCount(0);
  await expectAccessible(page);
  await blockers.getByRole("link", { name: "1 invoice is unpaid" }).click();

  await expect(page.getByRole("heading", { level: 1, name: "Invoices" })).toBeVisible();
  const invoice = (number: string) => page.getByRole("link", { name: number });
  await expect(page.getByRole("button", { name: /^Status: / })).toBeVisible();
  await expect(invoice(unpaid)).toBeVisible();
  await expect(invoice(paid)).toHaveCount(0);
  await page.getByRole("button", { name: "Clear Status filter" }).click();
  await expect(invoice(paid)).toBeVisible();
  await page.getByRole("button", { name: "Status", exact: true }).click();
  await page.getByRole("checkbox", { name: "Paid", exact: true }).click();
  await page.keyboard.press("Escape");
  await expect(invoice(unpaid)).toHaveCount(0);
  await expect(invoice(paid)).toBeVisible();
  await expect(page).toHaveURL(/status=paid/);
});
