import { api } from "#contracts/api.ts";
import { demoPassword } from "../support/api-client.ts";
import { fillSignIn, emailedLink } from "../support/auth-actions.ts";
import { expect, expectAccessible, test } from "../support/fixtures.ts";

const newPassword = "harbour-lights-at-dusk";

test("a forgotten password is set anew by a link that opening does not use up, and every session ends", {
  tag: "@phone",
}, async ({ page, context, customer, waitForEmailLink, request }) => {
  await context.clearCookies();
  await test.step("the link is asked for, and the answer is the same for every address", async () => {
    await page.goto("/auth/login");
    await page.getByLabel("Email").fill(customer.email);
    await page.getByRole("link", { name: "Forgot password?" }).click();
    await expect(page.getByLabel("Email")).toHaveValue(customer.email);
    await expectAccessible(page);
    for (const email of ["nobody-of-that-name@example.org", customer.email]) {
      await page.goto("/auth/reset");
      await page.getByLabel("Email").fill(email);
      await page.keyboard.press("Enter");
      await expect(page.getByRole("heading", { name: "Check your email" })).toBeFocused();
      await expect(page.getByText(`If there's an account for ${email}`)).toBeVisible();
    }
    await expect(page.getByRole("button", { name: /Resend in \d+ s/ })).toBeDisabled();
  });

  const before = await emailedLink(waitForEmailLink, customer.email, "/auth/reset/");
  await test.step("opening it twice, by whomever, uses nothing up and leaves the token nowhere", async () => {
    for (const method of ["HEAD", "GET"]) await request.fetch(before, { method });
    const response = await page.goto(before);
    expect(response?.headers()["referrer-policy"]).toBe("no-referrer");
    await expect(page).toHaveURL(/\/auth\/reset\/opened$/);
    await page.reload();
    await expect(page.getByLabel("New password")).toBeFocused();
    await expect(page).toHaveTitle(/^Set a new password/);
    await expectAccessible(page);
  });

  await test.step("a password that will not do is refused without using it up", async () => {
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

  await test.step("the sessions of before are dead", async () => {
    await expect(customer.call(api.auth.self, {})).rejects.toThrow();
  });

  await test.step("the old password is refused, the new one signs in", async () => {
    await page.getByRole("main").getByRole("link", { name: "Sign in" }).last().click();
    await expect(page.getByLabel("Email")).toHaveValue(customer.email);
    await fillSignIn(page, customer.email, demoPassword);
    await expect(page.getByText("Incorrect email or password.")).toBeVisible();
    await fillSignIn(page, customer.email, newPassword);
    await expect(page).toHaveURL(`/${customer.handle}`);
  });

  await test.step("the link has done its work: it offers the next step", async () => {
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

test("who was not it locks the account, and opens it again with a new password", async ({
  page,
  context,
  customer,
  waitForEmailLink,
}) => {
  await test.step("a change of the password is told by mail, with a way to stop it", async () => {
    await customer.call(api.account.update, {
      body: { attribute: "password", password: newPassword },
    });
  });
  const freeze = await emailedLink(waitForEmailLink, customer.email, "/auth/freeze/");

  await test.step("the page says what it does, and does nothing until the button is pressed", async () => {
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

  await test.step("nobody gets in, and the mail with the way out is there", async () => {
    await context.clearCookies();
    await page.goto("/auth/login");
    await fillSignIn(page, customer.email, newPassword);
    await expect(page.getByText("This account is deactivated.")).toBeVisible();
    await page.goto(freeze);
    await page.getByRole("button", { name: "Lock my account" }).click();
    await expect(page.getByRole("heading", { name: /was already locked/ })).toBeVisible();
  });

  await test.step("a new password thaws it", async () => {
    await page.goto(await emailedLink(waitForEmailLink, customer.email, "/auth/reset/"));
    await page.getByLabel("New password").fill("a-quiet-morning-in-may");
    await page.getByRole("button", { name: "Set new password" }).click();
    await expect(page.getByRole("heading", { name: "Password changed" })).toBeVisible();
    await page.getByRole("main").getByRole("link", { name: "Sign in" }).last().click();
    await fillSignIn(page, customer.email, "a-quiet-morning-in-may");
    await expect(page).toHaveURL(`/${customer.handle}`);
  });
});
