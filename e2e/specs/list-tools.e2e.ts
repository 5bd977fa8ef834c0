/** What every list offers beside its filters: rows per page, order, columns, export, and actions for several rows. */
import { readFile } from "node:fs/promises";
import type { Locator, Page } from "@playwright/test";
import { api } from "#contracts/api.ts";
import type { Instance } from "#contracts/instances.ts";
import { instanceTimeout } from "../support/console-actions.ts";
import { type Customer, demoPassword } from "../support/api-client.ts";
import { createInstances } from "../support/instances.ts";
import { slowDown } from "../support/first-view.ts";
import { expect, expectAccessible, test } from "../support/fixtures.ts";

const names = (page: Page) =>
  page.getByRole("table").getByRole("row").getByRole("link").allInnerTexts();
const bar = (page: Page) => page.getByRole("region", { name: "Selected items" });
const searchOf = (page: Page) => Object.fromEntries(new URL(page.url()).searchParams);

const listInstances = async (customer: Customer): Promise<readonly Instance[]> =>
  (
    await customer.call(api.instances.list, {
      path: { workspace: customer.handle },
      query: { perPage: "100" },
    })
  ).data;

async function createActive(customer: Customer, hostnames: readonly string[]): Promise<void> {
  await createInstances(customer, hostnames);
  await expect
    .poll(async () => (await listInstances(customer)).map(({ status }) => status), instanceTimeout)
    .toEqual(hostnames.map(() => "active"));
}

const select = async (page: Page, ...hostnames: string[]) => {
  for (const hostname of hostnames)
    await page.getByRole("checkbox", { name: `Select ${hostname}`, exact: true }).check();
};
const resultOf = (dialog: Locator, hostname: string) =>
  dialog.getByRole("row").filter({ has: dialog.page().getByRole("rowheader", { name: hostname }) });

test("names with numbers sort by the number, and the header shows the order", async ({
  page,
  customer,
}) => {
  await createInstances(customer, ["batch-10", "batch-2", "batch-1", "batch-20"]);
  await page.goto(`/${customer.handle}/instances`);
  const header = (name: string) => page.getByRole("columnheader", { name });
  await expect(header("Age")).toHaveAttribute("aria-sort", "ascending");
  await header("Name").getByRole("button").click();
  await expect.poll(() => names(page)).toEqual(["batch-1", "batch-2", "batch-10", "batch-20"]);
  await expect(header("Name")).toHaveAttribute("aria-sort", "ascending");
  await expect(header("Age")).not.toHaveAttribute("aria-sort");
  await header("Name").getByRole("button").click();
  await expect.poll(() => names(page)).toEqual(["batch-20", "batch-10", "batch-2", "batch-1"]);
  await expect(header("Name")).toHaveAttribute("aria-sort", "descending");
  await header("Name").getByRole("button").click();
  await expect(header("Age")).toHaveAttribute("aria-sort", "ascending");
  expect(searchOf(page)).toEqual({});
});

test("the rows per page are in the URL and remembered for this list", async ({
  page,
  customer,
}) => {
  await createInstances(
    customer,
    Array.from({ length: 12 }, (_, index) => `node-${index + 1}`),
  );
  const list = `/${customer.handle}/instances`;
  await page.goto(`${list}?orderBy=hostname`);
  await expect.poll(async () => (await names(page)).length).toBe(12);
  await page.getByLabel("Rows per page").selectOption("10");
  await expect.poll(async () => (await names(page)).length).toBe(10);
  expect(searchOf(page)).toEqual({ orderBy: "hostname", perPage: "10" });
  await page.goto(list);
  await expect.poll(async () => (await names(page)).length).toBe(10);
  expect(searchOf(page)).toEqual({ perPage: "10" });
  await page.getByRole("link", { name: "Next" }).click();
  await expect.poll(async () => (await names(page)).length).toBe(2);
  await page.getByLabel("Rows per page").selectOption("25");
  await expect.poll(async () => (await names(page)).length).toBe(12);
  expect(searchOf(page)).toEqual({ perPage: "25" });
  await page.goto(`/${customer.handle}/projects`);
  await expect(page.getByRole("table")).toBeVisible();
  expect(searchOf(page)).toEqual({});
});

test("columns are chosen by keyboard, remembered, and reset", async ({ page, customer }) => {
  await createInstances(customer, ["web-1"]);
  await page.goto(`/${customer.handle}/instances`);
  const headers = page.getByRole("table").getByRole("columnheader");
  const all = [
    "Name",
    "Status",
    "Product",
    "Region",
    "IP address",
    "Age",
    "Cost so far",
    "Per hour",
    "Actions",
  ];
  await expect(headers).toHaveText(all);
  const button = page.getByRole("button", { name: "Columns", exact: true });
  await button.focus();
  await page.keyboard.press("Enter");
  const choices = page.getByRole("dialog", { name: "Columns" });
  await expect(choices.getByRole("checkbox", { name: "Name" })).toHaveCount(0);
  await choices.getByRole("checkbox", { name: "Region" }).focus();
  await page.keyboard.press("Space");
  await choices.getByRole("checkbox", { name: "ID" }).focus();
  await page.keyboard.press("Space");
  const chosen = [...all.filter((name) => name !== "Region").slice(0, -1), "ID", "Actions"];
  await expect(headers).toHaveText(chosen);
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await expect(button).toBeFocused();
  await page.reload();
  await expect(headers).toHaveText(chosen);
  await expect(page.getByRole("table")).toContainText(
    (await listInstances(customer))[0]?.id ?? "no instance",
  );
  await button.click();
  await choices.getByRole("button", { name: "Reset columns" }).click();
  await expect(headers).toHaveText(all);
});

test("C091: the first export of a filtered list has its rows, in its order", async ({
  page,
  customer,
}) => {
  await createInstances(customer, ["web-2", "web-10", "db-1"]);
  await page.goto(`/${customer.handle}/instances?search=web&orderBy=-hostname&perPage=1`);
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export CSV" }).click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(
    new RegExp(`^boreal-instances-${customer.handle}-\\d{4}-\\d\\d-\\d\\d\\.csv$`),
  );
  const lines = (await readFile(await file.path(), "utf8")).trimEnd().split("\r\n");
  expect(lines[0]).toMatch(/^\uFEFF"name","id","status",/);
  expect(lines.slice(1).map((line) => line.split(",")[0])).toEqual(['"web-10"', '"web-2"']);
  await expect(page.getByText(`${file.suggestedFilename()} downloaded`)).toBeVisible();
});

test("C119: an action on several rows says which rows it leaves out, and the result of each", async ({
  page,
  customer,
}) => {
  test.slow();
  await createActive(customer, ["api-1", "api-2", "off-1"]);
  const path = { workspace: customer.handle };
  const idOf = async (hostname: string) =>
    (await listInstances(customer)).find((instance) => instance.hostname === hostname)?.id ?? "";
  await customer.call(api.instances.reset, {
    path: { ...path, instance: await idOf("off-1") },
    body: { action: "power_off" },
  });
  await page.goto(`/${customer.handle}/instances?orderBy=hostname`);
  await expect(page.getByRole("row").filter({ hasText: "off-1" })).toContainText(
    "Stopped",
    instanceTimeout,
  );
  await select(page, "api-1", "api-2", "off-1");
  await bar(page).getByRole("button", { name: "Reboot" }).click();
  const question = page.getByRole("alertdialog", { name: "Reboot 2 instances?" });
  await expect(question).toContainText("1 instance won't be rebooted:");
  await expect(question).toContainText("off-1: Not available while the instance is stopped");
  await expectAccessible(page);

  await test.step("a row that changes meanwhile is reported, and the others go on", async () => {
    await customer.call(api.instances.reset, {
      path: { ...path, instance: await idOf("api-2") },
      body: { action: "power_off" },
    });
    await question.getByRole("button", { name: "Reboot 2 instances" }).click();
    const results = page.getByRole("dialog", { name: "Done for 1 of 3" });
    await expect(resultOf(results, "api-1")).toContainText("Rebooting");
    await expect(resultOf(results, "api-2")).toContainText("Not possible");
    await expect(resultOf(results, "off-1")).toContainText(
      "Not available while the instance is stopped",
    );
    // A rejected request is not offered for a retry.
    await expect(results.getByRole("button", { name: /^Retry/ })).toHaveCount(0);
    await expectAccessible(page);
    await results.getByRole("button", { name: "Close" }).click();
  });

  await test.step("shows the requests of all rows as code", async () => {
    await expect(page.getByRole("row").filter({ hasText: "api-2" })).toContainText(
      "Stopped",
      instanceTimeout,
    );
    await bar(page).getByRole("button", { name: "Power on" }).click();
    const ask = page.getByRole("alertdialog", { name: "Power on 2 instances?" });
    await ask.getByRole("button", { name: "Show as code" }).click();
    const code = page.getByRole("dialog", { name: "Request as code" });
    for (const hostname of ["api-2", "off-1"])
      await expect(code).toContainText(`/instances/${await idOf(hostname)}/reset`);
    await code.getByRole("button", { name: "Close" }).click();
    await ask.getByRole("button", { name: "Cancel" }).click();
  });

  await test.step("terminating several requires the typed count", async () => {
    await bar(page).getByRole("button", { name: "Terminate" }).click();
    const ask = page.getByRole("alertdialog", { name: "Terminate 3 instances?" });
    await expect(ask).toContainText("/hour stops now. Total so far: US$");
    await expect(ask).toContainText("api-1, api-2, off-1");
    const confirm = ask.getByRole("button", { name: "Terminate 3 instances" });
    await expect(confirm).toBeDisabled();
    await ask.getByLabel("Type 3 instances to confirm").fill("3 instance");
    await expect(confirm).toBeDisabled();
    await ask.getByLabel("Type 3 instances to confirm").fill("3 instances");
    await confirm.click();
    await expect(
      page.getByText("Terminating 3 instances. Their billing has stopped."),
    ).toBeVisible();
    await expect(page.getByText("No instances yet")).toBeVisible(instanceTimeout);
  });
});

test("when the connection is lost midway, the rest is not sent, and a retry has each effect once", async ({
  page,
  customer,
}) => {
  test.slow();
  const hostnames = Array.from({ length: 12 }, (_, index) => `node-${index + 1}`);
  await createActive(customer, hostnames);
  await page.goto(`/${customer.handle}/instances?orderBy=hostname`);
  await expect.poll(async () => (await names(page)).length).toBe(12);
  await page.getByRole("checkbox", { name: "Select all items on this page" }).check();
  await bar(page).getByRole("button", { name: "Power off" }).click();
  const question = page.getByRole("alertdialog", { name: "Power off 12 instances?" });
  let answered = 0;
  page.on("response", (response) => {
    if (!response.url().endsWith("/reset")) return;
    answered += 1;
    if (answered === 3) void page.context().setOffline(true);
  });
  await question.getByRole("button", { name: "Power off 12 instances" }).click();
  const results = page.getByRole("dialog", { name: /^Done for \d+ of 12$/ });
  await expect(results).toContainText("Can't reach the server");
  await expect(results).toContainText("Not sent");
  await page.context().setOffline(false);
  await results.getByRole("button", { name: /^Retry \d+$/ }).click();
  await expect(page.getByText("Powering off 12 instances")).toBeVisible();
  await expect
    .poll(async () => (await listInstances(customer)).map(({ status }) => status), instanceTimeout)
    .toEqual(hostnames.map(() => "stopped"));
  const commands = await customer.call(api.activity.ofWorkspace, {
    path: { workspace: customer.handle },
    query: { perPage: "100" },
  });
  const resets = commands.data.filter(
    ({ action, result }) => action === "instances.reset" && result === "ok",
  );
  expect(resets).toHaveLength(12);
});

test("after a connection is lost midway, a retry moves the instances that were not moved", async ({
  page,
  customer,
}) => {
  const path = { workspace: customer.handle };
  await customer.call(api.projects.create, { path, body: { name: "Vision" } });
  await createInstances(
    customer,
    Array.from({ length: 12 }, (_, index) => `node-${index + 1}`),
  );
  await page.goto(`/${customer.handle}/instances`);
  await expect.poll(async () => (await names(page)).length).toBe(12);
  await page.getByRole("checkbox", { name: "Select all items on this page" }).check();
  await bar(page).getByRole("button", { name: "Move to project" }).click();
  const dialog = page.getByRole("dialog", { name: "Move 12 instances" });
  await dialog.getByRole("radio", { name: "Vision" }).check();
  await expect
    .poll(() =>
      page.evaluate(() =>
        performance
          .getEntriesByType("resource")
          .some(({ name, duration }) => name.includes("/move-each") && duration > 0),
      ),
    )
    .toBe(true);
  // The server rejects one request for all because of this instance, and each is moved on its own.
  const first = (await listInstances(customer)).find(({ hostname }) => hostname === "node-1");
  const instance = first?.id ?? "";
  await customer.call(api.instances.terminate, { path: { ...path, instance } });
  await expect
    .poll(
      async () => (await customer.call(api.instances.view, { path: { ...path, instance } })).status,
      instanceTimeout,
    )
    .toBe("terminated");
  // The connection must be lost before all instances are moved.
  const connection = await slowDown(page);
  let answered = 0;
  page.on("response", (response) => {
    if (!response.url().endsWith("/assign")) return;
    answered += 1;
    if (answered === 3) void connection.setOffline(true);
  });
  await dialog.getByRole("button", { name: "Move 12 instances" }).click();
  const results = page.getByRole("dialog", { name: /instances moved$/ });
  await expect(results).toContainText("Can't reach the server");
  await expect(results).toContainText("Not sent");
  await expectAccessible(page);
  await connection.setOffline(false);
  await results.getByRole("button", { name: /^Retry \d+$/ }).click();
  const rejected = page.getByRole("dialog", { name: "11 of 12 instances moved" });
  await expect(rejected.getByRole("listitem")).toHaveText(/^node-1: /);
  await expect(rejected.getByRole("button", { name: /^Retry/ })).toHaveCount(0);
});

test("when the session ends midway, the user signs in again and retries", async ({
  page,
  customer,
}) => {
  test.slow();
  await createActive(customer, ["one", "two"]);
  await page.goto(`/${customer.handle}/instances`);
  await expect.poll(async () => (await names(page)).length).toBe(2);
  await select(page, "one", "two");
  await bar(page).getByRole("button", { name: "Power off" }).click();
  await page.context().clearCookies();
  await page.getByRole("button", { name: "Power off 2 instances" }).click();
  const again = page.getByRole("dialog", { name: "Please sign in again" });
  await again.getByLabel(/^Password for/).fill(demoPassword);
  await again.getByRole("button", { name: "Sign in" }).click();
  await expect(again).toBeHidden();
  const results = page.getByRole("dialog", { name: "Done for 0 of 2" });
  await expect(results).toContainText("Failed");
  await results.getByRole("button", { name: "Retry 2" }).click();
  await expect(page.getByText("Powering off 2 instances")).toBeVisible();
  await expect
    .poll(async () => (await listInstances(customer)).map(({ status }) => status), instanceTimeout)
    .toEqual(["stopped", "stopped"]);
});

test("on a phone each row is a card of at most 120 px with its status, its money and its menu", {
  tag: "@phone",
}, async ({ page, signIn, customer }) => {
  await createInstances(customer, ["web-1"]);
  // The rejected product is sold out for all specs from here on.
  const product = test.info().project.name === "phone" ? "8 vCPU" : "16 vCPU";
  const rejected = { product, region: "kajaani" };
  await createInstances(customer, ["web-no-capacity"], undefined, customer.handle, rejected);
  await customer.call(api.account.update, { body: { attribute: "locale", locale: "de" } });
  await expect
    .poll(
      async () => (await listInstances(customer)).map(({ status }) => status).toSorted(),
      instanceTimeout,
    )
    .toEqual(["active", "error"]);
  await page.setViewportSize({ width: 360, height: 780 });
  for (const [email, workspace, lang] of [
    [customer.email, customer.handle, "de"],
    ["owner@demo.test", "northwind", "en"],
  ] as const) {
    await signIn(email);
    await page.goto(`/${workspace}/instances`);
    await expect(page.locator("html")).toHaveAttribute("lang", lang);
    const rows = page.locator("tbody tr");
    await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
    await expect(rows).not.toHaveCount(0);
    for (const row of await rows.all()) {
      const box = await row.boundingBox();
      expect(box?.height, await row.innerText()).toBeLessThanOrEqual(120);
      await expect(row).toContainText("US$");
      await expect(
        row.getByRole("button", { name: /^(?:Actions for|Aktionen für)/ }),
      ).toBeVisible();
    }
  }
});
