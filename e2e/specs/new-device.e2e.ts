import { fillSignIn, logOut } from "../support/auth-actions.ts";
import { expectAccessible } from "../support/fixtures.ts";
import { expect, test } from "../support/isolated-stack.ts";

test("asks for an email code once per unknown browser", async ({
  page,
  context,
  waitForEmailCode,
}) => {
  test.slow();
  const email = "owner@demo.test";
  const code = page.getByLabel("Code from the email");
  await page.goto("/northwind/projects");
  await fillSignIn(page, email);
  await expect(page.getByRole("heading", { name: "Confirm it's you" })).toBeVisible();
  await expect(page).toHaveURL(/step=code$/);
  await expect(page.getByText("Works only in the browser")).toBeVisible();
  await expect(page.getByRole("button", { name: /Resend in \d+ s/ })).toBeDisabled();
  await page.reload();
  await expect(code).toBeFocused();
  await expectAccessible(page);

  const right = await waitForEmailCode(email);
  const wrong = right === "123456" ? "654321" : "123456";
  await code.fill(wrong);
  await page.keyboard.press("Enter");
  await expect(code).toHaveAccessibleDescription("Incorrect code.");
  await code.fill(`${right.slice(0, 3)} ${right.slice(3)}`);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL("/northwind/projects");

  await logOut(page);
  await fillSignIn(page, email);
  await expect(page, "this browser is known now").toHaveURL("/northwind");

  await context.clearCookies();
  await page.goto("/auth/login");
  await fillSignIn(page, email);
  await page.getByRole("link", { name: "Back to sign in" }).click();
  await expect(page.getByRole("heading", { name: "Sign in" })).toBeVisible();
  await expect(page).toHaveURL(/\/auth\/login$/);
});
