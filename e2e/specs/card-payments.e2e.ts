/** Cards and top-ups with the bank's confirmation: given, refused, and left open. */
import type { Page } from "@playwright/test";
import { answerBank, bankButton } from "../support/bank.ts";
import { expect, expectAccessible, test } from "../support/fixtures.ts";

const authenticatedOnce = "4000002500003155";

async function enterCard(page: Page, number: string): Promise<void> {
  const frame = page.frameLocator('iframe[title="Secure card payment input frame"]');
  await frame.getByLabel("Card number").fill(number);
  await frame.getByLabel("Expiration date").fill("1234");
  await frame.getByLabel("Security code").fill("123");
  await page.getByRole("button", { name: "Save card" }).click();
}

test("saves a card that the bank confirms, and tops up with it", { tag: "@phone" }, async ({
  page,
  customer,
}) => {
  // From another page of the console: the card form needs a document of its own.
  await page.goto(`/${customer.handle}/billing/information`);
  await page.getByRole("link", { name: "Balance and payments" }).first().click();
  await expect(page.getByText("Add a card to top up your balance.")).toBeVisible();
  await page.getByRole("button", { name: "Save card" }).click();
  await expect(page.getByRole("alert")).toContainText("Enter the number, the expiration date");
  await enterCard(page, authenticatedOnce);
  await answerBank(page, "Complete");
  await expect(page.getByText("Card Visa •••• 3155 saved")).toBeVisible();
  await expectAccessible(page);

  await page.getByLabel("Other amount").check();
  await page.getByLabel("Amount in US$").fill("4.99");
  await page.getByRole("button", { name: "Top up US$4.99" }).click();
  await expect(
    page.getByText("Enter an amount from US$5.00 to US$10,000.00").first(),
  ).toBeVisible();
  await page.getByLabel("Amount in US$").fill("12.50");
  // A comma is read as well.
  await page.getByLabel("Amount in US$").fill("12,50");
  await page.getByRole("button", { name: "Top up US$12.50" }).click();
  await answerBank(page, "Complete");
  await expect(page.getByText("US$12.50 added to your balance")).toBeVisible();
  await page.reload();
  await expect(page.getByRole("main")).toContainText("US$12.50");
  await page.goto("/workspaces");
  await page.getByRole("link", { name: "US$12.50" }).click();
  await expect(page).toHaveURL(`/${customer.handle}/billing/balance-payments`);
});

test("C094: a card that the bank doesn't confirm is not saved, and can be tried again", async ({
  page,
  customer,
}) => {
  await page.goto(`/${customer.handle}/billing/balance-payments`);
  await enterCard(page, authenticatedOnce);
  await answerBank(page, "Fail");
  await expect(page.getByRole("alert")).toContainText("Your bank didn't confirm this");
  await enterCard(page, "4000000000000002");
  await expect(page.getByRole("alert")).toContainText("Your bank declined the card");
  await page.reload();
  await expect(page.getByText("No card yet")).toBeVisible();
});

test("C095: a confirmation that is left open saves and charges nothing", async ({
  page,
  customer,
}) => {
  await page.goto("/onboarding/payment-method");
  await enterCard(page, authenticatedOnce);
  await expect(bankButton(page, "Complete")).toBeVisible();
  await page.goto(`/${customer.handle}/billing/balance-payments`);
  await expect(page.getByText("No card yet")).toBeVisible();
  await enterCard(page, "4242424242424242");
  await expect(page.getByText("Card Visa •••• 4242 saved")).toBeVisible();
  await page.reload();
  await page.reload();
  await expect(page.getByRole("listitem").filter({ hasText: "4242" })).toHaveCount(1);
  await page.getByRole("button", { name: "Top up US$25.00" }).click();
  await expect(page.getByText("US$25.00 added to your balance")).toBeVisible();
});

test("a top-up that the bank doesn't confirm, or that is left open, adds nothing and can be repeated", async ({
  page,
  customer,
}) => {
  await page.goto(`/${customer.handle}/billing/balance-payments`);
  await enterCard(page, authenticatedOnce);
  await answerBank(page, "Complete");
  const topUp = page.getByRole("button", { name: "Top up US$25.00" });

  await topUp.click();
  await answerBank(page, "Fail");
  await expect(page.getByRole("alert")).toContainText("Your bank didn't confirm this");
  await expect(page.getByRole("alert")).toContainText("Nothing was charged.");
  await expectAccessible(page);

  await topUp.click();
  await expect(bankButton(page, "Complete")).toBeVisible();
  await expect(page.getByRole("alert")).toHaveCount(0);
  await page.getByRole("dialog", { name: "3-D Secure" }).press("Escape");
  await expect(page.getByRole("alert")).toContainText("Nothing was charged.");

  await topUp.click();
  await expect(bankButton(page, "Complete")).toBeVisible();
  await page.reload();
  await expect(page.getByRole("main")).toContainText("US$0.00");
  await topUp.click();
  await answerBank(page, "Complete");
  await expect(page.getByText("US$25.00 added to your balance")).toBeVisible();

  await page.goto(`/${customer.handle}/billing/billing-history`);
  await expect(page.getByRole("row").filter({ hasText: "Visa •••• 3155" })).toHaveCount(1);
});

test("only documents with a card form may load it", async ({ page, customer }) => {
  const policyOf = async (path: string) =>
    (await page.goto(path))?.headers()["content-security-policy"] ?? "";
  const withForm = await policyOf(`/${customer.handle}/billing/balance-payments`);
  const without = await policyOf(`/${customer.handle}/billing/information`);
  expect(withForm).toMatch(/script-src 'self' http:\/\/127\.0\.0\.1:\d+;/);
  expect(withForm).toMatch(/frame-src http:\/\/127\.0\.0\.1:\d+$/);
  expect(without).toContain("require-trusted-types-for");
  expect(without).toMatch(/script-src 'self';/);
  expect(without).not.toContain("frame-src");
});
