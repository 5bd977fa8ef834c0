/** Who is in a workspace, who is asked to be, and how they come and go. */
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

const rowOf = (page: Page, words: string): Locator =>
  page.getByRole("row").filter({ hasText: words });
const menuOf = (page: Page, name: string): Locator =>
  page.getByRole("button", { name: `Actions for ${name}` });
const toastOf = (page: Page, words: string): Locator =>
  page.getByRole("region", { name: "Notifications" }).getByText(words);

async function inviteLink(
  owner: Customer,
  email: string,
  linkMailedTo: Mailed,
  grant: Grant = { roleId: "team_member" },
): Promise<string> {
  const path = { workspace: owner.handle };
  await owner.call(api.invites.create, { path, body: { emails: [email], ...grant } });
  return emailedLink(linkMailedTo, email, joinPath);
}

/** Somebody with a workspace of their own who is in the owner's too. */
async function colleague(
  world: StackUrls,
  owner: Customer,
  { handle, linkMailedTo, ...grant }: { handle: string; linkMailedTo: Mailed } & Grant,
): Promise<Customer> {
  const user = await createCustomer(world.url, handle, linkMailedTo);
  const body = { attribute: "name", firstName: "Kim", lastName: "Lund" } as const;
  await user.call(api.account.update, { body });
  const link = await inviteLink(owner, user.email, linkMailedTo, grant);
  await user.call(api.invites.join, { path: { token: link.split("/").at(-1) ?? "" } });
  return user;
}

async function browserOf(browser: Browser, world: StackUrls, user: Customer): Promise<Page> {
  const context = await browser.newContext({ baseURL: world.url, locale: "en-GB" });
  const page = await context.newPage();
  const response = await page.request.post("/auth/login", {
    data: { email: user.email, password: demoPassword },
  });
  expect(response.status()).toBe(200);
  return page;
}

test("several people are invited at once, and their invitations sent again, handed over and revoked", {
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

  await test.step("C116: what was typed is lost by no press outside, and by Escape only when it is to be", async () => {
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

  await test.step("a pasted list is taken apart, and what is wrong with it is told at its place", async () => {
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
    await expect(dialog.getByLabel("Message")).toHaveAccessibleDescription("Up to 500 characters");
    await expectAccessible(page);
    await dialog.getByLabel("Message").fill("See you there");
    await dialog.getByRole("button", { name: "Remove not-an-address" }).click();
    await expect(field).toBeFocused();
    await dialog.getByRole("button", { name: "Invite 4 people" }).click();
    await expect(dialog.getByText(`${customer.email}: Already in this workspace`)).toBeVisible();
    await expect(dialog.getByRole("button", { name: `Edit ${customer.email}` })).toBeFocused();
    await dialog.getByRole("button", { name: `Remove ${customer.email}` }).click();
  });

  await test.step("what a role can do is told before it is given", async () => {
    const preview = dialog.getByRole("region", { name: /^What the .* role can do$/ });
    await expect(preview).toContainText("own items only: create, reboot, power on, and power off");
    await dialog.getByRole("radio", { name: /^Billing administrator/ }).check();
    await expect(preview).toContainText("manage payment methods");
    await expect(preview).not.toContainText("own items only");
    await dialog.getByRole("button", { name: "Invite 3 people" }).click();
    await expect(toastOf(page, "3 invitations sent")).toBeVisible();
    await expectAccessible(page);
    await expect(dialog).toBeHidden();
    for (const email of [ada, eve, max])
      await expect(rowOf(page, `${email}`)).toContainText("Billing administrator");
    await expectAccessible(page);
  });

  await test.step("it can be sent again after a minute, and its link is handed over", async () => {
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
    await link.getByRole("button", { name: "Copy the link" }).click();
    await expect(link.getByRole("button", { name: "Copied" })).toBeVisible();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toContain(joinPath);
    await expectAccessible(page);
    await link.getByRole("button", { name: "Done" }).click();
  });

  await test.step("C044: revoked, it is told so by its name, and is among the revoked", async () => {
    await menuOf(page, `${eve}`).click();
    await page.getByRole("menuitem", { name: "Revoke" }).click();
    const ask = page.getByRole("alertdialog", { name: `Revoke the invitation to ${eve}?` });
    await ask.getByRole("button", { name: "Revoke invitation" }).click();
    await expect(toastOf(page, `Invitation to ${eve} revoked`)).toBeVisible();
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

  await test.step("the activity tells it", async () => {
    await page.goto(`/${customer.handle}/activities`);
    await expect(page.getByText(`Robin Berg revoked the invitation to ${eve}`)).toBeVisible();
    await expect(page.getByText(/^Robin Berg invited/)).toContainText(`${max}`);
  });
});

test("somebody without an account joins by the link of the mail, and only then", async ({
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
  await test.step("C055: what opens links before people do spends nothing", async () => {
    for (const method of ["HEAD", "GET", "HEAD", "GET"]) await request.fetch(link, { method });
  });

  await test.step("a guest registers, and comes back to it", async () => {
    await context.clearCookies();
    await page.goto(link);
    await expect(page.getByRole("heading", { name: "Sign in" })).toBeVisible();
    await page.getByRole("link", { name: "Create an account" }).click();
    await fillRegistration(page, { email });
    await page.getByRole("button", { name: "Create account" }).click();
    await expect(page.getByRole("heading", { name: "Check your email" })).toBeVisible();
    await verifyEmail(page, await emailedLink(waitForEmailLink, email, "/auth/verify/"));
    await page.getByRole("main").getByRole("link", { name: "Sign in" }).last().click();
    await fillSignIn(page, email);
    await expect(page).toHaveURL(link);
  });

  await test.step("it says what it leads to before anything is accepted", async () => {
    await expect(page.getByRole("heading", { name: "You're invited" })).toBeVisible();
    await expect(page.getByRole("heading", { name: customer.handle })).toBeVisible();
    const main = page.getByRole("main");
    for (const words of ["Robin Berg", email, "Vision", "Look at <b>the</b> numbers"])
      await expect(main).toContainText(words);
    await expect(
      page.getByRole("region", { name: "What the Limited team member role can do" }),
    ).toContainText("in selected projects: view");
    await expectAccessible(page);
    await page.reload();
    await expect(page.getByRole("heading", { name: "You're invited" })).toBeVisible();
  });

  await test.step("C067: pressed twice, it is joined once", async () => {
    const asked: string[] = [];
    page.on("request", (each) => {
      if (new URL(each.url()).pathname.endsWith(new URL(link).pathname)) asked.push(each.method());
    });
    await page.getByRole("button", { name: `Join ${customer.handle}` }).dblclick();
    await expect(toastOf(page, `You've joined ${customer.handle}`)).toBeVisible();
    await expect(page).toHaveURL(`/${customer.handle}`);
    expect(asked).toHaveLength(1);
  });

  await test.step("C052, C073: what the role may not see is refused in its place, and the session goes on", async () => {
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

test("C44, C067: a link says why nobody joins by it, and waits for whom it is for", async ({
  page,
  customer,
  world,
  unique,
  waitForEmailLink,
}) => {
  const guest = await createCustomer(world.url, unique("guest"), waitForEmailLink);
  const heading = (name: string) => page.getByRole("heading", { level: 1, name });
  const link = await inviteLink(customer, guest.email, waitForEmailLink);

  await test.step("as somebody else one signs out, and comes back to it", async () => {
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

  await test.step("one that was taken back while it was open tells so when it is pressed", async () => {
    const path = { workspace: customer.handle };
    const { data } = await customer.call(api.invites.list, { path });
    await customer.call(api.invites.revoke, { path: { ...path, invite: data[0]?.id ?? "" } });
    await page.getByRole("button", { name: `Join ${customer.handle}` }).click();
    await expect(heading("This invitation was revoked")).toBeVisible();
    await page.goto(`${joinPath}made-up`);
    await expect(heading("Invitation not found")).toBeVisible();
    await expectAccessible(page);
  });

  await test.step("one whose workspace or whose inviter's right has ended", async () => {
    const heir = await colleague(world, customer, {
      handle: unique("heir"),
      linkMailedTo: waitForEmailLink,
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

test("a role is changed after its preview, counts at once, and whoever is removed is led away", async ({
  page,
  browser,
  customer,
  world,
  unique,
  waitForEmailLink,
}) => {
  test.slow();
  const kim = await colleague(world, customer, {
    handle: unique("kim"),
    linkMailedTo: waitForEmailLink,
    roleId: "administrator",
  });
  for (const name of ["Vision", "Assistant"])
    await customer.call(api.projects.create, {
      path: { workspace: customer.handle },
      body: { name },
    });
  const theirs = await browserOf(browser, world, kim);
  await theirs.goto(members(customer));
  await expect(rowOf(theirs, kim.email)).toContainText("You");

  await test.step("C074: whoever may not is told why, in the menu, and no dialog opens", async () => {
    await menuOf(theirs, "Robin Berg").click();
    for (const name of ["Change role", "Transfer ownership", "Remove from workspace"]) {
      const entry = theirs.getByRole("menuitem", { name });
      await expect(entry).toBeDisabled();
      await expect(entry).toContainText("Roles that do: Owner.");
    }
    await theirs.getByRole("menuitem", { name: "Change role" }).click({ force: true });
    await expect(theirs.getByRole("dialog")).toHaveCount(0);
    await theirs.keyboard.press("Escape");
    await expect(theirs.getByRole("button", { name: "Invite people" })).toBeDisabled();
    await theirs.getByRole("link", { name: "Invitations" }).click();
    await expect(rowOf(theirs, kim.email)).toContainText("Accepted");
    await theirs.goto(members(customer));
  });

  await test.step("the list is searched, filtered by role and sorted", async () => {
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

  await test.step("by keyboard: a limited role, with its projects", async () => {
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
    await expect(toastOf(page, "Role of Kim Lund changed to Limited team member")).toBeVisible();
    await expect(rowOf(page, kim.email)).toContainText("Vision");
  });

  await test.step("it counts in their open page: what it no longer holds is gone from the sidebar", async () => {
    await expect(theirs.getByRole("link", { name: "Invitations" })).toHaveCount(0);
    await theirs.goto(`/${customer.handle}/projects`);
    await expect(theirs.getByRole("link", { name: "Vision" })).toBeVisible();
    await expect(theirs.getByRole("link", { name: "Assistant" })).toHaveCount(0);
    // The list of members is not for them; the way out is.
    await theirs.goto(`/${customer.handle}/settings/general`);
    await expect(theirs.getByRole("button", { name: "Leave workspace" })).toBeEnabled();
  });

  await test.step("removed, they are told and led to the list of their workspaces", async () => {
    await menuOf(page, "Kim Lund").click();
    await page.getByRole("menuitem", { name: "Remove from workspace" }).click();
    const ask = page.getByRole("alertdialog", { name: `Remove Kim Lund from ${customer.handle}?` });
    await expectAccessible(page);
    await ask.getByRole("button", { name: "Remove Kim Lund" }).click();
    await expect(toastOf(page, `Kim Lund removed from ${customer.handle}`)).toBeVisible();
    await expect(rowOf(page, kim.email)).toHaveCount(0);
    await expect(toastOf(theirs, `You no longer have access to ${customer.handle}`)).toBeVisible();
    await expect(theirs).toHaveURL("/workspaces");
    await expect(theirs.getByRole("link", { name: kim.handle })).toBeVisible();
  });
  await theirs.context().close();
});

test("C068: an owner goes only after somebody else is one, by typing the handle", async ({
  page,
  customer,
  world,
  unique,
  waitForEmailLink,
}) => {
  const kim = await colleague(world, customer, {
    handle: unique("kim"),
    linkMailedTo: waitForEmailLink,
    roleId: "team_member",
  });
  await page.goto(members(customer));
  await menuOf(page, "Kim Lund").click();
  await page.getByRole("menuitem", { name: "Transfer ownership" }).click();
  const ask = page.getByRole("alertdialog", {
    name: `Transfer ownership of ${customer.handle} to Kim Lund?`,
  });
  await expect(ask.getByRole("button", { name: "Cancel" })).toBeFocused();
  await expect(ask.getByRole("button", { name: "Transfer to Kim Lund" })).toBeDisabled();
  await expect(ask).toContainText(kim.email);
  await expectAccessible(page);
  await ask.getByLabel(`Type ${customer.handle} to confirm`).fill(customer.handle);
  await page.keyboard.press("Enter");
  await expect(toastOf(page, `Kim Lund now owns ${customer.handle}`)).toBeVisible();
  await expect(rowOf(page, kim.email)).toContainText("Owner");
  await expect(rowOf(page, customer.email)).toContainText("Administrator");
  await expect(page.getByRole("button", { name: "Invite people" })).toBeDisabled();

  await test.step("whoever has no other workspace is led to the list of them", async () => {
    await menuOf(page, "Robin Berg").click();
    await page.getByRole("menuitem", { name: "Leave workspace" }).click();
    const leave = page.getByRole("alertdialog", { name: `Leave ${customer.handle}?` });
    await leave.getByRole("button", { name: `Leave ${customer.handle}` }).click();
    await expect(toastOf(page, `You no longer have access to ${customer.handle}`)).toBeVisible();
    await expect(page).toHaveURL("/workspaces");
    await page.goto(members(customer));
    await expect(page.getByText(`Workspace ${customer.handle} not found`)).toBeVisible();
  });
});
