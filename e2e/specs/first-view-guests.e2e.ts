/** The first view of pages for guests comes from the server: forms show, and keep what is typed, before any code runs. */
import type { Browser, BrowserContextOptions, Page } from "@playwright/test";
import {
  openEarly,
  slowDown,
  untilInteractive,
  watchConsole,
  watchRequests,
} from "../support/first-view.ts";
import { demoPassword } from "../support/api-client.ts";
import { expect, test } from "../support/fixtures.ts";

const paths = {
  "/auth/login": "/auth/login",
  "/auth/register": "/auth/register",
  "/auth/reset": "/auth/reset",
  "/auth/verify/resend": "/auth/verify/resend",
  "/auth/reset/a-token": "/auth/reset/opened",
  "/auth/verify/a-token": "/auth/verify/opened",
  "/auth/freeze/a-token": "/auth/freeze/opened",
  "/northwind/instances": "/auth/login",
};

async function openIn(browser: Browser, options: BrowserContextOptions): Promise<Page> {
  const context = await browser.newContext(options);
  return context.newPage();
}

/** What has moved on the page since it was opened, and how far. */
const layoutShifts = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const observer = new PerformanceObserver(() => undefined);
    observer.observe({ type: "layout-shift", buffered: true });
    return observer.takeRecords().flatMap((entry) => {
      const sources: unknown = "sources" in entry ? entry.sources : [];
      return (Array.isArray(sources) ? sources : []).map(
        ({ node, previousRect, currentRect }) =>
          `${node?.nodeName} ${node?.textContent?.slice(0, 40)}: ${JSON.stringify(previousRect)} to ${JSON.stringify(currentRect)}`,
      );
    });
  });

for (const [locale, language] of [
  ["en-GB", "en"],
  ["de-DE", "de"],
] as const) {
  test(`pages for guests arrive rendered in the browser's language (${language}), and hydrate without errors, shifts or requests`, async ({
    browser,
    stack,
  }) => {
    const page = await openIn(browser, { baseURL: stack.url, locale });
    const messages = watchConsole(page);
    const requests = watchRequests(page);
    for (const [path, shown] of Object.entries(paths)) {
      await page.goto("about:blank");
      await page.context().clearCookies();
      const response = await page.goto(path);
      const html = (await response?.text()) ?? "";
      expect(html, path).toContain(`<html lang="${language}"`);
      expect(html, path).toContain(`data-rendered="${shown}"`);
      await untilInteractive(page);
      await expect(page).toHaveURL(shown);
      expect(html, path).not.toContain("a-token");
      expect(await layoutShifts(page), path).toEqual([]);
    }
    expect(requests).toEqual([]);
    expect(messages).toEqual([]);
    await page.context().close();
  });
}

test("without JavaScript the form is there in German, and never sends what is typed in the URL", async ({
  browser,
  stack,
}) => {
  const page = await openIn(browser, {
    baseURL: stack.url,
    javaScriptEnabled: false,
    locale: "de-AT",
  });
  const messages = watchConsole(page);
  await page.goto("/auth/login");
  await expect(page.getByRole("heading", { name: "Anmelden" })).toBeVisible();
  await expect(page).toHaveTitle(/^Anmelden · /);
  await expect(page.getByRole("button", { name: /Google/ })).toBeVisible();
  await page.getByLabel("Passwort", { exact: true }).fill(demoPassword);
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Anmelden" }).click();
  await expect(page).toHaveURL("/auth/login");
  await page.getByRole("link", { name: "Passwort vergessen?" }).click();
  await expect(page).toHaveURL("/auth/reset");
  await page.getByRole("textbox").fill("someone@example.org");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL("/auth/reset");
  expect(messages).toEqual([]);
  await page.context().close();
});

test("what is typed and pressed before the code has loaded signs in", async ({ page }) => {
  await slowDown(page, 40_000);
  await openEarly(page, "/auth/login");
  await page.getByLabel("Email").fill("owner@demo.test");
  await page.getByLabel("Password", { exact: true }).fill(demoPassword);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "Overview" })).toBeVisible({ timeout: 30_000 });
});

test("what a password manager fills in without an event before the code has loaded stays", async ({
  page,
}) => {
  await slowDown(page, 40_000);
  await openEarly(page, "/auth/register");
  await page.evaluate(() => {
    for (const [label, text] of [
      ["given-name", "Kim"],
      ["email", "kim@example.org"],
    ]) {
      const field = document.querySelector<HTMLInputElement>(`input[autocomplete=${label}]`);
      if (field !== null && text !== undefined) field.value = text;
    }
  });
  await page.getByRole("checkbox", { name: "I am 18 or older" }).click();
  await expect(page.locator("#root:not([data-rendered]) h1")).toBeVisible({ timeout: 30_000 });
  await expect(page.getByLabel("First name")).toHaveValue("Kim");
  await expect(page.getByLabel("Email")).toHaveValue("kim@example.org");
  await expect(page.getByRole("checkbox", { name: "I am 18 or older" })).toBeChecked();
  // The form knows the values: it does not ask for them.
  await page.getByRole("button", { name: "Create account" }).click();
  await expect(page.getByLabel("Last name")).toHaveAccessibleDescription("Field is required");
  await expect(page.getByLabel("First name")).not.toHaveAccessibleDescription("Field is required");
});

test("sign-in loads no code of the console, and only its own styles", async ({ page }) => {
  const scripts: string[] = [];
  page.on("response", (response) => {
    const { pathname } = new URL(response.url());
    if (pathname.endsWith(".js")) scripts.push(pathname.replace(/-[^-]{8}\.js$/, ""));
  });
  const response = await page.goto("/auth/login");
  const html = (await response?.text()) ?? "";
  await untilInteractive(page);
  expect(scripts).toContain("/assets/guests");
  expect(scripts).not.toContain("/assets/console");
  expect(html.length).toBeLessThan(45_000);
  expect(response?.headers()["content-security-policy"]).toMatch(
    /script-src 'self' 'sha256-[\w+/=]+';/,
  );
  expect(html).not.toMatch(/<[^>]* style=/);
});

test("the next page has what was typed, but no password, and a reload keeps its message", async ({
  page,
}) => {
  await page.goto("/auth/login");
  await page.getByLabel("Email").fill("kim@example.org");
  await page.getByLabel("Password", { exact: true }).fill("a-password-that-is-typed");
  await page.getByRole("link", { name: "Forgot password?" }).click();
  await expect(page.getByRole("heading", { name: "Reset your password" })).toBeVisible();
  await expect(page.getByLabel("Email")).toHaveValue("kim@example.org");
  expect(await page.evaluate(() => JSON.stringify({ ...sessionStorage }))).not.toContain("typed");
  await page.goto("/auth/oauth/github?code=wrong-code&state=wrong-code");
  await expect(page).toHaveURL("/auth/login");
  const alert = page.getByRole("alert");
  await expect(alert).toBeVisible();
  await page.reload();
  await expect(alert).toBeVisible();
});
