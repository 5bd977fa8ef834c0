/** The fields of the API playground: choices, numbers, ids from lists, lists of values, and what staff may not run. */
import type { Page } from "@playwright/test";
import { api } from "#contracts/api.ts";
import { expect, expectAccessible, test } from "../support/fixtures.ts";

const add = (page: Page, name: string) =>
  page.getByRole("button", { name: `Add ${name}`, exact: true }).click();
const outcome = (page: Page) => page.getByRole("status").filter({ hasText: /^Response/ });
const responseRegion = (page: Page) => page.getByRole("region", { name: "Response", exact: true });

test("ids are picked from a searched list, and several of them from checkboxes", {
  tag: "@phone",
}, async ({ page, customer }) => {
  const path = { workspace: customer.handle };
  for (const name of ["Sea", "Sky"])
    await customer.call(api.projects.create, { path, body: { name } });
  await page.goto(`/playground?call=projects.view&workspace=${customer.handle}`);
  const choose = page.getByRole("button", { name: "Choose project" });

  await test.step("one id, found by search on the server", async () => {
    await choose.click();
    await expect(page.getByRole("radio")).toHaveCount(3);
    await expectAccessible(page);
    await page.getByRole("searchbox", { name: "Search", exact: true }).fill("sk");
    await expect(page.getByRole("radio")).toHaveCount(1);
    await page.getByRole("radio", { name: "Sky" }).check();
    await expect(page.getByRole("textbox", { name: "project" })).toHaveValue(/^[\da-f-]{36}$/);
    await page.getByRole("button", { name: "Close project" }).click();
    await expect(page.getByRole("radio")).toHaveCount(0);
    await page.getByRole("button", { name: "Run" }).click();
    await expect(responseRegion(page)).toContainText(`"name": "Sky"`);
  });

  await test.step("several ids", async () => {
    await page.goto(`/playground?call=invites.create&workspace=${customer.handle}`);
    await page.getByRole("button", { name: "Add item to emails" }).click();
    await page.getByLabel("emails, item 1", { exact: true }).fill("sea@example.org");
    await page.getByRole("button", { name: "Add item to emails" }).click();
    await page.getByLabel("emails, item 2", { exact: true }).fill("sky@example.org");
    await page.getByRole("button", { name: "Remove emails, item 1" }).click();
    await page.getByLabel("roleId", { exact: true }).selectOption("limited_team_member");
    await add(page, "projectIds");
    await page.getByRole("checkbox", { name: "Sea" }).check();
    await page.getByRole("checkbox", { name: "Sky" }).check();
    const selected = page.getByRole("list", { name: "Selected" });
    await expect(selected.getByRole("button")).toHaveCount(2);
    await selected.getByRole("button", { name: "Remove Sea" }).click();
    await expect(page.getByRole("checkbox", { name: "Sea" })).not.toBeChecked();
    await expectAccessible(page);
    await page.getByRole("button", { name: "Send POST" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Send POST" }).click();
    await expect(outcome(page)).toHaveText(/^Response 201/);
    const { data } = await customer.call(api.invites.list, { path });
    expect(data.map(({ email, role, projects }) => [email, role, projects[0]?.name])).toEqual([
      ["sky@example.org", "limited_team_member", "Sky"],
    ]);
  });
});

test("allowed values are choices, lists can be edited as JSON too, and fields can be removed", async ({
  page,
  customer,
}) => {
  await page.goto(`/playground?call=tokens.create&workspace=${customer.handle}`);
  await page.getByLabel("name", { exact: true }).fill("ci");
  await page.getByRole("checkbox", { name: "instance.view" }).check();
  await page.getByRole("checkbox", { name: "project.view" }).check();
  await page.getByRole("button", { name: "Edit as JSON" }).click();
  const raw = page.getByRole("textbox", { name: "scopes" });
  await expect(raw).toHaveValue(`["instance.view","project.view"]`);
  await raw.fill(`["instance.view"`);
  await page.getByRole("button", { name: "Send POST" }).click();
  await expect(raw).toHaveAccessibleDescription(/^Not valid JSON/);
  await raw.fill(`["instance.view"]`);
  await page.getByRole("button", { name: "Edit as a list" }).click();
  await expect(page.getByRole("checkbox", { name: "project.view" })).not.toBeChecked();
  await add(page, "expiresInDays");
  const days = page.getByLabel("expiresInDays", { exact: true });
  await expect(days).toHaveValue("90");
  await expect(days).toHaveAttribute("max", "365");
  await days.fill("400");
  await page.getByRole("button", { name: "Send POST" }).click();
  await expect(days).toHaveAccessibleDescription("Enter a number from 1 to 365");
  await page.getByRole("button", { name: "Remove expiresInDays" }).click();
  await expect(days).toHaveCount(0);
  await page.getByRole("button", { name: "HTTP" }).or(page.getByText("POST /api")).first().click();
  await expect(page.getByRole("main")).not.toContainText('expiresInDays":');

  await test.step("several allowed values of a query", async () => {
    await page.goto(
      `/playground?call=activity.ofWorkspace&workspace=${customer.handle}&query.result=ok`,
    );
    await page.getByRole("checkbox", { name: "denied" }).check();
    await page.getByRole("button", { name: "Run" }).click();
    await expect(outcome(page)).toHaveText(/^Response 200/);
    await expect(page).toHaveURL(/query\.result=ok(?:,|%2C)denied/);
    await expectAccessible(page);
  });
});

test("staff who act as a customer see before sending which calls they may not run", async ({
  page,
  customer,
  signIn,
}) => {
  await signIn("it-admin@demo.test");
  await page.goto(`/admin/users?search=${customer.email}`);
  await page.getByRole("link", { name: "Robin Berg" }).click();
  await page.getByRole("button", { name: "Act as" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Reason").fill("Ticket 4711");
  await dialog.getByRole("button", { name: "Act as" }).click();
  await expect(page.getByText(/^You're acting as/).first()).toBeVisible();
  await page.goto("/playground?call=workspaces.list");
  await expect(page.getByRole("button", { name: "Run" })).toBeEnabled();
  await page.goto("/playground?call=sessions.list");
  await expect(page.getByRole("button", { name: "Run" })).toBeDisabled();
  await page.goto("/playground?call=catalogue.offer");
  await page.getByRole("button", { name: "Run" }).click();
  await expect(outcome(page)).toHaveText(/^Response 200/);
});
