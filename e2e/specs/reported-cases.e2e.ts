/** Failures that users of other consoles reported, for instances and orders, which only a browser shows. */
import type { Page } from "@playwright/test";
import { api } from "#contracts/api.ts";
import { owner } from "../pages/page-spec.ts";
import type { Customer } from "../support/api-client.ts";
import { fillOrderForm, instanceTimeout } from "../support/console-actions.ts";
import { expect, expectAccessible, test } from "../support/fixtures.ts";
import { createInstances } from "../support/instances.ts";

const row = (page: Page, name: string) =>
  page.getByRole("row").filter({ has: page.getByRole("link", { name, exact: true }) });
const names = (page: Page) =>
  page.getByRole("table").getByRole("row").getByRole("link").allInnerTexts();
const bar = (page: Page) => page.getByRole("region", { name: "Selected items" });

const listAll = async (customer: Customer) =>
  (
    await customer.call(api.instances.list, {
      path: { workspace: customer.handle },
      query: { perPage: "100", orderBy: "hostname" },
    })
  ).data;
const isActive = async (customer: Customer) =>
  (await listAll(customer)).every(({ status }) => status === "active");

test("C005, C014: a link with filters, search and page shows its rows at once, and both pages agree", async ({
  page,
  signIn,
}) => {
  await signIn(owner);
  await page.goto("/northwind/instances?status=active&search=%20infer%20&perPage=1&page=2");
  await expect.poll(() => names(page)).toEqual(["infer-a"]);
  await expect(page.getByRole("button", { name: "Status: Active" })).toBeVisible();
  const pages = page.getByRole("navigation", { name: "Pagination" });
  await pages.getByRole("link", { name: "Previous" }).click();
  await expect.poll(() => names(page)).toEqual(["infer-b"]);
  await pages.getByRole("link", { name: "Next" }).click();
  await expect.poll(() => names(page)).toEqual(["infer-a"]);
});

test("C007, C008: rows that a filter hides leave the selection, and the count is that of the visible rows", async ({
  page,
  signIn,
}) => {
  await signIn(owner);
  await page.goto("/northwind/instances?orderBy=hostname");
  await page.getByRole("checkbox", { name: "Select all items on this page" }).check();
  await expect(bar(page)).toContainText(`${(await names(page)).length} selected`);
  const search = page.getByRole("searchbox", { name: "Search by name, IP address, or ID" });
  await search.fill("infer");
  await expect.poll(() => names(page)).toEqual(["infer-a", "infer-b"]);
  await expect(bar(page)).toContainText("2 selected");
  await search.fill("");
  await expect.poll(() => names(page)).toContain("train-01");
  await expect(bar(page)).toContainText("2 selected");
  await expect(
    page.getByRole("checkbox", { name: "Select train-01", exact: true }),
  ).not.toBeChecked();
  await bar(page).getByRole("button", { name: "Reboot" }).click();
  await expect(page.getByRole("alertdialog", { name: "Reboot 2 instances?" })).toBeVisible();
});

test("C019, C020: a name that is taken meanwhile keeps the form, and the error leaves with its correction", async ({
  page,
  customer,
}) => {
  await createInstances(customer, ["other-1"]);
  await page.goto(`/${customer.handle}/cart?region=lulea`);
  await fillOrderForm(page, { product: "2 vCPU", system: "Debian" });
  const hostname = page.getByLabel("Hostname", { exact: true });
  await hostname.fill("web-1");
  await createInstances(customer, ["web-1"]);
  const order = page.getByRole("button", { name: "Create instance" }).first();
  await order.click();
  await expect(hostname).toHaveAccessibleDescription(/already used by another instance/);
  await expect(page.getByRole("radio", { name: /^2 vCPU/ })).toBeChecked();
  await expect(page.getByRole("radio", { name: "Debian", exact: true })).toBeChecked();
  await expect(order).toBeEnabled();
  expect((await listAll(customer)).map((instance) => instance.hostname)).toEqual([
    "other-1",
    "web-1",
  ]);
  await hostname.fill("web-2");
  await expect(hostname).not.toHaveAttribute("aria-invalid");
  await expect(page.getByRole("alert").filter({ hasText: "already used" })).toHaveCount(0);
});

test("C028: the form waits for the catalog, and a catalog that fails can be read again", async ({
  page,
  customer,
}) => {
  // A real server does not fail for one endpoint only.
  const catalog = "**/api/v1/assets/offer";
  let answer = () => {};
  const asked = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route(catalog, async (route) => {
    await asked;
    await route.abort();
  });
  await page.goto(`/${customer.handle}/instances`);
  await page.getByRole("link", { name: "Create instance" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Create instance" })).toBeVisible();
  await expect(page.getByRole("radio")).toHaveCount(0);
  answer();
  const retry = page.getByRole("button", { name: "Try again" });
  await expect(retry).toBeVisible({ timeout: 20_000 });
  await expectAccessible(page);
  await page.unroute(catalog);
  await retry.click();
  await expect(page.getByRole("radio", { name: /Luleå, Sweden/ })).toBeVisible();
});

test("C077, C079, C082, C083: changes of many instances, a lost connection and an ended instance leave the pages right", async ({
  page,
  customer,
}) => {
  test.slow();
  const path = { workspace: customer.handle };
  const hostnames = Array.from({ length: 10 }, (_, at) => `web-${at + 1}`);
  await createInstances(customer, hostnames);
  await page.goto(`/${customer.handle}/instances?orderBy=hostname`);
  await expect.poll(() => names(page)).toEqual(hostnames);

  await test.step("C082: after a lost connection the states are right within seconds", async () => {
    await page.context().setOffline(true);
    await expect.poll(() => isActive(customer), instanceTimeout).toBe(true);
    await page.context().setOffline(false);
    await expect(page.getByRole("row").filter({ hasText: "Active" })).toHaveCount(10, {
      timeout: 6_000,
    });
    await expect(page.getByText(/Connection lost/)).toHaveCount(0);
  });

  await test.step("C083: ten changes at once cause a few requests", async () => {
    let requests = 0;
    page.on("request", (request) => {
      if (new URL(request.url()).pathname.endsWith("/instances")) requests += 1;
    });
    await Promise.all(
      (await listAll(customer)).map(({ id, hostname }) =>
        customer.call(api.instances.update, {
          path: { ...path, instance: id },
          body: { displayName: `Shown ${hostname}` },
        }),
      ),
    );
    for (const hostname of hostnames)
      await expect(row(page, hostname)).toContainText(`Shown ${hostname}`);
    expect(requests).toBeLessThanOrEqual(4);
  });

  await test.step("C077: terminating from the page of an instance leads to the list, and Back shows the instance", async () => {
    await page.getByRole("link", { name: "web-2", exact: true }).click();
    await page.getByRole("button", { name: "Terminate" }).click();
    const question = page.getByRole("alertdialog", { name: "Terminate web-2?" });
    await question.getByLabel("Type web-2 to confirm").fill("web-2");
    await question.getByRole("button", { name: "Terminate web-2" }).click();
    await expect(page.getByText("Terminating web-2. Billing has stopped.")).toBeVisible();
    await expect(page.getByRole("heading", { level: 1, name: "Instances" })).toBeVisible();
    await expect(row(page, "web-2")).toHaveCount(0, instanceTimeout);
    expect((await names(page)).toSorted()).toEqual(
      hostnames.filter((name) => name !== "web-2").toSorted(),
    );
    await page.goBack();
    await expect(page.getByRole("heading", { level: 1, name: "web-2" })).toBeVisible();
    await expect(page.getByText(/You can undo this termination for/)).toBeVisible(instanceTimeout);
  });

  await test.step("C079: an instance that ends elsewhere says so on its open page, and so does its link", async () => {
    const [first] = await listAll(customer);
    const link = `/${customer.handle}/instances/${first?.id ?? ""}`;
    await page.goto(link);
    await expect(page.getByRole("heading", { level: 1, name: "web-1" })).toBeVisible();
    await customer.call(api.instances.terminate, {
      path: { ...path, instance: first?.id ?? "" },
      query: { now: "true" },
    });
    const note = page.getByText(
      "This instance no longer exists. You're seeing the last known data.",
    );
    await expect(note).toBeVisible(instanceTimeout);
    await expect(page.getByRole("heading", { level: 1, name: "web-1" })).toBeVisible();
    await page.goto(link);
    await expect(note).toBeVisible();
    await page.goto(`/${customer.handle}/instances/01890000-0000-7000-8000-000000000000`);
    await expect(page.getByRole("heading", { name: "We can't find that" })).toBeVisible();
  });
});
