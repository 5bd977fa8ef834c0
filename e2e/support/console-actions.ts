/** What people do in the console again and again. */
import type { Locator, Page } from "@playwright/test";
import { expect } from "./fixtures.ts";

/** How long the emulated cloud may take over a change of a machine, on a busy computer. */
export const instanceTimeout = { timeout: 40_000 };

/** Follows an entry of the sidebar, which a phone shows on demand. */
export async function goTo(page: Page, entry: string): Promise<void> {
  const menu = page.getByRole("button", { name: "Open sidebar" });
  const navigation = page.getByRole("navigation", { name: "Main navigation" });
  // Which of the two a window has is known once the page stands.
  await expect(menu.or(navigation).filter({ visible: true }).first()).toBeVisible();
  if (await menu.isVisible()) await menu.click();
  await navigation.getByRole("link", { name: entry }).click();
}

/** The word beside a machine's name. */
export const statusOnPage = (page: Page): Locator =>
  page.getByRole("heading", { level: 1 }).locator("xpath=..");

export async function openInstance(page: Page, name: string): Promise<void> {
  await page.getByRole("link", { name, exact: true }).click();
  await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
}

/** On the page that orders machines. */
export async function fillOrderForm(
  page: Page,
  { product, system }: { product: string; system: string },
): Promise<void> {
  await page.getByRole("radio", { name: new RegExp(`^${product}`) }).check();
  await page.getByRole("radio", { name: system, exact: true }).check();
}
