/** Where a sign-in leads, and the sign-in page of returning customers. */
import { fillSignIn } from "../support/auth-actions.ts";
import { expect, expectAccessible, test } from "../support/fixtures.ts";

test("staff land in the staff area unless another page was requested", async ({ page }) => {
  await page.goto("/");
  await fillSignIn(page, "support@demo.test");
  await expect(page).toHaveURL("/admin");
  await page.goto("/");
  await expect(page).toHaveURL("/admin");
  await page.getByRole("button", { name: /^Account menu for/ }).click();
  await page.getByRole("menuitem", { name: "Sign out" }).click();
  await expect(page.getByRole("heading", { name: "Sign in" })).toBeVisible();
  await page.goto("/account/security");
  await fillSignIn(page, "support@demo.test");
  await expect(page).toHaveURL("/account/security");
});

test("customers land in their workspace", async ({ page }) => {
  await page.goto("/");
  await fillSignIn(page, "owner@demo.test");
  await expect(page).toHaveURL("/northwind");
});

test("the sign-in page has provider marks and no steps, and password managers can fill it", {
  tag: "@phone",
}, async ({ page }) => {
  await page.goto("/auth/login");
  for (const name of ["Google", "GitHub"])
    await expect(
      page.getByRole("button", { name: `Continue with ${name}` }).locator("svg"),
    ).toBeVisible();
  await expect(page.getByRole("button", { name: "Continue with passkey" })).toBeVisible();
  await expect(page.getByRole("navigation", { name: "Steps" })).toHaveCount(0);
  await expect(page.getByLabel("Email")).toHaveAttribute("autocomplete", "username");
  await expect(page.getByLabel("Password", { exact: true })).toHaveAttribute(
    "autocomplete",
    "current-password",
  );
  await expectAccessible(page);
  await page.getByRole("link", { name: "Forgot password?" }).click();
  await expect(page.getByRole("heading", { name: "Reset your password" })).toBeVisible();
  await expect(page.getByRole("navigation", { name: "Steps" })).toHaveCount(0);
});

test("/423 opened without maintenance leads to the console", async ({ page }) => {
  await page.goto("/423");
  await expect(page.getByRole("heading", { name: "Maintenance is over" })).toBeVisible();
  await page.getByRole("link", { name: "Go to home page" }).click();
  await expect(page.getByRole("heading", { name: "Sign in" })).toBeVisible();
});
