/** The usage page: what it counts, its filters, and the export. */
import { readFile } from "node:fs/promises";
import { owner } from "../pages/page-spec.ts";
import { api } from "#contracts/api.ts";
import { expect, expectAccessible, test } from "../support/fixtures.ts";
import { createInstances } from "../support/instances.ts";

test("shows usage by project, product and instance, by day and hour, and exports it", {
  tag: "@phone",
}, async ({ page, signIn }) => {
  await signIn(owner);
  await page.goto("/northwind/billing/usage");
  const table = page.getByRole("table", { name: "Usage by group" });
  await expect(table.getByRole("link", { name: "Vision" })).toBeVisible();
  await expect(page.getByRole("slider", { name: /^Cost per day/ })).toBeVisible();

  const energy = page.getByText("Energy, at most").locator("..");
  await expect(energy.first()).toContainText(/[1-9].*\skWh/);
  await expect(page.getByRole("link", { name: "How it's modeled" })).toBeVisible();

  await page.getByRole("button", { name: "Group by: Project" }).click();
  await page.getByRole("menuitemradio", { name: "Product" }).click();
  await expect(page).toHaveURL(/groupBy=product/);
  await expect(table.getByRole("row").filter({ hasText: /\skWh/ })).not.toHaveCount(0);
  await expect(table.getByRole("link")).toHaveCount(0);

  await page.getByRole("button", { name: "Group by: Product" }).click();
  await page.getByRole("menuitemradio", { name: "Instance" }).click();
  await expect(table.getByRole("link", { name: "infer-a" })).toBeVisible();
  await page.getByRole("button", { name: /^Period: \w+ \d{4}$/ }).click();
  await page.getByRole("menuitemradio", { name: "Today and yesterday, by hour" }).click();
  await expect(page.getByRole("heading", { name: "Cost per hour" })).toBeVisible();
  await expect(page).toHaveURL(/interval=hour/);

  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Export CSV" }).click(),
  ]);
  const text = await readFile(await download.path(), "utf8");
  expect(text).toContain('"start","project","product","instance"');
  expect(text).toContain('"infer-a"');

  await page.reload();
  await expect(page.getByRole("button", { name: "Group by: Instance" })).toBeVisible();
  await table.getByRole("link", { name: "infer-a" }).click();
  await expect(page.getByRole("heading", { name: "infer-a" })).toBeVisible();
});

test("shows days in the customer's time zone or in UTC, as on invoices", async ({
  page,
  customer,
}) => {
  await customer.call(api.account.update, {
    body: { attribute: "timezone", timezone: "Asia/Tokyo" },
  });
  await createInstances(customer, ["tokyo-1"]);
  await expect(async () => {
    await page.goto(`/${customer.handle}/billing/usage`);
    await expect(page.getByRole("heading", { name: "Cost per day" })).toBeVisible({
      timeout: 1_000,
    });
  }).toPass();
  const main = page.getByRole("main");
  const inUtc = "Days are in UTC. A month adds up as on its invoice.";
  await expect(main).toContainText(inUtc);
  await page.getByRole("button", { name: "Time zone", exact: true }).click();
  await page.getByRole("menuitemradio", { name: "Asia/Tokyo" }).click();
  await expect(page).toHaveURL(/timeZone=Asia%2FTokyo/);
  await expect(main).toContainText("Invoices use UTC, so a month of another time zone differs.");
  await expectAccessible(page);
  await page.getByRole("button", { name: "Time zone: Asia/Tokyo" }).click();
  await page.getByRole("menuitemradio", { name: "UTC, as on invoices" }).click();
  await expect(page).toHaveURL(/timeZone=UTC/);
  await expect(main).toContainText(inUtc);
});
