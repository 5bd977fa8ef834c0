/** The live stream of a workspace: one for all tabs of a browser, and what happens when it stalls. */
import type { BrowserContext, Page } from "@playwright/test";
import { api } from "#contracts/api.ts";
import type { Customer } from "../support/api-client.ts";
import { type StallingProxy, startStallingProxy } from "../support/stalling-proxy.ts";
import { expect, test as base } from "../support/fixtures.ts";

/** `stalling` is a proxy between the server and the page, which shows the customer's projects. */
const test = base.extend<{ stalling: StallingProxy }>({
  stalling: async ({ page, customer, stack }, use) => {
    const proxy = await startStallingProxy(stack.url);
    await page.clock.install();
    await page.goto(proxy.url + projectsOf(customer));
    await expect(page.getByRole("row").filter({ hasText: "Default" })).toBeVisible();
    await use(proxy);
    await proxy.stop();
  },
});

const projectsOf = ({ handle }: Customer) => `/${handle}/projects`;

const addProject = (customer: Customer, name: string) =>
  customer.call(api.projects.create, { path: { workspace: customer.handle }, body: { name } });

/** The pages that currently hold a stream. */
function watchStreams(context: BrowserContext): ReadonlySet<Page> {
  const holders = new Set<Page>();
  const isStream = (url: string) => new URL(url).pathname.endsWith("/live");
  context.on("request", (request) => {
    if (isStream(request.url())) holders.add(request.frame().page());
  });
  const end = (request: { url(): string; frame(): { page(): Page } }) => {
    if (isStream(request.url())) holders.delete(request.frame().page());
  };
  context.on("requestfailed", end);
  context.on("requestfinished", end);
  return holders;
}

test("N30: seven tabs share one stream and load immediately; another tab takes over when a tab is closed", async ({
  page,
  context,
  customer,
}) => {
  test.slow();
  const holders = watchStreams(context);
  const tabs = [page];
  for (let more = 1; more < 7; more++) tabs.push(await context.newPage());
  const loadedMs: number[] = [];
  for (const tab of tabs) {
    const startedAt = performance.now();
    await tab.goto(projectsOf(customer));
    await expect(
      tab.getByRole("heading", { level: 1, name: "Projects", exact: true }),
    ).toBeVisible();
    await expect(tab.getByRole("row").filter({ hasText: "Default" })).toBeVisible();
    loadedMs.push(performance.now() - startedAt);
  }
  expect(loadedMs[6], `loaded in ${loadedMs.join(", ")} ms`).toBeLessThan(5_000);
  expect(holders.size).toBe(1);

  await addProject(customer, "Tides");
  for (const tab of tabs) await expect(tab.getByRole("link", { name: "Tides" })).toBeVisible();

  const [holder] = holders;
  await holder?.close();
  const left = tabs.filter((tab) => tab !== holder);
  await expect.poll(() => holders.size).toBe(1);
  await addProject(customer, "Currents");
  for (const tab of left) await expect(tab.getByRole("link", { name: "Currents" })).toBeVisible();
});

test("N30: another tab takes over the stream of a frozen tab, which follows again when it resumes", async ({
  page,
  context,
  customer,
}) => {
  const holders = watchStreams(context);
  await page.goto(projectsOf(customer));
  await expect(page.getByRole("row").filter({ hasText: "Default" })).toBeVisible();
  await expect.poll(() => holders.has(page)).toBe(true);
  const other = await context.newPage();
  await other.clock.install();
  await other.goto(projectsOf(customer));
  await expect(other.getByRole("row").filter({ hasText: "Default" })).toBeVisible();
  expect(holders.has(other)).toBe(false);

  const devtools = await context.newCDPSession(page);
  await devtools.send("Page.setWebLifecycleState", { state: "frozen" });
  // A heartbeat sent before the freeze may arrive after the clock was moved, which restarts the wait.
  await expect(async () => {
    await other.clock.fastForward(36_000);
    await expect.poll(() => holders.has(other), { timeout: 4_000 }).toBe(true);
  }).toPass({ timeout: 25_000 });
  await addProject(customer, "Tides");
  await expect(other.getByRole("link", { name: "Tides" })).toBeVisible();
  await devtools.send("Page.setWebLifecycleState", { state: "active" });
  await expect(page.getByRole("link", { name: "Tides" })).toBeVisible();
  await expect.poll(() => holders.size).toBe(1);
});

test("N30: tabs of five workspaces hold three streams; the others poll", async ({
  context,
  customer,
  unique,
}) => {
  test.slow();
  const holders = watchStreams(context);
  const handles = [customer.handle];
  for (let more = 1; more < 5; more++) {
    const handle = unique("more");
    await customer.call(api.workspaces.create, { body: { name: handle, handle } });
    handles.push(handle);
  }
  const tabs: { handle: string; tab: Page }[] = [];
  for (const handle of handles) {
    const tab = await context.newPage();
    await tab.goto(`/${handle}/projects`);
    await expect(tab.getByRole("row").filter({ hasText: "Default" })).toBeVisible();
    tabs.push({ handle, tab });
  }
  expect(holders.size).toBe(3);
  for (const { handle, tab } of tabs) {
    await customer.call(api.projects.create, {
      path: { workspace: handle },
      body: { name: "Tides" },
    });
    await expect(tab.getByRole("link", { name: "Tides" })).toBeVisible();
  }
});

test("N30: signing out in one tab closes the stream of all tabs", async ({
  page,
  context,
  customer,
}) => {
  const holders = watchStreams(context);
  await page.goto(projectsOf(customer));
  const other = await context.newPage();
  await other.goto(projectsOf(customer));
  await expect(other.getByRole("row").filter({ hasText: "Default" })).toBeVisible();
  await expect.poll(() => holders.size).toBe(1);
  await other.getByRole("button", { name: /^Account menu for/ }).click();
  await other.getByRole("menuitem", { name: "Sign out" }).click();
  for (const tab of [page, other])
    await expect(tab.getByRole("heading", { name: "Sign in" })).toBeVisible();
  await expect.poll(() => holders.size).toBe(0);
});

test("N31: detects a stalled stream after 30 s and polls", async ({ page, customer, stalling }) => {
  const note = page.getByText("Connection lost. Reconnecting");

  await test.step("shows a change immediately while the stream works", async () => {
    await addProject(customer, "Tides");
    await expect(page.getByRole("link", { name: "Tides" })).toBeVisible();
  });

  await test.step("shows a notice and current data after 30 s of silence", async () => {
    stalling.hold();
    await addProject(customer, "Currents");
    await page.clock.fastForward(29_000);
    await expect(note).toHaveCount(0);
    await page.clock.fastForward(2_000);
    await expect(note).toBeVisible();
    await expect(page.getByRole("link", { name: "Currents" })).toBeVisible();
  });

  await test.step("keeps polling if only headers arrive", async () => {
    await page.clock.fastForward(3_000);
    await expect.poll(() => stalling.streams()).toBeGreaterThan(1);
    await expect(note).toBeVisible();
    await addProject(customer, "Waves");
    await expect(page.getByRole("link", { name: "Waves" })).toBeVisible();
  });

  await test.step("is live again when data arrives", async () => {
    stalling.pass();
    await page.clock.fastForward(35_000);
    await page.clock.fastForward(10_000);
    await expect(note).toHaveCount(0);
    await addProject(customer, "Foam");
    await expect(page.getByRole("link", { name: "Foam" })).toBeVisible();
  });
});

test("N31: retries a rejected stream after Retry-After and polls in the meantime", async ({
  page,
  customer,
  stalling,
}) => {
  await expect.poll(() => stalling.streams()).toBe(1);
  stalling.reject(120);
  await page.clock.fastForward(2_000);
  await expect.poll(() => stalling.streams()).toBe(2);
  await expect(page.getByText("Connection lost. Reconnecting")).toBeVisible();
  await addProject(customer, "Tides");
  await page.clock.fastForward(60_000);
  await expect(page.getByRole("link", { name: "Tides" })).toBeVisible();
  expect(stalling.streams()).toBe(2);
  stalling.pass();
  await page.clock.fastForward(60_000);
  await expect(page.getByText("Connection lost. Reconnecting")).toHaveCount(0);
  expect(stalling.streams()).toBe(3);
});
