/** A new release of the console while pages are open. */
import type { Page } from "@playwright/test";
import { goTo } from "../support/console-actions.ts";
import { expectAccessible } from "../support/fixtures.ts";
import { expect, test } from "../support/releases.ts";

const entryOf = (page: Page) => page.locator("script[type=module]").getAttribute("src");
const offer = (page: Page) =>
  page.getByRole("status").filter({ hasText: "A new version is available." });
const unsentOf = (page: Page) =>
  page.evaluate(() => Object.keys(sessionStorage).filter((key) => key.startsWith("unsent:")));

test("N63: offers a new release, keeps input, and reloads only pages without input", async ({
  page,
  context,
  signIn,
  releases,
}) => {
  test.setTimeout(300_000);
  await signIn("owner@demo.test");
  const before = await test.step("three pages are open, two with input", async () => {
    await page.goto("/northwind/projects/add");
    await page.getByRole("textbox", { name: "Name" }).fill("Tides");
    return entryOf(page);
  });
  const dialog = await context.newPage();
  await dialog.goto("/northwind/settings/credentials");
  await dialog.getByRole("button", { name: "Add key" }).click();
  await dialog.getByRole("dialog").getByLabel("Name").fill("laptop");
  const clean = await context.newPage();
  await clean.goto("/northwind/projects");
  await expect(
    clean.getByRole("heading", { level: 1, name: "Projects", exact: true }),
  ).toBeVisible();

  await releases.release();

  await test.step("every page offers it and none reloads", async () => {
    for (const tab of [page, dialog, clean]) {
      await expect(offer(tab)).toBeVisible({ timeout: 60_000 });
      expect(await entryOf(tab)).toBe(before);
    }
    await expectAccessible(page);
    await expect(page.getByRole("textbox", { name: "Name" })).toHaveValue("Tides");
  });

  await test.step("serves files of the previous release to open pages", async () => {
    await page.keyboard.press("ControlOrMeta+k");
    await expect(page.getByRole("dialog").getByRole("combobox")).toBeVisible();
    await page.keyboard.press("Escape");
  });

  await test.step("restores the form after a requested reload", async () => {
    await offer(page).getByRole("button", { name: "Reload" }).click();
    await expect.poll(() => entryOf(page)).not.toBe(before);
    await expect(page.getByRole("textbox", { name: "Name" })).toHaveValue("Tides");
    await expect(offer(page)).toHaveCount(0);
  });

  await test.step("a page without input loads the new release at the next click", async () => {
    await goTo(clean, "SSH keys");
    await expect(
      clean.getByRole("heading", { level: 1, name: "SSH keys", exact: true }),
    ).toBeVisible();
    expect(await entryOf(clean)).not.toBe(before);
  });

  await test.step("offers a reload if old files are missing; the dialog keeps its input", async () => {
    releases.deleteEarlier();
    await dialog.getByRole("button", { name: "Show as code" }).click();
    await expect(offer(dialog).getByRole("button", { name: "Retry" })).toBeVisible();
    await expect(dialog.getByRole("dialog").getByLabel("Name")).toHaveValue("laptop");
    await offer(dialog).getByRole("button", { name: "Reload" }).click();
    await expect.poll(() => entryOf(dialog)).not.toBe(before);
    await dialog.getByRole("button", { name: "Add key" }).click();
    await expect(dialog.getByRole("dialog").getByLabel("Name")).toHaveValue("laptop");
  });

  await test.step("deletes stored input at sign-out", async () => {
    expect(await unsentOf(page)).toHaveLength(1);
    await clean.getByRole("button", { name: /^Account menu for/ }).click();
    await clean.getByRole("menuitem", { name: "Sign out" }).click();
    for (const tab of [page, dialog, clean]) {
      await expect(tab.getByRole("heading", { name: "Sign in" })).toBeVisible();
      expect(await unsentOf(tab)).toEqual([]);
    }
  });
});
