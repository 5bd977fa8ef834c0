/** Console and API on two hosts of one domain. */
import { randomUUID } from "node:crypto";
import { freePort } from "../../tools/lib/free-port.ts";
import { demoPassword } from "../support/api-client.ts";
import { serve } from "../support/releases.ts";
import { expect, test as base } from "../support/fixtures.ts";

const test = base.extend<{ hosts: { console: string; api: string } }>({
  // A custom header of the test would need CORS permission from the API.
  extraHTTPHeaders: async ({}, use) => {
    await use({});
  },
  hosts: [
    async ({}, use) => {
      const port = await freePort(undefined, { host: "127.0.0.1" });
      const hosts = {
        console: `http://console.boreal.localhost:${port}`,
        api: `http://api.boreal.localhost:${port}`,
      };
      const served = await serve({
        E2E_NAME: "console.boreal.localhost",
        E2E_PORT: String(port),
        API_URL: hosts.api,
        COOKIE_DOMAIN: "boreal.localhost",
      });
      await use(hosts);
      await served.stop();
    },
    { timeout: 180_000 },
  ],
});

test("the console works on two hosts: sign-in, live events, downloads, code samples, OAuth", async ({
  page,
  context,
  hosts,
}) => {
  test.slow();
  const requestedHosts = new Set<string>();
  context.on("request", (request) => {
    if (!["fetch", "xhr"].includes(request.resourceType())) return;
    const { origin, pathname } = new URL(request.url());
    // Static files of the console: the release, and code that is fetched ahead.
    if (pathname !== "/release.json" && !pathname.startsWith("/assets/"))
      requestedHosts.add(origin);
  });

  await test.step("signs in at the API and continues in the console", async () => {
    await page.goto(`${hosts.console}/northwind/projects`);
    await page.getByLabel("Email").fill("owner@demo.test");
    await page.getByLabel("Password", { exact: true }).fill(demoPassword);
    await page.getByRole("button", { name: "Sign in" }).click();
    await expect(
      page.getByRole("heading", { level: 1, name: "Projects", exact: true }),
    ).toBeVisible();
  });

  await test.step("a change in one tab shows in another", async () => {
    const name = `tides-${randomUUID().slice(0, 8)}`;
    const other = await context.newPage();
    await other.goto(`${hosts.console}/northwind/projects/add`);
    await other.getByRole("textbox", { name: "Name" }).fill(name);
    await other.getByRole("button", { name: "Create project" }).click();
    await expect(other.getByRole("heading", { level: 1, name })).toBeVisible();
    await expect(page.getByRole("link", { name })).toBeVisible();
    await other.close();
  });

  await test.step("code samples contain the API's host", async () => {
    await page.goto(`${hosts.console}/northwind/projects/add`);
    await page.getByRole("textbox", { name: "Name" }).fill("Currents");
    await page.getByRole("button", { name: "Show as code" }).click();
    await expect(page.getByRole("dialog")).toContainText(
      `${hosts.api}/api/v1/workspaces/northwind/projects`,
    );
    await page.keyboard.press("Escape");
    await page.getByRole("textbox", { name: "Name" }).fill("");
  });

  await test.step("downloads a file with its name", async () => {
    await page.goto(`${hosts.console}/northwind/activities`);
    const download = page.waitForEvent("download");
    await page.getByRole("button", { name: /^Export/ }).click();
    expect((await download).suggestedFilename()).toMatch(/\.csv$/);
  });

  await test.step("OAuth sign-in returns to the console", async () => {
    await page.getByRole("button", { name: /^Account menu for/ }).click();
    await page.getByRole("menuitem", { name: "Sign out" }).click();
    await page.getByRole("button", { name: "Continue with GitHub" }).click();
    await page.getByRole("button", { name: "demo.guest@gmail.com" }).click();
    await expect(page).toHaveURL(
      ({ origin, pathname }) => origin === hosts.console && !pathname.startsWith("/auth/oauth/"),
    );
  });

  expect([...requestedHosts]).toEqual([hosts.api]);
});
