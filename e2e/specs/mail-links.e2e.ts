/** Email links opened in another browser or while another user is signed in. */
import { api } from "#contracts/api.ts";
import { demoPassword } from "../support/api-client.ts";
import { fillRegistration, fillSignIn, emailedLink } from "../support/auth-actions.ts";
import { expect, expectAccessible, test } from "../support/fixtures.ts";

const newPassword = "harbour-lights-at-dusk";

test("verifies a new account with one click in the same browser, and with a password in another one", async ({
  page,
  browser,
  unique,
  waitForEmailLink,
}) => {
  const email = `${unique("mailbox")}@example.org`;
  await page.goto("/auth/register");
  await fillRegistration(page, { email });
  await page.getByRole("button", { name: "Create account" }).click();
  await expect(page.getByRole("heading", { name: "Check your email" })).toBeVisible();
  const link = await emailedLink(waitForEmailLink, email, "/auth/verify/");

  await test.step("another browser: the link asks for a new password", async () => {
    const other = await browser.newContext();
    const elsewhere = await other.newPage();
    await elsewhere.goto(link);
    await elsewhere.getByRole("button", { name: "Verify email" }).click();
    await expect(elsewhere.getByRole("heading", { name: "Set a password" })).toBeVisible();
    await expect(elsewhere.getByLabel("New password")).toBeFocused();
    await expectAccessible(elsewhere);
    await elsewhere.getByLabel("New password").fill("short");
    await elsewhere.getByRole("button", { name: "Set new password" }).click();
    await expect(elsewhere.getByLabel("New password")).toHaveAccessibleDescription(
      "12 to 128 characters",
    );
    await elsewhere.getByLabel("New password").fill(newPassword);
    await elsewhere.keyboard.press("Enter");
    await expect(elsewhere.getByRole("heading", { name: "Email verified" })).toBeFocused();
    await expectAccessible(elsewhere);
    await elsewhere.getByRole("main").getByRole("link", { name: "Sign in" }).last().click();
    await fillSignIn(elsewhere, email, newPassword);
    await expect(elsewhere.getByRole("heading", { name: "Workspaces", exact: true })).toBeVisible();
    await other.close();
  });

  await test.step("the password chosen at registration no longer works", async () => {
    await page.goto(link);
    await page.getByRole("button", { name: "Verify email" }).click();
    await expect(page.getByRole("heading", { name: "Already verified" })).toBeVisible();
    await page.getByRole("main").getByRole("link", { name: "Sign in" }).last().click();
    await fillSignIn(page, email, demoPassword);
    await expect(page.getByText("Incorrect email or password.")).toBeVisible();
  });
});

test("confirms an email change only in a signed-in browser", async ({
  page,
  browser,
  customer,
  unique,
  waitForEmailLink,
}) => {
  const email = `${unique("moved")}@example.org`;
  await customer.call(api.account.update, { body: { attribute: "email", email } });
  const link = await emailedLink(waitForEmailLink, email, "/auth/verify/");
  const other = await browser.newContext();
  const elsewhere = await other.newPage();
  await elsewhere.goto(link);
  await elsewhere.getByRole("button", { name: "Verify email" }).click();
  await expect(
    elsewhere.getByRole("heading", { name: "Sign in to change your email" }),
  ).toBeFocused();
  await expectAccessible(elsewhere);
  await other.close();
  await page.goto(link);
  await page.getByRole("button", { name: "Verify email" }).click();
  await expect(page.getByRole("heading", { name: "Email changed" })).toBeVisible();
});

test("resets the password of another account while a user is signed in, and signs out", async ({
  page,
  context,
  customer,
  signIn,
  waitForEmailLink,
}) => {
  await customer.call(api.auth.requestReset, { body: { email: customer.email } });
  const link = await emailedLink(waitForEmailLink, customer.email, "/auth/reset/");
  await signIn("newcomer@demo.test");
  const other = await context.newPage();
  await other.goto("/workspaces");
  await expect(other.getByRole("heading", { name: "Workspaces", exact: true })).toBeVisible();

  await page.goto(link);
  await expect(page.getByText("You're signed in as newcomer@demo.test.")).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel("New password").fill(newPassword);
  await page.getByRole("button", { name: "Set new password" }).click();
  await expect(page.getByRole("heading", { name: "Password changed" })).toBeFocused();
  await expect(page.getByText("You're signed in as")).toHaveCount(0);
  const cookies = (await context.cookies()).map(({ name }) => name);
  expect(cookies.filter((name) => name === "sid" || name === "csrf")).toEqual([]);
  await expect(other.getByRole("heading", { name: "Sign in" })).toBeVisible();

  await page.getByRole("main").getByRole("link", { name: "Sign in" }).last().click();
  await fillSignIn(page, customer.email, newPassword);
  await expect(page).toHaveURL(`/${customer.handle}`);
});

test("locks an account by its link while another user is signed in, who stays signed in", async ({
  page,
  customer,
  signIn,
  waitForEmailLink,
}) => {
  await customer.call(api.account.update, {
    body: { attribute: "password", password: newPassword },
  });
  const link = await emailedLink(waitForEmailLink, customer.email, "/auth/freeze/");
  await signIn("newcomer@demo.test");
  await page.goto(link);
  await expect(page.getByText("You're signed in as newcomer@demo.test.")).toBeVisible();
  await page.getByRole("button", { name: "Lock my account" }).click();
  await expect(page.getByRole("heading", { name: "Your account is locked" })).toBeVisible();
  await page.goto("/workspaces");
  await expect(page.getByRole("heading", { name: "Workspaces", exact: true })).toBeVisible();
});
