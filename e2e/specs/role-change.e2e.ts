/** A role change while a page of the workspace is open. */
import type { Page } from "@playwright/test";
import { api } from "#contracts/api.ts";
import { fillOrderForm } from "../support/console-actions.ts";
import { type Customer, demoPassword, createCustomer } from "../support/api-client.ts";
import { emailedLink } from "../support/auth-actions.ts";
import { expect, type StackUrls, test } from "../support/fixtures.ts";

const soon = { timeout: 3_000 };

/** A team member of another user's workspace, signed in in the page's browser. */
async function joinAs(
  page: Page,
  owner: Customer,
  {
    stack,
    handle,
    waitForEmailLink,
  }: {
    stack: StackUrls;
    handle: string;
    waitForEmailLink: (email: string) => Promise<string>;
  },
) {
  const member = await createCustomer(stack.url, handle, waitForEmailLink);
  const path = { workspace: owner.handle };
  await owner.call(api.invites.create, {
    path,
    body: { emails: [member.email], roleId: "team_member" },
  });
  const link = await emailedLink(waitForEmailLink, member.email, "/workspaces/users/join/");
  await member.call(api.invites.join, { path: { token: link.split("/").at(-1) ?? "" } });
  const self = await member.call(api.auth.self, {});
  const response = await page.request.post("/auth/login", {
    data: { email: member.email, password: demoPassword },
  });
  expect(response.status()).toBe(200);
  return { path: { ...path, member: self.user.id }, handle };
}

test("N37: menus, buttons and an open form follow a role change within 3 s, with a notice", async ({
  page,
  customer,
  stack,
  unique,
  waitForEmailLink,
}) => {
  test.slow();
  const { path } = await joinAs(page, customer, {
    stack,
    handle: unique("kim"),
    waitForEmailLink: waitForEmailLink,
  });
  await page.goto(`/${customer.handle}/cart`);
  await fillOrderForm(page, { product: "2 vCPU", system: "Ubuntu" });
  const hostname = page.getByLabel("Hostname", { exact: true });
  await hostname.fill("half-way");
  const denied = page.getByRole("alert").filter({ hasText: "instance.create" });
  const sidebar = page.getByRole("navigation", { name: "Main navigation" });
  await expect(sidebar.getByRole("link", { name: "SSH keys" })).toBeVisible();

  await test.step("with a lower role the form keeps its input and says why it can't be sent", async () => {
    await customer.call(api.members.setRole, {
      path,
      body: { roleId: "limited_team_member", projectIds: [] },
    });
    await expect(denied).toBeVisible(soon);
    await expect(denied).toContainText("This form can't be sent");
    await expect(
      page.getByText(`Your role in ${customer.handle} is now Limited team member`),
    ).toBeVisible(soon);
    await expect(hostname).toHaveValue("half-way");
    await page
      .getByRole("button", { name: /^Create instance/ })
      .first()
      .click();
    await expect(denied).toBeVisible();
    await expect(hostname).toHaveValue("half-way");
  });

  await test.step("with a higher role it can be sent and the menu has more entries", async () => {
    await expect(sidebar.getByRole("link", { name: "Members" })).toHaveCount(0);
    await customer.call(api.members.setRole, { path, body: { roleId: "administrator" } });
    await expect(denied).toHaveCount(0, soon);
    await expect(sidebar.getByRole("link", { name: "Members" })).toBeVisible(soon);
    await expect(
      page.getByText(`Your role in ${customer.handle} is now Administrator`),
    ).toBeVisible(soon);
    await expect(hostname).toHaveValue("half-way");
  });

  await test.step("after removal the workspace list explains it", async () => {
    await customer.call(api.members.remove, { path });
    await expect(page.getByText(`You no longer have access to ${customer.handle}`)).toBeVisible(
      soon,
    );
    await expect(page).toHaveURL("/workspaces");
  });
});

test("a list disappears when the role loses it while its page is open", async ({
  page,
  customer,
  stack,
  unique,
  waitForEmailLink,
}) => {
  const { path } = await joinAs(page, customer, {
    stack,
    handle: unique("lea"),
    waitForEmailLink: waitForEmailLink,
  });
  await customer.call(api.members.setRole, { path, body: { roleId: "administrator" } });
  await page.goto(`/${customer.handle}/activities`);
  const rows = page.getByRole("row").filter({ hasText: "joined the workspace" });
  await expect(rows).toHaveCount(1);
  await customer.call(api.members.setRole, { path, body: { roleId: "team_member" } });
  await expect(rows).toHaveCount(0, soon);
  await expect(page.getByRole("heading", { name: "You don't have access to this" })).toBeVisible();
});
