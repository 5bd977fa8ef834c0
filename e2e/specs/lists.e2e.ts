import type { Page } from "@playwright/test";
import { acceptedKeys } from "#contracts/ssh-key-fixtures.ts";
import { api } from "#contracts/api.ts";
import { goTo, instanceTimeout } from "../support/console-actions.ts";
import type { Customer } from "../support/api-client.ts";
import { createInstances } from "../support/instances.ts";
import { expect, expectAccessible, test } from "../support/fixtures.ts";

/** The names of the rows' links from top to bottom, without subtitles. */
const names = (page: Page) =>
  page.getByRole("table").getByRole("row").getByRole("link").allInnerTexts();

const searchOf = (page: Page) => Object.fromEntries(new URL(page.url()).searchParams);

async function tick(page: Page, filter: string, ...values: string[]): Promise<void> {
  // The filters come before the table, whose column headers have the same names.
  await page
    .getByRole("button", { name: new RegExp(`^${filter}`) })
    .first()
    .click();
  const choices = page.getByRole("dialog", { name: filter });
  for (const value of values) {
    const choice = choices.getByRole("checkbox", { name: value });
    // The checkbox reflects the URL, which changes after the click.
    await choice.click();
    await expect(choice).toBeChecked();
  }
  await page.keyboard.press("Escape");
  await expect(choices).toBeHidden();
}

test("filters instances by status, region, type and project and stores the filters in the URL", async ({
  page,
  signIn,
}) => {
  await signIn("owner@demo.test");
  await page.goto("/northwind/instances");
  await expect.poll(() => names(page)).toEqual(expect.arrayContaining(["infer-a", "train-01"]));
  expect(await names(page)).not.toContain("bench-old");

  await tick(page, "Status", "Active", "Stopped");
  await expect(page.getByRole("button", { name: "Status: Active, Stopped" })).toBeVisible();
  await expect.poll(() => names(page)).not.toContain("render-no-capacity");
  await tick(page, "Region", "Luleå");
  await page.getByRole("button", { name: "Project", exact: true }).click();
  await page.getByRole("menuitemradio", { name: "Assistant" }).click();
  await tick(page, "Type", "Virtual machine");
  await expect.poll(async () => (await names(page)).toSorted()).toEqual(["api-1", "batch-07"]);
  expect(searchOf(page)).toMatchObject({
    status: "active,stopped",
    regionHandle: "lulea",
    variants: "virtual_machine",
  });

  await test.step("reload and Back keep the filters", async () => {
    await page.reload();
    await expect.poll(async () => (await names(page)).toSorted()).toEqual(["api-1", "batch-07"]);
    await page.getByRole("link", { name: "api-1" }).click();
    await expect(page.getByRole("heading", { name: "api-1" })).toBeVisible();
    await page.goBack();
    await expect.poll(async () => (await names(page)).toSorted()).toEqual(["api-1", "batch-07"]);
    await expect(page.getByRole("button", { name: "Status: Active, Stopped" })).toBeVisible();
  });

  await test.step("removes one filter, then all", async () => {
    await page.getByRole("button", { name: "Clear Region filter" }).click();
    await expect.poll(() => names(page)).toContain("notebook-1");
    await page.getByRole("button", { name: "Clear filters" }).click();
    await expect.poll(() => names(page)).toContain("train-01");
    expect(searchOf(page)).toEqual({});
  });

  await test.step("shows terminated instances when filtered for", async () => {
    await tick(page, "Status", "Terminated");
    await expect.poll(() => names(page)).toEqual(["bench-old", "prototype"]);
  });
});

test("searches by a part of the name; a search without matches is not an empty list", async ({
  page,
  signIn,
}) => {
  await signIn("owner@demo.test");
  await page.goto("/northwind/instances");
  const search = page.getByRole("searchbox", { name: "Search by name, IP address, or ID" });
  await search.fill("INFER");
  await expect.poll(async () => (await names(page)).toSorted()).toEqual(["infer-a", "infer-b"]);
  expect(searchOf(page)).toEqual({ search: "INFER" });
  await search.fill("100% _none_ <b>");
  await expect(page.getByText("No results")).toBeVisible();
  await expect(page.getByText("No instances yet")).toHaveCount(0);
  await page.reload();
  await expect(search).toHaveValue("100% _none_ <b>");
  await expect(page.getByText("No results")).toBeVisible();
  await page.getByRole("button", { name: "Clear filters" }).last().click();
  await expect(search).toHaveValue("");
  await expect.poll(() => names(page)).toContain("train-01");
});

test("C004: sorts by a column header and paginates in that order", {
  tag: "@phone",
}, async ({ page, signIn }) => {
  await signIn("owner@demo.test");
  await page.goto("/northwind/instances?perPage=3");
  await expect.poll(async () => (await names(page)).length).toBe(3);
  const sort = page.getByRole("table").getByRole("button", { name: "Name" });
  // On the phone viewport the headers are visible to screen readers and the keyboard only.
  await sort.focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("columnheader", { name: "Name" })).toHaveAttribute(
    "aria-sort",
    "ascending",
  );
  await expect.poll(() => names(page)).toEqual(["api-1", "batch-07", "infer-a"]);
  const pages = page.getByRole("navigation", { name: "Pagination" });
  await pages.getByRole("link", { name: "Next" }).click();
  await expect.poll(() => names(page)).toEqual(["infer-b", "notebook-1", "render-no-capacity"]);
  expect(searchOf(page)).toMatchObject({ page: "2", orderBy: "hostname", perPage: "3" });
  await page.reload();
  await expect.poll(() => names(page)).toEqual(["infer-b", "notebook-1", "render-no-capacity"]);
  await pages.getByRole("link", { name: "Next" }).click();
  await expect.poll(() => names(page)).toEqual(["train-01", "train-02-slow-build"]);
  await page.goBack();
  await expect.poll(() => names(page)).toEqual(["infer-b", "notebook-1", "render-no-capacity"]);
  await page.goBack();
  await expect.poll(() => names(page)).toEqual(["api-1", "batch-07", "infer-a"]);
  await page.goForward();
  await expect.poll(() => names(page)).toEqual(["infer-b", "notebook-1", "render-no-capacity"]);

  await test.step("C002: a page number past the end opens the last page; invalid parameters show an error page", async () => {
    await page.goto("/northwind/instances?perPage=3&orderBy=hostname&page=99");
    await expect.poll(() => names(page)).toEqual(["train-01", "train-02-slow-build"]);
    await expect(page).toHaveURL(/page=3/);
    for (const nonsense of ["page=0", "page=-1", "page=abc", "orderBy=(select+1)", "status=gone"]) {
      await page.goto(`/northwind/instances?${nonsense}`);
      await expect.poll(() => names(page)).toContain("train-01");
    }
  });
});

test("an empty list explains itself and offers the action", { tag: "@phone" }, async ({
  page,
  customer,
}) => {
  await page.goto(`/${customer.handle}/instances`);
  await expect(page.getByText("No instances yet")).toBeVisible();
  await expect(page.getByRole("searchbox")).toHaveCount(0);
  await expect(page.getByRole("link", { name: "Create instance" })).toHaveCount(1);
  await goTo(page, "SSH keys");
  await expect(page.getByText("No SSH keys yet")).toBeVisible();
});

test("C001: shows the previous page after the only row of the last page is removed", async ({
  page,
  customer,
}) => {
  const path = { workspace: customer.handle };
  for (const [name, { line: publicKey }] of Object.entries(acceptedKeys).slice(0, 3)) {
    await customer.call(api.credentials.create, { path, body: { name, publicKey } });
  }
  await page.goto(`/${customer.handle}/settings/credentials?perPage=2&orderBy=createdAt&page=2`);
  const only = page.getByRole("row").filter({ hasText: "SHA256" });
  await expect(only).toHaveCount(1);
  const name = Object.keys(acceptedKeys)[2] ?? "";
  const requestCounts = { list: 0, overview: 0 };
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    if (request.method() !== "GET") return;
    if (pathname.endsWith("/credentials")) requestCounts.list += 1;
    if (pathname.endsWith("/overview")) requestCounts.overview += 1;
  });
  await page.getByRole("button", { name: `Actions for ${name}` }).click();
  await page.getByRole("menuitem", { name: "Delete" }).click();
  await page.getByLabel(`Type ${name} to confirm`).fill(name);
  await page.getByRole("button", { name: `Delete ${name}` }).click();
  await expect(only).toHaveCount(2);
  expect(searchOf(page)).not.toHaveProperty("page");
  await expect(page.getByText("No SSH keys yet")).toHaveCount(0);
  // When the live event of a later change has arrived, the event of the user's own change has arrived too.
  const { overview } = requestCounts;
  await customer.call(api.projects.create, { path, body: { name: "Later" } });
  await expect.poll(() => requestCounts.overview).toBeGreaterThan(overview);
  expect(requestCounts.list).toBe(1);
});

test("does not refetch for a live event that the data already includes, but for any other", async ({
  page,
  customer,
}) => {
  const path = { workspace: customer.handle };
  const addKey = (name: keyof typeof acceptedKeys) =>
    customer.call(api.credentials.create, {
      path,
      body: { name, publicKey: acceptedKeys[name].line },
    });
  const everything = "9000000000000000000:9000000000000000000:";
  const requestCounts = { list: 0, overview: 0 };
  // A response that includes all changes of this spec, as if its live events were late.
  await page.route("**/credentials?*", async (route) => {
    requestCounts.list += 1;
    const response = await route.fetch();
    await route.fulfill({
      response,
      headers: { ...response.headers(), "x-seen-changes": everything },
    });
  });
  page.on("request", (request) => {
    if (request.url().endsWith("/overview")) requestCounts.overview += 1;
  });
  await addKey("ed25519");
  await page.goto(`/${customer.handle}/settings/credentials?perPage=2`);
  await expect(page.getByRole("row").filter({ hasText: "SHA256" })).toHaveCount(1);
  const before = { ...requestCounts };
  await addKey("ecdsa256");
  await expect.poll(() => requestCounts.overview).toBeGreaterThan(before.overview);
  expect(requestCounts.list).toBe(before.list);

  await page.unrouteAll();
  await page.reload();
  await expect(page.getByRole("row").filter({ hasText: "SHA256" })).toHaveCount(2);
  const [key] = (await customer.call(api.credentials.list, { path, query: { search: "ecdsa256" } }))
    .data;
  await customer.call(api.credentials.remove, { path: { ...path, credential: key?.id ?? "" } });
  await expect(page.getByRole("row").filter({ hasText: "SHA256" })).toHaveCount(1);
});

test("a disabled action says why", async ({ page, signIn }) => {
  await signIn("owner@demo.test");
  await page.goto("/northwind/instances");
  await page.getByRole("button", { name: "Actions for batch-07" }).click();
  const reboot = page.getByRole("menuitem", { name: "Reboot" });
  await expect(reboot).toHaveAttribute("aria-disabled", "true");
  await expect(reboot).toContainText("Not available while the instance is stopped");
  await expect(page.getByRole("menuitem", { name: "Power on" })).not.toHaveAttribute(
    "aria-disabled",
  );
  await reboot.click({ force: true });
  await expect(page.getByRole("alertdialog")).toHaveCount(0);
  await page.keyboard.press("Escape");

  await page.getByRole("link", { name: "render-no-capacity" }).click();
  await expect(page.getByText("No capacity was available for this product").first()).toBeVisible();
  await expect(page.getByText("Nothing was billed").first()).toBeVisible();
});

test("N12: a creation that found no capacity offers other regions, other products and waiting, with its settings", {
  tag: "@phone",
}, async ({ page, signIn }) => {
  await signIn("owner@demo.test");
  await page.goto("/northwind/instances");
  await page.getByRole("link", { name: "render-no-capacity" }).click();
  const choice = (name: RegExp | string) => page.getByRole("link", { name, exact: true });
  await expect(choice("Choose another product")).toBeVisible();
  const detail = page.url();
  await expectAccessible(page);

  await choice(/^Create in (?!Keflavík)/)
    .first()
    .click();
  await expect(page.getByRole("heading", { level: 1, name: "Create instance" })).toBeVisible();
  await expect(page).toHaveURL(/region=(?!keflavik)[a-z]+&product=/);
  await expect(page.getByLabel("Hostname", { exact: true })).toHaveValue(/^render-no-capacity-\d$/);
  await page.goto(detail);
  await choice("Choose another product").click();
  await expect(page).toHaveURL(/\/cart\?region=keflavik&image=/);
  await page.goto(detail);
  await page.getByRole("button", { name: "Wait for it" }).click();
  const dialog = page.getByRole("dialog", { name: "Start when 4 × L40S is free" });
  await expect(dialog).toContainText(/render-no-capacity-\d/);
  await expect(dialog).toContainText("free in Keflavík");
  await dialog.getByRole("button", { name: "Cancel" }).click();
});

test("C080: keeps a row menu open on its instance while the list changes", {
  tag: "@phone",
}, async ({ page, customer, unique }) => {
  const name = await orderTestInstance(customer, unique("menu"));
  await page.goto(`/${customer.handle}/instances`);
  await page.getByRole("button", { name: `Actions for ${name}` }).click();
  const reboot = page.getByRole("menuitem", { name: "Reboot" });
  await expect(reboot).toHaveAttribute("aria-disabled", "true");
  await orderTestInstance(customer, unique("above"));
  await expect(page.getByRole("row").filter({ hasText: "Active" })).not.toHaveCount(
    0,
    instanceTimeout,
  );
  await expect(reboot).toBeVisible();
  await expect(reboot).not.toHaveAttribute("aria-disabled", instanceTimeout);
  await reboot.click();
  await expect(page.getByRole("alertdialog", { name: `Reboot ${name}?` })).toBeVisible();
});

test("C074: a limited member sees the granted project, and disabled actions say why", async ({
  page,
  signIn,
}) => {
  await signIn("limited@demo.test");
  await page.goto("/northwind/instances");
  await expect
    .poll(async () => (await names(page)).toSorted())
    .toEqual(["api-1", "batch-07", "infer-a", "infer-b", "notebook-1"]);
  await expect(page.getByRole("button", { name: "Create instance" })).toBeDisabled();
  await expect(page.getByRole("button", { name: "Create instance" })).toHaveAccessibleDescription(
    /Your role doesn't allow this/,
  );
  await page.getByRole("button", { name: "Actions for api-1" }).click();
  const terminate = page.getByRole("menuitem", { name: "Terminate" });
  await expect(terminate).toHaveAttribute("aria-disabled", "true");
  await expect(terminate).toContainText("Your role doesn't allow this");
  await terminate.click({ force: true });
  await expect(page.getByRole("alertdialog")).toHaveCount(0);
  await page.keyboard.press("Escape");
  await goTo(page, "Projects");
  await expect.poll(() => names(page)).toEqual(["Assistant"]);
});

test("a billing administrator cannot see instances", async ({ page, signIn }) => {
  await signIn("billing@demo.test");
  const responses: number[] = [];
  page.on("response", (response) => {
    if (/^\/api\/.*\/instances$/.test(new URL(response.url()).pathname))
      responses.push(response.status());
  });
  await page.goto("/northwind/instances");
  await expect(page.getByRole("heading", { name: "You don't have access to this" })).toBeVisible();
  await expect(page.getByText("instance.view")).toBeVisible();
  // The server starts common queries before it has authenticated the user.
  expect(responses.filter((status) => status !== 403)).toEqual([]);
  await page.goto("/northwind");
  await expect(page.getByText("This month so far").last()).toBeVisible();
  await expect(page.getByText("train-01")).toHaveCount(0);
  await expect(page.getByRole("link", { name: "Instances" })).toHaveCount(0);
});

test("prefetches the code of a row's page with the list, and its data on hover", async ({
  page,
  signIn,
}) => {
  await signIn("owner@demo.test");
  const code = page.waitForRequest(/\/instances\._instanceID-[^/]+\.js$/);
  await page.goto("/northwind/instances");
  await code;
  const data = page.waitForRequest(/\/api\/v1\/workspaces\/northwind\/instances\/[^/]+$/);
  await page.getByRole("link", { name: "infer-a", exact: true }).hover();
  await data;
  expect(new URL(page.url()).pathname).toBe("/northwind/instances");
});

async function orderTestInstance(customer: Customer, hostname: string): Promise<string> {
  await createInstances(customer, [hostname]);
  return hostname;
}
