/** The budget of a project: on its page, and in the usage by project. */
import { projects } from "#contracts/projects.ts";
import { owner } from "../pages/page-spec.ts";
import { expect, expectAccessible, test } from "../support/fixtures.ts";

test("sets, changes and removes the budget of a project on its page", { tag: "@phone" }, async ({
  page,
  customer,
}) => {
  const project = await customer.call(projects.create, {
    path: { workspace: customer.handle },
    body: { name: "Research" },
  });
  await page.goto(`/${customer.handle}/projects/${project.id}/settings`);
  await page.getByRole("button", { name: "Set budget" }).click();
  const dialog = page.getByRole("dialog", { name: "Set budget of Research" });
  await dialog.getByLabel("Amount per month in US$").fill("0.50");
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Save budget" }).click();
  await expect(dialog).toContainText("Enter an amount from US$1.00 to US$1,000,000.00");
  await dialog.getByLabel("Amount per month in US$").fill("250");
  await dialog.getByRole("button", { name: "Save budget" }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText("US$0.00 of US$250.00")).toBeVisible();
  await expectAccessible(page);

  // On a phone the toast lies over the end of the page.
  await page.getByRole("button", { name: "Close" }).click();
  await page.getByRole("button", { name: "Change budget" }).click();
  const change = page.getByRole("dialog", { name: "Change budget of Research" });
  await change.getByLabel("Amount per month in US$").fill("99.50");
  await change.getByRole("button", { name: "Save budget" }).click();
  await expect(page.getByText("US$0.00 of US$99.50")).toBeVisible();

  await page.getByRole("link", { name: "Instances", exact: true }).last().click();
  await expect(
    page.getByRole("meter", { name: "Cost of Research in this month beside its budget" }),
  ).toBeVisible();
  await page.goto(`/${customer.handle}/projects/${project.id}/settings`);
  await page.getByRole("button", { name: "Remove budget" }).click();
  await expect(page.getByRole("button", { name: "Set budget" })).toBeVisible();
});

test("sets a budget from the usage by project", async ({ page, signIn }) => {
  await signIn(owner);
  await page.goto("/northwind/billing/usage");
  const row = page
    .getByRole("table", { name: "Usage by group" })
    .getByRole("row")
    .filter({ hasText: "Vision" });
  await row.getByRole("button", { name: "Actions for Vision" }).click();
  await page.getByRole("menuitem", { name: "Set budget" }).click();
  const dialog = page.getByRole("dialog", { name: "Set budget of Vision" });
  await dialog.getByLabel("Amount per month in US$").fill("1000000");
  await dialog.getByRole("button", { name: "Save budget" }).click();
  await expect(row.getByRole("meter")).toBeVisible();
  await expect(row).toContainText("of US$1,000,000.00");
  await row.getByRole("button", { name: "Actions for Vision" }).click();
  await page.getByRole("menuitem", { name: "Remove budget" }).click();
  await expect(row.getByRole("meter")).toBeHidden();
});
