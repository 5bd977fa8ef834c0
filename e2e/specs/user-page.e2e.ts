/** Staff see where a user is signed in and what the user did; business admins see neither. */
import { expect, expectAccessible, test } from "../support/fixtures.ts";
import type { Page } from "@playwright/test";

const card = (page: Page, heading: string) =>
  page
    .locator("section")
    .filter({ has: page.getByRole("heading", { name: heading, exact: true }) });

test("the page of a user shows sessions and activity to IT admins and support", async ({
  page,
  signIn,
}) => {
  await signIn("owner@demo.test");
  await page.goto("/northwind");
  for (const who of ["it-admin@demo.test", "support@demo.test"]) {
    await signIn(who);
    await page.goto("/admin/users?search=owner%40demo.test");
    await page.getByRole("link", { name: "Demo Owner" }).click();
    const sessions = card(page, "Sessions");
    await expect(sessions.getByRole("row").nth(1)).toContainText("Password");
    await expect(sessions).not.toContainText("Current session");
    const activity = card(page, "Activity");
    await expect(activity.getByRole("row").nth(1)).toContainText("Demo Owner");
    await activity.getByRole("button", { name: "Next" }).click();
    await expect(activity.getByText(/^11–/)).toBeVisible();
    await expectAccessible(page);
  }
  await signIn("business-admin@demo.test");
  await page.goto("/admin/users?search=owner%40demo.test");
  await page.getByRole("link", { name: "Demo Owner" }).click();
  await expect(page.getByRole("heading", { name: "Sign-in" })).toBeVisible();
  await expect(page.getByRole("heading", { name: "Activity" })).toHaveCount(0);
});
