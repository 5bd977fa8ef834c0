/** The first view of a page comes from the server: rows without a request, also before any code runs. */
import { api } from "#contracts/api.ts";
import {
  openEarly,
  slowDown,
  untilInteractive,
  watchConsole,
  watchRequests,
} from "../support/first-view.ts";
import { expect, test } from "../support/fixtures.ts";

test("the instances list and the overview show their data without an API request, and without errors", async ({
  page,
  signIn,
}) => {
  await signIn("owner@demo.test");
  const requests = watchRequests(page);
  const messages = watchConsole(page);
  await page.goto("/northwind");
  await expect(page.getByRole("heading", { level: 1, name: "Overview" })).toBeVisible();
  await untilInteractive(page);
  expect(requests).toEqual([]);

  await page.goto("/northwind/instances");
  await expect(page.getByRole("link", { name: "infer-a" })).toBeVisible();
  await untilInteractive(page);
  // The filters load their choices once the page has settled.
  await expect.poll(() => requests.length).toBe(2);
  expect(requests).not.toContain("/auth/self");
  expect(requests).not.toContain("/api/v1/workspaces/northwind/instances");
  expect(requests).not.toContain("/api/v1/workspaces/northwind/overview");

  await test.step("the page works: a row opens, and Back shows the list without a request", async () => {
    await page.getByRole("link", { name: "infer-a" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "infer-a" })).toBeVisible();
    requests.length = 0;
    await page.goBack();
    await expect(page.getByRole("link", { name: "infer-a" })).toBeVisible();
    expect(requests).not.toContain("/auth/self");
  });
  expect(messages).toEqual([]);
});

test("pages with data in their HTML hydrate without errors in both languages", async ({
  page,
  customer,
}) => {
  const messages = watchConsole(page);
  const paths = [
    `/${customer.handle}`,
    `/${customer.handle}/instances`,
    `/${customer.handle}/projects`,
    `/${customer.handle}/activities`,
    `/${customer.handle}/settings/team-members`,
    `/${customer.handle}/settings/credentials`,
    `/${customer.handle}/settings/access-tokens`,
    "/my-activities",
    "/workspaces",
    "/account/sessions",
  ];
  for (const locale of ["en", "de"] as const) {
    await customer.call(api.account.update, { body: { attribute: "locale", locale } });
    for (const path of paths) {
      const response = await page.goto(path);
      const html = (await response?.text()) ?? "";
      expect(html, path).toContain(`<html lang="${locale}"`);
      expect(html, path).toContain(`data-rendered="${path}"`);
      await untilInteractive(page);
    }
  }
  expect(messages).toEqual([]);
});

test("without JavaScript the rows are there, with their colors, and links lead to the next page", async ({
  browser,
  stack,
  customer,
  page,
}) => {
  await customer.call(api.projects.create, {
    path: { workspace: customer.handle },
    body: { name: "</script><script>alert(1)</script>" },
  });
  const context = await browser.newContext({
    baseURL: stack.url,
    javaScriptEnabled: false,
    storageState: await page.context().storageState(),
  });
  const plain = await context.newPage();
  const messages = watchConsole(plain);
  await plain.goto(`/${customer.handle}/projects`);
  await expect(plain.getByText("</script><script>alert(1)</script>")).toBeVisible();
  await expect(plain).toHaveTitle(/^Projects · /);
  await plain.getByRole("link", { name: "Instances" }).click();
  await expect(plain.getByRole("heading", { level: 1, name: "Instances" })).toBeVisible();
  expect(messages).toEqual([]);
  await context.close();
});

test("a click before the code has loaded counts once it has", async ({ page, signIn }) => {
  await signIn("owner@demo.test");
  await slowDown(page);
  await openEarly(page, "/northwind/instances");
  await page.getByRole("button", { name: "Status" }).first().click();
  await expect(page.getByRole("dialog", { name: "Status" })).toBeVisible({ timeout: 30_000 });
});

test("a shortcut before the code has loaded counts once it has", async ({ page, signIn }) => {
  await signIn("owner@demo.test");
  await slowDown(page);
  await openEarly(page, "/northwind/instances");
  await page.keyboard.press("?");
  await expect(page.getByRole("dialog", { name: "Keyboard shortcuts" })).toBeVisible();
});

test("text typed before the code has loaded stays and filters the list", async ({
  page,
  signIn,
}) => {
  await signIn("owner@demo.test");
  await slowDown(page);
  await openEarly(page, "/northwind/instances");
  await page.getByRole("searchbox").fill("infer-a");
  await expect(page).toHaveURL(/search=infer-a/);
  await expect(page.getByRole("searchbox")).toHaveValue("infer-a");
});

test("a change between the page's answers and its live stream appears without a reload", async ({
  page,
  customer,
}) => {
  await slowDown(page);
  await openEarly(page, `/${customer.handle}/projects`);
  await expect(page.getByRole("heading", { level: 1, name: "Projects" })).toBeVisible();
  await customer.call(api.projects.create, {
    path: { workspace: customer.handle },
    body: { name: "meanwhile" },
  });
  await expect(page.getByRole("link", { name: "meanwhile" })).toBeVisible();
});

test("the Content-Security-Policy allows styles and the script of early input by their hash only", async ({
  page,
  signIn,
}) => {
  await signIn("owner@demo.test");
  const response = await page.goto("/northwind/instances");
  const policy = response?.headers()["content-security-policy"] ?? "";
  expect(policy).toMatch(/script-src 'self' 'sha256-[\w+/=]+';/);
  expect(policy).toMatch(/style-src 'self'(?: 'sha256-[\w+/=]+')+;/);
  expect(policy).not.toContain("unsafe");
  expect(await response?.text()).not.toMatch(/<[^>]* style=/);
});
