import type { Page } from "@playwright/test";
import { api } from "#contracts/api.ts";
import { goTo } from "../support/console-actions.ts";
import type { Customer } from "../support/api-client.ts";
import { expect, expectAccessible, test } from "../support/fixtures.ts";

const bar = (page: Page) => page.getByRole("complementary", { name: "Acting as a customer" });

async function actAs(page: Page, customer: Customer, reason: string): Promise<string> {
  await page.goto(`/admin/users?search=${customer.handle}`);
  await page.getByRole("link", { name: "Robin Berg" }).click();
  await page.getByRole("button", { name: "Act as user" }).click();
  const dialog = page.getByRole("dialog", { name: "Act as Robin Berg?" });
  await expect(dialog).toContainText(customer.email);
  const press = dialog.getByRole("button", { name: "Act as Robin Berg" });
  await press.click();
  await expect(dialog.getByText("Field is required")).toBeVisible();
  await dialog.getByLabel("Reason").fill(reason);
  const { pathname } = new URL(page.url());
  await press.click();
  await expect(bar(page)).toBeVisible();
  return pathname;
}

test("C064: impersonation applies to all tabs, is always visible, and ends in all tabs", {
  tag: "@phone",
}, async ({ page, context, customer, signIn }) => {
  await signIn("support@demo.test");
  const other = await context.newPage();
  await other.goto("/admin/users");
  await expect(other.getByRole("heading", { name: "Users", exact: true })).toBeVisible();
  const user = await actAs(page, customer, "Ticket 4711");
  await expect(page).toHaveURL(`/${customer.handle}`);
  await expect(bar(page)).toContainText(
    `You're acting as Robin Berg (${customer.email}) with the Support role`,
  );
  await expect(bar(page).getByRole("timer")).toHaveText(/^(59:\d\d|1:00:00)$/);
  await expect(page.getByRole("heading", { name: "Overview" })).toBeVisible();
  await expectAccessible(page);

  await test.step("the other open tab shows the customer", async () => {
    await expect(bar(other)).toBeVisible();
    await expect(other).toHaveURL(`/${customer.handle}`);
  });
  await test.step("reload, new tab and Back keep it", async () => {
    await page.reload();
    await expect(bar(page)).toBeVisible();
    const third = await context.newPage();
    await third.goto(`/${customer.handle}/projects`);
    await expect(bar(third)).toBeVisible();
    await third.close();
    await page.goBack();
    await expect(bar(page)).toBeVisible();
    await expect(page.getByText("Sign-in")).toHaveCount(0);
  });
  await test.step("the staff area and the account pages are not available", async () => {
    await page.goto("/admin/users");
    await expect(bar(page)).toBeVisible();
    await expect(
      page.getByText(`You're acting as ${customer.email}. Staff can't do this`),
    ).toBeVisible();
    await expectAccessible(page);
    await page.goto("/account/general");
    await expect(page.getByText("Staff can't do this")).toBeVisible();
  });
  await test.step("blocked actions say why", async () => {
    await page.goto(`/${customer.handle}/projects`);
    const add = page.getByRole("button", { name: "Create project" }).filter({ visible: true });
    await expect(add).toHaveAttribute("aria-disabled", "true");
    await expect(add).toHaveAccessibleDescription(/while you act as a customer/);
  });
  await test.step("ends in all tabs", async () => {
    await bar(page).getByRole("button", { name: "End" }).click();
    for (const tab of [page, other]) {
      await expect(tab).toHaveURL(user);
      await expect(tab.getByRole("heading", { level: 1, name: "Robin Berg" })).toBeVisible();
      await expect(bar(tab)).toHaveCount(0);
    }
  });
});

test("C065: records both users; the customer sees the staff role but not the staff user", async ({
  page,
  customer,
  signIn,
  unique,
}) => {
  const name = unique("made-for-them");
  await signIn("it-admin@demo.test");
  await actAs(page, customer, "Ticket 4712");
  await goTo(page, "Projects");
  await page.getByRole("link", { name: "Create project" }).filter({ visible: true }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Create project" })).toBeVisible();
  await page.getByLabel("Name").fill(name);
  await page.getByRole("button", { name: "Create project" }).click();
  await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
  await bar(page).getByRole("button", { name: "End" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Robin Berg" })).toBeVisible();

  await signIn(customer.email);
  await page.goto(`/${customer.handle}/activities`);
  const row = page.getByRole("row").filter({ hasText: name });
  await expect(row).toContainText("IT Admin, acting as Robin Berg, created the project");
  await expect(row).toContainText("Staff");
  await row.getByRole("link").last().click();
  await expect(page.getByText("A staff member did this while acting as a customer")).toBeVisible();
  await expect(page.getByText("Demo IT Admin")).toHaveCount(0);
  await expectAccessible(page);

  await page.goto("/my-activities");
  const activityRow = page.getByRole("row").filter({ hasText: "started acting as" });
  await expect(activityRow).toContainText("IT Admin");
  await expect(activityRow).toContainText("Ticket 4712");
  await expect(page.getByRole("row").filter({ hasText: "stopped acting as" })).toHaveCount(1);
  await expect(page.getByText("Demo IT Admin")).toHaveCount(0);
});

test("ending all sessions of the customer ends the impersonation", async ({
  page,
  customer,
  signIn,
}) => {
  await signIn("support@demo.test");
  await actAs(page, customer, "Ticket 4713");
  await customer.call(api.sessions.killAll, {});
  await goTo(page, "Projects");
  await expect(bar(page)).toHaveCount(0);
  await expect(page.getByRole("heading", { name: "Sign in" })).toBeVisible();
});
