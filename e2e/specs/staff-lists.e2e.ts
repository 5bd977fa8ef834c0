/** Lists of the staff area as daily tools: files of what they list, saved views, and filters that open and close. */
import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { expect, expectAccessible, test } from "../support/fixtures.ts";
import { createInstances } from "../support/instances.ts";

const admin = "it-admin@demo.test";

const rowsOf = async (page: Page): Promise<string[]> => {
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Export CSV" }).click(),
  ]);
  const text = await readFile(await download.path(), "utf8");
  return text.trim().split("\r\n").slice(1);
};

test("an admin exports the users that a filter leaves, and the export is on record", async ({
  page,
  signIn,
}) => {
  await signIn(admin);
  await page.goto("/admin/users?search=business-admin");
  const table = page.getByRole("table", { name: "Users" });
  await expect(table.getByText("business-admin@demo.test")).toBeVisible();
  const rows = await rowsOf(page);
  expect(rows).toHaveLength(1);
  expect(rows[0]).toContain('"business-admin@demo.test"');
  await page.goto("/my-activities");
  const event = page.getByRole("row").filter({ hasText: "exported a list of the staff area" });
  await expect(event.first()).toContainText("Users");
});

test("C091: instances of all workspaces are exported right after the page has loaded", async ({
  page,
  signIn,
}) => {
  await signIn(admin);
  await page.goto("/admin/instances?status=active");
  const rows = await rowsOf(page);
  expect(rows.length).toBeGreaterThan(0);
  for (const row of rows) expect(row).toContain('"active"');
});

test("a saved view is a link with filters, order and columns that can be renamed and deleted", {
  tag: "@phone",
}, async ({ page, signIn, unique }) => {
  await signIn(admin);
  await page.goto("/admin/users?status=active&orderBy=email");
  await expect(page.getByRole("table", { name: "Users" })).toBeVisible();
  const views = page.getByRole("button", { name: /^Views?/ });
  const name = unique("Active");
  await views.press("Enter");
  await page.getByRole("menuitem", { name: "Save this view" }).press("Enter");
  await page.getByRole("textbox", { name: "Name" }).fill(name);
  await page.keyboard.press("Enter");
  await expect(views).toHaveText(`View: ${name}`);

  await page.goto("/admin/users");
  await expect(views).toHaveText("Views");
  await views.click();
  await page.getByRole("menuitem", { name }).click();
  await expect(page).toHaveURL(/\/admin\/users\?(?=.*status=active)(?=.*orderBy=email)/);
  await expect(views).toHaveText(`View: ${name}`);
  await expectAccessible(page);

  const renamed = `${name} people`;
  await views.click();
  await page.getByRole("menuitem", { name: `Rename ${name}` }).click();
  await page.getByRole("textbox", { name: "Name" }).fill(renamed);
  await page.getByRole("button", { name: "Rename", exact: true }).click();
  await expect(views).toHaveText(`View: ${renamed}`);

  await views.click();
  await page.getByRole("menuitem", { name: `Delete ${renamed}` }).click();
  await expect(views).toHaveText("Views");
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(views).toHaveText(`View: ${renamed}`);
});

test("a filter panel opens and closes, stays as it was left, and shows how many filters are set", async ({
  page,
  signIn,
}) => {
  await signIn(admin);
  await page.goto("/admin/commands?status=succeeded");
  const panel = page.getByRole("button", { name: "Filters (1)" });
  const region = page.getByRole("button", { name: "Region", exact: true });
  await expect(panel).toHaveAttribute("aria-expanded", "true");
  await expect(region).toBeVisible();
  await panel.press("Enter");
  await expect(panel).toHaveAttribute("aria-expanded", "false");
  await expect(region).toBeHidden();
  await page.reload();
  await expect(panel).toHaveAttribute("aria-expanded", "false");
  await expect(region).toBeHidden();
  await expect(page).toHaveURL(/status=succeeded/);
  await panel.click();
  await expect(region).toBeVisible();
});

test("a list of staff shows what a customer does without a reload", async ({
  page,
  customer,
  signIn,
}) => {
  await signIn(admin);
  await page.goto(`/admin/instances?search=${customer.handle}`);
  await expect(page.getByText("No items match your filters.")).toBeVisible();
  await createInstances(customer, ["seen-live"]);
  await expect(page.getByRole("link", { name: "seen-live" })).toBeVisible();
});
