/** Lifecycle of a workspace: create, rename, set as default, delete, and restore by staff. */
import type { Page } from "@playwright/test";
import { api } from "#contracts/api.ts";
import { goTo } from "../support/console-actions.ts";
import { signInAs } from "../support/api-client.ts";
import { expect, expectAccessible, test } from "../support/fixtures.ts";

const save = (page: Page) => page.getByRole("button", { name: "Save", exact: true });

/** A row of a list, by the handle below the name. */
const rowOf = (page: Page, handle: string) => page.getByRole("row").filter({ hasText: handle });

test("C070, C076: redirects old URLs of a renamed workspace; no handle shadows a page or another workspace", async ({
  page,
  customer,
  unique,
}) => {
  const old = customer.handle;
  const renamed = unique("renamed");
  await page.goto(`/${old}`);
  await goTo(page, "General");
  const name = page.getByLabel("Name");
  const handle = page.getByLabel("Handle");
  await expect(save(page)).toBeDisabled();

  await test.step("names used, reserved and malformed handles while typing and rejects them", async () => {
    await handle.fill("northwind");
    await expect(handle).toHaveAccessibleDescription(
      /northwind is taken\. Choose another handle\.$/,
    );
    await save(page).click();
    await expect(handle).toHaveAccessibleDescription(
      "This handle is already taken. Choose another.",
    );
    await handle.fill("My-Activities");
    await expect(handle).toHaveValue("my-activities");
    await expect(handle).toHaveAccessibleDescription(/is reserved/);
    await save(page).click();
    await expect(handle).toHaveAccessibleDescription("This word is reserved");
    await handle.fill("a--b");
    await expect(handle).toHaveAccessibleDescription(/^Use 3 to 32 lowercase letters/);
    await handle.fill(old);
    await expect(save(page), "unchanged").toBeDisabled();
    await name.fill("Nice\u202eeciN");
    await save(page).click();
    await expect(name).toHaveAccessibleDescription("Contains invisible or control characters");
  });

  await test.step("warns before leaving with unsaved input", async () => {
    await page.evaluate(() => history.back());
    await page.getByRole("button", { name: "Keep editing" }).click();
    await expect(name).toHaveValue("Nice\u202eeciN");
  });

  await name.fill("🦊 Fuchs & Söhne");
  await handle.fill(renamed);
  await expect(handle).toHaveAccessibleDescription(new RegExp(`/${renamed} is available$`));
  await expect(page.getByText(`URLs with ${old} redirect to the new ones`)).toBeVisible();
  await page.getByRole("radio", { name: "Wine" }).check();
  await expectAccessible(page);
  await save(page).click();
  await expect(page).toHaveURL(`/${renamed}/settings/general`);
  await expect(save(page)).toBeDisabled();
  await expect(page.getByRole("link", { name: "🦊 Fuchs & Söhne" })).toBeVisible();

  await test.step("redirects an old URL with its subpath, and a stored one", async () => {
    await page.goto(`/${old}/instances?status=stopped`);
    await expect(page).toHaveURL(`/${renamed}/instances?status=stopped`);
    await expect(page.getByRole("heading", { name: "Instances", exact: true })).toBeVisible();
    await page.context().addCookies([{ name: "workspace", value: old, url: page.url() }]);
    await page.goto("/");
    await expect(page).toHaveURL(`/${renamed}`);
  });

  await test.step("shows changes made in another browser and keeps the previous handle reserved", async () => {
    await goTo(page, "General");
    await expect(handle).toHaveValue(renamed);
    await customer.call(api.workspaces.update, {
      path: { workspace: renamed },
      body: { name: "Fuchs" },
    });
    await expect(name).toHaveValue("Fuchs");
    await handle.fill(old);
    await expect(handle).toHaveAccessibleDescription(/^A previous handle of this workspace/);
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(`/${old}/settings/general`);
  });
});

test("shows name and required roles to members who can't change the workspace", async ({
  page,
  signIn,
}) => {
  await signIn("administrator@demo.test");
  await page.goto("/northwind/settings/general");
  await expect(page.getByText("Roles that do: Owner.").first()).toBeVisible();
  await expect(page.getByText("northwind", { exact: true })).toBeVisible();
  await expect(page.getByRole("textbox")).toHaveCount(0);
  const end = page.getByRole("button", { name: "Deactivate workspace" });
  await expect(end).toBeDisabled();
  await expect(end).toHaveAccessibleDescription(/workspace\.delete/);
  await expectAccessible(page);
});

test("C071: opens the default workspace unless the browser knows the last one", async ({
  page,
  customer,
  unique,
  browser,
}) => {
  await page.goto("/workspaces");
  await page.getByRole("link", { name: "Create workspace" }).click();
  const name = page.getByLabel("Name");
  const handle = page.getByLabel("Handle");
  for (const odd of ["株式会社アルプス", "🦊🦊", "---"]) {
    await name.fill(odd);
    await expect(handle).toHaveValue(/^workspace-[a-z0-9]+$/);
  }
  await name.fill("\u202eevil");
  await page.getByRole("button", { name: "Create workspace" }).click();
  await expect(name).toHaveAccessibleDescription("Contains invisible or control characters");
  const second = unique("second");
  await name.fill("🦊 株式会社");
  await handle.fill(second);
  await page.getByRole("button", { name: "Create workspace" }).click();
  await expect(page).toHaveURL(`/${second}`);

  await page.goto("/workspaces");
  await expect(rowOf(page, customer.handle)).toContainText("Default");
  await expect(rowOf(page, second)).toContainText("Owner");
  await expect(rowOf(page, second)).toContainText("US$0.00");
  await expectAccessible(page);
  const makeDefault = async () => {
    await rowOf(page, second)
      .getByRole("button", { name: /^Actions/ })
      .click();
    await page.getByRole("menuitem", { name: /^Make default/ }).click();
    await expect(rowOf(page, second)).toContainText("Default");
  };
  await makeDefault();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(rowOf(page, customer.handle)).toContainText("Default");
  await makeDefault();
  await expect(rowOf(page, customer.handle)).not.toContainText("Default");
  await rowOf(page, second)
    .getByRole("button", { name: /^Actions/ })
    .click();
  await expect(page.getByRole("menuitem", { name: /^Make default/ })).toContainText(
    "Already your default workspace",
  );
  await page.keyboard.press("Escape");

  await test.step("the switcher shows it too", async () => {
    const sidebar = page.getByRole("button", { name: "Open sidebar" });
    if (await sidebar.isVisible()) await sidebar.click();
    await page.getByRole("button", { name: /^Switch workspace/ }).click();
    await expect(page.getByRole("menuitem", { name: /default$/ })).toContainText("🦊 株式会社");
    await page.keyboard.press("Escape");
  });

  await test.step("another browser opens the default, this one the last workspace", async () => {
    await page.goto(`/${customer.handle}/settings/general`);
    await expect(page.getByRole("button", { name: "Make default" })).toBeVisible();
    await page.goto("/");
    await expect(page).toHaveURL(`/${customer.handle}`);
    const { cookies } = await page.context().storageState();
    const other = await browser.newContext({ baseURL: page.url() });
    await other.addCookies(cookies.filter(({ name: cookie }) => cookie !== "workspace"));
    const elsewhere = await other.newPage();
    await elsewhere.goto("/");
    await expect(elsewhere).toHaveURL(`/${second}`);
    await other.close();
  });
});

test("C077: deletes a workspace by its typed handle, continues in the next one, and staff restore it", async ({
  page,
  customer,
  unique,
  signIn,
  stack,
}) => {
  test.slow();
  const next = unique("next");
  await customer.call(api.workspaces.create, { body: { name: next, handle: next } });
  await page.goto(`/${customer.handle}/settings/general`);
  await expect(page.getByText("No instances left.")).toBeVisible();
  await page.getByRole("button", { name: "Deactivate workspace" }).click();
  const dialog = page.getByRole("alertdialog", { name: `Deactivate ${customer.handle}?` });
  await expect(dialog.getByRole("button", { name: "Cancel" })).toBeFocused();
  await expect(dialog.getByText("In workspace")).toBeAttached();
  const end = dialog.getByRole("button", { name: `Deactivate ${customer.handle}` });
  await expect(end).toBeDisabled();
  await expectAccessible(page);

  await test.step("C029: canceling clears the input", async () => {
    await dialog.getByLabel(/^Type/).fill(customer.handle);
    await dialog.getByRole("button", { name: "Cancel" }).click();
    await expect(dialog).toBeHidden();
    await page.getByRole("button", { name: "Deactivate workspace" }).click();
    await expect(dialog.getByLabel(/^Type/)).toHaveValue("");
  });

  await dialog.getByLabel(/^Type/).fill(customer.handle);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(`/${next}`);
  await expect(page.getByText(`${customer.handle} deactivated`)).toBeVisible();
  await page.goto(`/${customer.handle}/projects`);
  await expect(page.getByText(`Workspace ${customer.handle} not found`)).toBeVisible();
  await page.getByRole("link", { name: next }).click();
  await expect(page).toHaveURL(`/${next}`);

  await test.step("a page of a workspace that is deleted meanwhile says so and redirects", async () => {
    await goTo(page, "Projects");
    await expect(page.getByRole("heading", { name: "Projects", exact: true })).toBeVisible();
    await customer.call(api.workspaces.remove, {
      path: { workspace: next },
      body: { handle: next },
    });
    await expect(page.getByText(`You no longer have access to ${next}`)).toBeVisible();
    await expect(page).toHaveURL("/workspaces");
    await expect(page.getByRole("heading", { name: "No workspaces yet" })).toBeVisible();
  });

  await test.step("Support finds it without permission; an IT Admin restores it and deactivates it with a reason", async () => {
    await signIn("support@demo.test");
    await page.goto("/admin/workspaces");
    await page
      .getByRole("searchbox", { name: "Search by name, handle, or owner" })
      .fill(customer.email);
    await expect(rowOf(page, customer.handle).first()).toContainText("Deactivated");
    await page.getByRole("link", { name: customer.handle, exact: true }).click();
    const restore = page.getByRole("button", { name: "Restore" });
    await expect(restore).toHaveAccessibleDescription(/Roles that do: IT Admin/);

    await signIn("it-admin@demo.test");
    await page.reload();
    await restore.click();
    await expect(page.getByRole("heading", { level: 1 }).locator("xpath=..")).toContainText(
      "Active",
    );
    await page.getByRole("button", { name: "Deactivate", exact: true }).click();
    const down = page.getByRole("alertdialog", { name: `Deactivate ${customer.handle}?` });
    await down.getByLabel(/^Type/).fill(customer.handle);
    await down.getByRole("button", { name: `Deactivate ${customer.handle}` }).click();
    await expect(down.getByLabel("Reason")).toHaveAccessibleDescription("Field is required");
    await expectAccessible(page);
    await down.getByLabel("Reason").fill("Requested by its owner");
    await page.keyboard.press("Tab");
    await down.getByRole("button", { name: `Deactivate ${customer.handle}` }).click();
    await expect(restore).toBeVisible();
    await expect(page.getByText(/can be restored until/)).toBeVisible();
    await restore.click();
    await expect(page.getByRole("button", { name: "Deactivate", exact: true })).toBeVisible();
  });
  const back = await signInAs(stack.url, customer.email);
  const { userWorkspaceRoles } = await back.call(api.auth.self, {});
  expect(userWorkspaceRoles).toMatchObject([{ handle: customer.handle, isDefault: true }]);
});

test("instances prevent deletion and are linked; staff see their number", async ({
  page,
  signIn,
  stack,
}) => {
  await signIn("owner@demo.test");
  await page.goto("/northwind/settings/general");
  const checks = page.getByRole("list", { name: "Issues to resolve first" });
  await expect(checks).toContainText(/still exist\. Terminate them first\./);
  const end = page.getByRole("button", { name: "Deactivate workspace" });
  await expect(end).toBeDisabled();
  await expect(end).toHaveAccessibleDescription("Resolve the issues listed here first");
  await expectAccessible(page);
  await checks.getByRole("link", { name: /instances/ }).click();
  await expect(page).toHaveURL(/\/northwind\/instances/);

  const staff = await signInAs(stack.url, "it-admin@demo.test");
  const { data } = await staff.call(api.adminWorkspaces.list, { query: { search: "northwind" } });
  await signIn("it-admin@demo.test");
  await page.goto(`/admin/workspaces/${data.find(({ handle }) => handle === "northwind")?.id}`);
  await expect(page.getByRole("button", { name: "Deactivate" })).toHaveAccessibleDescription(
    /instances still exist/,
  );
});
