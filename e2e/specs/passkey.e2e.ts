import type { Page } from "@playwright/test";
import { api } from "#contracts/api.ts";
import { AuthenticatorApp } from "../support/authenticator-app.ts";
import { demoPassword } from "../support/api-client.ts";
import { revokeSessionElsewhere, fillSignIn, logOut } from "../support/auth-actions.ts";
import { expect, expectAccessible, test } from "../support/fixtures.ts";

/** A virtual authenticator with user verification that succeeds or fails. */
async function plugIn(page: Page) {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("WebAuthn.enable");
  const { authenticatorId } = await devtools.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return {
    says: (isVerified: boolean) =>
      devtools.send("WebAuthn.setUserVerified", { authenticatorId, isUserVerified: isVerified }),
  };
}

test("signs in with a passkey alone, and again on a page whose session ended", {
  tag: "@phone",
}, async ({ page, customer }) => {
  test.slow();
  const finger = await plugIn(page);
  await test.step("signs in to an account with two-factor authentication", async () => {
    const { secret } = await customer.call(api.account.newSecret, {});
    const app = new AuthenticatorApp(secret);
    await customer.call(api.account.update, {
      body: { attribute: "twoFactor", enabled: true, otpToken: app.code(1) },
    });
    await page.context().clearCookies();
    await page.goto("/auth/login");
    await fillSignIn(page, customer.email);
    await expect(page.getByRole("button", { name: "Use a passkey instead" })).toHaveCount(0);
    await page.getByLabel("Authentication code").fill(app.code());
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(`/${customer.handle}`);
  });

  await test.step("creates a passkey under Account > Security", async () => {
    await page.goto("/account/security");
    await page.getByRole("button", { name: "Add passkey" }).click();
    const dialog = page.getByRole("dialog", { name: "Add passkey" });
    await dialog.getByRole("button", { name: "Continue" }).click();
    await expect(dialog).toBeHidden();
  });

  await test.step("signs in with the passkey alone", async () => {
    await logOut(page);
    await page.getByRole("button", { name: "Continue with passkey" }).click();
    await expect(page).toHaveURL(`/${customer.handle}`);
  });

  await test.step("the session list shows how each session was started", async () => {
    await page.goto("/account/sessions");
    const own = page.getByRole("row").filter({ hasText: "Current session" });
    // The phone viewport labels the parts of a row.
    const began = own.getByRole("cell", { name: /^(?:Signed in with )?Passkey$/ });
    await expect(began).toBeVisible();
    await expectAccessible(page);
  });

  await test.step("rejects failed user verification", async () => {
    await logOut(page);
    await finger.says(false);
    await page.getByRole("button", { name: "Continue with passkey" }).click();
    await expect(page.getByRole("alert")).toContainText("No passkey was used.");
    await expect(page).toHaveURL(/\/auth\/login$/);
    await finger.says(true);
  });

  await test.step("is accepted as the second factor after the password", async () => {
    await fillSignIn(page, customer.email);
    const offer = page.getByRole("button", { name: "Use a passkey instead" });
    await expect(offer).toBeVisible();
    await expectAccessible(page);
    await finger.says(false);
    await offer.click();
    await expect(page.getByRole("alert")).toContainText("No passkey was used.");
    await finger.says(true);
    await offer.click();
    await expect(page).toHaveURL(`/${customer.handle}`);
  });

  await test.step("continues on a page whose session ended with password and passkey", async () => {
    await page.goto(`/${customer.handle}/projects/add`);
    await page.getByLabel("Name").fill("Tides");
    await revokeSessionElsewhere(page);
    await page.getByRole("button", { name: "Create project" }).click();
    const dialog = page.getByRole("dialog", { name: "Please sign in again" });
    await dialog.getByLabel(/^Password for/).fill(demoPassword);
    await dialog.getByRole("button", { name: "Sign in", exact: true }).click();
    await expect(dialog.getByRole("button", { name: "Use a passkey instead" })).toBeVisible();
    await expectAccessible(page);
    await dialog.getByRole("button", { name: "Use a passkey instead" }).click();
    await expect(dialog).toBeHidden();
    await expect(page.getByLabel("Name")).toHaveValue("Tides");
    await page.getByRole("button", { name: "Create project" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Tides" })).toBeVisible();
  });
});
