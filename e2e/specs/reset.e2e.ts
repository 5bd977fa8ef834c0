import { api } from "#contracts/api.ts";
import { demoPassword } from "../support/api-client.ts";
import { fillSignIn, emailedLink } from "../support/auth-actions.ts";
import { expect, expectAccessible, test } from "../support/fixtures.ts";

const newPassword = "harbour-lights-at-dusk";

test("resets a password by a link that opening does not consume, and ends all sessions", {
  tag: "@phone",
}, async ({ page, context, customer, waitForEmailLink, request }) => {
  await context.clearCookies();
  await test.step("requests the link with the same response for every email", async () => {
    await page.goto("/auth/login");
    await page.getByLabel("Email").fill(customer.email);
    await page.getByRole("link", { name: "Forgot password?" }).click();
    await expect(page.getByLabel("Email")).toHaveValue(customer.email);
    await expectAccessible(page);
    for (const email of ["unknown-user@example.org", customer.email]) {
      await page.goto("/auth/reset");
      await page.getByLabel("Email").fill(email);
      await page.keyboard.press("Enter");
      await expect(page.getByRole("heading", { name: "Check your email" })).toBeFocused();
      await expect(page.getByText(`If there's an account for ${email}`)).toBeVisible();
    }
    await expect(page.getByRole("button", { name: /Resend in \d+ s/ })).toBeDisabled();
  });

  const before = await emailedLink(waitForEmailLink, customer.email, "/auth/reset/");
  await test.step("opening the link twice does not consume it and leaves no token in the URL", async () => {
    for (const method of ["HEAD", "GET"]) await request.fetch(before, { method });
    const response = await page.goto(before);
    expect(response?.headers()["referrer-policy"]).toBe("no-referrer");
    await expect(page).toHaveURL(/\/auth\/reset\/opened$/);
    await page.reload();
    await expect(page.getByLabel("New password")).toBeFocused();
    await expect(page).toHaveTitle(/^Set a new password/);
    await expectAccessible(page);
  });

  await test.step("rejects an invalid password without consuming the link", async () => {
    const password = page.getByLabel("New password");
    await password.fill("short");
    await expect(password).toHaveAccessibleDescription("7 more characters needed");
    await page.getByRole("button", { name: "Set new password" }).click();
    await expect(password).toHaveAccessibleDescription("12 to 128 characters");
    await password.fill("password1234");
    await page.getByRole("button", { name: "Set new password" }).click();
    await expect(password).toHaveAccessibleDescription(/^Password invalid/);
    await password.fill(newPassword);
    await expect(password).toHaveAccessibleDescription("Long enough");
    await page.keyboard.press("Enter");
    await expect(page.getByRole("heading", { name: "Password changed" })).toBeFocused();
  });

  await test.step("earlier sessions have ended", async () => {
    await expect(customer.call(api.auth.self, {})).rejects.toThrow();
  });

  await test.step("rejects the old password and accepts the new one", async () => {
    await page.getByRole("main").getByRole("link", { name: "Sign in" }).last().click();
    await expect(page.getByLabel("Email")).toHaveValue(customer.email);
    await fillSignIn(page, customer.email, demoPassword);
    await expect(page.getByText("Incorrect email or password.")).toBeVisible();
    await fillSignIn(page, customer.email, newPassword);
    await expect(page).toHaveURL(`/${customer.handle}`);
  });

  await test.step("the consumed link offers the next step", async () => {
    await context.clearCookies();
    await page.goto(before);
    await page.getByLabel("New password").fill(`${newPassword} again`);
    await page.getByRole("button", { name: "Set new password" }).click();
    await expect(
      page.getByRole("heading", { name: "This link has already been used" }),
    ).toBeVisible();
    await page.goto("/auth/reset/no-such-token");
    await page.getByLabel("New password").fill(`${newPassword} again`);
    await page.getByRole("button", { name: "Set new password" }).click();
    await expect(page.getByRole("heading", { name: "This link has expired" })).toBeVisible();
    await expectAccessible(page);
    await page.getByRole("link", { name: "Send new link" }).click();
    await expect(page.getByRole("heading", { name: "Reset your password" })).toBeVisible();
  });
});

test("locks the account by the freeze link and unlocks it with a new password", async ({
  page,
  context,
  customer,
  waitForEmailLink,
}) => {
  await test.step("a password change sends an email with a freeze link", async () => {
    await customer.call(api.account.update, {
      body: { attribute: "password", password: newPassword },
    });
  });
  const freeze = await emailedLink(waitForEmailLink, customer.email, "/auth/freeze/");

  await test.step("the page explains the lock and does nothing before the click", async () => {
    await page.goto(freeze);
    await expect(page).toHaveURL(/\/auth\/freeze\/opened$/);
    await page.reload();
    await expect(page.getByRole("heading", { name: "Wasn't you?" })).toBeFocused();
    await expect(page.getByRole("main").getByRole("listitem")).toHaveCount(4);
    await expectAccessible(page);
    await page.getByRole("button", { name: "Lock my account" }).click();
    await expect(page.getByRole("heading", { name: "Your account is locked" })).toBeFocused();
    await expectAccessible(page);
  });

  await test.step("sign-in is rejected and a reset email arrives", async () => {
    await context.clearCookies();
    await page.goto("/auth/login");
    await fillSignIn(page, customer.email, newPassword);
    await expect(page.getByText("This account is deactivated.")).toBeVisible();
    await page.goto(freeze);
    await page.getByRole("button", { name: "Lock my account" }).click();
    await expect(page.getByRole("heading", { name: /was already locked/ })).toBeVisible();
  });

  await test.step("a new password unlocks the account", async () => {
    await page.goto(await emailedLink(waitForEmailLink, customer.email, "/auth/reset/"));
    await page.getByLabel("New password").fill("a-quiet-morning-in-may");
    await page.getByRole("button", { name: "Set new password" }).click();
    await expect(page.getByRole("heading", { name: "Password changed" })).toBeVisible();
    await page.getByRole("main").getByRole("link", { name: "Sign in" }).last().click();
    await fillSignIn(page, customer.email, "a-quiet-morning-in-may");
    await expect(page).toHaveURL(`/${customer.handle}`);
  });
});
