/** Staff schedule a price, which the list shows, cancel it, and withdraw a product with its impact shown. */
import { systemClock } from "#api/core/lib/clock.ts";
import { expect, expectAccessible, test } from "../support/fixtures.ts";

const staff = "it-admin@demo.test";
// No other spec orders it.
const product = "2 × L40S";

test("a scheduled price is shown and canceled, and a product is withdrawn and sold again", async ({
  page,
  signIn,
}) => {
  await signIn(staff);
  await page.goto("/admin/virtual-products?search=gpu-l40s-2");
  await page.getByRole("link", { name: product }).click();
  await expect(page.getByRole("heading", { name: product, exact: true })).toBeVisible();

  await test.step("a price needs an amount, and holds from its day on", async () => {
    await page.getByRole("button", { name: "Set a price" }).click();
    const dialog = page.getByRole("dialog", { name: `Set a price of ${product}` });
    const rate = dialog.getByLabel("Price per hour in US$");
    await rate.fill("much");
    await dialog.getByRole("button", { name: "Set price" }).click();
    await expect(rate).toHaveAttribute("aria-invalid", "true");
    await rate.fill("2.5");
    const year = systemClock.now().getUTCFullYear() + 1;
    await dialog.getByLabel("From").fill(`${year}-01-15`);
    await expectAccessible(page);
    await dialog.getByRole("button", { name: "Set price" }).click();
    await expect(page.getByText(`Price of ${product} set`)).toBeVisible();
    const row = page.getByRole("row").filter({ hasText: "US$2.50" });
    await expect(row).toContainText("Scheduled");
    await expect(row).toContainText(String(year));
    await expect(page.getByRole("row").filter({ hasText: "US$1.78" })).toContainText("Current");
  });

  await test.step("the product is renamed for customers, and back", async () => {
    await page.getByRole("button", { name: "Edit", exact: true }).click();
    const dialog = page.getByRole("dialog", { name: "Edit product" });
    await expectAccessible(page);
    const save = dialog.getByRole("button", { name: "Save" });
    await dialog.getByLabel("Name").fill(" ");
    await save.click();
    await expect(dialog.getByLabel("Name")).toHaveAttribute("aria-invalid", "true");
    await dialog.getByLabel("Name").fill("Two L40S");
    await save.click();
    await expect(page.getByRole("heading", { name: "Two L40S", exact: true })).toBeVisible();
    await page.getByRole("button", { name: "Edit", exact: true }).click();
    await dialog.getByLabel("Name").fill(product);
    await save.click();
    await expect(page.getByRole("heading", { name: product, exact: true })).toBeVisible();
  });

  await test.step("the list shows the next price", async () => {
    await page.goto("/admin/virtual-products?search=gpu-l40s-2");
    await expect(page.getByRole("row").filter({ hasText: product })).toContainText("US$2.50");
    await page.getByRole("link", { name: product }).click();
  });

  await test.step("a price that doesn't hold yet is canceled", async () => {
    const row = page.getByRole("row").filter({ hasText: "US$2.50" });
    await row.getByRole("button", { name: "Cancel" }).click();
    const question = page.getByRole("alertdialog", { name: "Cancel the price of US$2.50?" });
    await expectAccessible(page);
    await question.getByRole("button", { name: "Cancel this price" }).click();
    await expect(page.getByText(`Scheduled price of ${product} canceled`)).toBeVisible();
    await expect(row).toHaveCount(0);
  });

  await test.step("withdrawing shows what uses it, and it is sold again", async () => {
    await page.getByRole("button", { name: "More actions" }).click();
    await page.getByRole("menuitem", { name: "Deactivate" }).click();
    const question = page.getByRole("alertdialog", { name: `Deactivate ${product}?` });
    await expect(question).toContainText("No instance uses it.");
    await question.getByRole("button", { name: `Deactivate ${product}` }).click();
    await expect(page.getByText(`${product} is no longer offered`)).toBeVisible();
    await page.getByRole("button", { name: "More actions" }).click();
    await page.getByRole("menuitem", { name: "Activate" }).click();
    await expect(page.getByText(`${product} is offered to customers`)).toBeVisible();
  });
});

test("roles without the permission have neither the page nor its entry", async ({
  page,
  signIn,
}) => {
  await signIn("business-admin@demo.test");
  await page.goto("/admin/virtual-products");
  await expect(page.getByRole("heading", { name: "You don't have access to this" })).toBeVisible();
  await page.goto("/admin/users");
  await expect(page.getByRole("link", { name: "Users" }).first()).toBeVisible();
  await expect(page.getByRole("link", { name: "Virtual products" })).toHaveCount(0);
});
