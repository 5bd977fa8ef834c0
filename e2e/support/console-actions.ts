/** Steps in the console, shared by specs. */
import type { Locator, Page } from "@playwright/test";
import { expect } from "./fixtures.ts";

/** Timeout for a change of an instance in the emulated cloud, on a busy computer. */
export const instanceTimeout = { timeout: 40_000 };

/** Opens a sidebar entry. On the phone viewport the sidebar must be opened first. */
export async function goTo(page: Page, entry: string | RegExp): Promise<void> {
  const menu = page.getByRole("button", { name: "Open sidebar" });
  const navigation = page.getByRole("navigation", { name: "Main navigation" });
  // Which of the two is visible is known once the page is loaded.
  await expect(menu.or(navigation).filter({ visible: true }).first()).toBeVisible();
  if (await menu.isVisible()) await menu.click();
  await navigation.getByRole("link", { name: entry }).click();
}

/** The status next to an instance's name. */
export const statusOnPage = (page: Page): Locator =>
  page.getByRole("heading", { level: 1 }).locator("xpath=..");

export async function openInstance(page: Page, name: string): Promise<void> {
  await page.getByRole("link", { name, exact: true }).click();
  await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
}

/** Unfolds all product families of the page that orders instances. */
export async function showAllProducts(page: Page): Promise<void> {
  const toggle = page.getByRole("button", { name: /^Show (all \d+|fewer) products$/ });
  if ((await toggle.innerText()).startsWith("Show all")) await toggle.click();
}

/** Fills in the page that orders instances. */
export async function fillOrderForm(
  page: Page,
  { product, system }: { product: string; system: string },
): Promise<void> {
  await showAllProducts(page);
  await page.getByRole("radio", { name: new RegExp(`^${product}`) }).check();
  await page.getByRole("radio", { name: system, exact: true }).check();
}
