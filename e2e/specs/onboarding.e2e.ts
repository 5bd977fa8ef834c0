/** Onboarding: creating a workspace, which can be skipped, and the remaining first steps on the home page. */
import { createUnverifiedCustomer } from "../support/api-client.ts";
import { logOut, fillSignIn } from "../support/auth-actions.ts";
import { expect, expectAccessible, test } from "../support/fixtures.ts";

test("a new user creates a workspace, enters billing details, skips the card and lands in the workspace", {
  tag: "@phone",
}, async ({ page, stack, unique, waitForEmailLink, signIn }) => {
  const { email, handle } = await createUnverifiedCustomer(
    stack.url,
    unique("fresh"),
    waitForEmailLink,
  );
  await signIn(email);
  await page.goto("/");
  await expect(page).toHaveURL("/workspaces");
  await page.getByRole("link", { name: "Create workspace" }).click();
  await expect(page.getByRole("heading", { name: "Create workspace" })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Create workspace" }).click();
  await expect(page.getByLabel("Name")).toHaveAccessibleDescription("Field is required");
  await page.getByLabel("Name").fill("Fresh start");
  await page.getByLabel("Handle").fill(handle);
  await page.keyboard.press("Enter");

  await test.step("billing details come next, then the card", async () => {
    await expect(page.getByRole("heading", { name: "Who are invoices for?" })).toBeVisible();
    await expect(page.getByText("Step 2 of 3")).toBeVisible();
    await expectAccessible(page);
    await page.getByRole("button", { name: "Save and continue" }).click();
    await expect(page.getByLabel("Name", { exact: true })).toHaveAccessibleDescription(
      "Field is required",
    );
    await page.getByLabel("Name", { exact: true }).fill("Robin Berg");
    await page.getByRole("combobox", { name: "Country" }).fill("Netherl");
    await page.getByRole("option", { name: "Netherlands", exact: true }).click();
    await page.getByLabel("Address", { exact: true }).fill("Keizersgracht 1");
    await page.getByLabel("Postal code").fill("1015 CN");
    await page.getByLabel("City").fill("Amsterdam");
    await page.getByRole("button", { name: "Save and continue" }).click();
    await expect(page.getByRole("heading", { name: "Add a card" })).toBeVisible();
    await expect(page.getByText("Step 3 of 3")).toBeVisible();
    await page.goto("/onboarding");
    await expect(page.getByRole("heading", { name: "Add a card" })).toBeVisible();
    await expectAccessible(page);
    await page.getByRole("button", { name: "Skip" }).click();
    await expect(page).toHaveURL(`/${handle}`);
  });

  await test.step("what is done or skipped does not follow again", async () => {
    await page.goto("/onboarding");
    await expect(page).toHaveURL(`/${handle}`);
  });

  await test.step("completes, hides and restores the first steps", async () => {
    const card = page
      .locator("section")
      .filter({ has: page.getByRole("heading", { name: "Get started" }) });
    await expect(card.getByRole("listitem")).toHaveCount(5);
    await expect(card.getByRole("heading", { name: /\(done\)$/ })).toHaveText(/^Verify your email/);
    await expectAccessible(page);
    await card.getByRole("link", { name: "Create project" }).click();
    await page.getByLabel("Name").fill("Vision");
    await page.getByRole("button", { name: "Create project" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Vision" })).toBeVisible();
    await page.goto(`/${handle}`);
    await expect(card.getByRole("heading", { name: "Create a project (done)" })).toBeVisible();
    await card.getByRole("button", { name: "Hide" }).click();
    await expect(card).toBeHidden();
    await page.reload();
    await expect(page.getByRole("heading", { name: "Cost", exact: true })).toBeVisible();
    await expect(card).toBeHidden();
    await page.getByRole("button", { name: "Show setup steps" }).click();
    await expect(card).toBeVisible();
  });
});

test("a skipped step stays skipped in this browser; a signed-out user signs in first", async ({
  page,
  stack,
  unique,
  waitForEmailLink,
}) => {
  const { email } = await createUnverifiedCustomer(stack.url, unique("later"), waitForEmailLink);
  await page.goto("/onboarding/payment-method");
  await expect(page.getByRole("heading", { name: "Sign in" })).toBeVisible();
  await fillSignIn(page, email);
  await expect(page.getByRole("heading", { name: "Create workspace" })).toBeVisible();
  await page.getByRole("button", { name: "Skip" }).click();
  await expect(page.getByRole("heading", { name: "No workspaces yet" })).toBeVisible();
  const cookie = (await page.context().cookies()).find(({ name }) => name === "skipOnboarding");
  expect(cookie?.sameSite).toBe("Lax");
  expect(Object.keys(JSON.parse(decodeURIComponent(cookie?.value ?? "")))).toEqual(["workspace"]);
  await page.goto("/onboarding");
  await expect(page).toHaveURL("/workspaces");
  await logOut(page);
});
