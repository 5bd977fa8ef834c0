import type { Page } from "@playwright/test";
import { acceptedKeys } from "#contracts/ssh-key-fixtures.ts";
import { api } from "#contracts/api.ts";
import { goTo, openInstance } from "../support/console-actions.ts";
import { createInstances } from "../support/instances.ts";
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

test("a signed-out user signs in and continues to the requested page", {
  tag: "@phone",
}, async ({ page, customer, context }) => {
  await context.clearCookies();
  await page.goto(`/${customer.handle}/projects?search=sea`);
  await expect(page.getByRole("heading", { name: "Sign in" })).toBeVisible();
  await fillSignIn(page, customer.email);
  await expect(page).toHaveURL(`/${customer.handle}/projects?search=sea`);
  await expect(page.getByRole("heading", { name: "Projects", exact: true })).toBeVisible();
});

test("C053: a redirect target never leaves the console", async ({
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
    // An open page would notice the missing cookie and redirect.
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

test("a nonexistent workspace and another customer's workspace look the same", async ({
  page,
  customer,
}) => {
  for (const handle of ["no-such-workspace", "northwind"]) {
    await page.goto(`/${handle}/instances`);
    await expect(page.getByText(`Workspace ${handle} not found`)).toBeVisible();
    await expect(page.getByRole("link", { name: customer.handle })).toBeVisible();
  }
});

test("C046: signing out in one tab signs out all tabs", async ({ page, customer, context }) => {
  await page.goto(`/${customer.handle}`);
  await goTo(page, "Projects");
  const other = await context.newPage();
  const requests: string[] = [];
  await other.goto(`/${customer.handle}`);
  await expect(other.getByRole("heading", { name: "Overview" })).toBeVisible();
  await other.goto(`/${customer.handle}/billing/usage`);
  await expect(other.getByRole("heading", { name: "Usage", exact: true }).first()).toBeVisible();
  await logOut(page);
  await expect(page.getByRole("heading", { name: "Sign in" })).toBeVisible();
  await expect(other.getByRole("heading", { name: "Sign in" })).toBeVisible({ timeout: 2_000 });
  await expect(other.getByText("Usage")).toHaveCount(0);

  other.on("request", (request) => requests.push(new URL(request.url()).pathname));
  await page.goBack();
  await expect(page.getByRole("heading", { name: "Sign in" })).toBeVisible();
  await expect(page.getByText(customer.handle)).toHaveCount(0);
  await other.goBack();
  await expect(other.getByRole("heading", { name: "Sign in" })).toBeVisible();
  expect(requests.filter((path) => path.startsWith("/api/") || path === "/auth/refresh")).toEqual(
    [],
  );
});

test("does not redirect the next user to a page of the previous user", async ({
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

test("C047: sign-out aborts what is pending, sends one request and nothing after it", async ({
  page,
  customer,
}) => {
  // The page opens its stream after its first content, which would count below.
  const stream = page.waitForRequest(/\/live$/);
  await page.goto(`/${customer.handle}`);
  await stream;
  await expect(page.getByRole("heading", { name: "Overview" })).toBeVisible();
  // A list that is not answered before the sign-out.
  const projects = /\/api\/v1\/workspaces\/[^/]+\/projects(?:\?|$)/;
  const asked = page.waitForRequest(projects);
  await page.route(projects, () => undefined);
  await goTo(page, "Projects");
  await asked;
  const aborted = page.waitForEvent("requestfailed", (request) => projects.test(request.url()));
  const requests: string[] = [];
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    // The sign-in page requests the OAuth providers.
    if (/^\/(api|auth\/(?!(login|providers)$))/.test(pathname))
      requests.push(`${request.method()} ${pathname}`);
  });
  await logOut(page);
  await expect(page.getByRole("heading", { name: "Sign in" })).toBeVisible();
  await aborted;
  expect(requests).toEqual(["POST /auth/logout"]);
});

test("C049: a sign-in page that was left open for a day signs in at the first try", async ({
  page,
  customer,
  context,
  stack,
}) => {
  await context.clearCookies();
  await page.clock.install();
  await page.goto("/auth/login");
  await page.getByLabel("Email").fill(customer.email);
  await page.clock.fastForward("25:00:00");
  // What is left of an earlier session.
  await context.addCookies([{ name: "csrf", value: "expired", url: stack.url }]);
  const rejected: string[] = [];
  page.on("response", (response) => {
    if (response.status() === 401) rejected.push(new URL(response.url()).pathname);
  });
  await fillSignIn(page, customer.email);
  await expect(page).toHaveURL(`/${customer.handle}`);
  expect(rejected).toEqual([]);
});

test("C118: without cookies sign-in says so once, and keeps what was entered", async ({
  page,
  customer,
  context,
}) => {
  await context.clearCookies();
  const devtools = await context.newCDPSession(page);
  await devtools.send("Emulation.setDocumentCookieDisabled", { disabled: true });
  const requests: string[] = [];
  await page.route("/auth/login", async (route) => {
    if (route.request().method() !== "POST") return route.continue();
    requests.push(route.request().url());
    const response = await route.fetch();
    const headers = Object.entries(response.headers()).filter(([name]) => name !== "set-cookie");
    return route.fulfill({ response, headers: Object.fromEntries(headers) });
  });
  await page.goto("/auth/login");
  await fillSignIn(page, customer.email);
  await expect(page.getByText("Allow cookies for this site, then sign in again.")).toBeVisible();
  await expect(page).toHaveURL("/auth/login");
  await expect(page.getByLabel("Email")).toHaveValue(customer.email);
  expect(requests).toHaveLength(1);
});

test("C050: a revoked session asks for the password once, above the unchanged page", async ({
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
  const rejectedRequests = rejected.filter((path) => path !== "/auth/login");
  expect(rejectedRequests.length, rejectedRequests.join(", ")).toBeLessThanOrEqual(2);
  await dialog.getByLabel(/^Password for/).fill(demoPassword);
  await dialog.getByRole("button", { name: "Sign in" }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByLabel("Name")).toHaveValue("Tides");
  await page.getByRole("button", { name: "Create project" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Tides" })).toBeVisible();
});

test("C050: a page that reads on after its session was revoked asks once and stops", async ({
  page,
  customer,
}) => {
  await createInstances(customer, ["watched-1"]);
  await page.clock.install();
  await page.goto(`/${customer.handle}/instances`);
  await openInstance(page, "watched-1");
  await expect(page.getByRole("heading", { level: 1, name: "watched-1" })).toBeVisible();
  await revokeSessionElsewhere(page);
  const requests: string[] = [];
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    if (/^\/(api|auth)\//.test(pathname)) requests.push(pathname);
  });
  const dialog = page.getByRole("dialog", { name: "Please sign in again" });
  await expect(async () => {
    await page.clock.fastForward(60_000);
    await expect(dialog).toHaveCount(1, { timeout: 1_000 });
  }).toPass();
  const before = [...requests];
  expect(before.length).toBeGreaterThan(0);
  for (let minute = 0; minute < 10; minute += 1) await page.clock.fastForward(60_000);
  await expect(dialog).toHaveCount(1);
  expect(requests).toEqual(before);
});

test("C062: a tab of one user never acts as the user who signed in in another tab", async ({
  page,
  customer,
  signIn,
}) => {
  const { id } = await customer.call(api.projects.create, {
    path: { workspace: customer.handle },
    body: { name: "Kept" },
  });
  await page.goto(`/${customer.handle}/projects/${id}/settings`);
  await page.getByRole("button", { name: "Delete project" }).click();
  const dialog = page.getByRole("alertdialog", { name: "Delete project Kept?" });
  await dialog.getByLabel("Type Kept to confirm").fill("Kept");
  const deleted: number[] = [];
  page.on("response", (response) => {
    if (response.request().method() === "DELETE") deleted.push(response.status());
  });
  // The other tab signs in without a message to this one, as another browser window could.
  await signIn("other@demo.test");
  await dialog.getByRole("button", { name: "Delete Kept" }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByText(`Workspace ${customer.handle} not found`)).toBeVisible();
  expect(deleted).toEqual([]);

  await signIn(customer.email);
  await page.goto(`/${customer.handle}/projects/${id}`);
  await expect(page.getByRole("heading", { level: 1, name: "Kept" })).toBeVisible();
});

test("C052: a page without permission does not end the session", async ({ page, signIn }) => {
  await signIn("billing@demo.test");
  await page.goto("/northwind/instances");
  await expect(page.getByRole("heading", { name: "You don't have access to this" })).toBeVisible();
  await page.goto("/northwind");
  await expect(page.getByRole("heading", { name: "Overview" })).toBeVisible();
});

test("C061: the next user of a tab sees no data of the previous one", async ({
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

test("C115: the selected theme is part of the first response", async ({ page, customer }) => {
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

test("a selected language changes the texts and is stored", async ({ page, customer }) => {
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

test("error pages quote URL parameters as plain text and never as their own message", async ({
  page,
}) => {
  const hostile = '<img src=x onerror=alert(1)> {{7*7}} <a href="https://evil.example">win</a>';
  const dialogs: string[] = [];
  page.on("dialog", (dialog) => {
    dialogs.push(dialog.message());
    void dialog.dismiss();
  });
  const quotedCauses: Record<string, boolean> = {
    "/400": true,
    "/401": true,
    "/403": true,
    "/404": true,
    // Without maintenance it says that it is over, and no cause.
    "/423": false,
    "/429": false,
    "/500": true,
  };
  for (const [path, repeats] of Object.entries(quotedCauses)) {
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
