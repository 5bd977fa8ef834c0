/**
 * Every page: no axe violations in light and dark, nothing wider than the window, also on tablets, and the primary action
 * reachable by keyboard with a visible focus ring. BOREAL_SCREENSHOTS=1 saves screenshots, also in German: with --workers=1, and without other specs.
 */
import { join } from "node:path";
import type { BrowserContext, Locator, Page } from "@playwright/test";
import sharp from "sharp";
import { api } from "#contracts/api.ts";
import type { Locale } from "#contracts/locale.ts";
import { demoPassword, signInAs } from "../support/api-client.ts";
import { billingPages } from "../pages/billing-pages.ts";
import { errorPages } from "../pages/error-pages.ts";
import { guestPages } from "../pages/guest-pages.ts";
import { owner, type PageSpec } from "../pages/page-spec.ts";
import { ownPages } from "../pages/own-pages.ts";
import { settingsPages } from "../pages/settings-pages.ts";
import { staffBillingPages } from "../pages/staff-billing-pages.ts";
import { staffPages } from "../pages/staff-pages.ts";
import { workspacePages } from "../pages/workspace-pages.ts";
import { expect, expectAccessible, test } from "../support/fixtures.ts";

const screenshotFolder = join(import.meta.dirname, "../../docs/screenshots");
/** Of tablets and small laptops; the projects have those of phones and desktops. */
const widthsBetween = [768, 1024];
const tabsAtMost = 80;
const tabsBetweenChecks = 5;

const pages = [
  ...guestPages,
  ...ownPages,
  ...workspacePages,
  ...settingsPages,
  ...billingPages,
  ...staffPages,
  ...staffBillingPages,
  ...errorPages,
];

/** One context for all pages of a user, because cached scripts load faster. It is closed with the browser. */
const contexts = new Map<string | undefined, Promise<BrowserContext>>();

const pageTest = test.extend<{ viewer: string | undefined }>({
  viewer: [undefined, { option: true }],
  page: async ({ browser, viewer }, use) => {
    const shared = contexts.get(viewer) ?? browser.newContext();
    contexts.set(viewer, shared);
    const context = await shared;
    // Other specs sign in the same user, and their sessions may end this one.
    if (viewer !== undefined) await signIn(context, viewer);
    const page = await context.newPage();
    await use(page);
    // Such as a cart, which one page keeps and another one shows.
    await page.evaluate(() => localStorage.clear());
    await page.close();
  },
});

async function signIn(context: BrowserContext, email: string): Promise<void> {
  const data = { email, password: demoPassword };
  await context.request.post("/auth/login", { data, failOnStatusCode: true });
}

for (const spec of pages) {
  pageTest.describe(() => {
    pageTest.use({ viewer: spec.as });
    pageTest(`${spec.name} is accessible`, { tag: "@phone" }, async ({ page, stack }) => {
      await page.goto(typeof spec.path === "string" ? spec.path : await spec.path(stack.url));
      await expect(page.getByRole("heading", { name: spec.shows }).first()).toBeVisible();
      await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
      await takeScreenshots(page, spec.name);
      await expectFitsBetween(page, spec.name);
      await expectAccessible(page);
      await tabTo(page, spec.primary(page));
      await takeGermanScreenshot(page, spec, stack.url);
    });
  });
}

test("join is accessible", { tag: "@phone" }, async ({ page, customer, stack }) => {
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

test("the invitation of a guest is accessible", { tag: "@phone" }, async ({
  page,
  stack,
  unique,
}) => {
  const host = await signInAs(stack.url, owner);
  const path = { workspace: "northwind" };
  const { data } = await host.call(api.invites.create, {
    path,
    body: { emails: [`${unique("guest")}@example.org`], roleId: "team_member" },
  });
  const invite = data[0]?.id ?? "";
  await page.goto((await host.call(api.invites.link, { path: { ...path, invite } })).link);
  await expect(page.getByRole("heading", { name: "Join Northwind" })).toBeVisible();
  await takeScreenshots(page, "invitation");
  await expectAccessible(page);
  await tabTo(page, page.getByRole("link", { name: "Create account" }));
});

test("dialogs are accessible", { tag: "@phone" }, async ({ page, signIn }) => {
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

const takesScreenshots = process.env["BOREAL_SCREENSHOTS"] === "1";
async function saveScreenshot(page: Page, name: string): Promise<void> {
  const image = await page.screenshot({ animations: "disabled" });
  await sharp(image)
    .webp({ quality: 80 })
    .toFile(join(screenshotFolder, `${name}.webp`));
}

/** Nothing is wider than the window at the widths between a phone and a desktop. */
async function expectFitsBetween(page: Page, name: string): Promise<void> {
  const before = page.viewportSize();
  if (before === null || before.width < Math.max(...widthsBetween)) return;
  for (const width of widthsBetween) {
    await page.setViewportSize({ width, height: before.height });
    const overflow = () =>
      page.evaluate(() => {
        const { scrollWidth, clientWidth } = document.documentElement;
        return scrollWidth - clientWidth;
      });
    await expect.poll(overflow, `at ${width} px`).toBeLessThanOrEqual(0);
    if (takesScreenshots) await saveScreenshot(page, `${name}-light-${width}`);
  }
  await page.setViewportSize(before);
}

/** The language is the account's, so no other spec of its user may run at the same time. */
async function takeGermanScreenshot(page: Page, { name, as }: PageSpec, url: string) {
  if (!takesScreenshots) return;
  const user = as === undefined ? null : await signInAs(url, as);
  const speak = async (locale: Locale) => {
    await user?.call(api.account.update, { body: { attribute: "locale", locale } });
    await page.context().addCookies([{ name: "locale", value: locale, url }]);
  };
  await speak("de");
  await page.reload();
  await expect(page.locator("html")).toHaveAttribute("lang", "de");
  await expect(page.locator("#root:not([data-rendered]) h1").first()).toBeVisible();
  await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
  // A reload restores where the page was scrolled to.
  await page.evaluate(() => window.scrollTo(0, 0));
  await saveScreenshot(page, `${name}-de-light-${page.viewportSize()?.width}`);
  await speak("en");
}

async function takeScreenshots(page: Page, name: string): Promise<void> {
  if (!takesScreenshots) return;
  const width = page.viewportSize()?.width;
  for (const theme of ["light", "dark"]) {
    await page.evaluate(
      (requested) => document.documentElement.setAttribute("data-theme", requested),
      theme,
    );
    await saveScreenshot(page, `${name}-${theme}-${width}`);
  }
  await page.evaluate(() => document.documentElement.setAttribute("data-theme", "system"));
}

/** Presses Tab from the top of the page until the element has the focus. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  const rings = await page.evaluateHandle(() => {
    const found = new Map<EventTarget, boolean>();
    document.addEventListener("focusin", ({ target: focused }) => {
      if (!(focused instanceof Element)) return;
      const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(focused);
      const hasOutline = outlineStyle !== "none" && outlineWidth !== "0px";
      found.set(focused, hasOutline || boxShadow !== "none");
    });
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    document.body.tabIndex = -1;
    document.body.focus();
    return found;
  });
  let ring: boolean | null = null;
  for (let tabs = 0; tabs < tabsAtMost && ring === null; tabs += tabsBetweenChecks) {
    for (let tab = 0; tab < tabsBetweenChecks; tab++) await page.keyboard.press("Tab");
    ring = await target.first().evaluate((element, found) => found.get(element) ?? null, rings);
  }
  expect(ring, `reached within ${tabsAtMost} presses of Tab`).not.toBeNull();
  expect(ring, "the focused element has a visible ring").toBe(true);
}
