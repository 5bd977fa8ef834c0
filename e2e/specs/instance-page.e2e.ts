/** The page of an instance at each width, and what it says about a running command. */
import type { Locator, Page } from "@playwright/test";
import { api } from "#contracts/api.ts";
import { owner } from "../pages/page-spec.ts";
import { signInAs } from "../support/api-client.ts";
import { instanceTimeout, statusOnPage } from "../support/console-actions.ts";
import { expect, expectAccessible, test } from "../support/fixtures.ts";
import { createInstances } from "../support/instances.ts";

const staff = "it-admin@demo.test";

async function instanceUrl(url: string, search: string, query = ""): Promise<string> {
  const apiClient = await signInAs(url, owner);
  const status = "active,stopped,terminated,error";
  const path = { workspace: "northwind" };
  const { data } = await apiClient.call(api.instances.list, { path, query: { search, status } });
  return `/northwind/instances/${data[0]?.id ?? ""}${query}`;
}

/** The card with this heading. */
const card = (page: Page, heading: string) =>
  page.locator("section").filter({ has: page.getByRole("heading", { name: heading }) });

const tabsOn = (page: Page) =>
  page.getByRole("navigation", { name: "Page sections" }).getByRole("link");

async function boxOf(target: Locator) {
  const box = await target.boundingBox();
  if (box === null) throw new Error("not visible");
  return box;
}

/** Separators that begin a line of the page's summary. */
const separatorsAtLineStart = (page: Page) =>
  page.getByRole("heading", { level: 1 }).evaluate((heading) => {
    const summary = heading.parentElement?.nextElementSibling;
    if (!(summary instanceof HTMLElement)) throw new Error("no summary");
    const { left } = summary.getBoundingClientRect();
    const texts = document.createTreeWalker(summary, NodeFilter.SHOW_TEXT);
    const dots: number[] = [];
    for (let node = texts.nextNode(); node !== null; node = texts.nextNode())
      for (const { index } of (node.textContent ?? "").matchAll(/·/g)) {
        const range = document.createRange();
        range.setStart(node, index);
        range.setEnd(node, index + 1);
        dots.push(range.getBoundingClientRect().left - left);
      }
    return { dots: dots.length, atStart: dots.filter((distance) => distance < 4).length };
  });

test("the overview fits every width, with timeline and cost beside each other", async ({
  page,
  signIn,
  stack,
}) => {
  await signIn(owner);
  await page.goto(await instanceUrl(stack.url, "infer-a"));
  for (const width of [1440, 1024, 768, 360]) {
    await page.setViewportSize({ width, height: 800 });
    await expect(card(page, "Timeline").getByText("Created", { exact: true })).toBeVisible();
    const [timeline, cost] = [await boxOf(card(page, "Timeline")), await boxOf(card(page, "Cost"))];
    const isBeside = cost.x >= timeline.x + timeline.width && Math.abs(cost.y - timeline.y) < 1;
    expect(isBeside, `${width} px`).toBe(width > 900);
    await expect(card(page, "Details")).toContainText("Power at full load");
    await expect(card(page, "Details")).toContainText("Public IP address");
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(overflow, `${width} px`).toBeLessThanOrEqual(0);
  }

  await test.step("on a phone the actions are at the lower edge and hide nothing", async () => {
    const reboot = page.getByRole("button", { name: "Reboot", exact: true });
    expect((await boxOf(reboot)).y).toBeGreaterThan(700);
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
    const end = await boxOf(card(page, "Details"));
    expect(end.y + end.height).toBeLessThanOrEqual((await boxOf(reboot)).y);
    await expectAccessible(page);
  });
});

test("no separator begins a line of a detail page on a phone", async ({ page, signIn, stack }) => {
  const customer = await signInAs(stack.url, owner);
  const path = { workspace: "northwind" };
  const project = (await customer.call(api.projects.list, { path })).data.find(
    ({ isDefault }) => !isDefault,
  );
  const token = (await customer.call(api.tokens.list, { path })).data[0];
  const self = await customer.call(api.auth.self, {});
  if (project === undefined || token === undefined) throw new Error("the demo has neither");
  const pages: [email: string, path: string][] = [
    [owner, await instanceUrl(stack.url, "batch-07")],
    [owner, `/northwind/projects/${project.id}`],
    [owner, `/northwind/settings/access-tokens/${token.id}`],
    [staff, `/admin/users/${self.user.id}`],
  ];
  for (const [email, url] of pages) {
    await signIn(email);
    await page.setViewportSize({ width: 360, height: 800 });
    await page.goto(url);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    for (let width = 320; width <= 400; width += 8) {
      await page.setViewportSize({ width, height: 800 });
      const { dots, atStart } = await separatorsAtLineStart(page);
      expect(dots, url).toBeGreaterThan(0);
      expect(atStart, `${url} at ${width} px`).toBe(0);
    }
  }
});

test("the header says what is executed, for how long, and how long it usually takes", async ({
  page,
  customer,
  unique,
}) => {
  const name = unique("build");
  await createInstances(customer, [name]);
  await page.goto(`/${customer.handle}/instances`);
  await page.getByRole("link", { name, exact: true }).click();
  await expect(page.getByText(/: \d+:\d\d so far, usually /)).toBeVisible();
  await expect(page.getByRole("heading", { name: /^Setting up: step \d of \d$/ })).toBeVisible();
  await expect(statusOnPage(page)).toContainText("Active", instanceTimeout);
  await expect(page.getByText(/so far, usually/)).toHaveCount(0);
  await expect(card(page, "Timeline").getByText("Created", { exact: true })).toBeVisible();
});

test("the access tab shows how to connect by name, and who can sign in", async ({
  page,
  signIn,
  stack,
}) => {
  await signIn(owner);
  await page.goto(await instanceUrl(stack.url, "infer-a"));
  await page.getByRole("link", { name: "Access", exact: true }).click();
  await expect(page).toHaveURL(/tab=access/);
  const entry = page.locator("code").filter({ hasText: "HostName" });
  await expect(entry).toHaveText(/^Host infer-a\n {2}HostName [\d.]+\n {2}User ubuntu$/);
  await expect(page.getByText("ssh -L 8888:localhost:8888 infer-a")).toBeVisible();
  await expect(card(page, "Who can sign in")).toContainText("ci-deploy");
  await page.setViewportSize({ width: 360, height: 800 });
  await expectAccessible(page);

  await page.goto(await instanceUrl(stack.url, "bench-old", "?tab=access"));
  await expect(page.getByText("This instance no longer exists.")).toBeVisible();
  await expect(tabsOn(page).first()).toHaveAttribute("aria-current", "page");
  await expect(tabsOn(page)).toHaveText(["Overview", "Timeline", "Usage and cost"]);
  await page.goto(await instanceUrl(stack.url, "render-no-capacity"));
  await expect(tabsOn(page)).toHaveText(["Overview", "Timeline", "Usage and cost", "Settings"]);
});

test("a phone shows the current tab, and fades the edges behind which there are more", {
  tag: "@phone",
}, async ({ page, signIn, stack }) => {
  await signIn(owner);
  await page.setViewportSize({ width: 360, height: 800 });
  await page.goto(await instanceUrl(stack.url, "infer-a", "?tab=settings"));
  const bar = page.getByRole("navigation", { name: "Page sections" });
  const settings = bar.getByRole("link", { name: "Settings" });
  await expect(settings).toBeInViewport({ ratio: 1 });
  await expect(bar).toHaveAttribute("data-more-before");
  await expect(bar).not.toHaveAttribute("data-more-after");
  expect(await page.evaluate(() => scrollY)).toBe(0);

  await test.step("also after a change, without moving the page", async () => {
    const usage = bar.getByRole("link", { name: "Usage and cost" });
    await usage.click();
    await expect(usage).toHaveAttribute("aria-current", "page");
    await expect(usage).toBeInViewport({ ratio: 1 });
    expect(await page.evaluate(() => scrollY)).toBe(0);
    await bar.evaluate((element) => element.scrollTo({ left: 0 }));
    await expect(bar).not.toHaveAttribute("data-more-before");
    await expect(bar).toHaveAttribute("data-more-after");
  });
});
