/** Limits of a workspace: what is used, a request for more, and the answer of staff. */
import { api } from "#contracts/api.ts";
import { signInAs } from "../support/api-client.ts";
import { expect, expectAccessible, test } from "../support/fixtures.ts";

test("shows what is used of each limit, and requests more of one", { tag: "@phone" }, async ({
  page,
  customer,
}) => {
  await page.goto(`/${customer.handle}/settings/limits`);
  const row = page.getByRole("listitem").filter({ hasText: "Instances" }).first();
  await expect(row).toContainText("0 of 20");
  await expect(
    page.getByText(
      "US$0.00 forecast for this month, including instances being created, of US$5,000.00",
    ),
  ).toBeVisible();
  await expectAccessible(page);

  await page.getByRole("button", { name: "Request more: Instances" }).click();
  const dialog = page.getByRole("dialog", { name: "Request a higher limit: Instances" });
  await dialog.getByLabel("New limit").fill("twenty");
  await dialog.getByLabel("Reason").fill("Our launch needs thirty build agents");
  await dialog.getByRole("button", { name: "Send request" }).click();
  await expect(dialog).toContainText("Enter a number");
  await dialog.getByLabel("New limit").fill("20");
  await dialog.getByRole("button", { name: "Send request" }).click();
  await expect(dialog).toContainText("Enter more than the current limit");
  await expectAccessible(page);
  await dialog.getByLabel("New limit").fill("50");
  await dialog.getByRole("button", { name: "Send request" }).click();
  await expect(dialog).toBeHidden();
  await expect(row).toContainText("50 requested");
  await expect(page.getByRole("button", { name: "Request more: Instances" })).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Request more: GPUs" })).toBeVisible();
  await page.reload();
  await expect(row).toContainText("50 requested");
  await expect(page.getByRole("button", { name: "Request more: GPUs" })).toBeVisible();
});

test("N33: a limit of money is read with a comma, and asked about where it can mean two amounts", async ({
  page,
  customer,
}) => {
  await page.goto(`/${customer.handle}/settings/limits`);
  await page.getByRole("button", { name: "Request more: Spend per month" }).click();
  const dialog = page.getByRole("dialog", { name: "Request a higher limit: Spend per month" });
  await dialog.getByLabel("New limit in US$").fill("15,000");
  await dialog.getByLabel("Reason").fill("Training runs");
  await dialog.getByRole("button", { name: "Send request" }).click();
  await expect(dialog).toContainText("15,000 can mean two amounts. Enter 15000 or 15.00.");
  await dialog.getByLabel("New limit in US$").fill("15.000,00");
  await expect(dialog.getByText("US$15,000.00", { exact: true })).toBeVisible();
  await dialog.getByRole("button", { name: "Send request" }).click();
  await expect(page.getByText("US$15,000.00 requested")).toBeVisible();
});

test("the answer of staff appears on the open page", async ({ page, customer, stack }) => {
  const staff = await signInAs(stack.url, "business-admin@demo.test");
  const path = { workspace: customer.handle };
  await customer.call(api.billing.requestLimitChange, {
    path,
    body: { limit: "monthly_spend", value: 900_000, reason: "Training runs" },
  });
  await page.goto(`/${customer.handle}/settings/limits`);
  await expect(page.getByText("US$9,000.00 requested")).toBeVisible();
  const workspace = await customer.call(api.workspaces.view, { path });
  await staff.call(api.adminWorkspaces.updateLimit, {
    path: { adminWorkspace: workspace.id },
    body: { limit: "monthly_spend", value: 600_000, note: "US$6,000 until your first invoice" },
  });
  await expect(page.getByText("US$9,000.00 not approved")).toBeVisible();
  await expect(page.getByText("US$6,000 until your first invoice")).toBeVisible();
  await expect(page.getByText("of US$6,000.00")).toBeVisible();
});

test("staff change a limit on the page of the workspace, which answers the request for it", async ({
  page,
  customer,
  signIn,
}) => {
  const path = { workspace: customer.handle };
  const body = { limit: "gpus", value: 64, reason: "Training runs" } as const;
  await customer.call(api.billing.requestLimitChange, { path, body });
  const { id } = await customer.call(api.workspaces.view, { path });
  await signIn("business-admin@demo.test");
  await page.goto(`/admin/workspaces/${id}`);
  const row = page.getByRole("row").filter({ hasText: "GPUs" });
  await expect(row).toContainText("64 requested");
  await expectAccessible(page);
  await page.getByRole("button", { name: "Change limit: GPUs" }).click();
  const dialog = page.getByRole("dialog", { name: "Change limit: GPUs" });
  await expect(dialog.getByText("64 is requested.")).toBeVisible();
  await dialog.getByLabel("New limit").fill("many");
  await dialog.getByRole("button", { name: "Change limit" }).click();
  await expect(dialog.getByLabel("New limit")).toHaveAttribute("aria-invalid", "true");
  await dialog.getByLabel("New limit").fill("64");
  await dialog.getByRole("button", { name: "Change limit" }).click();
  await expect(dialog).toBeHidden();
  await expect(row).toContainText("64");
  await expect(row).not.toContainText("requested");

  await signIn("it-admin@demo.test");
  await page.goto(`/admin/workspaces/${id}`);
  await expect(page.getByRole("button", { name: "Add member" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Change limit: GPUs" })).toBeHidden();
});
