/**
 * Every page as it looks: nothing for axe to find in light and in dark, nothing wider than the window,
 * and its first action reached by the keyboard with a ring to see. BOREAL_SCREENSHOTS=1 keeps the pictures.
 */
import { join } from "node:path";
import type { Locator, Page } from "@playwright/test";
import { api } from "#contracts/api.ts";
import { signInAs } from "../support/api-client.ts";
import { errorPages } from "../pages/error-pages.ts";
import { guestPages } from "../pages/guest-pages.ts";
import { owner } from "../pages/page-spec.ts";
import { ownPages } from "../pages/own-pages.ts";
import { staffPages } from "../pages/staff-pages.ts";
import { workspacePages } from "../pages/workspace-pages.ts";
import { expect, expectAccessible, test } from "../support/fixtures.ts";

const pictures = join(import.meta.dirname, "../../docs/screenshots");
const tabsAtMost = 80;

const pages = [...guestPages, ...ownPages, ...workspacePages, ...staffPages, ...errorPages];

for (const look of pages) {
  test(`${look.name} looks right`, { tag: "@phone" }, async ({ page, signIn, stack }) => {
    if (look.as !== undefined) await signIn(look.as);
    await page.goto(typeof look.path === "string" ? look.path : await look.path(stack.url));
    await expect(page.getByRole("heading", { name: look.shows }).first()).toBeVisible();
    await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
    await takeScreenshots(page, look.name);
    await expectAccessible(page);
    await tabTo(page, look.primary(page));
  });
}

test("join looks right", { tag: "@phone" }, async ({ page, customer, stack }) => {
  const host = await signInAs(stack.url, owner);
  const path = { workspace: "northwind" };
  const { data } = await host.call(api.invites.create, {
    path,
    body: { emails: [customer.email], roleId: "team_member", note: "Glad to have you with us." },
  });
  const invite = data[0]?.id ?? "";
  await page.goto((await host.call(api.invites.link, { path: { ...path, invite } })).link);
  await expect(page.getByRole("heading", { name: "You're invited" })).toBeVisible();
  await takeScreenshots(page, "join");
  await expectAccessible(page);
  await tabTo(page, page.getByRole("button", { name: "Join Northwind" }));
});

test("the dialogs look right", { tag: "@phone" }, async ({ page, signIn }) => {
  await signIn(owner);
  await page.goto("/northwind/settings/credentials");
  await page.getByRole("button", { name: "Add key" }).click();
  await expect(page.getByRole("dialog", { name: "Add SSH key" })).toBeVisible();
  await takeScreenshots(page, "dialog-add-key");
  await expectAccessible(page);
  await page.goto("/northwind/instances");
  await page.getByRole("button", { name: "Actions for infer-a" }).click();
  await expect(page.getByRole("menuitem", { name: "Terminate" })).toBeVisible();
  await takeScreenshots(page, "instances-menu");
  await expectAccessible(page);
  await page.getByRole("menuitem", { name: "Terminate" }).click();
  await expect(page.getByRole("alertdialog", { name: "Terminate infer-a?" })).toBeVisible();
  await takeScreenshots(page, "dialog-terminate");
  await expectAccessible(page);
});

async function takeScreenshots(page: Page, name: string): Promise<void> {
  if (process.env["BOREAL_SCREENSHOTS"] !== "1") return;
  const width = page.viewportSize()?.width;
  for (const theme of ["light", "dark"]) {
    await page.evaluate(
      (requested) => document.documentElement.setAttribute("data-theme", requested),
      theme,
    );
    await page.screenshot({
      path: join(pictures, `${name}-${theme}-${width}.png`),
      animations: "disabled",
    });
  }
  await page.evaluate(() => document.documentElement.setAttribute("data-theme", "system"));
}

/** Tab by Tab from the top of the page. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await page.evaluate(() => {
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    document.body.tabIndex = -1;
    document.body.focus();
  });
  const isFocused = () => target.first().evaluate((element) => element === document.activeElement);
  let reached = false;
  for (let tabs = 0; tabs < tabsAtMost && !reached; tabs++) {
    await page.keyboard.press("Tab");
    reached = await isFocused();
  }
  expect(reached, `reached within ${tabsAtMost} presses of Tab`).toBe(true);
  const ring = await target.first().evaluate((element) => {
    const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(element);
    return (outlineStyle !== "none" && outlineWidth !== "0px") || boxShadow !== "none";
  });
  expect(ring, "a ring is seen around what has the focus").toBe(true);
}
