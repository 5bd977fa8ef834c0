/** An invite link opened by a guest: who invites whom to what, before and on the forms. */
import { api } from "#contracts/api.ts";
import { type Customer, createUnverifiedCustomer } from "../support/api-client.ts";
import { emailedLink, fillSignIn } from "../support/auth-actions.ts";
import { expect, expectAccessible, listEmails, test } from "../support/fixtures.ts";

const invite = (customer: Customer, email: string) =>
  customer.call(api.invites.create, {
    path: { workspace: customer.handle },
    body: { emails: [email], roleId: "billing_administrator" },
  });

test("a guest sees who invites them before signing in, and signs in with the filled address", {
  tag: "@phone",
}, async ({ page, context, customer, stack, unique, waitForEmailLink }) => {
  const guest = await createUnverifiedCustomer(stack.url, unique("kim"), waitForEmailLink);
  await invite(customer, guest.email);
  const link = await emailedLink(waitForEmailLink, guest.email, "/join/");

  await test.step("the mail's subject names inviter and workspace", async () => {
    const emails = await listEmails(stack, guest.email);
    expect(emails.at(-1)?.subject).toBe(`Robin Berg invites you to ${customer.handle}`);
  });

  await context.clearCookies();
  await test.step("the page of the link has the facts, in English and German", async () => {
    await page.goto(link);
    const main = page.getByRole("main");
    await expect(
      main.getByRole("heading", { level: 1, name: `Join ${customer.handle}` }),
    ).toBeVisible();
    await expect(main).toContainText(`Robin Berg invited you to the workspace ${customer.handle}.`);
    await expect(main).toContainText("Billing administrator");
    await expect(main).toContainText(guest.email);
    await expect(main.getByText(/, \d{2}:\d{2}/)).toBeVisible();
    // The token is not in the URL of a page that shows other links.
    await expect(page).toHaveURL("/auth/invitation");
    await expect(page.getByRole("navigation", { name: "Steps" })).toHaveCount(0);
    await expectAccessible(page);
    await page.reload();
    await expect(
      main.getByRole("heading", { level: 1, name: `Join ${customer.handle}` }),
    ).toBeVisible();
  });

  await test.step("both forms say it again and have the invited address", async () => {
    const note = page.getByRole("note").filter({ hasText: "Robin Berg invited you to" });
    await page.getByRole("link", { name: "Create account" }).click();
    await expect(note).toContainText(`${customer.handle}. Your role: Billing administrator.`);
    await expect(page.getByLabel("Email")).toHaveValue(guest.email);
    await expectAccessible(page);
    await page.getByRole("main").getByRole("link", { name: "Sign in" }).last().click();
    await expect(note).toBeVisible();
    const email = page.getByLabel("Email");
    await expect(email).toHaveValue(guest.email);
    await expect(page.getByLabel("Password", { exact: true })).toBeFocused();
    await email.fill("someone.else@example.org");
    await expect(email).toHaveAccessibleDescription(
      `The invitation is for ${guest.email}. No other address can accept it.`,
    );
    await email.fill(guest.email.toUpperCase());
    await expect(email).not.toHaveAccessibleDescription(/No other address/);
    await expectAccessible(page);
  });

  await test.step("signing in leads to the invitation, which is accepted there", async () => {
    await fillSignIn(page, guest.email);
    await expect(page).toHaveURL(link);
    await page.getByRole("button", { name: `Join ${customer.handle}` }).click();
    await expect(page).toHaveURL(`/${customer.handle}`);
  });

  await test.step("C067: the used link states so to a guest, without names", async () => {
    await context.clearCookies();
    await page.goto(link);
    await expect(
      page.getByRole("heading", { name: "This invitation has already been used" }),
    ).toBeVisible();
    await expect(page.getByRole("main")).not.toContainText(customer.handle);
    await expect(page.getByRole("main")).not.toContainText(guest.email);
    await expectAccessible(page);
    await page.getByRole("link", { name: "Sign in" }).click();
    await expect(page.getByLabel("Email")).toHaveValue("");
  });
});

test("C067: a guest learns that a link was revoked or is unknown, and can still sign in", async ({
  page,
  context,
  customer,
  unique,
  waitForEmailLink,
}) => {
  const email = `${unique("lee")}@example.org`;
  const { data } = await invite(customer, email);
  const link = await emailedLink(waitForEmailLink, email, "/join/");
  await customer.call(api.invites.revoke, {
    path: { workspace: customer.handle, invite: data[0]?.id ?? "" },
  });
  await context.clearCookies();
  await page.goto(link);
  await expect(page.getByRole("heading", { name: "This invitation was revoked" })).toBeVisible();
  await expect(page.getByRole("main")).not.toContainText(customer.handle);
  await page.goto(`${link.slice(0, -8)}aaaaaaaa`);
  await expect(page.getByRole("heading", { name: "Invitation not found" })).toBeVisible();
  await page.getByRole("link", { name: "Sign in" }).click();
  await expect(page.getByRole("heading", { name: "Sign in" })).toBeVisible();
  // Without an invitation there is nothing to show.
  await context.clearCookies();
  await page.goto("/auth/invitation");
  await expect(page).toHaveURL("/auth/login");
});

test("after changing accounts the form has the invited address", async ({
  page,
  customer,
  stack,
  unique,
  waitForEmailLink,
}) => {
  const guest = await createUnverifiedCustomer(stack.url, unique("sam"), waitForEmailLink);
  await invite(customer, guest.email);
  await page.goto(await emailedLink(waitForEmailLink, guest.email, "/join/"));
  await page.getByRole("button", { name: "Sign out and continue" }).click();
  await expect(page.getByLabel("Email")).toHaveValue(guest.email);
  await expect(page.getByRole("note")).toContainText("Robin Berg invited you to");
});
