import type { Page } from "@playwright/test";
import { acceptedKeys } from "#contracts/ssh-key-fixtures.ts";
import { api } from "#contracts/api.ts";
import { goTo, instanceTimeout } from "../support/console-actions.ts";
import type { Customer } from "../support/api-client.ts";
import { createInstances } from "../support/instances.ts";
import { expect, test } from "../support/fixtures.ts";

/** What the rows lead to, from top to bottom: their names, without the second line. */
const names = (page: Page) =>
  page.getByRole("table").getByRole("row").getByRole("link").allInnerTexts();

const searchOf = (page: Page) => Object.fromEntries(new URL(page.url()).searchParams);

async function tick(page: Page, filter: string, ...values: string[]): Promise<void> {
  // The filters stand before the table, whose heads have the same names.
  await page
    .getByRole("button", { name: new RegExp(`^${filter}`) })
    .first()
    .click();
  const choices = page.getByRole("dialog", { name: filter });
  for (const value of values) {
    const choice = choices.getByRole("checkbox", { name: value });
    // What is ticked is what the address says, and the address follows the click.
    await choice.click();
    await expect(choice).toBeChecked();
  }
  await page.keyboard.press("Escape");
  await expect(choices).toBeHidden();
}

test("machines are filtered by state, region, type and project, and the address keeps it", async ({
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

  await test.step("a reload and the Back button keep it", async () => {
    await page.reload();
    await expect.poll(async () => (await names(page)).toSorted()).toEqual(["api-1", "batch-07"]);
    await page.getByRole("link", { name: "api-1" }).click();
    await expect(page.getByRole("heading", { name: "api-1" })).toBeVisible();
    await page.goBack();
    await expect.poll(async () => (await names(page)).toSorted()).toEqual(["api-1", "batch-07"]);
    await expect(page.getByRole("button", { name: "Status: Active, Stopped" })).toBeVisible();
  });

  await test.step("one filter is taken away, then all", async () => {
    await page.getByRole("button", { name: "Clear Region filter" }).click();
    await expect.poll(() => names(page)).toContain("notebook-1");
    await page.getByRole("button", { name: "Clear filters" }).click();
    await expect.poll(() => names(page)).toContain("train-01");
    expect(searchOf(page)).toEqual({});
  });

  await test.step("machines that are gone are there for who asks for them", async () => {
    await tick(page, "Status", "Terminated");
    await expect.poll(() => names(page)).toEqual(["bench-old"]);
  });
});

test("a search finds by part of a name; what matches nothing is not an empty list", async ({
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

test("rows are ordered by a column's head, and pages follow in that order", {
  tag: "@phone",
}, async ({ page, signIn }) => {
  await signIn("owner@demo.test");
  await page.goto("/northwind/instances?perPage=3");
  await expect.poll(async () => (await names(page)).length).toBe(3);
  const sort = page.getByRole("table").getByRole("button", { name: "Name" });
  // On a phone the heads are there for screen readers and the keyboard alone.
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

  await test.step("an address past the end leads to the last page; nonsense is refused kindly", async () => {
    await page.goto("/northwind/instances?perPage=3&orderBy=hostname&page=99");
    await expect.poll(() => names(page)).toEqual(["train-01", "train-02-slow-build"]);
    await expect(page).toHaveURL(/page=3/);
    for (const nonsense of ["page=0", "page=-1", "page=abc", "orderBy=(select+1)", "status=gone"]) {
      await page.goto(`/northwind/instances?${nonsense}`);
      await expect.poll(() => names(page)).toContain("train-01");
    }
  });
});

test("an empty list says what belongs there and offers it", { tag: "@phone" }, async ({
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

test("after the only row of the last page is removed, the page before is shown", async ({
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
  const asked = { list: 0, overview: 0 };
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    if (request.method() !== "GET") return;
    if (pathname.endsWith("/credentials")) asked.list += 1;
    if (pathname.endsWith("/overview")) asked.overview += 1;
  });
  await page.getByRole("button", { name: `Actions for ${name}` }).click();
  await page.getByRole("menuitem", { name: "Delete" }).click();
  await page.getByLabel(`Type ${name} to confirm`).fill(name);
  await page.getByRole("button", { name: `Delete ${name}` }).click();
  await expect(only).toHaveCount(2);
  expect(searchOf(page)).not.toHaveProperty("page");
  await expect(page.getByText("No SSH keys yet")).toHaveCount(0);
  // Once the live event of a later change has come, that of one's own deed has been heard too.
  const { overview } = asked;
  await customer.call(api.projects.create, { path, body: { name: "Later" } });
  await expect.poll(() => asked.overview).toBeGreaterThan(overview);
  expect(asked.list).toBe(1);
});

test("news of a change that is shown already asks for nothing, any other for the list", async ({
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
  const asked = { list: 0, overview: 0 };
  // An answer from after all that is changed in this story, as if its events were late.
  await page.route("**/credentials?*", async (route) => {
    asked.list += 1;
    const response = await route.fetch();
    await route.fulfill({
      response,
      headers: { ...response.headers(), "x-seen-changes": everything },
    });
  });
  page.on("request", (request) => {
    if (request.url().endsWith("/overview")) asked.overview += 1;
  });
  await addKey("ed25519");
  await page.goto(`/${customer.handle}/settings/credentials?perPage=2`);
  await expect(page.getByRole("row").filter({ hasText: "SHA256" })).toHaveCount(1);
  await expect.poll(() => asked.overview).toBeGreaterThan(0);
  const before = { ...asked };
  await addKey("ecdsa256");
  await expect.poll(() => asked.overview).toBeGreaterThan(before.overview);
  expect(asked.list).toBe(before.list);

  await page.unrouteAll();
  await page.reload();
  await expect(page.getByRole("row").filter({ hasText: "SHA256" })).toHaveCount(2);
  const [key] = (await customer.call(api.credentials.list, { path, query: { search: "ecdsa256" } }))
    .data;
  await customer.call(api.credentials.remove, { path: { ...path, credential: key?.id ?? "" } });
  await expect(page.getByRole("row").filter({ hasText: "SHA256" })).toHaveCount(1);
});

test("an action that is not possible now says why in its place", async ({ page, signIn }) => {
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

test("a row's menu stays open on its machine while the list changes under it", {
  tag: "@phone",
}, async ({ page, customer, unique }) => {
  const name = await orderMachine(customer, unique("menu"));
  await page.goto(`/${customer.handle}/instances`);
  await page.getByRole("button", { name: `Actions for ${name}` }).click();
  const reboot = page.getByRole("menuitem", { name: "Reboot" });
  await expect(reboot).toHaveAttribute("aria-disabled", "true");
  await orderMachine(customer, unique("above"));
  await expect(page.getByRole("row").filter({ hasText: "Active" })).not.toHaveCount(
    0,
    instanceTimeout,
  );
  await expect(reboot).toBeVisible();
  await expect(reboot).not.toHaveAttribute("aria-disabled", instanceTimeout);
  await reboot.click();
  await expect(page.getByRole("alertdialog", { name: `Reboot ${name}?` })).toBeVisible();
});

test("who was given one project sees that project, and what they may not do says why", async ({
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

test("who only pays sees no machines, by no way", async ({ page, signIn }) => {
  await signIn("billing@demo.test");
  const responses: number[] = [];
  page.on("response", (response) => {
    if (/^\/api\/.*\/instances$/.test(new URL(response.url()).pathname))
      responses.push(response.status());
  });
  await page.goto("/northwind/instances");
  await expect(page.getByRole("heading", { name: "You don't have access to this" })).toBeVisible();
  await expect(page.getByText("instance.view")).toBeVisible();
  // The server begins to read what a page most often needs before it knows who asks.
  expect(responses.filter((status) => status !== 403)).toEqual([]);
  await page.goto("/northwind");
  await expect(page.getByText("This month so far").last()).toBeVisible();
  await expect(page.getByText("train-01")).toHaveCount(0);
  await expect(page.getByRole("link", { name: "Instances" })).toHaveCount(0);
});

test("the code of a row's page comes while the list is read, and its data as soon as the row is pointed at", async ({
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

async function orderMachine(customer: Customer, hostname: string): Promise<string> {
  await createInstances(customer, [hostname]);
  return hostname;
}
