/** The live stream of a workspace: one for all tabs of a browser, and what happens when it stalls. */
import type { BrowserContext, Page } from "@playwright/test";
import { api } from "#contracts/api.ts";
import type { Customer } from "../support/api-client.ts";
import { type StallingProxy, startStallingProxy } from "../support/stalling-proxy.ts";
import { expect, test as base } from "../support/fixtures.ts";

/** `stalling` stands between the server and the page, which shows the customer's projects. */
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

/** The pages that hold a stream at this moment. */
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

test("N30: seven tabs share one stream, each loads at once, and a closed tab hands it over", async ({
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

test("N30: a frozen tab hands the stream over, and follows again when it thaws", async ({
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
  // A sign of life that was sent before the freeze may arrive after the clock has moved, and starts the wait again.
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

test("N30: tabs of five workspaces hold three streams, and the others keep their pages fresh by polling", async ({
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

test("N30: signing out in one tab ends the stream of all", async ({ page, context, customer }) => {
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

test("N31: a stream that stalls without an error is noticed after 30 s, and polling keeps the page right", async ({
  page,
  customer,
  stalling,
}) => {
  const note = page.getByText("Connection lost. Reconnecting");

  await test.step("while it delivers, a change shows at once", async () => {
    await addProject(customer, "Tides");
    await expect(page.getByRole("link", { name: "Tides" })).toBeVisible();
  });

  await test.step("silent for 30 s, the page says so and shows the state as it is", async () => {
    stalling.hold();
    await addProject(customer, "Currents");
    await page.clock.fastForward(29_000);
    await expect(note).toHaveCount(0);
    await page.clock.fastForward(2_000);
    await expect(note).toBeVisible();
    await expect(page.getByRole("link", { name: "Currents" })).toBeVisible();
  });

  await test.step("headers alone do not count as a connection, and polling goes on", async () => {
    await page.clock.fastForward(3_000);
    await expect.poll(() => stalling.streams()).toBeGreaterThan(1);
    await expect(note).toBeVisible();
    await addProject(customer, "Waves");
    await expect(page.getByRole("link", { name: "Waves" })).toBeVisible();
  });

  await test.step("once bytes pass again, the page is live", async () => {
    stalling.pass();
    await page.clock.fastForward(35_000);
    await page.clock.fastForward(10_000);
    await expect(note).toHaveCount(0);
    await addProject(customer, "Foam");
    await expect(page.getByRole("link", { name: "Foam" })).toBeVisible();
  });
});

test("N31: a refused stream is asked for again when Retry-After allows, and polling bridges the time", async ({
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
