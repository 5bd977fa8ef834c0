/** Money that goes back: a refund by staff, and a payment that the bank takes back. */
import type { Page } from "@playwright/test";
import { api } from "#contracts/api.ts";
import { signInAs } from "../support/api-client.ts";
import { expect, expectAccessible, test } from "../support/fixtures.ts";

const visa = "4242424242424242";
const disputed = "4000000000000259";

async function topUp(page: Page, handle: string, number: string): Promise<void> {
  await page.goto(`/${handle}/billing/balance-payments`);
  const frame = page.frameLocator('iframe[title="Secure card payment input frame"]');
  await frame.getByLabel("Card number").fill(number);
  await frame.getByLabel("Expiration date").fill("1234");
  await frame.getByLabel("Security code").fill("123");
  await page.getByRole("button", { name: "Save card" }).click();
  await page.getByRole("button", { name: "Top up US$25.00" }).click();
}

test("a refund of a top-up stands in the history with its card", { tag: "@phone" }, async ({
  page,
  customer,
  stack,
}) => {
  await topUp(page, customer.handle, visa);
  await expect(page.getByText("US$25.00 added to your balance")).toBeVisible();
  const path = { workspace: customer.handle };
  const { data } = await customer.call(api.billingHistory.history, { path, query: {} });
  const staff = await signInAs(stack.url, "business-admin@demo.test");
  await staff.call(api.adminBilling.refund, {
    path: { historyEntry: data[0]?.id ?? "" },
    body: { amountCents: 1_000, reason: "Not needed", target: "card" },
  });
  await page.goto(`/${customer.handle}/billing/billing-history`);
  const main = page.getByRole("main");
  await expect(main).toContainText("Refund");
  await expect(main).toContainText("Visa •••• 4242");
  await expect(main).toContainText("-US$10.00");
  await expect(main).toContainText("US$15.00");
  await expectAccessible(page);
});

test("a payment that the bank takes back is a chargeback in the history", async ({
  page,
  customer,
}) => {
  await topUp(page, customer.handle, disputed);
  await page.goto(`/${customer.handle}/billing/billing-history`);
  const main = page.getByRole("main");
  await expect(main).toContainText("Chargeback");
  await expect(main).toContainText("-US$25.00");
});
