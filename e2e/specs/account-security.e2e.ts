import { readFile } from "node:fs/promises";
import { api } from "#contracts/api.ts";
import { AuthenticatorApp } from "../support/authenticator-app.ts";
import { demoPassword } from "../support/api-client.ts";
import { expect, expectAccessible, test } from "../support/fixtures.ts";

const nextPassword = "the-long-dark-of-january";

test("changing the password ends the other sessions and shows their number", async ({
  page,
  customer,
}) => {
  await page.goto("/account/security");
  const change = page.getByRole("button", { name: "Change password" });
  const field = page.getByLabel("New password", { exact: true });
  await expect(change).toBeDisabled();
  await field.fill("short");
  await change.click();
  await expect(field).toHaveAccessibleDescription("At least 12 characters");
  await field.fill(demoPassword);
  await change.click();
  await expect(field).toHaveAccessibleDescription(/Password invalid/);
  await expectAccessible(page);

  await field.fill(nextPassword);
  await change.click();
  await expect(page.getByText("Password changed")).toBeVisible();
  await expect(page.getByText("1 other session ended")).toBeVisible();
  await expect(field).toHaveValue("");
  await expect(customer.call(api.auth.self, {})).rejects.toThrow("401");
  // The session of this browser continues with a new cookie.
  await page.goto(`/${customer.handle}`);
  await expect(page.getByRole("heading", { name: "Overview" })).toBeVisible();
  await customer.call(api.auth.login, { body: { email: customer.email, password: nextPassword } });
});

test("turns on two-factor authentication with an app, saves recovery codes, and turns it off", async ({
  page,
  customer,
}) => {
  await page.goto("/account/security");
  await page.getByRole("button", { name: "Turn on" }).click();
  await expect(page.getByRole("img", { name: "QR code for the setup key" })).toBeVisible();
  const secretKey = await page.getByText(/^([A-Z2-7]{4} ?){8}$/).innerText();
  const app = new AuthenticatorApp(secretKey);
  await expectAccessible(page);
  const code = page.getByLabel("Authentication code");
  await code.fill(app.wrongCode());
  await page.keyboard.press("Enter");
  // The field has a help text as its description, so wait for the error message of the wrong code.
  await expect(code).toHaveAccessibleDescription(/^Incorrect code/);
  await expect(code).toBeFocused();
  // Some apps show the code with a space.
  const right = app.code();
  await code.fill(`${right.slice(0, 3)} ${right.slice(3)}`);
  await page.keyboard.press("Enter");

  const codes = page.getByRole("list", { name: "Recovery codes" }).getByRole("listitem");
  await expect(codes).toHaveCount(10);
  await expectAccessible(page);
  const done = page.getByRole("button", { name: "Done" });
  await expect(done).toBeDisabled();
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Download" }).click(),
  ]);
  const stored = await readFile(await download.path(), "utf8");
  const [first = ""] = await codes.allInnerTexts();
  expect(stored).toContain(first);
  expect(stored).toContain(customer.email);
  await page.getByRole("checkbox", { name: "I've saved them" }).check();
  await done.click();
  await expect(page.getByText("Recovery codes left: 10")).toBeVisible();
  await expect(page.getByText(first)).toHaveCount(0);
  await expectAccessible(page);

  await page.getByRole("button", { name: "Turn off" }).click();
  await page.getByLabel("Authentication code", { exact: true }).fill(first.toLowerCase());
  await page.getByRole("button", { name: "Turn off" }).click();
  await expect(page.getByText("Two-factor authentication turned off")).toBeVisible();
  await expect(page.getByRole("button", { name: "Turn on" })).toBeVisible();
});

test("creates a passkey, names it after the browser, and removes it", async ({
  page,
  customer,
}) => {
  const client = await page.context().newCDPSession(page);
  await client.send("WebAuthn.enable");
  await client.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  await page.goto("/account/security");
  await page.getByRole("button", { name: "Add passkey" }).click();
  const dialog = page.getByRole("dialog", { name: "Add passkey" });
  await expect(dialog.getByLabel("Name")).toHaveValue(/Chrome/);
  await expectAccessible(page);
  await dialog.getByLabel("Name").fill("Blue laptop");
  await page.keyboard.press("Enter");
  await expect(dialog).toBeHidden();
  const remove = page.getByRole("button", { name: "Remove Blue laptop" });
  await expect(remove).toBeVisible();

  await page.getByRole("button", { name: "Add passkey" }).click();
  await dialog.getByRole("button", { name: "Continue" }).click();
  await expect(dialog.getByRole("alert")).toContainText(
    "This device already has a passkey for your account.",
  );
  await dialog.getByRole("button", { name: "Cancel" }).click();

  await remove.click();
  await page
    .getByRole("alertdialog", { name: "Remove passkey Blue laptop?" })
    .getByRole("button", { name: "Remove Blue laptop" })
    .click();
  await expect(remove).toHaveCount(0);
  void customer;
});

test("links and unlinks an OAuth account", async ({ page, customer, unique }) => {
  const email = `${unique("elsewhere")}@gmail.com`;
  await page.goto("/account/security");
  await page.getByRole("button", { name: "Link Google" }).click();
  await page.getByLabel("Email address").fill(email);
  await page.getByLabel("First name").fill("Kim");
  await page.getByLabel("Last name").fill("Lund");
  await page.getByRole("button", { name: "Continue", exact: true }).click();
  await expect(page).toHaveURL("/account/security");
  await expect(page.getByText(`${email} · linked`)).toBeVisible();
  await page.getByRole("button", { name: "Unlink Google" }).click();
  await page
    .getByRole("alertdialog", { name: "Unlink Google?" })
    .getByRole("button", { name: "Unlink Google" })
    .click();
  await expect(page.getByRole("button", { name: "Link Google" })).toBeVisible();

  await test.step("shows a message when the user denies access at the provider", async () => {
    await page.getByRole("button", { name: "Link GitHub" }).click();
    await page.getByRole("button", { name: "Cancel" }).click();
    await expect(page).toHaveURL("/account/security");
    await expect(page.getByRole("alert")).toContainText("You weren't signed in.");
  });
  void customer;
});

test("lists the current session first and ends sessions one by one or all", {
  tag: "@phone",
}, async ({ page, customer }) => {
  await page.goto("/account/sessions");
  const rows = page.getByRole("table").getByRole("row").filter({ hasText: "Password" });
  await expect(rows).toHaveCount(2);
  await expect(rows.first()).toContainText("Current session");
  await expectAccessible(page);
  await page.getByRole("button", { name: "Actions for an unknown device" }).click();
  await page.getByRole("menuitem", { name: "End session" }).click();
  await page
    .getByRole("alertdialog", { name: "End session on an unknown device?" })
    .getByRole("button", { name: "End session" })
    .click();
  await expect(rows).toHaveCount(1);
  await expect(customer.call(api.auth.self, {})).rejects.toThrow("401");

  const credentials = { email: customer.email, password: demoPassword };
  await customer.call(api.auth.login, { body: credentials });
  await page.reload();
  await expect(rows).toHaveCount(2);
  await page.getByRole("button", { name: "End all other sessions" }).click();
  await page
    .getByRole("alertdialog")
    .getByRole("button", { name: "End all other sessions" })
    .click();
  await expect(page.getByText("Sessions ended: 1")).toBeVisible();
  await expect(rows).toHaveCount(1);
  await expect(customer.call(api.auth.self, {})).rejects.toThrow("401");

  await customer.call(api.auth.login, { body: credentials });
  await page.getByRole("button", { name: "End all sessions" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "End all sessions" }).click();
  await expect(page.getByRole("heading", { name: "Sign in" })).toBeVisible();
  await expect(customer.call(api.auth.self, {})).rejects.toThrow("401");
});

test("navigates the account pages by keyboard", async ({ page, customer }) => {
  await page.goto(`/${customer.handle}`);
  await page.getByRole("button", { name: /^Account menu for/ }).focus();
  await page.keyboard.press("Enter");
  const settings = page.getByRole("menuitem", { name: "Account settings" });
  await expect(settings).toBeVisible();
  await expect(async () => {
    await page.keyboard.press("ArrowDown");
    await expect(settings).toBeFocused({ timeout: 300 });
  }).toPass();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: "General" })).toBeVisible();
  await page.goto("/account/security");
  await page.getByRole("button", { name: "Turn on" }).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByLabel("Authentication code")).toBeVisible();
  await page.keyboard.press("Tab");
  await page.goto("/account/sessions");
  await page
    .getByRole("button", { name: /^Actions for/ })
    .first()
    .focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("menuitem", { name: "Sign out" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("button", { name: /^Actions for/ }).first()).toBeFocused();
});
