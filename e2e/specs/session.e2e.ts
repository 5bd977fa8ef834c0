import type { Page } from "@playwright/test";
import { acceptedKeys } from "#contracts/ssh-key-fixtures.ts";
import { api } from "#contracts/api.ts";
import { goTo } from "../support/console-actions.ts";
import { demoPassword } from "../support/api-client.ts";
import { revokeSessionElsewhere } from "../support/auth-actions.ts";
import { expect, test } from "../support/fixtures.ts";

async function logOut(page: Page): Promise<void> {
  await page.getByRole("button", { name: /^Account menu for/ }).click();
  await page.getByRole("menuitem", { name: "Sign out" }).click();
}

async function fillSignIn(page: Page, email: string): Promise<void> {
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(demoPassword);
  await page.getByRole("button", { name: "Sign in" }).click();
}

test("a guest is asked to sign in, and then gets where they wanted to go", {
  tag: "@phone",
}, async ({ page, customer, context }) => {
  await context.clearCookies();
  await page.goto(`/${customer.handle}/projects?search=sea`);
  await expect(page.getByRole("heading", { name: "Sign in" })).toBeVisible();
  await fillSignIn(page, customer.email);
  await expect(page).toHaveURL(`/${customer.handle}/projects?search=sea`);
  await expect(page.getByRole("heading", { name: "Projects", exact: true })).toBeVisible();
});

test("an address from outside never leads out of the console", async ({
  page,
  customer,
  context,
  stack,
}) => {
  const elsewhere = [
    "//evil.example",
    "/\\evil.example",
    "https:evil.example",
    "javascript:alert(1)",
    "\t//evil.example",
    "%09//evil.example",
  ];
  test.slow();
  for (const target of elsewhere) {
    // A page that is open would notice the missing cookie, and leave by itself.
    await page.goto("about:blank");
    await context.clearCookies();
    await context.addCookies([
      { name: "routeMe", value: encodeURIComponent(target), url: stack.url },
    ]);
    await page.goto(`/auth/login?redirect=${encodeURIComponent(target)}`);
    await fillSignIn(page, customer.email);
    await expect(page, target).toHaveURL(`/${customer.handle}`);
  }
});

test("a workspace that does not exist, and one of others, look the same", async ({
  page,
  customer,
}) => {
  for (const handle of ["no-such-place", "northwind"]) {
    await page.goto(`/${handle}/instances`);
    await expect(page.getByText(`Workspace ${handle} not found`)).toBeVisible();
    await expect(page.getByRole("link", { name: customer.handle })).toBeVisible();
  }
});

test("logging out in one tab empties the others", async ({ page, customer, context }) => {
  await page.goto(`/${customer.handle}`);
  await goTo(page, "Projects");
  const other = await context.newPage();
  const calls: string[] = [];
  await other.goto(`/${customer.handle}`);
  await expect(other.getByRole("heading", { name: "Overview" })).toBeVisible();
  await other.goto(`/${customer.handle}/settings/credentials`);
  await expect(other.getByRole("heading", { name: "SSH keys", exact: true })).toBeVisible();
  await logOut(page);
  await expect(page.getByRole("heading", { name: "Sign in" })).toBeVisible();
  await expect(other.getByRole("heading", { name: "Sign in" })).toBeVisible({ timeout: 2_000 });
  await expect(other.getByText("SSH keys")).toHaveCount(0);

  other.on("request", (request) => calls.push(new URL(request.url()).pathname));
  await page.goBack();
  await expect(page.getByRole("heading", { name: "Sign in" })).toBeVisible();
  await expect(page.getByText(customer.handle)).toHaveCount(0);
  await other.goBack();
  await expect(other.getByRole("heading", { name: "Sign in" })).toBeVisible();
  expect(calls.filter((path) => path.startsWith("/api/") || path === "/auth/refresh")).toEqual([]);
});

test("the next user of a browser is not sent to a page of the user before", async ({
  page,
  customer,
}) => {
  await page.goto(`/${customer.handle}/projects`);
  await expect(page.getByRole("heading", { name: "Projects", exact: true })).toBeVisible();
  await goTo(page, "Instances");
  await expect(page.getByRole("heading", { name: "Instances", exact: true })).toBeVisible();
  await logOut(page);
  await expect(page.getByRole("heading", { name: "Sign in" })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole("heading", { name: "Sign in" })).toBeVisible();
  await fillSignIn(page, "other@demo.test");
  await expect(page.getByRole("heading", { name: "Overview" })).toBeVisible();
  await expect(page.getByText(customer.handle)).toHaveCount(0);
});

test("logging out is asked once, with nothing after it", async ({ page, customer }) => {
  await page.goto(`/${customer.handle}`);
  await expect(page.getByRole("heading", { name: "Overview" })).toBeVisible();
  const calls: string[] = [];
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    // The sign-in page asks whom else one can sign in with.
    if (/^\/(api|auth\/(?!(login|providers)$))/.test(pathname))
      calls.push(`${request.method()} ${pathname}`);
  });
  await logOut(page);
  await expect(page.getByRole("heading", { name: "Sign in" })).toBeVisible();
  expect(calls).toEqual(["POST /auth/logout"]);
});

test("a session that ended elsewhere asks for the password once, above the page as it is", async ({
  page,
  customer,
}) => {
  await page.goto(`/${customer.handle}/projects/add`);
  await page.getByLabel("Name").fill("Tides");
  await revokeSessionElsewhere(page);
  const rejected: string[] = [];
  page.on("response", (response) => {
    if (response.status() === 401) rejected.push(new URL(response.url()).pathname);
  });
  await page.getByRole("button", { name: "Create project" }).click();
  const dialog = page.getByRole("dialog", { name: "Please sign in again" });
  await expect(dialog).toHaveCount(1);
  await expect(dialog).toContainText("What you entered on this page is still there.");
  await dialog.getByLabel(/^Password for/).fill("not it");
  await dialog.getByRole("button", { name: "Sign in" }).click();
  await expect(dialog).toContainText("Incorrect email or password.");
  const refusedCalls = rejected.filter((path) => path !== "/auth/login");
  expect(refusedCalls.length, refusedCalls.join(", ")).toBeLessThanOrEqual(2);
  await dialog.getByLabel(/^Password for/).fill(demoPassword);
  await dialog.getByRole("button", { name: "Sign in" }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByLabel("Name")).toHaveValue("Tides");
  await page.getByRole("button", { name: "Create project" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Tides" })).toBeVisible();
});

test("a page that lacks one permission does not end the session", async ({ page, signIn }) => {
  await signIn("billing@demo.test");
  await page.goto("/northwind/instances");
  await expect(page.getByRole("heading", { name: "You don't have access to this" })).toBeVisible();
  await page.goto("/northwind");
  await expect(page.getByRole("heading", { name: "Overview" })).toBeVisible();
});

test("the next user of a tab finds nothing of the one before", async ({
  page,
  customer,
  signIn,
}) => {
  await customer.call(api.credentials.create, {
    path: { workspace: customer.handle },
    body: { name: "secret-laptop", publicKey: acceptedKeys.ed25519.line },
  });
  await page.goto(`/${customer.handle}/settings/credentials`);
  await expect(page.getByText("secret-laptop").first()).toBeVisible();
  await logOut(page);
  await fillSignIn(page, "other@demo.test");
  await expect(page).toHaveURL("/other-company");
  await goTo(page, "SSH keys");
  await expect(page.getByRole("row", { name: /desk/ })).toBeVisible();
  await expect(page.getByText("secret-laptop")).toHaveCount(0);
  await signIn(customer.email);
});

test("a chosen theme is there with the first byte of the page", async ({ page, customer }) => {
  await page.goto(`/${customer.handle}`);
  for (const [words, theme] of [
    ["Dark", "dark"],
    ["Light", "light"],
  ] as const) {
    await page.getByRole("button", { name: /^Account menu for/ }).click();
    await page.getByRole("menuitemradio", { name: words }).click();
    await expect(page.locator("html")).toHaveAttribute("data-theme", theme);
    const response = await page.reload();
    expect(await response?.text()).toContain(`data-theme="${theme}"`);
    await expect(page.locator("html")).toHaveAttribute("data-theme", theme);
  }
});

test("another language changes the words, and stays", async ({ page, customer }) => {
  await page.goto(`/${customer.handle}`);
  await page.getByRole("button", { name: /^Account menu for/ }).click();
  await page.getByRole("menuitemradio", { name: "Deutsch" }).click();
  await expect(page.getByRole("heading", { name: "Übersicht" })).toBeVisible();
  await expect(page.locator("html")).toHaveAttribute("lang", "de");
  await page.goto(`/${customer.handle}/settings/credentials`);
  await expect(page.getByRole("heading", { name: "SSH-Schlüssel", exact: true })).toBeVisible();
  await page.reload();
  await expect(page.getByRole("heading", { name: "SSH-Schlüssel", exact: true })).toBeVisible();
});

test("error pages quote their URL as a cause in plain text, and never as their own words", async ({
  page,
}) => {
  const hostile = '<img src=x onerror=alert(1)> {{7*7}} <a href="https://evil.example">win</a>';
  const dialogs: string[] = [];
  page.on("dialog", (dialog) => {
    dialogs.push(dialog.message());
    void dialog.dismiss();
  });
  const shown: Record<string, boolean> = {
    "/400": true,
    "/401": true,
    "/403": true,
    "/404": true,
    "/423": true,
    "/429": false,
    "/500": true,
  };
  for (const [path, repeats] of Object.entries(shown)) {
    const query = new URLSearchParams({
      message: hostile,
      cause: hostile,
      prettyCause: hostile,
      code: hostile,
      seconds: hostile,
    });
    await page.goto(`${path}?${query}`);
    await expect(page.getByText(path.slice(1), { exact: true })).toBeVisible();
    await expect(page.getByText(/^Request/)).toHaveCount(0);
    if (repeats) await expect(page.locator("p", { hasText: /^Cause/ })).toContainText(hostile);
    await expect(page.locator("main img, main a[href*=evil]")).toHaveCount(0);
  }
  await page.goto("/no/such/page");
  await expect(page.getByRole("heading", { name: "We can't find that" })).toBeVisible();
  expect(dialogs).toEqual([]);
});
