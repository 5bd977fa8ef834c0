/** A page for visual and accessibility checks: its URL, the user, and its primary action. */
import type { Locator, Page } from "@playwright/test";

export interface PageSpec {
  /** Name of the screenshot. */
  readonly name: string;
  readonly path: string | ((url: string) => Promise<string>);
  /** Email of the user; default: signed out. */
  readonly as?: string;
  /** Text that is visible once the page is loaded. */
  readonly shows: string | RegExp;
  readonly primary: (page: Page) => Locator;
}

export const button = (name: string | RegExp) => (page: Page) => page.getByRole("button", { name });
export const field = (name: string) => (page: Page) => page.getByLabel(name);
export const link = (name: string | RegExp) => (page: Page) => page.getByRole("link", { name });

export const owner = "owner@demo.test";
