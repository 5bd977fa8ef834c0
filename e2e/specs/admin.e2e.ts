import type { Page } from "@playwright/test";
import { api } from "#contracts/api.ts";
import { goTo } from "../support/console-actions.ts";
import { signInAs } from "../support/api-client.ts";
import { expect, expectAccessible, test } from "../support/fixtures.ts";

const itAdmin = "it-admin@demo.test";

/** Opens a user from the list by a part of the email. */
async function openUser(page: Page, handle: string): Promise<void> {
  await page.goto("/admin/users");
  await page.getByRole("searchbox", { name: "Search by email, name, or ID" }).fill(handle);
  const row = page.getByRole("row").filter({ hasText: `${handle}@example.org` });
  await row.getByRole("link", { name: "Robin Berg" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Robin Berg" })).toBeVisible();
}

async function choose(page: Page, action: string): Promise<void> {
  await page.getByRole("button", { name: "More actions" }).click();
  await page.getByRole("menuitem", { name: new RegExp(`^${action}`) }).click();
}

/** The status next to the user's name. */
const stateOf = (page: Page) => page.getByRole("heading", { level: 1 }).locator("xpath=..");

/** Records the requests of the page to staff endpoints. */
function recordStaffRequests(page: Page): string[] {
  const staffRequests: string[] = [];
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith("/admin/") && !request.isNavigationRequest())
      staffRequests.push(pathname);
  });
  return staffRequests;
}

test("Support finds a user and changes what its role permits; other actions name the required role", {
  tag: "@phone",
}, async ({ page, customer, signIn }) => {
  await signIn("support@demo.test");
  await page.goto("/admin/users");
  await expect(page.getByRole("heading", { name: "Users", exact: true })).toBeVisible();
  await expect(page.getByText(/\d+ users/)).toBeVisible();
  await expectAccessible(page);
  await openUser(page, customer.handle);
  await expect(page.getByText(customer.email).first()).toBeVisible();
  await expect(page.getByText("Owner")).toBeVisible();
  await expectAccessible(page);

  await page.getByRole("button", { name: "Edit details" }).click();
  const dialog = page.getByRole("dialog", { name: "Edit details" });
  await expect(dialog.getByLabel("Email")).toHaveAttribute("readonly");
  await expect(dialog.getByText("Roles that can change more: IT Admin")).toBeVisible();
  await expectAccessible(page);
  await dialog.getByLabel("First name").fill("Robinia");
  await dialog.getByRole("combobox", { name: "Time zone", exact: true }).fill("stockh");
  await page.getByRole("option", { name: /^Europe\/Stockholm/ }).click();
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Robinia Berg" })).toBeVisible();
  await expect(page.getByText("Europe/Stockholm")).toBeVisible();

  await page.getByRole("button", { name: "More actions" }).click();
  const deactivate = page.getByRole("menuitem", { name: /^Deactivate/ });
  await expect(deactivate).toHaveAttribute("aria-disabled", "true");
  await expect(deactivate).toContainText("Roles that can change more: IT Admin");
  await page.keyboard.press("Escape");
});

test("an IT Admin locks, unlocks, deactivates and restores a user; each change can be undone", async ({
  page,
  customer,
  signIn,
}) => {
  await signIn(itAdmin);
  await openUser(page, customer.handle);
  await test.step("offers deletion only for a deactivated user", async () => {
    await page.getByRole("button", { name: "More actions" }).click();
    const remove = page.getByRole("menuitem", { name: /^Delete permanently/ });
    await expect(remove).toContainText("Deactivate it first");
    await page.keyboard.press("Escape");
  });
  await test.step("locks and unlocks", async () => {
    await choose(page, "Lock");
    const dialog = page.getByRole("alertdialog", { name: "Lock Robin Berg?" });
    await expect(dialog).toContainText(customer.email);
    await dialog.getByRole("button", { name: "Lock Robin Berg" }).click();
    await expect(stateOf(page)).toContainText("Locked");
    await choose(page, "Unlock");
    await expect(stateOf(page)).toContainText("Active");
  });
  await test.step("deactivates, restores, and undoes the restore", async () => {
    await choose(page, "Deactivate");
    await page.getByRole("button", { name: "Deactivate Robin Berg" }).click();
    await expect(stateOf(page)).toContainText("Deactivated");
    await expect(page.getByRole("button", { name: "Act as user" })).toHaveAttribute(
      "aria-disabled",
      "true",
    );
    await choose(page, "Restore");
    await expect(stateOf(page)).toContainText("Active");
    await page.getByRole("button", { name: "Undo" }).first().click();
    await expect(stateOf(page)).toContainText("Deactivated");
  });
});

test("permanent deletion requires reason and email and erases the user", async ({
  page,
  signIn,
  stack,
  unique,
}) => {
  const leaver = unique("leaver");
  const email = `${leaver}@example.org`;
  const admin = await signInAs(stack.url, itAdmin);
  await admin.call(api.auth.register, {
    body: {
      email,
      firstName: "Robin",
      lastName: "Berg",
      password: "northern-lights-2026",
      isOver18: true,
      isTosAccepted: true,
      isProcessingPrivacyPolicyAccepted: true,
      locale: "en",
      timezone: "UTC",
    },
  });
  await signIn(itAdmin);
  await openUser(page, leaver);
  await choose(page, "Deactivate");
  await page.getByRole("button", { name: "Deactivate Robin Berg" }).click();
  await expect(stateOf(page)).toContainText("Deactivated");
  await choose(page, "Delete permanently");
  const dialog = page.getByRole("alertdialog", { name: `Permanently delete ${email}?` });
  await expect(dialog.getByRole("button", { name: "Cancel" })).toBeFocused();
  await expectAccessible(page);
  const press = dialog.getByRole("button", { name: `Delete ${email}` });
  await expect(press).toHaveAttribute("aria-disabled", "true");
  await dialog.getByLabel(`Type ${email} to confirm`).fill(email);
  await press.click();
  await expect(dialog.getByText("Field is required")).toBeVisible();
  await page.mouse.click(5, 5);
  await dialog.getByLabel("Reason").fill("Requested by email");
  await press.click();
  await expect(stateOf(page)).toContainText("Deleted");
  await expect(page.getByText(email)).toHaveCount(0);
});

test("filters users by status and by missing workspace, and stores the filters in the URL", async ({
  page,
  customer,
  signIn,
}) => {
  await signIn(itAdmin);
  await page.goto("/admin/users");
  const search = page.getByRole("searchbox", { name: "Search by email, name, or ID" });
  await search.fill(customer.handle);
  const row = page.getByRole("row").filter({ hasText: customer.email });
  await expect(row).toBeVisible();
  await page.getByRole("button", { name: "Without a workspace" }).click();
  await expect(row).toHaveCount(0);
  await expect(page.getByText("No results")).toBeVisible();
  await expect(page).toHaveURL(/role=none/);
  await search.fill("newcomer");
  await expect(page.getByRole("link", { name: "Demo Newcomer" })).toBeVisible();
  await page.reload();
  await expect(page.getByRole("link", { name: "Demo Newcomer" })).toBeVisible();
  await page.getByRole("button", { name: "Clear filters" }).click();
  await page.getByRole("button", { name: "Status" }).first().click();
  await page.getByRole("checkbox", { name: "Deleted" }).click();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("button", { name: "Status: Deleted" })).toBeVisible();
  // A wildcard in the search is matched literally.
  await page.goto("/admin/users?search=%25");
  await expect(page.getByText("No results")).toBeVisible();
});

test("assigns, changes and removes a staff role; prevents staff from changing their own role", async ({
  page,
  customer,
  signIn,
}) => {
  await signIn(itAdmin);
  await page.goto("/admin");
  await goTo(page, "Staff");
  await expect(page.getByRole("heading", { level: 1, name: "Staff" })).toBeVisible();
  await expect(page.getByRole("rowheader", { name: "Permanently delete users" })).toBeVisible();
  await expectAccessible(page);

  await page.getByRole("button", { name: "Assign role" }).filter({ visible: true }).click();
  const dialog = page.getByRole("dialog", { name: "Assign staff role" });
  await dialog.getByRole("searchbox", { name: "User" }).fill(customer.handle);
  await dialog.getByRole("radio", { name: /Robin Berg/ }).check();
  await dialog.getByRole("radio", { name: /^Support/ }).check();
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Assign role" }).click();
  const row = page.getByRole("row").filter({ hasText: customer.email });
  await expect(row).toContainText("Support");

  await row.getByRole("button", { name: /^Actions for/ }).click();
  await page.getByRole("menuitem", { name: "Change role" }).click();
  await page.getByRole("radio", { name: /^Business Admin/ }).check();
  await page.getByRole("button", { name: "Change role" }).click();
  await expect(row).toContainText("Business Admin");

  await row.getByRole("button", { name: /^Actions for/ }).click();
  await page.getByRole("menuitem", { name: "Remove role" }).click();
  const question = page.getByRole("alertdialog");
  await expect(question).toContainText(customer.email);
  await question.getByRole("button", { name: "Remove role from Robin Berg" }).click();
  await expect(row).toHaveCount(0);

  const own = page.getByRole("row").filter({ hasText: itAdmin });
  await own.getByRole("button", { name: /^Actions for/ }).click();
  await expect(page.getByRole("menuitem", { name: /^Remove role/ })).toContainText(
    "You can't do this to your own account",
  );
});

test("lists data exports and retries only failed ones", async ({ page, customer, signIn }) => {
  await customer.call(api.account.requestDataCopy, {});
  await signIn("support@demo.test");
  await page.goto("/admin/data-copy-requests");
  const row = page.getByRole("row").filter({ hasText: customer.email });
  await expect(row).toBeVisible();
  await expectAccessible(page);
  await row.getByRole("button", { name: /^Actions for/ }).click();
  await expect(page.getByRole("menuitem", { name: /^Retry/ })).toContainText(
    "Only failed exports can be retried",
  );
});

const deniedPages: readonly (readonly [
  who: string,
  path: string,
  endpoint: string,
  message: string,
])[] = [
  ["member@demo.test", "/admin", "/admin/users", "You need a staff role"],
  ["member@demo.test", "/admin/users", "/admin/users/count", "You need a staff role"],
  ["support@demo.test", "/admin/staff", "/admin/user-staff-roles", "staff.staff_role.view"],
  ["support@demo.test", "/admin/maintenance", "/admin/maintenance", "staff.maintenance.toggle"],
  [
    "business-admin@demo.test",
    "/admin/data-copy-requests",
    "/admin/users/data-copy-requests",
    "staff.data_copy.view",
  ],
];
for (const [who, path, endpoint, message] of deniedPages) {
  test(`rejects ${path} for ${who} without sending requests`, async ({ page, signIn }) => {
    await signIn(who);
    const staffRequests = recordStaffRequests(page);
    await page.goto(path);
    await expect(
      page.getByRole("heading", { name: "You don't have access to this" }),
    ).toBeVisible();
    await expect(page.getByText(message)).toBeVisible();
    expect(staffRequests).toEqual([]);
    const response = await page.request.get(endpoint, { headers: { accept: "application/json" } });
    expect(response.status()).toBe(403);
  });
}

test("shows the link to the staff area to staff only, with the pages of their role", async ({
  page,
  signIn,
}) => {
  const entries: Record<string, readonly string[]> = {
    "it-admin@demo.test": [
      "Dashboard",
      "Users",
      "Workspaces",
      "Staff",
      "Data exports",
      "Virtual machine report",
      "Bare-metal report",
      "Instances",
      "Operations",
      "Bare metal",
      "Images",
      "Virtual products",
      "Block storage",
      "Infrastructure",
      "Audit chains",
      "Maintenance",
    ],
    "support@demo.test": ["Dashboard", "Users", "Workspaces", "Data exports", "Instances"],
    "business-admin@demo.test": [
      "Dashboard",
      "Users",
      "Workspaces",
      "Limit requests",
      "Invoices",
      "Billing history",
      "Balance approvals",
      "Ledger findings",
      "Promo codes",
      "Virtual machine report",
      "Bare-metal report",
      "Order report",
    ],
  };
  for (const [who, expected] of Object.entries(entries)) {
    await signIn(who);
    await page.goto("/workspaces");
    await page.getByRole("button", { name: /^Account menu for/ }).click();
    await page.getByRole("menuitem", { name: "Admin area" }).click();
    await expect(page.getByRole("heading", { name: "Dashboard", exact: true })).toBeVisible();
    await expect(page.getByRole("banner").getByText("Staff", { exact: true })).toBeVisible();
    const menu = page.getByRole("button", { name: "Open sidebar" });
    if (await menu.isVisible()) await menu.click();
    const links = page.getByRole("navigation", { name: "Main navigation" }).getByRole("link");
    await expect(links).toHaveText([...expected]);
  }
  await signIn("owner@demo.test");
  await page.goto("/northwind");
  await page.getByRole("button", { name: /^Account menu for/ }).click();
  await expect(page.getByRole("menuitem", { name: "Sign out" })).toBeVisible();
  await expect(page.getByRole("menuitem", { name: "Admin area" })).toHaveCount(0);
});
