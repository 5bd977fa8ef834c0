/** The usage page: what it counts, its filters, and the export. */
import { readFile } from "node:fs/promises";
import { owner } from "../pages/page-spec.ts";
import { expect, test } from "../support/fixtures.ts";

test("shows usage by project, product and instance, by day and hour, and exports it", {
  tag: "@phone",
}, async ({ page, signIn }) => {
  await signIn(owner);
  await page.goto("/northwind/billing/usage");
  const table = page.getByRole("table", { name: "Usage by group" });
  await expect(table.getByRole("link", { name: "Vision" })).toBeVisible();
  await expect(page.getByRole("slider", { name: /^Cost per day/ })).toBeVisible();

  await page.getByRole("button", { name: "Group by: Project" }).click();
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
