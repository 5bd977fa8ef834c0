import type { Page } from "@playwright/test";
import { api } from "#contracts/api.ts";
import { AuthenticatorApp } from "../support/authenticator-app.ts";
import { demoPassword } from "../support/api-client.ts";
import { revokeSessionElsewhere, fillSignIn, logOut } from "../support/auth-actions.ts";
import { expect, expectAccessible, test } from "../support/fixtures.ts";

/** A device with a fingerprint reader, which says yes or no to every question. */
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

test("a passkey signs in alone, and above a page whose session ended", { tag: "@phone" }, async ({
  page,
  customer,
}) => {
  test.slow();
  const finger = await plugIn(page);
  await test.step("an account with a second factor is signed in to", async () => {
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

  await test.step("it is made under Account > Security", async () => {
    await page.goto("/account/security");
    await page.getByRole("button", { name: "Add passkey" }).click();
    const dialog = page.getByRole("dialog", { name: "Add passkey" });
    await dialog.getByRole("button", { name: "Continue" }).click();
    await expect(dialog).toBeHidden();
  });

  await test.step("it is all that signing in needs", async () => {
    await logOut(page);
    await page.getByRole("button", { name: "Continue with passkey" }).click();
    await expect(page).toHaveURL(`/${customer.handle}`);
  });

  await test.step("the list of sessions tells how each was begun", async () => {
    await page.goto("/account/sessions");
    const own = page.getByRole("row").filter({ hasText: "Current session" });
    // A phone says what each part of a row is.
    const began = own.getByRole("cell", { name: /^(?:Signed in with )?Passkey$/ });
    await expect(began).toBeVisible();
    await expectAccessible(page);
  });

  await test.step("a finger that is not recognised gets nobody in", async () => {
    await logOut(page);
    await finger.says(false);
    await page.getByRole("button", { name: "Continue with passkey" }).click();
    await expect(page.getByRole("alert")).toContainText("No passkey was used.");
    await expect(page).toHaveURL(/\/auth\/login$/);
    await finger.says(true);
  });

  await test.step("after the password it is the second step", async () => {
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

  await test.step("above a page whose session ended, password and passkey go on as well", async () => {
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
