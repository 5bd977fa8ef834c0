/** A page that is looked at: where it is, for whom, and what on it is pressed first. */
import type { Locator, Page } from "@playwright/test";

export interface PageSpec {
  /** The picture's name. */
  readonly name: string;
  readonly path: string | ((world: string) => Promise<string>);
  /** Nobody where not given. */
  readonly as?: string;
  /** Shown once the page stands. */
  readonly shows: string | RegExp;
  readonly primary: (page: Page) => Locator;
}

export const button = (name: string | RegExp) => (page: Page) => page.getByRole("button", { name });
export const field = (name: string) => (page: Page) => page.getByLabel(name);
export const link = (name: string | RegExp) => (page: Page) => page.getByRole("link", { name });

export const owner = "owner@demo.test";
