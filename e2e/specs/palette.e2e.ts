/** The command palette and single-key shortcuts. */
import type { Page } from "@playwright/test";
import { newPublicKey } from "#api/testing/ssh-keys.ts";
import { api } from "#contracts/api.ts";
import { expect, expectAccessible, test } from "../support/fixtures.ts";

const field = (page: Page) => page.getByRole("combobox", { name: "Command palette" });
const active = (page: Page) => page.getByRole("option", { selected: true });
const button = (page: Page) => page.getByRole("button", { name: "Search", exact: true });
const isPhone = (page: Page) => (page.viewportSize()?.width ?? 0) < 600;

/** Opens the palette by its shortcut, or by its button on the phone viewport. */
async function open(page: Page): Promise<void> {
  await expect(button(page)).toBeVisible();
  if (isPhone(page)) await button(page).tap();
  else await page.keyboard.press("Control+k");
  await expect(field(page)).toBeFocused();
}

async function run(page: Page, name: string | RegExp): Promise<void> {
  if (isPhone(page)) await page.getByRole("option", { name }).first().tap();
  else {
    await expect(active(page)).toHaveText(name);
    await page.keyboard.press("Enter");
  }
}

test("opens pages, runs actions on instances and offers recent entries", async ({
  page,
  signIn,
}) => {
  await signIn("owner@demo.test");
  await page.goto("/northwind/projects");
  await expect(
    page.getByRole("heading", { level: 1, name: "Projects", exact: true }),
  ).toBeVisible();

  await test.step("is accessible and restores the focus when closed", async () => {
    await button(page).focus();
    await open(page);
    await expect(page.getByRole("group", { name: "Go to" })).toBeVisible();
    await expectAccessible(page);
    if (!isPhone(page)) {
      const first = await active(page).innerText();
      await page.keyboard.press("ArrowDown");
      await expect(active(page)).not.toHaveText(first);
      await page.keyboard.press("End");
      await expect(active(page)).toHaveText("Sign out");
      await page.keyboard.press("ArrowDown");
      await expect(active(page)).toHaveText(first, { useInnerText: true });
    }
    await page.keyboard.press("Escape");
    await expect(field(page)).toBeHidden();
    await expect(button(page)).toBeFocused();
  });

  await test.step("finds a page by a part of its name", async () => {
    await open(page);
    await field(page).fill("instan");
    await run(page, /^Instances/);
    await expect(
      page.getByRole("heading", { level: 1, name: "Instances", exact: true }),
    ).toBeVisible();
  });

  await test.step("runs an action with its shell command and the same confirmation as the button", async () => {
    await open(page);
    await field(page).fill("reboot infer-a");
    await expect(page.getByRole("option", { name: /^Reboot infer-a/ })).toBeVisible();
    await expect(
      page.getByText("boreal instances reboot infer-a --workspace northwind"),
    ).toBeVisible();
    await expectAccessible(page);
    await run(page, /^Reboot infer-a/);
    const question = page.getByRole("alertdialog", { name: "Reboot infer-a?" });
    await expect(question.getByRole("button", { name: "Cancel" })).toBeFocused();
    await page.keyboard.press("Escape");
    await expect(question).toBeHidden();
  });

  await test.step("an unavailable action says why and does nothing", async () => {
    await open(page);
    await field(page).fill("reboot batch-07");
    const stopped = page.getByRole("option", { name: /^Reboot batch-07/ });
    await expect(stopped).toHaveAttribute("aria-disabled", "true");
    await expect(stopped).toContainText("Not available while");
    // A forced click, because Playwright would wait for the element to be enabled.
    await stopped.click({ force: true });
    await page.keyboard.press("Enter");
    await expect(field(page)).toBeVisible();
    await expect(page.getByRole("alertdialog")).toHaveCount(0);
    await field(page).fill("no-such-object");
    await expect(page.getByText("No results.")).toBeVisible();
  });

  await test.step("lists recent entries first and restores the last action", async () => {
    await field(page).fill("");
    const recent = page.getByRole("group", { name: "Recent" });
    await expect(recent.getByRole("option")).toHaveText([/Reboot infer-a/, /Instances/]);
    await recent.getByRole("option", { name: "Reboot infer-a" }).click();
    await expect(field(page)).toHaveValue("reboot infer-a");
    await page.keyboard.press("Escape");
  });
});

test("destructive actions are not offered under Recent", async ({ page, signIn }) => {
  await signIn("owner@demo.test");
  await page.goto("/northwind");
  await open(page);
  await field(page).fill("terminate infer-a");
  await run(page, /^Terminate infer-a/);
  const question = page.getByRole("alertdialog", { name: "Terminate infer-a?" });
  await question.getByRole("button", { name: "Cancel" }).click();
  await expect(question).toBeHidden();
  await open(page);
  await field(page).fill("instances");
  await run(page, /^Instances/);
  await expect(page).toHaveURL("/northwind/instances");
  await open(page);
  await expect(page.getByRole("group", { name: "Recent" }).getByRole("option")).toHaveText([
    /Instances/,
  ]);
});

test("C061: finds objects by IP address and fingerprint, escapes names, and hides recents from the next user", async ({
  page,
  customer,
  signIn,
}) => {
  const hostile = `"><img src=x onerror=alert(1)>`;
  const path = { workspace: customer.handle };
  await customer.call(api.projects.create, { path, body: { name: hostile } });
  const key = await customer.call(api.credentials.create, {
    path,
    body: { name: "desk", publicKey: newPublicKey() },
  });
  await page.goto(`/${customer.handle}`);
  const searchRequests: string[] = [];
  page.on("request", (request) => {
    if (request.url().includes("/search?")) searchRequests.push(request.url());
  });

  await open(page);
  await field(page).fill(key.fingerprintSha256);
  await expect(page.getByRole("option")).toHaveCount(1);
  await run(page, /^desk/);
  await expect(page.getByRole("row", { name: /desk/ })).toBeVisible();
  expect(searchRequests).toHaveLength(1);

  await open(page);
  await field(page).fill(`"><img`);
  await expect(page.getByRole("option", { name: hostile })).toBeVisible();
  expect(await page.locator("img[src=x]").count()).toBe(0);
  await run(page, hostile);
  await expect(page.getByRole("heading", { level: 1, name: hostile })).toBeVisible();

  await open(page);
  await expect(page.getByRole("group", { name: "Recent" }).getByRole("option")).toHaveText([
    /onerror/,
    /desk/,
  ]);
  await field(page).fill("log out");
  await run(page, "Sign out");
  await expect(page.getByRole("heading", { name: "Sign in" })).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem("recents"))).toBeNull();
  await signIn("other@demo.test");
  await page.goto("/account/general");
  await open(page);
  await expect(page.getByRole("group", { name: "Go to" })).toBeVisible();
  await expect(page.getByRole("group", { name: "Recent" })).toHaveCount(0);
});

test("C074: the palette respects permissions", async ({ page, signIn }) => {
  await signIn("limited@demo.test");
  await page.goto("/northwind");
  await open(page);
  await field(page).fill("create instance");
  const create = page.getByRole("option", { name: /^Create instance/ });
  await expect(create).toHaveAttribute("aria-disabled", "true");
  await expect(create).toContainText("Your role doesn't allow this");
  await create.click({ force: true });
  await expect(field(page)).toBeVisible();
  await field(page).fill("ssh keys");
  // The documentation is open to everyone; the page of the keys is not offered.
  await expect(
    page.getByRole("group", { name: "Documentation" }).getByRole("option", { name: "SSH keys" }),
  ).toBeVisible();
  await expect(page.getByRole("group", { name: "Go to" })).toHaveCount(0);
});

test("staff find users by name and email in the palette, only in the staff area", async ({
  page,
  signIn,
}) => {
  await signIn("support@demo.test");
  await page.goto("/admin/users");
  await open(page);
  await field(page).fill("member@demo");
  const users = page.getByRole("group", { name: "Users" });
  await expect(users.getByRole("option")).toHaveText([/^Demo Member/]);
  await expectAccessible(page);
  await run(page, /^Demo Member/);
  await expect(page.getByRole("heading", { level: 1, name: "Demo Member" })).toBeVisible();
  await expect(page).toHaveURL(/\/admin\/users\/[0-9a-f-]{36}$/);

  await open(page);
  await field(page).fill("unknown-name");
  await expect(page.getByText("No results.")).toBeVisible();
  await page.keyboard.press("Escape");
  const searchRequests: string[] = [];
  page.on("request", (request) => {
    if (request.url().includes("demo.test") || request.url().includes("search="))
      searchRequests.push(request.url());
  });
  await page.goto("/account/general");
  await open(page);
  await field(page).fill("member@demo");
  await expect(page.getByText("No results.")).toBeVisible();
  await expect(users).toHaveCount(0);
  expect(searchRequests).toEqual([]);
});

test("C113: c opens the create page of an empty list; input method keys are ignored", async ({
  page,
  customer,
}) => {
  await page.goto(`/${customer.handle}/settings/credentials`);
  await expect(page.getByText("No SSH keys yet")).toBeVisible();
  const adding = page.getByRole("dialog", { name: "Add SSH key" });

  await test.step("ignores a key during composition", async () => {
    // Chromium reports key code 229 during composition; other browsers set isComposing.
    const devtools = await page.context().newCDPSession(page);
    for (const key of ["c", "?", "/"])
      await devtools.send("Input.dispatchKeyEvent", {
        type: "rawKeyDown",
        key,
        windowsVirtualKeyCode: 229,
      });
    await page.evaluate(() => {
      for (const key of ["c", "?", "g", "i"])
        document.body.dispatchEvent(
          new KeyboardEvent("keydown", { key, isComposing: true, bubbles: true }),
        );
    });
    // The palette's shortcut comes after them and would find another dialog.
    await page.keyboard.press("Control+k");
    await expect(field(page)).toBeFocused();
    await expect(page.getByRole("dialog")).toHaveCount(1);
    await page.keyboard.press("Escape");
    await expect(field(page)).toBeHidden();
  });

  await page.keyboard.press("c");
  await expect(adding).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(adding).toBeHidden();
  await page.goto(`/${customer.handle}/instances`);
  await expect(page.getByText("No instances yet")).toBeVisible();
  await page.keyboard.press("c");
  await expect(page.getByRole("heading", { level: 1, name: "Create instance" })).toBeVisible();
});

test("C113: single keys open pages, never fire in inputs, and can be turned off", async ({
  page,
  signIn,
}) => {
  await signIn("owner@demo.test");
  await page.goto("/northwind/projects");
  const heading = (name: string) => page.getByRole("heading", { level: 1, name });
  const help = page.getByRole("dialog", { name: "Keyboard shortcuts" });
  await expect(heading("Projects")).toBeVisible();

  await page.keyboard.press("?");
  await expect(help).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press("g");
  await page.keyboard.press("i");
  await page.keyboard.press("Control+k");
  await expect(field(page)).toHaveCount(0);
  await expect(page).toHaveURL(/\/projects$/);
  await page.keyboard.press("Escape");
  await expect(help).toBeHidden();

  await page.keyboard.press("g");
  await page.keyboard.press("i");
  await expect(heading("Instances")).toBeVisible();
  const search = page.getByRole("searchbox");
  await page.keyboard.press("/");
  await expect(search).toBeFocused();
  await page.keyboard.type("g/?pc");
  await expect(search).toHaveValue("g/?pc");
  await expect(help).toHaveCount(0);
  await expect(page).toHaveURL(/instances\?search=g/);

  await page.goto("/northwind/projects");
  await expect(page.getByRole("table")).toBeVisible();
  await page.keyboard.press("c");
  await expect(heading("Create project")).toBeVisible();
  const description = page.getByLabel("Description");
  await description.fill("");
  await page.keyboard.type("/?cgi");
  await expect(description).toHaveValue("/?cgi");
  await description.fill("");

  await page.goto("/northwind/projects");
  await expect(page.getByRole("table")).toBeVisible();
  await page.keyboard.press("?");
  await help.getByRole("checkbox", { name: "Single-key shortcuts" }).uncheck();
  await help.getByRole("button", { name: "Close" }).click();
  await page.reload();
  await expect(page.getByRole("table")).toBeVisible();
  await page.keyboard.press("c");
  await page.keyboard.press("?");
  await page.keyboard.press("Control+k");
  // Only the palette opened.
  await expect(field(page)).toBeFocused();
  await expect(help).toHaveCount(0);
  await field(page).fill("keyboard");
  await page.keyboard.press("Enter");
  await expect(help.getByRole("checkbox")).not.toBeChecked();
});
