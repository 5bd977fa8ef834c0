import type { Page } from "@playwright/test";
import { revokeSessionElsewhere, fillSignIn, logOut } from "../support/auth-actions.ts";
import { expect, expectAccessible, test } from "../support/fixtures.ts";

/** Completes the sign-in page of the emulated provider. */
async function signInThere(page: Page, provider: string, email: string): Promise<void> {
  await expect(page.getByRole("heading", { name: `Sign in with ${provider}` })).toBeVisible();
  await page.getByLabel("Email address").fill(email);
  await page.getByLabel("First name").fill("Kim");
  await page.getByLabel("Last name").fill("Lund");
  await page.getByRole("button", { name: "Continue", exact: true }).click();
}

for (const provider of ["Google", "GitHub"]) {
  test(`signs in with ${provider}, accepts the terms first and continues to the requested page`, async ({
    page,
    unique,
  }) => {
    const email = `${unique(provider.toLowerCase())}@gmail.com`;
    await page.goto("/workspaces/add");
    await expect(page.getByRole("heading", { name: "Sign in" })).toBeVisible();
    await page.getByRole("button", { name: `Continue with ${provider}` }).click();
    await signInThere(page, provider, email);

    await expect(page.getByRole("heading", { name: "Before you continue" })).toBeVisible();
    await expect(page.getByText(email)).toBeVisible();
    await expectAccessible(page);
    await page.goto("/workspaces/add");
    await expect(page, "nothing else before").toHaveURL(/\/auth\/terms$/);
    await page.getByRole("button", { name: "Continue" }).click();
    const terms = page.getByRole("checkbox", { name: "I accept the terms" });
    await expect(terms).toHaveAccessibleDescription("Accept the terms to continue");
    await page.getByRole("checkbox", { name: "I am 18 or older" }).check();
    await terms.check();
    await page.getByRole("button", { name: "Continue" }).click();
    await expect(page).toHaveURL("/workspaces/add");
    await expect(page.getByRole("heading", { name: "Create workspace" })).toBeVisible();

    await page.goBack();
    await expect(page.getByText("Sign in with your password")).toHaveCount(0);
    await page.goto("/workspaces");
    await logOut(page);
    await page.getByRole("button", { name: `Continue with ${provider}` }).click();
    await signInThere(page, provider, email);
    await expect(page.getByRole("heading", { name: "Workspaces", exact: true })).toBeVisible();
  });
}

test("returns to the sign-in page after denied access and keeps the requested page", async ({
  page,
  customer,
  context,
}) => {
  await context.clearCookies();
  await page.goto(`/${customer.handle}/projects`);
  await page.getByRole("button", { name: "Continue with Google" }).click();
  await page.getByRole("button", { name: "Cancel" }).click();
  await expect(page.getByRole("heading", { name: "Sign in" })).toBeVisible();
  await expect(page.getByRole("alert")).toContainText("You weren't signed in.");
  await expect(page).toHaveURL(/\/auth\/login$/);
  await fillSignIn(page, customer.email);
  await expect(page).toHaveURL(`/${customer.handle}/projects`);
});

test("shows a message for an invalid code and removes it from the URL", async ({ page }) => {
  await page.goto("/auth/oauth/github?code=wrong-code&state=wrong-code");
  await expect(page.getByRole("alert")).toContainText("Couldn't sign you in with GitHub");
  await expect(page).toHaveURL(/\/auth\/login$/);
  await page.goBack();
  expect(page.url()).not.toContain("wrong-code");
  await page.goto("/auth/oauth/unknown?code=wrong-code");
  await expect(page.getByRole("heading", { name: "We can't find that" })).toBeVisible();
});

test("does not link an account with a password by email; explains how to link it", async ({
  page,
  customer,
  context,
}) => {
  await context.clearCookies();
  await page.goto("/auth/login");
  await page.getByRole("button", { name: "Continue with GitHub" }).click();
  await signInThere(page, "GitHub", customer.email);
  await expect(page.getByRole("alert")).toContainText(
    "Sign in with your password, then link the other account under Account > Security.",
  );
  await expectAccessible(page);
  await fillSignIn(page, customer.email);
  await expect(page).toHaveURL(`/${customer.handle}`);
});

test("a user without a password reauthenticates in a new tab and continues on the page", async ({
  page,
  context,
  unique,
}) => {
  const handle = unique("elsewhere");
  const email = `${handle}@gmail.com`;
  await page.goto("/auth/login");
  await page.getByRole("button", { name: "Continue with Google" }).click();
  await signInThere(page, "Google", email);
  await page.getByRole("checkbox", { name: "I am 18 or older" }).check();
  await page.getByRole("checkbox", { name: "I accept the terms" }).check();
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByRole("link", { name: "Create workspace" }).click();
  await page.getByLabel("Name").fill("Half typed");

  await revokeSessionElsewhere(page);
  await page.getByRole("button", { name: "Create workspace" }).click();
  const dialog = page.getByRole("dialog", { name: "Please sign in again" });
  const opened = context.waitForEvent("page");
  await dialog.getByRole("link", { name: "Sign in (opens a new tab)" }).click();
  const tab = await opened;
  await tab.getByRole("button", { name: "Continue with Google" }).click();
  await signInThere(tab, "Google", email);
  await expect(tab.getByRole("heading", { name: "Workspaces", exact: true })).toBeVisible();
  await expect(dialog).toBeHidden();
  await expect(page.getByLabel("Name")).toHaveValue("Half typed");
});
