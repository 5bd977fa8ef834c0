/** Code samples for all actions of the console: of the exact request, without sending it. */
import type { Page, Request } from "@playwright/test";
import { api } from "#contracts/api.ts";
import { acceptedKeys } from "#contracts/ssh-key-fixtures.ts";
import { goTo, instanceTimeout, openInstance, statusOnPage } from "../support/console-actions.ts";
import { createInstances } from "../support/instances.ts";
import { expect, expectAccessible, test } from "../support/fixtures.ts";

const show = (page: Page) => page.getByRole("button", { name: "Show as code" });
const dialogOf = (page: Page) => page.getByRole("dialog", { name: "Request as code" });
const code = (page: Page, language: string) =>
  page.getByRole("region", { name: `${language} code` });

const isChange = (request: Request) =>
  request.method() !== "GET" && /^\/(?:api|admin)\//.test(new URL(request.url()).pathname);

/** The request in the format of the `HTTP` sample, without headers. */
const asText = (method: string, address: string, body: unknown) =>
  JSON.stringify([method, address, body ?? null]);

/** The request shownCode by the open dialog; selects `action` first if the dialog shows several. */
async function shownRequest(page: Page, action?: string): Promise<string> {
  const dialog = dialogOf(page);
  if (action !== undefined) await dialog.getByLabel("Action").selectOption({ label: action });
  const http = dialog.getByRole("button", { name: "HTTP", exact: true });
  const request = dialog.getByRole("region", { name: "Request", exact: true });
  await expect(http.or(request).first()).toBeVisible();
  if (await http.isVisible()) await http.click();
  const text = await request.innerText();
  const [, method = "", address = "", rest = ""] = /^(\w+) (\S+)([^]*)$/.exec(text) ?? [];
  const body = rest.slice(rest.indexOf("{"));
  return asText(method, address, rest.includes("{") ? JSON.parse(body) : null);
}

async function close(page: Page): Promise<void> {
  await dialogOf(page).getByRole("button", { name: "Close" }).click();
  await expect(dialogOf(page)).toBeHidden();
}

/** The request sent by the click. */
async function sentBy(page: Page, confirmButton: () => Promise<void>): Promise<string> {
  const sending = page.waitForRequest(isChange);
  await confirmButton();
  const request = await sending;
  const { pathname, search } = new URL(request.url());
  return asText(request.method(), pathname + search, request.postDataJSON());
}

/** Records the changing requests of the page. */
function changesOf(page: Page): string[] {
  const changes: string[] = [];
  page.on("request", (request) => {
    if (isChange(request)) changes.push(`${request.method()} ${request.url()}`);
  });
  return changes;
}

/** Opens the code of the page, and selects a row of its list. */
async function openRowCode(page: Page, row: string): Promise<void> {
  await show(page).click();
  await dialogOf(page).getByLabel("Item").selectOption({ label: row });
}

async function chooseInRow(page: Page, row: string, entry: string): Promise<void> {
  await page.getByRole("button", { name: `Actions for ${row}` }).click();
  await page.getByRole("menuitem", { name: entry, exact: true }).click();
}

test("forms and confirmations show their request as code", async ({ page, customer }) => {
  const path = { workspace: customer.handle };
  const key = await customer.call(api.credentials.create, {
    path,
    body: { name: "laptop", publicKey: acceptedKeys.ed25519.line },
  });
  const dialog = dialogOf(page);

  await test.step("a form: with the current input", async () => {
    await page.goto(`/${customer.handle}/projects/add`);
    await show(page).click();
    await expect(dialog).toContainText("Not all fields are filled in yet");
    await page.keyboard.press("Escape");
    await page.getByLabel("Name").fill("Sea & 'sky'");
    await show(page).click();
    await expect(dialog).not.toContainText("Not all fields are filled in yet");
    await dialog.getByRole("button", { name: "TypeScript" }).click();
    await expect(code(page, "TypeScript")).toContainText(`name: "Sea & 'sky'"`);
    await expectAccessible(page);
    await dialog.getByRole("button", { name: "Close" }).click();
    await expect(show(page)).toBeFocused();
    await expect(page.getByLabel("Name")).toHaveValue("Sea & 'sky'");
    await page.getByRole("button", { name: "Create project" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Sea & 'sky'" })).toBeVisible();
  });

  await test.step("an order: in the last selected language", async () => {
    await page.goto(`/${customer.handle}/cart?region=lulea&type=cpu`);
    await page.getByRole("radio", { name: /^2 vCPU/ }).check();
    await show(page).click();
    await expect(code(page, "TypeScript")).toContainText("await boreal.instances.order({");
    await expect(code(page, "TypeScript")).toContainText(`region: "lulea"`);
    await expect(code(page, "TypeScript")).toContainText(key.id);
    await page.keyboard.press("Escape");
    await expect(dialog).toBeHidden();
  });

  await test.step("a confirmation: Escape closes the code and keeps the input", async () => {
    await goTo(page, "SSH keys");
    await page.getByRole("button", { name: "Discard" }).click();
    await page.getByRole("button", { name: "Actions for laptop" }).click();
    await page.getByRole("menuitem", { name: "Delete" }).click();
    const question = page.getByRole("alertdialog", { name: "Delete SSH key laptop?" });
    await question.getByLabel("Type laptop to confirm").fill("lap");
    await question.getByRole("button", { name: "Show as code" }).click();
    await expect(dialog).toContainText(
      "Set the BOREAL_TOKEN environment variable to an access token",
    );
    await expect(code(page, "TypeScript")).toContainText("boreal.credentials.remove");
    await expect(code(page, "TypeScript")).toContainText(`credential: "${key.id}"`);
    await expectAccessible(page);
    await page.keyboard.press("Escape");
    await expect(dialog).toBeHidden();
    await expect(question.getByLabel("Type laptop to confirm")).toHaveValue("lap");
    await question.getByRole("button", { name: "Cancel" }).click();
  });

  await test.step("endpoints without access tokens show the plain request only", async () => {
    await page.goto(`/${customer.handle}/settings/general`);
    await page.getByRole("button", { name: "Deactivate workspace" }).click();
    const question = page.getByRole("alertdialog", { name: `Deactivate ${customer.handle}?` });
    await question.getByRole("button", { name: "Show as code" }).click();
    await expect(dialog).toContainText("Not available with access tokens");
    await expect(page.getByRole("region", { name: "Request", exact: true })).toContainText(
      `/api/v1/workspaces/${customer.handle}`,
    );
    await page.keyboard.press("Escape");
    await expect(dialog).toBeHidden();
    await question.getByRole("button", { name: "Cancel" }).click();
  });

  await test.step("no passwords and codes", async () => {
    await page.goto("/account/security");
    await expect(page.getByText("Changing your password ends your other sessions.")).toBeVisible();
    await expect(page.locator("main").getByRole("button", { name: "Show as code" })).toHaveCount(0);
    await expect(show(page)).toHaveCount(0);
  });
});

test("instance actions show their request as code", async ({ page, signIn }) => {
  await signIn("owner@demo.test");
  await page.goto("/northwind/instances");
  const dialog = dialogOf(page);
  for (const [entry, words] of [
    ["Reboot", [`--request PUT`, `"action": "reboot"`]],
    ["Power off", [`"action": "power_off"`]],
    ["Terminate", [`--request DELETE`, `/terminate'`]],
  ] as const) {
    await page.getByRole("button", { name: "Actions for infer-a" }).click();
    await page.getByRole("menuitem", { name: entry, exact: true }).click();
    const question = page.getByRole("alertdialog");
    await question.getByRole("button", { name: "Show as code" }).click();
    for (const word of words) await expect(code(page, "curl")).toContainText(word);
    await dialog.getByRole("button", { name: "Close" }).click();
    await question.getByRole("button", { name: "Cancel" }).click();
    await expect(question).toBeHidden();
  }
});

test("a page shows the code of its list and of each row, and sends the same requests", {
  tag: "@phone",
}, async ({ page, customer }) => {
  const path = { workspace: customer.handle };
  for (const [name, { line }] of [
    ["laptop", acceptedKeys.ed25519],
    ["desk", acceptedKeys.ecdsa256],
  ] as const)
    await customer.call(api.credentials.create, { path, body: { name, publicKey: line } });
  await customer.call(api.invites.create, {
    path,
    body: { emails: [`eve.${customer.email}`], roleId: "team_member" },
  });

  await test.step("by keyboard, restoring the focus", async () => {
    await page.goto(`/${customer.handle}/settings/credentials`);
    const changes = changesOf(page);
    const menu = page.getByRole("button", { name: "Actions for desk" });
    await menu.click();
    await expect(page.getByRole("menuitem", { name: "Make default" })).toBeVisible();
    await expect(page.getByRole("menuitem", { name: "Show as code" })).toHaveCount(0);
    await page.keyboard.press("Escape");
    await expect(menu).toBeFocused();
    await expect(show(page)).toHaveCount(1);
    await show(page).press("Enter");
    expect(await shownRequest(page)).toContain(`/workspaces/${customer.handle}/credentials`);
    await dialogOf(page).getByLabel("Item").selectOption({ label: "desk" });
    await expect(dialogOf(page).getByLabel("Action").getByRole("option")).toHaveText([
      "Make default",
      "Delete",
    ]);
    const shownCode = await shownRequest(page, "Make default");
    await expectAccessible(page);
    await page.keyboard.press("Escape");
    await expect(show(page)).toBeFocused();
    expect(changes).toEqual([]);
    expect(await sentBy(page, () => chooseInRow(page, "desk", "Make default"))).toBe(shownCode);
  });

  await test.step("an unavailable action says so next to its code", async () => {
    await expect(page.getByText("desk is now the default key")).toBeVisible();
    await openRowCode(page, "desk");
    await dialogOf(page).getByLabel("Action").selectOption({ label: "Make default" });
    await expect(dialogOf(page)).toContainText(
      "This request would fail right now: Already the default key",
    );
    await close(page);
  });

  await test.step("a dialog with input", async () => {
    await chooseInRow(page, "desk", "Delete");
    const other = page.getByRole("dialog", { name: "Choose a new default key first" });
    await other.getByRole("button", { name: "Show as code" }).click();
    const shownCode = await shownRequest(page);
    await close(page);
    const confirmButton = other.getByRole("button", { name: "Make laptop the default" });
    expect(await sentBy(page, () => confirmButton.click())).toBe(shownCode);
    await page.getByRole("alertdialog").getByRole("button", { name: "Cancel" }).click();
  });

  await test.step("an invitation: creates a new link", async () => {
    await page.goto(`/${customer.handle}/settings/pending-team-members`);
    const row = `eve.${customer.email}`;
    await openRowCode(page, row);
    expect(await shownRequest(page, "Resend")).toContain("/users/invites/");
    await expect(dialogOf(page)).toContainText("This request would fail right now: Just sent");
    await close(page);
    await chooseInRow(page, row, "Copy link");
    const dialog = page.getByRole("dialog", { name: `Invitation link for ${row}` });
    await dialog.getByRole("button", { name: "Show as code" }).click();
    const shownCode = await shownRequest(page);
    await close(page);
    const confirmButton = dialog.getByRole("button", { name: "Create new link" });
    expect(await sentBy(page, () => confirmButton.click())).toBe(shownCode);
    await expect(dialog.getByRole("button", { name: "Show as code" })).toHaveCount(0);
  });

  await test.step("the user's account, without secrets", async () => {
    await page.goto("/account/general");
    await page.getByLabel("First name").fill("Robin'a");
    const profile = page.locator("form").filter({ has: page.getByLabel("First name") });
    await show(page).click();
    const shownCode = await shownRequest(page, "Profile");
    expect(shownCode).toContain(`"firstName":"Robin'a"`);
    await close(page);
    const save = profile.getByRole("button", { name: "Save" });
    expect(await sentBy(page, () => save.click())).toBe(shownCode);
  });
});

test("instances: single and bulk actions, and moves when a project is deleted", async ({
  page,
  customer,
}) => {
  test.setTimeout(120_000);
  const workspace = customer.handle;
  const path = { workspace };
  const vision = await customer.call(api.projects.create, { path, body: { name: "Vision" } });
  await createInstances(customer, ["ada", "bea"], vision.id);
  await page.goto(`/${workspace}/instances`);
  await openInstance(page, "ada");
  await expect(statusOnPage(page)).toContainText("Active", instanceTimeout);
  await page.getByRole("button", { name: "Power off" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Power off ada" }).click();
  await expect(statusOnPage(page)).toContainText("Stopped", instanceTimeout);

  await test.step("the palette shows the code of the selected action", async () => {
    await page.keyboard.press("Control+k");
    await page.getByRole("combobox", { name: "Command palette" }).fill("power on ada");
    await expect(page.getByRole("option", { name: /^Power on ada/ }).first()).toHaveAttribute(
      "aria-selected",
      "true",
    );
    const palette = page.getByRole("dialog", { name: "Command palette" });
    await palette.getByRole("button", { name: "Show as code" }).click();
    expect(await shownRequest(page)).toContain(`{"action":"power_on"}`);
    await expectAccessible(page);
    await page.keyboard.press("Escape");
    await expect(dialogOf(page)).toBeHidden();
    await page.keyboard.press("Escape");
    await expect(palette).toBeHidden();
  });

  await test.step("the page of an instance shows the code of its buttons and its menu", async () => {
    const changes = changesOf(page);
    await show(page).click();
    const shownCode = await shownRequest(page, "Power on");
    expect(await shownRequest(page, "Terminate")).toContain("/terminate");
    await close(page);
    expect(changes).toEqual([]);
    const confirmButton = page.getByRole("button", { name: "Power on", exact: true });
    expect(await sentBy(page, () => confirmButton.click())).toBe(shownCode);
  });

  await test.step("selected rows, with and without confirmation", async () => {
    await page.goto(`/${workspace}/projects/${vision.id}/instances`);
    await page.getByRole("checkbox", { name: "Select ada" }).check();
    await page.getByRole("checkbox", { name: "Select bea" }).check();
    const bar = page.getByRole("region", { name: "Selected items" });
    await expectAccessible(page);
    await expect(bar.getByRole("button", { name: "Show as code" })).toHaveCount(0);
    await show(page).click();
    const shownCode = await shownRequest(page, "Move to default project");
    await close(page);
    const confirmButton = bar.getByRole("button", { name: "Move to default project" });
    expect(await sentBy(page, () => confirmButton.click())).toBe(shownCode);
    await page.getByRole("button", { name: "Undo" }).click();
    await page.getByRole("checkbox", { name: "Select ada" }).check();
    await bar.getByRole("button", { name: "Move to project" }).click();
    const dialog = page.getByRole("dialog", { name: "Move ada" });
    await dialog.getByRole("radio", { name: /^Default/ }).check();
    await dialog.getByRole("button", { name: "Show as code" }).click();
    const confirmedCode = await shownRequest(page);
    await close(page);
    const move = dialog.getByRole("button", { name: "Move 1 instance" });
    expect(await sentBy(page, () => move.click())).toBe(confirmedCode);
  });

  await test.step("a project with instances: with the selected target", async () => {
    await page.goto(`/${workspace}/projects/${vision.id}/settings`);
    await page.getByRole("button", { name: "Delete project" }).click();
    const question = page.getByRole("alertdialog", { name: "Delete project Vision?" });
    await question.getByRole("button", { name: "Show as code" }).click();
    await expect(dialogOf(page)).toContainText("Not all fields are filled in yet");
    await close(page);
    await question.getByRole("radio", { name: /^Default/ }).check();
    await question.getByRole("button", { name: "Show as code" }).click();
    const shownCode = await shownRequest(page);
    expect(shownCode).toContain("moveTo=");
    await expect(dialogOf(page)).not.toContainText("Not all fields are filled in yet");
    await close(page);
    await question.getByLabel("Type Vision to confirm").fill("Vision");
    const confirmButton = question.getByRole("button", { name: "Delete Vision" });
    expect(await sentBy(page, () => confirmButton.click())).toBe(shownCode);
  });
});

test("staff actions show their request as code", async ({ page, customer, signIn }) => {
  await signIn("it-admin@demo.test");
  await page.goto(`/admin/users?search=${customer.handle}`);
  await page.getByRole("link", { name: "Robin Berg" }).click();
  const more = page.getByRole("button", { name: "More actions" });
  await show(page).click();
  await expect(dialogOf(page).getByLabel("Action").getByRole("option")).toHaveText([
    /^GET \/admin\/users\//,
    "Lock",
    "Deactivate",
    "Turn off two-factor authentication",
  ]);
  expect(await shownRequest(page, "Lock")).toContain(`{"status":"frozen"}`);
  await close(page);
  await more.click();
  await page.getByRole("menuitem", { name: /^Lock/ }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Lock Robin Berg" }).click();
  await expect(page.getByText("Robin Berg locked")).toBeVisible();
  await show(page).click();
  const shownCode = await shownRequest(page, "Unlock");
  await close(page);
  const thaw = async () => {
    await more.click();
    await page.getByRole("menuitem", { name: /^Unlock/ }).click();
  };
  expect(await sentBy(page, thaw)).toBe(shownCode);

  await page.getByRole("button", { name: "Act as user" }).click();
  const dialog = page.getByRole("dialog", { name: "Act as Robin Berg?" });
  await dialog.getByLabel("Reason").fill("Ticket 7");
  await dialog.getByRole("button", { name: "Show as code" }).click();
  expect(await shownRequest(page)).toContain("reason=Ticket+7");
});
