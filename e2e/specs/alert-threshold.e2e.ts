/** The alert threshold on the balance page. */
import { expect, expectAccessible, test } from "../support/fixtures.ts";

test("N33: amounts with a comma are shown before they are sent, and one that can mean two is asked about", async ({
  page,
  customer,
}) => {
  await page.goto(`/${customer.handle}/billing/balance-payments`);
  await page.getByRole("button", { name: "Set threshold" }).click();
  const dialog = page.getByRole("dialog", { name: "Set alert threshold" });
  const amount = dialog.getByLabel("Amount per month in US$");
  await amount.fill("1.234");
  await dialog.getByRole("button", { name: "Save threshold" }).click();
  await expect(dialog).toContainText("1.234 can mean two amounts. Enter 1234 or 1.23.");
  await amount.fill("1.234,56");
  await expect(dialog.getByText("US$1,234.56", { exact: true })).toBeVisible();
  await amount.fill("40,23");
  await expect(dialog.getByText("US$40.23", { exact: true })).toBeVisible();
  await dialog.getByRole("button", { name: "Save threshold" }).click();
  await expect(page.getByText("US$0.00 of US$40.23 this month (UTC)")).toBeVisible();
});

test("sets, changes and removes an alert threshold", { tag: "@phone" }, async ({
  page,
  customer,
}) => {
  await page.goto(`/${customer.handle}/billing/balance-payments`);
  await page.getByRole("button", { name: "Set threshold" }).click();
  const dialog = page.getByRole("dialog", { name: "Set alert threshold" });
  await dialog.getByLabel("Amount per month in US$").fill("0.50");
  await dialog.getByLabel("Power off instances").check();
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Save threshold" }).click();
  await expect(dialog).toContainText("Enter an amount from US$1.00 to US$1,000,000.00");
  await dialog.getByLabel("Amount per month in US$").fill("250");
  await dialog.getByRole("button", { name: "Save threshold" }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText("US$0.00 of US$250.00 this month (UTC)")).toBeVisible();
  await expect(page.getByText("At 100%: Power off instances")).toBeVisible();
  await expectAccessible(page);

  // On a phone the toast lies over the end of the page.
  await page.getByRole("button", { name: "Close" }).click();
  await page.getByRole("button", { name: "Change threshold" }).click();
  const change = page.getByRole("dialog", { name: "Change alert threshold" });
  await expect(change.getByLabel("Amount per month in US$")).toHaveValue("250");
  await change.getByLabel("Terminate instances after 72 hours").check();
  await change.getByRole("button", { name: "Save threshold" }).click();
  await expect(page.getByText("At 100%: Terminate instances after 72 hours")).toBeVisible();
  await page.reload();
  await page.getByRole("button", { name: "Remove threshold" }).click();
  await expect(page.getByRole("button", { name: "Set threshold" })).toBeVisible();
});
