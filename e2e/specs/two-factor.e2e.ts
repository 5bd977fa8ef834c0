import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { AuthenticatorApp } from "../support/authenticator-app.ts";
import { demoPassword } from "../support/api-client.ts";
import { fillRegistration, fillSignIn, logOut, verifyEmail } from "../support/auth-actions.ts";
import { expect, expectAccessible, test } from "../support/fixtures.ts";

const protect = (page: Page) =>
  page.getByRole("button", { name: /^Set up two-factor authentication/ });
const secondStep = (page: Page) =>
  page.getByRole("heading", { level: 1, name: "Confirm it's you" });

test("sets up two-factor authentication at registration and signs in by code and recovery code", {
  tag: "@phone",
}, async ({ page, unique, waitForEmailLink }) => {
  test.slow();
  const email = `${unique("safe")}@example.org`;
  const code = page.getByLabel("Authentication code");
  let app = new AuthenticatorApp("");
  let recoveryCodes: string[] = [];

  await test.step("the section is collapsed and requests a secret only when opened", async () => {
    const fetchedPaths: string[] = [];
    page.on("request", (request) => {
      if (request.resourceType() === "fetch") fetchedPaths.push(new URL(request.url()).pathname);
    });
    await page.goto("/auth/register");
    await fillRegistration(page, { email });
    await expect(protect(page)).toHaveAttribute("aria-expanded", "false");
    expect(fetchedPaths).not.toContain("/auth/register");
    await protect(page).click();
    await expect(page.getByRole("img", { name: /^QR code/ })).toBeVisible();
    app = new AuthenticatorApp(await page.getByRole("main").locator("code").innerText());
    await expectAccessible(page);
  });

  await test.step("shows a wrong code at its field and keeps the input", async () => {
    await code.fill(app.wrongCode());
    await page.getByRole("button", { name: "Create account" }).click();
    await expect(code).toHaveAccessibleDescription(/^Incorrect code/);
    await expect(code).toBeFocused();
    await expect(page.getByLabel("Email")).toHaveValue(email);
    await expect(page.getByLabel("Password", { exact: true })).toHaveValue(demoPassword);
    await code.fill("12 34");
    await page.getByRole("button", { name: "Create account" }).click();
    await expect(code).toHaveAccessibleDescription("Enter 6 digits, or leave empty");
  });

  await test.step("keeps the input after visiting another section", async () => {
    const steps = page.getByRole("navigation", { name: "Steps" });
    await steps.getByRole("link", { name: "Sign in" }).click();
    await expect(page.getByLabel("Email")).toHaveValue(email);
    await page.getByRole("link", { name: "Forgot password?" }).click();
    await expect(page.getByRole("heading", { name: "Reset your password" })).toBeVisible();
    await expect(page.getByLabel("Email")).toHaveValue(email);
    await page.goBack();
    await page.goBack();
    await expect(page.getByLabel("First name")).toHaveValue("Kim");
    await expect(page.getByRole("checkbox", { name: "I am 18 or older" })).toBeChecked();
    await expect(page.getByRole("img", { name: /^QR code/ })).toBeVisible();
    // Secrets are not stored. A browser that restores the whole page still has them; here the page is loaded again.
    const stored = await page.evaluate(() => JSON.stringify({ ...sessionStorage }));
    expect(stored).not.toContain(demoPassword);
    await page.getByLabel("Password", { exact: true }).fill(demoPassword);
    app = new AuthenticatorApp(await page.getByRole("main").locator("code").innerText());
  });

  await test.step("accepts a code with spaces and shows ten recovery codes", async () => {
    await code.fill(app.code(1).replace(/^.../, "$& "));
    await page.getByRole("button", { name: "Create account" }).click();
    await expect(page.getByRole("heading", { name: "Save your recovery codes" })).toBeFocused();
    const list = page.getByRole("list", { name: "Recovery codes" }).getByRole("listitem");
    await expect(list).toHaveCount(10);
    recoveryCodes = await list.allInnerTexts();
    await expectAccessible(page);
    const download = page.waitForEvent("download");
    await page.getByRole("button", { name: "Download" }).click();
    const file = readFileSync(await (await download).path(), "utf8");
    for (const each of recoveryCodes) expect(file).toContain(each);
  });

  await test.step("requires confirmation that the codes are saved", async () => {
    const goOn = page.getByRole("button", { name: "Continue" });
    await expect(goOn).toHaveAttribute("aria-disabled", "true");
    await page.getByRole("checkbox", { name: "I've saved them" }).check();
    await goOn.click();
    await expect(page.getByRole("heading", { name: "Check your email" })).toBeVisible();
    await expect(page.getByText(email)).toBeVisible();
    await page.reload();
    await expect(page.getByText(email)).toBeVisible();
    await verifyEmail(page, await waitForEmailLink(email));
  });

  await test.step("the second step is a separate page that survives a reload", async () => {
    await page.goto("/auth/login");
    await fillSignIn(page, email);
    await expect(secondStep(page)).toBeVisible();
    await expect(page).toHaveURL(/\/auth\/login\?step=code$/);
    await page.reload();
    await expect(secondStep(page)).toBeVisible();
    await expect(page.getByLabel("Authentication code")).toBeFocused();
    await expectAccessible(page);
    await page.getByLabel("Authentication code").fill(app.wrongCode());
    await page.keyboard.press("Enter");
    await expect(page.getByLabel("Authentication code")).toHaveAccessibleDescription(
      /^Incorrect code/,
    );
    await page.getByLabel("Authentication code").fill(app.code());
    await page.keyboard.press("Enter");
    await expect(page.getByRole("heading", { name: "Workspaces", exact: true })).toBeVisible();
  });

  await test.step("accepts a recovery code once", async () => {
    for (const opens of [true, false]) {
      await logOut(page);
      await fillSignIn(page, email);
      await page.getByLabel("Authentication code").fill(recoveryCodes[0] ?? "");
      await page.getByRole("button", { name: "Continue" }).click();
      if (opens)
        await expect(page.getByRole("heading", { name: "Workspaces", exact: true })).toBeVisible();
      else
        await expect(page.getByLabel("Authentication code")).toHaveAccessibleDescription(
          /already been used/,
        );
      if (!opens) break;
    }
  });

  await test.step("too many wrong codes return to the first step with a message", async () => {
    for (let tries = 0; tries < 4; tries++) {
      await page.getByLabel("Authentication code").fill(app.wrongCode());
      const responsePromise = page.waitForResponse("**/auth/login/2fa");
      await page.getByRole("button", { name: "Continue" }).click();
      await responsePromise;
    }
    await expect(page.getByRole("heading", { name: "Sign in" })).toBeVisible();
    await expect(page.getByRole("alert")).toContainText("entered incorrectly too many times");
    await expect(page.getByLabel("Email")).toHaveValue(email);
    await expect(page.getByLabel("Password", { exact: true })).toHaveValue("");
    await page.goto("/auth/login?step=code");
    await expect(page).toHaveURL(/\/auth\/login$/);
  });
});

test("creates an account without two-factor authentication if the section stays collapsed or the code empty", async ({
  page,
  unique,
  waitForEmailLink,
}) => {
  const email = `${unique("plain")}@example.org`;
  await page.goto("/auth/register");
  await fillRegistration(page, { email });
  await protect(page).click();
  await expect(page.getByRole("img", { name: /^QR code/ })).toBeVisible();
  await page.getByRole("button", { name: "Create account" }).click();
  await expect(page.getByRole("heading", { name: "Check your email" })).toBeVisible();
  await verifyEmail(page, await waitForEmailLink(email));
  await page.goto("/auth/login");
  await fillSignIn(page, email);
  await expect(page.getByRole("heading", { name: "Workspaces", exact: true })).toBeVisible();
});
