/** The reports of staff: filters in the URL, chart and table, totals, files, and who sees them. */
import { readFile } from "node:fs/promises";
import { expect, test } from "../support/fixtures.ts";

const businessAdmin = "business-admin@demo.test";

test("a business admin reports virtual machines by product and region, with the same totals in the file", {
  tag: "@phone",
}, async ({ page, signIn }) => {
  await signIn(businessAdmin);
  await page.goto("/admin/reports/virtual");
  await expect(page.getByRole("heading", { name: "Virtual machine report" })).toBeVisible();
  await expect(page.getByRole("slider", { name: /^Revenue per day/ })).toBeVisible();
  const products = page.getByRole("table", { name: "Report by product" });
  await expect(products.getByText("1 × L40S", { exact: true })).toBeVisible();
  await page.getByRole("button", { name: "Show as table" }).click();
  await expect(page.getByRole("table", { name: "Revenue by day and product" })).toBeVisible();

  const total = products.getByRole("row").filter({ hasText: "Total" });
  const totalCents = async () =>
    Math.round(
      Number((await total.textContent())?.match(/US\$([\d,.]+)/)?.[1]?.replaceAll(",", "")) * 100,
    );
  const ofMonth = await totalCents();
  await page.getByRole("button", { name: /^Period: \w+ \d{4}$/ }).click();
  await page.getByRole("menuitemradio", { name: "Last 90 days" }).click();
  await expect(page).toHaveURL(/timeFrom=.*timeTo=/);
  // The demo has invoices of the two months before, so that the total of the longer period is higher.
  await expect.poll(totalCents).toBeGreaterThan(ofMonth + 10_000);
  const shown = await totalCents();
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Export CSV" }).click(),
  ]);
  const lines = (await readFile(await download.path(), "utf8")).trim().split("\r\n").slice(1);
  const exported = lines.reduce(
    (sum, line) => sum + Math.round(Number(line.split(",").at(-1)?.replaceAll('"', "")) * 100),
    0,
  );
  // Instances run: a moment later they have cost a little more.
  expect(exported).toBeGreaterThanOrEqual(shown);
  expect(exported).toBeLessThan(shown + 100);

  await page.getByRole("button", { name: "Group by: Product" }).click();
  await page.getByRole("menuitemradio", { name: "Region" }).click();
  await expect(page).toHaveURL(/groupBy=region/);
  const regions = page.getByRole("table", { name: "Report by region" });
  await expect(regions.getByText("Keflavík")).toBeVisible();
  await page.reload();
  await expect(regions.getByText("Keflavík")).toBeVisible();
  await expect(page.getByRole("button", { name: "Period: Last 90 days" })).toBeVisible();
});

test("the dates of a report are days in UTC, and a period that is too long is not sent", async ({
  page,
  signIn,
}) => {
  await signIn(businessAdmin);
  await page.goto("/admin/reports/virtual");
  await page.getByRole("button", { name: "Dates", exact: true }).click();
  await page.getByLabel("Start date").fill("2024-01-01");
  await page.getByLabel("End date").fill("2026-01-01");
  await expect(page.getByText("Choose at most 366 days")).toBeVisible();
  await expect(page.getByRole("button", { name: "Apply" })).toBeDisabled();
  await page.getByLabel("Start date").fill("2026-01-01");
  await page.getByLabel("End date").fill("2026-01-02");
  await page.getByRole("button", { name: "Apply" }).click();
  await expect(page).toHaveURL(/timeFrom=2026-01-01T00.*timeTo=2026-01-03T00/);
  await expect(page.getByText("Jan 1, 2026 – Jan 2, 2026").first()).toBeVisible();
  await expect(page.getByText("No revenue in this period")).toBeVisible();
});

test("the order report has a row for each day, product and region, in pages", {
  tag: "@phone",
}, async ({ page, signIn }) => {
  await signIn(businessAdmin);
  await page.goto("/admin/reports/orders");
  const rows = page.getByRole("table", { name: "Orders by day, product and region" });
  await expect(rows).toBeVisible();
  await expect(page.getByRole("slider", { name: /^Instances ordered per day/ })).toBeVisible();
  await page.getByRole("link", { name: "Next" }).click();
  await expect(page).toHaveURL(/page=2/);
  await expect(rows).toBeVisible();
  await page.goto("/admin/reports/bare-metal");
  await expect(page.getByRole("table", { name: "Report by product" })).toBeVisible();
});

test("Admin reads reports of instances and not of orders, support none", async ({
  page,
  signIn,
}) => {
  await signIn("it-admin@demo.test");
  await page.goto("/admin/reports/virtual");
  const navigation = page.getByRole("navigation", { name: "Main navigation" });
  await expect(navigation.getByRole("link", { name: "Virtual machine report" })).toBeVisible();
  await expect(navigation.getByRole("link", { name: "Order report" })).toHaveCount(0);
  await page.goto("/admin/reports/orders");
  await expect(page.getByText("You don't have access to this")).toBeVisible();
  await signIn("support@demo.test");
  await page.goto("/admin/reports/virtual");
  await expect(page.getByText("You don't have access to this")).toBeVisible();
});

test("the dashboard leads from what needs a person to its list", async ({ page, signIn }) => {
  await signIn("it-admin@demo.test");
  await page.goto("/admin");
  const regions = page.getByRole("table", { name: "Health of the regions" });
  await expect(regions.getByText("Responds").first()).toBeVisible();
  await page.getByRole("link", { name: "Failed operations" }).click();
  await expect(page).toHaveURL(/\/admin\/commands\?status=failed/);
  await signIn("business-admin@demo.test");
  await page.goto("/admin");
  await expect(page.getByText("Revenue this month")).toBeVisible();
  await expect(page.getByRole("table", { name: "Health of the regions" })).toHaveCount(0);
});
