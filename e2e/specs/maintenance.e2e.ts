/** Maintenance closes the console for all users, so this spec has an isolated stack, where staff need a second factor. */
import { goTo } from "../support/console-actions.ts";
import { expect, test } from "../support/isolated-stack.ts";
import { enableTwoFactor } from "../support/two-factor-actions.ts";
import { expectAccessible } from "../support/fixtures.ts";

const itAdmin = "it-admin@demo.test";

test("staff set up two-factor authentication first, then start and end maintenance", async ({
  page,
  context,
  browser,
  stack,
  signIn,
}) => {
  test.slow();
  await signIn("owner@demo.test");
  const customerContext = await browser.newContext({ baseURL: stack.url });
  await customerContext.addCookies(await context.cookies());
  await context.clearCookies();
  const customer = await customerContext.newPage();
  await customer.goto("/northwind/projects");
  await expect(customer.getByRole("heading", { name: "Projects", exact: true })).toBeVisible();
  const draft = await customerContext.newPage();
  await draft.goto("/northwind/projects/add");
  await draft.getByLabel("Name").fill("Tides");

  await signIn(itAdmin);
  await test.step("requires two-factor authentication first", async () => {
    await page.goto("/admin/users");
    await expect(
      page.getByRole("heading", { name: "Two-factor authentication required" }),
    ).toBeVisible();
    await expect(page).toHaveURL("/admin/users");
    await expectAccessible(page);
    await page.getByRole("link", { name: "Set up two-factor authentication" }).click();
    await expect(page).toHaveURL("/account/security");
    await enableTwoFactor(page);
  });

  await test.step("starts maintenance with a typed word and a message", async () => {
    await page.goto("/admin/maintenance");
    await expect(page.getByRole("heading", { level: 1, name: "Maintenance" })).toBeVisible();
    await expectAccessible(page);
    await page.getByLabel("Message").fill("New storage; back at noon");
    await page.getByRole("button", { name: "Start maintenance" }).click();
    const dialog = page.getByRole("alertdialog", { name: "Start maintenance?" });
    await expect(dialog.getByRole("button", { name: "Start maintenance" })).toHaveAttribute(
      "aria-disabled",
      "true",
    );
    await dialog.getByLabel("Type maintenance to confirm").fill("maintenance");
    const rejected = customer.waitForResponse((response) => response.status() === 423);
    await dialog.getByRole("button", { name: "Start maintenance" }).click();
    await expect(page.getByText("Started by")).toBeVisible();
    // An open page gets it from its live stream without a request.
    await expect(customer.getByText("New storage; back at noon")).toBeVisible({ timeout: 2_000 });
    await expect(customer.getByText(/may be out of date/)).toBeVisible();
    await rejected;
    // The banner explains it, so the list below offers no retry.
    await expect(customer.getByRole("button", { name: "Try again" })).toHaveCount(0);
    await expect(
      page.getByText(/^Maintenance since .* Customers see the maintenance page/),
    ).toBeVisible();
    await expectAccessible(page);
    await goTo(page, "Users");
    await expect(page.getByRole("link", { name: "Demo Owner" })).toBeVisible();
    await expect(page.getByText(/^Maintenance since/)).toBeVisible();
  });
  await test.step("customers see the maintenance page, which says that instances keep running", async () => {
    await goTo(customer, "SSH keys");
    await expect(customer).toHaveURL(/^[^?]*\/423/);
    await expect(
      customer.getByRole("heading", {
        name: "We're doing maintenance. Running instances are not affected",
      }),
    ).toBeVisible();
    await expect(customer.getByText(/^It started/)).toBeVisible();
    await expect(customer.getByText("New storage; back at noon", { exact: true })).toBeVisible();
    await expect(customer.getByText("Cause")).toHaveCount(0);
    await expect(customer.getByRole("banner").getByRole("link")).toHaveCount(0);
    await customer.bringToFront();
    await expectAccessible(customer);
    await customer.reload();
    await expect(customer.getByText(/^It started/)).toBeVisible();
  });
  await test.step("an open form says why it can't be sent and keeps the input", async () => {
    await draft.getByRole("button", { name: "Create project" }).click();
    await expect(draft.getByRole("alert")).toContainText("New storage; back at noon");
    await expect(draft.getByText(/^Maintenance since/)).toBeVisible();
    await expect(draft.getByText(/may be out of date/)).toBeVisible();
    await expect(draft).toHaveURL("/northwind/projects/add");
    await expect(draft.getByLabel("Name")).toHaveValue("Tides");
  });
  await test.step("after the end the customer's page opens automatically", async () => {
    await goTo(page, "Maintenance");
    await page.getByRole("button", { name: "End maintenance" }).click();
    await expect(page.getByText("Only staff can sign in")).toBeVisible();
    await expect(page.getByText(/^Maintenance since/)).toHaveCount(0);
    await expect(customer).toHaveURL("/northwind/settings/credentials", { timeout: 25_000 });
    await expect(customer.getByRole("heading", { name: "SSH keys", exact: true })).toBeVisible();
  });
  await draft.getByRole("button", { name: "Create project" }).click();
  await expect(draft.getByRole("heading", { level: 1, name: "Tides" })).toBeVisible();
  await expect(draft.getByText(/may be out of date/)).toHaveCount(0);
  await customerContext.close();
});
