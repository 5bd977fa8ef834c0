/** Sign-up, two-factor authentication, sign-in and password reset by keyboard only. */
import type { Locator, Page } from "@playwright/test";
import { AuthenticatorApp } from "../support/authenticator-app.ts";
import { emailedLink } from "../support/auth-actions.ts";
import { expect, expectAccessible, test } from "../support/fixtures.ts";

const tabsAtMost = 40;

/** Presses Tab until the element has the focus. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible();
  const isFocused = () => target.evaluate((element) => element === document.activeElement);
  for (let tabs = 0; tabs < tabsAtMost && !(await isFocused()); tabs++)
    await page.keyboard.press("Tab");
  await expect(target, "reached by Tab").toBeFocused();
}

async function type(page: Page, label: string, text: string): Promise<void> {
  await tabTo(page, page.getByLabel(label, { exact: true }));
  await page.keyboard.type(text);
}

async function press(page: Page, target: Locator, key = "Enter"): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press(key);
}

test("signs up, sets up two-factor authentication, signs in and resets the password by keyboard", async ({
  page,
  unique,
  waitForEmailLink,
}) => {
  test.slow();
  const email = `${unique("keys")}@example.org`;
  const said = page.getByRole("status").first();
  const heading = (name: string) => page.getByRole("heading", { level: 1, name });
  let app = new AuthenticatorApp("");

  await test.step("focuses the first field and submits the form with Enter", async () => {
    await page.goto("/auth/login");
    await expect(page.getByLabel("Email")).toBeFocused();
    await page.keyboard.press("Shift+Tab");
    await press(page, page.getByRole("link", { name: "Create an account" }));
    await expect(page.getByLabel("First name")).toBeFocused();
    await expect(said).toHaveText("Create an account");
    await page.keyboard.type("Kim");
    await page.keyboard.press("Enter");
    await expect(page.getByLabel("Last name")).toBeFocused();
  });

  await test.step("sets up two-factor authentication without the QR code", async () => {
    await page.keyboard.type("Lund");
    await type(page, "Email", email);
    await type(page, "Password", "three grey geese in a field");
    await press(
      page,
      page.getByRole("button", { name: /^Set up two-factor authentication/ }),
      "Space",
    );
    const key = page.getByRole("main").locator("code");
    app = new AuthenticatorApp(await key.innerText());
    await type(page, "Authentication code", app.code(1));
    await press(page, page.getByRole("checkbox", { name: "I am 18 or older" }), "Space");
    await press(page, page.getByRole("checkbox", { name: "I accept the terms" }), "Space");
    await page.keyboard.press("Enter");
    await expect(heading("Save your recovery codes")).toBeFocused();
    await expect(said).toHaveText("Save your recovery codes");
    await press(page, page.getByRole("checkbox", { name: "I've saved them" }), "Space");
    await press(page, page.getByRole("button", { name: "Continue" }));
    await expect(heading("Check your email")).toBeFocused();
  });

  await test.step("opens the email link and signs in with both factors", async () => {
    await page.goto(await emailedLink(waitForEmailLink, email, "/auth/verify/"));
    await press(page, page.getByRole("button", { name: "Verify email" }));
    await expect(heading("Email verified")).toBeFocused();
    await press(page, page.getByRole("main").getByRole("link", { name: "Sign in" }).last());
    await expect(page.getByLabel("Email")).toHaveValue(email);
    await expect(page.getByLabel("Password", { exact: true })).toBeFocused();
    await page.keyboard.type("three grey geese in a field");
    await page.keyboard.press("Enter");
    await expect(page.getByLabel("Authentication code", { exact: true })).toBeFocused();
    await expect(said).toHaveText("Confirm it's you");
    await page.keyboard.type(app.code());
    await page.keyboard.press("Enter");
    await expect(heading("Workspaces")).toBeVisible();
  });

  await test.step("resets the password from the sign-in page", async () => {
    await page.context().clearCookies();
    await page.goto("/auth/login");
    await press(page, page.getByRole("link", { name: "Forgot password?" }));
    await expect(page.getByLabel("Email")).toBeFocused();
    await page.keyboard.type(email);
    await page.keyboard.press("Enter");
    await expect(heading("Check your email")).toBeFocused();
    await page.goto(await emailedLink(waitForEmailLink, email, "/auth/reset/"));
    await expect(page.getByLabel("New password")).toBeFocused();
    await page.keyboard.type("seven white swans on a lake");
    await page.keyboard.press("Enter");
    await expect(heading("Password changed")).toBeFocused();
    await expect(said).toHaveText("Password changed");
  });
});

test("shows the waiting time of a rate limit and keeps the input", async ({ page, unique }) => {
  await page.goto("/auth/login");
  await page.getByLabel("Email").fill(`${unique("guess")}@example.org`);
  await page.getByLabel("Password", { exact: true }).fill("not the right one");
  const submit = page.getByRole("main").locator("button[type=submit]");
  const waits = page.getByRole("button", { name: /^Try again in \d+ s$/ });
  await expect
    .poll(async () => {
      if (await submit.isVisible()) await submit.click();
      return waits.isVisible();
    })
    .toBe(true);
  await expect(waits).toBeDisabled();
  await expect(page.getByRole("alert")).toContainText("Too many attempts");
  await expect(page.getByLabel("Password", { exact: true })).toHaveValue("not the right one");
  await page.getByLabel("Password", { exact: true }).press("Enter");
  await expect(waits).toBeDisabled();
  await expectAccessible(page);
});
