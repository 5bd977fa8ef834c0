/** Documents of billing that a customer downloads, and automatic top-up. */
import { readFile } from "node:fs/promises";
import { api } from "#contracts/api.ts";
import { signInAs } from "../support/api-client.ts";
import { expect, expectAccessible, test } from "../support/fixtures.ts";

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
  const { id: workspaceId } = await customer.call(api.workspaces.view, { path });
  const staff = await signInAs(stack.url, "business-admin@demo.test");
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
