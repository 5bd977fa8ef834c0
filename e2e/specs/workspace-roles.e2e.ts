import type { Page } from "@playwright/test";
import { createCustomer } from "../support/api-client.ts";
import { expect, expectAccessible, test } from "../support/fixtures.ts";

const itAdmin = "it-admin@demo.test";

/** Opens an object of a list of the staff area by the name of its link. */
async function open(page: Page, path: string, search: string, row: string): Promise<void> {
  await page.goto(path);
  await page.getByRole("searchbox").fill(search);
  await page.getByRole("row").filter({ hasText: row }).getByRole("link").first().click();
}

const memberRow = (page: Page, text: string) =>
  page.getByRole("table").getByRole("row").filter({ hasText: text });

async function choose(page: Page, name: string, action: string): Promise<void> {
  await page.getByRole("button", { name: `Actions for ${name}` }).click();
  await page.getByRole("menuitem", { name: new RegExp(`^${action}`) }).click();
}

test("staff add a user to a workspace, change the role and transfer the ownership; the customer sees it by role", {
  tag: "@phone",
}, async ({ page, customer, stack, unique, signIn, waitForEmailLink }) => {
  const joining = await createCustomer(stack.url, unique("joining"), waitForEmailLink);
  await signIn(itAdmin);

  await test.step("adds the user on the page of the workspace", async () => {
    await open(page, "/admin/workspaces", customer.handle, customer.handle);
    await page.getByRole("button", { name: "Add member" }).click();
    const dialog = page.getByRole("dialog", { name: `Add a member to ${customer.handle}` });
    await dialog.getByRole("button", { name: "Add", exact: true }).click();
    await expect(dialog.getByText("Field is required").first()).toBeVisible();
    await dialog.getByLabel("User", { exact: true }).fill(joining.email);
    await dialog.getByRole("radio", { name: new RegExp(joining.email) }).check();
    await dialog.getByRole("radio", { name: /^Limited team member/ }).check();
    await dialog.getByRole("checkbox").first().check();
    await dialog.getByLabel("Reason").fill("Asked for by the owner");
    await expectAccessible(page);
    await dialog.getByRole("button", { name: "Add", exact: true }).click();
    await expect(dialog).toBeHidden();
    await expect(memberRow(page, joining.email)).toContainText("Limited team member");
  });

  await test.step("finds that a member cannot be added again", async () => {
    await page.getByRole("button", { name: "Add member" }).click();
    const dialog = page.getByRole("dialog", { name: /^Add a member/ });
    await dialog.getByLabel("User", { exact: true }).fill(joining.email);
    await dialog.getByRole("radio", { name: new RegExp(joining.email) }).check();
    await dialog.getByRole("radio", { name: /^Team member/ }).check();
    await dialog.getByLabel("Reason").fill("Again");
    await dialog.getByRole("button", { name: "Add", exact: true }).click();
    await expect(
      dialog.getByText(`Already in this workspace: ${joining.email}`).first(),
    ).toBeVisible();
    await dialog.getByRole("button", { name: "Cancel" }).click();
  });

  await test.step("changes the role on the page of the user", async () => {
    await open(page, "/admin/users", joining.email, joining.email);
    await expect(memberRow(page, customer.handle)).toContainText("Limited team member");
    await choose(page, customer.handle, "Change role");
    const dialog = page.getByRole("dialog", { name: /^Change role of/ });
    await dialog.getByRole("radio", { name: /^Team member/ }).check();
    await dialog.getByLabel("Reason").fill("Needs all projects");
    await dialog.getByRole("button", { name: "Change role" }).click();
    await expect(dialog).toBeHidden();
    await expect(memberRow(page, customer.handle)).toContainText("Team member");
    // On a phone the toast lies over the end of the page.
    await page.getByRole("button", { name: "Close" }).click();
    // The owner of a workspace is changed by a transfer only.
    await page.getByRole("button", { name: `Actions for ${joining.handle}` }).click();
    const change = page.getByRole("menuitem", { name: /^Change role/ });
    await expect(change).toHaveAttribute("aria-disabled", "true");
    await expect(change).toContainText("Transfer ownership first");
    await page.keyboard.press("Escape");
  });

  await test.step("transfers the ownership after the handle is typed", async () => {
    await choose(page, customer.handle, "Transfer ownership");
    const dialog = page.getByRole("alertdialog");
    const confirm = dialog.getByRole("button", { name: /^Transfer to/ });
    await expect(dialog.getByRole("button", { name: "Cancel" })).toBeFocused();
    await expect(confirm).toBeDisabled();
    await expectAccessible(page);
    await dialog.getByLabel("Reason").fill("The owner left the company");
    await dialog.getByLabel(`Type ${customer.handle} to confirm`).fill(customer.handle);
    await confirm.click();
    await expect(dialog).toBeHidden();
    await expect(memberRow(page, customer.handle)).toContainText("Owner");
  });

  await test.step("the workspace shows the three changes with the role of the staff member", async () => {
    await signIn(joining.email);
    await page.goto(`/${customer.handle}/activities`);
    await expect(page.getByText(/^IT Admin transferred ownership to/)).toBeVisible();
    await expect(page.getByText(/^IT Admin changed the role of/)).toBeVisible();
    await expect(page.getByText(/^IT Admin added .* to the workspace/)).toBeVisible();
    await expect(page.getByText(itAdmin)).toBeHidden();
  });
});

test("staff who see users and not workspace roles see the list without its actions, and support cannot change it", async ({
  page,
  customer,
  signIn,
}) => {
  await signIn("support@demo.test");
  await open(page, "/admin/workspaces", customer.handle, customer.handle);
  await expect(page.getByRole("button", { name: "Add member" })).toBeDisabled();
  await expect(memberRow(page, "Robin Berg")).toContainText("Owner");

  await signIn("business-admin@demo.test");
  await open(page, "/admin/workspaces", customer.handle, customer.handle);
  await expect(memberRow(page, "Robin Berg")).toContainText("Owner");
  await expect(page.getByRole("button", { name: "Add member" })).toBeHidden();
});
