/** Members and invitations of a workspace. */
import type { Browser, Locator, Page } from "@playwright/test";
import { api } from "#contracts/api.ts";
import type { EndpointInput } from "#contracts/endpoint.ts";
import { goTo } from "../support/console-actions.ts";
import { type Customer, demoPassword, createCustomer } from "../support/api-client.ts";
import { fillRegistration, fillSignIn, emailedLink, verifyEmail } from "../support/auth-actions.ts";
import { expect, expectAccessible, type StackUrls, test } from "../support/fixtures.ts";

type Mailed = (email: string) => Promise<string>;
type Grant = Omit<EndpointInput<typeof api.invites.create>["body"], "emails">;

const joinPath = "/workspaces/users/join/";
const members = ({ handle }: Customer) => `/${handle}/settings/team-members`;
const invitations = ({ handle }: Customer) => `/${handle}/settings/pending-team-members`;

const rowOf = (page: Page, text: string): Locator =>
  page.getByRole("row").filter({ hasText: text });
const menuOf = (page: Page, name: string): Locator =>
  page.getByRole("button", { name: `Actions for ${name}` });
const toastWith = (page: Page, text: string): Locator =>
  page.getByRole("region", { name: "Notifications" }).getByText(text);

async function inviteLink(
  owner: Customer,
  email: string,
  waitForEmailLink: Mailed,
  grant: Grant = { roleId: "team_member" },
): Promise<string> {
  const path = { workspace: owner.handle };
  await owner.call(api.invites.create, { path, body: { emails: [email], ...grant } });
  return emailedLink(waitForEmailLink, email, joinPath);
}

/** Creates a user with a workspace of their own who is also a member of the owner's workspace. */
async function createMember(
  stack: StackUrls,
  owner: Customer,
  { handle, waitForEmailLink, ...grant }: { handle: string; waitForEmailLink: Mailed } & Grant,
): Promise<Customer> {
  const user = await createCustomer(stack.url, handle, waitForEmailLink);
  const body = { attribute: "name", firstName: "Kim", lastName: "Lund" } as const;
  await user.call(api.account.update, { body });
  const link = await inviteLink(owner, user.email, waitForEmailLink, grant);
  await user.call(api.invites.join, { path: { token: link.split("/").at(-1) ?? "" } });
  return user;
}

async function signInBrowser(browser: Browser, stack: StackUrls, user: Customer): Promise<Page> {
  const context = await browser.newContext({ baseURL: stack.url, locale: "en-GB" });
  const page = await context.newPage();
  const response = await page.request.post("/auth/login", {
    data: { email: user.email, password: demoPassword },
  });
  expect(response.status()).toBe(200);
  return page;
}

test("invites several users at once, resends invitations, copies a link and revokes", {
  tag: "@phone",
}, async ({ page, context, customer, unique }) => {
  test.slow();
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const [ada, eve, max] = ["ada", "eve", "max"].map((word) => `${unique(word)}@example.org`);
  const dialog = page.getByRole("dialog", { name: "Invite people" });
  const field = dialog.getByLabel("Email addresses", { exact: true }).last();
  const discard = page.getByRole("alertdialog", { name: "Discard unsaved changes?" });
  await page.goto(`/${customer.handle}`);
  await goTo(page, "Members");
  await expect(rowOf(page, customer.email)).toContainText("Owner");
  await page.getByRole("link", { name: "Invitations" }).click();
  await expect(page.getByText("No invitations yet")).toBeVisible();
  await expect(page).toHaveURL(invitations(customer));

  await test.step("C116: keeps the input after a click outside and asks before Escape discards it", async () => {
    await page.getByRole("button", { name: "Invite people" }).click();
    await expect(field).toBeFocused();
    await page.keyboard.press("Escape");
    await expect(dialog).toBeHidden();
    await page.getByRole("button", { name: "Invite people" }).click();
    await field.pressSequentially("not-an-address ");
    await page.mouse.click(3, 3);
    await expect(dialog.getByText("not-an-address: Invalid email")).toBeVisible();
    await page.keyboard.press("Escape");
    await discard.getByRole("button", { name: "Keep editing" }).click();
    await expect(discard).toBeHidden();
    await expect(dialog.getByText("not-an-address: Invalid email")).toBeVisible();
  });

  await test.step("splits a pasted list and shows problems at their entries", async () => {
    await field.focus();
    await page.evaluate(
      (text) => navigator.clipboard.writeText(text),
      `Ada <${ada}>, ${eve}\n${max};${eve?.toUpperCase()}\n${customer.email}`,
    );
    await page.keyboard.press("ControlOrMeta+V");
    await expect(
      dialog.getByRole("list", { name: "Email addresses" }).getByRole("listitem"),
    ).toHaveText(["not-an-address", `${ada}`, `${eve}`, `${max}`, customer.email]);
    await dialog.getByLabel("Message").fill("n".repeat(501));
    await expect(dialog.getByText("501 of 500 characters")).toBeVisible();
    await dialog.getByRole("button", { name: "Invite 5 people" }).click();
    await expect(dialog.getByText("Check these fields")).toBeVisible();
    await expect(dialog.getByRole("button", { name: "Edit not-an-address" })).toBeFocused();
    await expect(dialog.getByLabel("Message")).toHaveAccessibleDescription(
      "Use 500 characters or fewer",
    );
    await expectAccessible(page);
    await dialog.getByLabel("Message").fill("See you there");
    await dialog.getByRole("button", { name: "Remove not-an-address" }).click();
    await expect(field).toBeFocused();
    await dialog.getByRole("button", { name: "Invite 4 people" }).click();
    await expect(dialog.getByText(`${customer.email}: Already in this workspace`)).toBeVisible();
    await expect(dialog.getByRole("button", { name: `Edit ${customer.email}` })).toBeFocused();
    await dialog.getByRole("button", { name: `Remove ${customer.email}` }).click();
  });

  await test.step("describes a role before it is selected", async () => {
    const preview = dialog.getByRole("region", { name: /^What the .* role can do$/ });
    await expect(preview).toContainText("own items only: create, reboot, power on, and power off");
    await dialog.getByRole("radio", { name: /^Billing administrator/ }).check();
    await expect(preview).toContainText("manage payment methods");
    await expect(preview).not.toContainText("own items only");
    await dialog.getByRole("button", { name: "Invite 3 people" }).click();
    await expect(toastWith(page, "3 invitations sent")).toBeVisible();
    await expectAccessible(page);
    await expect(dialog).toBeHidden();
    for (const email of [ada, eve, max])
      await expect(rowOf(page, `${email}`)).toContainText("Billing administrator");
    await expectAccessible(page);
  });

  await test.step("resends the invitation after a minute and copies its link", async () => {
    await menuOf(page, `${ada}`).click();
    const resend = page.getByRole("menuitem", { name: "Resend" });
    await expect(resend).toBeDisabled();
    await expect(resend).toContainText(/You can resend it in \d+ seconds/);
    await page.getByRole("menuitem", { name: "Copy link" }).click();
    const link = page.getByRole("dialog", { name: `Invitation link for ${ada}` });
    await expect(link).toContainText(
      "The previous link, including the one in the email, stops working",
    );
    await link.getByRole("button", { name: "Create new link" }).click();
    await link.getByRole("button", { name: "Copy link" }).click();
    await expect(link.getByRole("button", { name: "Copied" })).toBeVisible();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toContain(joinPath);
    await expectAccessible(page);
    await link.getByRole("button", { name: "Done" }).click();
  });

  await test.step("C044: revokes an invitation by name and lists it as revoked", async () => {
    await menuOf(page, `${eve}`).click();
    await page.getByRole("menuitem", { name: "Revoke" }).click();
    const confirmDialog = page.getByRole("alertdialog", {
      name: `Revoke the invitation to ${eve}?`,
    });
    await confirmDialog.getByRole("button", { name: "Revoke invitation" }).click();
    await expect(toastWith(page, `Invitation to ${eve} revoked`)).toBeVisible();
    await expect(rowOf(page, `${eve}`)).toContainText("Revoked");
    await page.getByRole("button", { name: "Status" }).first().click();
    await page.getByRole("checkbox", { name: "Revoked" }).click();
    await expect(page.getByRole("checkbox", { name: "Revoked" })).toBeChecked();
    await page.keyboard.press("Escape");
    await expect(rowOf(page, `${ada}`)).toHaveCount(0);
    await expect(page).toHaveURL(/status=revoked/);
    await menuOf(page, `${eve}`).click();
    await expect(page.getByRole("menuitem", { name: "Copy link" })).toContainText(
      "Already revoked. Send a new invitation instead.",
    );
    await page.keyboard.press("Escape");
  });

  await test.step("shows the activity", async () => {
    await page.goto(`/${customer.handle}/activities`);
    await expect(page.getByText(`Robin Berg revoked the invitation to ${eve}`)).toBeVisible();
    await expect(page.getByText(/^Robin Berg invited/)).toContainText(`${max}`);
  });
});

test("a user without an account joins by the link in the email", async ({
  page,
  context,
  customer,
  unique,
  waitForEmailLink,
  request,
}) => {
  const email = `${unique("kim")}@example.org`;
  const { id } = await customer.call(api.projects.create, {
    path: { workspace: customer.handle },
    body: { name: "Vision" },
  });
  const link = await inviteLink(customer, email, waitForEmailLink, {
    roleId: "limited_team_member",
    projectIds: [id],
    note: "Look at <b>the</b> numbers",
  });
  await test.step("C055: link scanners do not consume the link", async () => {
    for (const method of ["HEAD", "GET", "HEAD", "GET"]) await request.fetch(link, { method });
  });

  await test.step("a signed-out user registers and returns to the invitation", async () => {
    await context.clearCookies();
    await page.goto(link);
    await expect(page.getByRole("heading", { name: `Join ${customer.handle}` })).toBeVisible();
    await page.getByRole("link", { name: "Create account" }).click();
    await expect(page.getByLabel("Email")).toHaveValue(email);
    await fillRegistration(page, { email });
    await page.getByRole("button", { name: "Create account" }).click();
    await expect(page.getByRole("heading", { name: "Check your email" })).toBeVisible();
    await verifyEmail(page, await emailedLink(waitForEmailLink, email, "/auth/verify/"));
    await page.getByRole("main").getByRole("link", { name: "Sign in" }).last().click();
    await fillSignIn(page, email);
    await expect(page).toHaveURL(link);
  });

  await test.step("shows the invitation's details before it is accepted", async () => {
    await expect(page.getByRole("heading", { name: "You're invited" })).toBeVisible();
    await expect(page.getByRole("heading", { name: customer.handle })).toBeVisible();
    const main = page.getByRole("main");
    for (const text of ["Robin Berg", email, "Vision", "Look at <b>the</b> numbers"])
      await expect(main).toContainText(text);
    await expect(
      page.getByRole("region", { name: "What the Limited team member role can do" }),
    ).toContainText("in selected projects: view");
    await expectAccessible(page);
    await page.reload();
    await expect(page.getByRole("heading", { name: "You're invited" })).toBeVisible();
  });

  await test.step("C067: a double click joins once", async () => {
    const requestMethods: string[] = [];
    page.on("request", (each) => {
      if (new URL(each.url()).pathname.endsWith(new URL(link).pathname))
        requestMethods.push(each.method());
    });
    await page.getByRole("button", { name: `Join ${customer.handle}` }).dblclick();
    await expect(toastWith(page, `You've joined ${customer.handle}`)).toBeVisible();
    await expect(page).toHaveURL(`/${customer.handle}`);
    expect(requestMethods).toHaveLength(1);
  });

  await test.step("C052, C073: shows missing permissions on the page and keeps the session", async () => {
    await page.goto(members(customer));
    await expect(
      page.getByRole("heading", { name: "You don't have access to this" }),
    ).toBeVisible();
    await expect(page.getByText("member.view")).toBeVisible();
    await page.goto(`/${customer.handle}/projects`);
    await expect(page.getByRole("link", { name: "Vision" })).toBeVisible();
    await page.goto(link);
    await expect(
      page.getByRole("heading", { name: `You're already a member of ${customer.handle}` }),
    ).toBeVisible();
    await expectAccessible(page);
    await page.getByRole("link", { name: `Open ${customer.handle}` }).click();
    await expect(page.getByRole("heading", { name: "Overview" })).toBeVisible();
  });
});

test("C44, C067: a link explains why it can't be used and works for the invited user", async ({
  page,
  customer,
  stack,
  unique,
  waitForEmailLink,
}) => {
  const guest = await createCustomer(stack.url, unique("guest"), waitForEmailLink);
  const heading = (name: string) => page.getByRole("heading", { level: 1, name });
  const link = await inviteLink(customer, guest.email, waitForEmailLink);

  await test.step("another user signs out and returns to the invitation", async () => {
    await page.goto(link);
    await expect(heading("This invitation is for someone else")).toBeVisible();
    await expect(page.getByRole("main")).toContainText(
      `was sent to g…@e….org, but you're signed in as ${customer.email}.`,
    );
    await expectAccessible(page);
    await page.getByRole("button", { name: "Sign out and continue" }).click();
    await fillSignIn(page, guest.email);
    await expect(heading("You're invited")).toBeVisible();
    await expect(page).toHaveURL(link);
  });

  await test.step("an invitation that is revoked while it is open says so on click", async () => {
    const path = { workspace: customer.handle };
    const { data } = await customer.call(api.invites.list, { path });
    await customer.call(api.invites.revoke, { path: { ...path, invite: data[0]?.id ?? "" } });
    await page.getByRole("button", { name: `Join ${customer.handle}` }).click();
    await expect(heading("This invitation was revoked")).toBeVisible();
    await page.goto(`${joinPath}made-up`);
    await expect(heading("Invitation not found")).toBeVisible();
    await expectAccessible(page);
  });

  await test.step("explains that the workspace was deleted or the inviter lost the permission", async () => {
    const heir = await createMember(stack, customer, {
      handle: unique("heir"),
      waitForEmailLink: waitForEmailLink,
      roleId: "administrator",
    });
    const path = { workspace: customer.handle };
    const second = await inviteLink(customer, guest.email, async (email) => {
      const newest = await waitForEmailLink(email);
      return newest === link ? "" : newest;
    });
    const { data } = await customer.call(api.members.list, {
      path,
      query: { search: heir.email },
    });
    await customer.call(api.members.reassignOwner, {
      path: { ...path, member: data[0]?.id ?? "" },
      body: { handle: customer.handle },
    });
    await page.goto(second);
    await expect(heading("This invitation has expired")).toBeVisible();
    await heir.call(api.workspaces.remove, { path, body: { handle: customer.handle } });
    await page.reload();
    await expect(heading(`${customer.handle} no longer exists`)).toBeVisible();
  });
});

test("changes a role after a preview with immediate effect, and redirects a removed member", async ({
  page,
  browser,
  customer,
  stack,
  unique,
  waitForEmailLink,
}) => {
  test.slow();
  const kim = await createMember(stack, customer, {
    handle: unique("kim"),
    waitForEmailLink: waitForEmailLink,
    roleId: "administrator",
  });
  for (const name of ["Vision", "Assistant"])
    await customer.call(api.projects.create, {
      path: { workspace: customer.handle },
      body: { name },
    });
  const memberPage = await signInBrowser(browser, stack, kim);
  await memberPage.goto(members(customer));
  await expect(rowOf(memberPage, kim.email)).toContainText("You");

  await test.step("C074: menu entries without permission say why and open no dialog", async () => {
    await menuOf(memberPage, "Robin Berg").click();
    for (const name of ["Change role", "Transfer ownership", "Remove from workspace"]) {
      const entry = memberPage.getByRole("menuitem", { name });
      await expect(entry).toBeDisabled();
      await expect(entry).toContainText("Roles that do: Owner.");
    }
    await memberPage.getByRole("menuitem", { name: "Change role" }).click({ force: true });
    await expect(memberPage.getByRole("dialog")).toHaveCount(0);
    await memberPage.keyboard.press("Escape");
    await expect(memberPage.getByRole("button", { name: "Invite people" })).toBeDisabled();
    await memberPage.getByRole("link", { name: "Invitations" }).click();
    await expect(rowOf(memberPage, kim.email)).toContainText("Accepted");
    await memberPage.goto(members(customer));
  });

  await test.step("searches, filters and sorts the list", async () => {
    await page.goto(members(customer));
    await page.getByRole("searchbox", { name: "Search by name or email" }).fill("lund");
    await expect(rowOf(page, customer.email)).toHaveCount(0);
    await expect(rowOf(page, kim.email)).toBeVisible();
    await page.goto(`${members(customer)}?role=owner&orderBy=-email`);
    await expect(rowOf(page, customer.email)).toBeVisible();
    await expect(rowOf(page, kim.email)).toHaveCount(0);
    await page.getByRole("button", { name: "Clear filters" }).click();
    await expect(rowOf(page, kim.email)).toBeVisible();
    await menuOf(page, "Robin Berg").click();
    await expect(page.getByRole("menuitem", { name: "Leave workspace" })).toContainText(
      "Transfer ownership first",
    );
    await expect(page.getByRole("menuitem", { name: "Change role" })).toContainText(
      "You can't do this to your own account",
    );
    await page.keyboard.press("Escape");
    await expectAccessible(page);
  });

  await test.step("assigns a limited role with projects by keyboard", async () => {
    await menuOf(page, "Kim Lund").focus();
    await page.keyboard.press("Enter");
    await expect(page.getByRole("menuitem", { name: "Change role" })).toBeVisible();
    await page.keyboard.press("ArrowDown");
    await expect(page.getByRole("menuitem", { name: "Change role" })).toBeFocused();
    await page.keyboard.press("Enter");
    const dialog = page.getByRole("dialog", { name: "Change role of Kim Lund" });
    await expect(dialog.getByRole("button", { name: "Change role" })).toBeDisabled();
    await dialog.getByRole("radio", { name: /^Administrator/ }).focus();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowDown");
    await expect(dialog.getByRole("radio", { name: /^Limited team member/ })).toBeChecked();
    await expect(dialog.getByText("Without a project, they can't see any instances")).toBeVisible();
    await dialog.getByRole("checkbox", { name: "Vision" }).check();
    await expect(
      dialog.getByRole("region", { name: "What the Limited team member role can do" }),
    ).toContainText("in selected projects: view, view timelines");
    await expectAccessible(page);
    await dialog.getByRole("button", { name: "Change role" }).click();
    await expect(toastWith(page, "Role of Kim Lund changed to Limited team member")).toBeVisible();
    await expect(rowOf(page, kim.email)).toContainText("Vision");
  });

  await test.step("updates the member's open page and sidebar", async () => {
    await expect(memberPage.getByRole("link", { name: "Invitations" })).toHaveCount(0);
    await memberPage.goto(`/${customer.handle}/projects`);
    await expect(memberPage.getByRole("link", { name: "Vision" })).toBeVisible();
    await expect(memberPage.getByRole("link", { name: "Assistant" })).toHaveCount(0);
    // The member list is not available to this role, but leaving is.
    await memberPage.goto(`/${customer.handle}/settings/general`);
    await expect(memberPage.getByRole("button", { name: "Leave workspace" })).toBeEnabled();
  });

  await test.step("notifies the removed member and opens the list of workspaces", async () => {
    await menuOf(page, "Kim Lund").click();
    await page.getByRole("menuitem", { name: "Remove from workspace" }).click();
    const confirmDialog = page.getByRole("alertdialog", {
      name: `Remove Kim Lund from ${customer.handle}?`,
    });
    await expectAccessible(page);
    await confirmDialog.getByRole("button", { name: "Remove Kim Lund" }).click();
    await expect(toastWith(page, `Kim Lund removed from ${customer.handle}`)).toBeVisible();
    await expect(rowOf(page, kim.email)).toHaveCount(0);
    await expect(
      toastWith(memberPage, `You no longer have access to ${customer.handle}`),
    ).toBeVisible();
    await expect(memberPage).toHaveURL("/workspaces");
    await expect(memberPage.getByRole("link", { name: kim.handle })).toBeVisible();
  });
  await memberPage.context().close();
});

test("C068: an owner can leave only after transferring ownership with the typed handle", async ({
  page,
  customer,
  stack,
  unique,
  waitForEmailLink,
}) => {
  const kim = await createMember(stack, customer, {
    handle: unique("kim"),
    waitForEmailLink: waitForEmailLink,
    roleId: "team_member",
  });
  await page.goto(members(customer));
  await menuOf(page, "Kim Lund").click();
  await page.getByRole("menuitem", { name: "Transfer ownership" }).click();
  const confirmDialog = page.getByRole("alertdialog", {
    name: `Transfer ownership of ${customer.handle} to Kim Lund?`,
  });
  await expect(confirmDialog.getByRole("button", { name: "Cancel" })).toBeFocused();
  await expect(confirmDialog.getByRole("button", { name: "Transfer to Kim Lund" })).toBeDisabled();
  await expect(confirmDialog).toContainText(kim.email);
  await expectAccessible(page);
  await confirmDialog.getByLabel(`Type ${customer.handle} to confirm`).fill(customer.handle);
  await page.keyboard.press("Enter");
  await expect(toastWith(page, `Kim Lund now owns ${customer.handle}`)).toBeVisible();
  await expect(rowOf(page, kim.email)).toContainText("Owner");
  await expect(rowOf(page, customer.email)).toContainText("Administrator");
  await expect(page.getByRole("button", { name: "Invite people" })).toBeDisabled();

  await test.step("a user without another workspace is redirected to the workspace list", async () => {
    await menuOf(page, "Robin Berg").click();
    await page.getByRole("menuitem", { name: "Leave workspace" }).click();
    const leave = page.getByRole("alertdialog", { name: `Leave ${customer.handle}?` });
    await leave.getByRole("button", { name: `Leave ${customer.handle}` }).click();
    await expect(toastWith(page, `You no longer have access to ${customer.handle}`)).toBeVisible();
    await expect(page).toHaveURL("/workspaces");
    await page.goto(members(customer));
    await expect(page.getByText(`Workspace ${customer.handle} not found`)).toBeVisible();
  });
});
