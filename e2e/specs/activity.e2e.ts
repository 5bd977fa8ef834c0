import { readFile } from "node:fs/promises";
import { acceptedKeys } from "#contracts/ssh-key-fixtures.ts";
import { api } from "#contracts/api.ts";
import { untilInteractive } from "../support/first-view.ts";
import { expect, expectAccessible, test } from "../support/fixtures.ts";
import { createInstances } from "../support/instances.ts";

test("shows the user's own sign-ins and changes, filtered by resource", async ({
  page,
  customer,
  stack,
}) => {
  const responses: number[] = [];
  for (let attempt = 0; attempt < 7; attempt++) {
    const outsider = await fetch(new URL("/auth/login", stack.url), {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ email: customer.email, password: "wrong-password" }),
    });
    responses.push(outsider.status);
  }
  expect(responses).toEqual([401, 401, 401, 401, 401, 429, 429]);
  await customer.call(api.account.update, {
    body: { attribute: "name", firstName: "Robinia", lastName: "Berg" },
  });
  await page.goto("/workspaces");
  await page.getByRole("button", { name: /^Account menu for/ }).click();
  await page.getByRole("menuitem", { name: "My activity" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "My activity" })).toBeVisible();
  const rows = page.getByRole("table").getByRole("row");
  await expect(rows.filter({ hasText: "changed their name" })).toHaveCount(1);
  await expect(rows.filter({ hasText: "signed in with a password" })).not.toHaveCount(0);
  const tried = rows.filter({ hasText: `Sign-in as ${customer.email} failed` });
  await expect(tried).toHaveCount(5);
  await expect(tried.first()).toContainText("Denied");
  await expect(rows.filter({ hasText: "after too many attempts" })).toHaveCount(1);
  await expectAccessible(page);

  await page.getByRole("button", { name: "Resource" }).click();
  await page.getByRole("checkbox", { name: "Account" }).click();
  await page.keyboard.press("Escape");
  await expect(rows.filter({ hasText: /signed in|Sign-in/ })).toHaveCount(0);
  await expect(page).toHaveURL(/activityType=account/);

  await rows.filter({ hasText: "changed their name" }).getByRole("link").click();
  await expect(page.getByText("Details")).toBeVisible();
  const change = page.getByRole("row").filter({ hasText: "First name" });
  await expect(change.getByRole("cell").nth(0)).toContainText("Robin");
  await expect(change.getByRole("cell").nth(1)).toContainText("Robinia");
  await expect(page.getByRole("button", { name: "Copy request ID" })).toBeVisible();
  await expectAccessible(page);
  await page.goBack();
  await expect(page).toHaveURL(/activityType=account/);
});

test("searches entries and filters them by person, with filters that match only", {
  tag: "@phone",
}, async ({ page, customer }) => {
  const path = { workspace: customer.handle };
  for (const name of ["Vision", "Audio 100%"])
    await customer.call(api.projects.create, { path, body: { name } });
  const { secret, token } = await customer.call(api.tokens.create, {
    path,
    body: { name: "ci-deploy", scopes: ["project.view", "project.create"], expiresInDays: 30 },
  });
  const byToken = await page.request.post(`/api/v1/workspaces/${customer.handle}/projects`, {
    headers: { authorization: `Bearer ${secret}` },
    data: { name: "Made by token" },
  });
  expect(byToken.status()).toBe(201);
  await page.goto(`/${customer.handle}/activities`);
  const search = page.getByRole("searchbox", { name: "Search by action, name, or actor" });
  const rows = page.getByRole("table").getByRole("row").filter({ hasText: "created the project" });
  await expect(rows).toHaveCount(3);

  await test.step("finds an entry by the words of its sentence", async () => {
    await search.fill("created vision");
    await expect(rows).toHaveCount(1);
    await expect(page).toHaveURL(/search=created\+vision/);
    await search.fill(" 100% ");
    await expect(rows).toHaveCount(1);
    await expect(rows).toContainText("Audio 100%");
    await search.fill("%");
    await expect(page.getByText("No results")).toBeVisible();
    await expectAccessible(page);
    await page.getByRole("button", { name: "Clear filters" }).first().click();
    await expect(rows).toHaveCount(3);
  });

  await test.step("filters by an access token", async () => {
    await page.getByRole("button", { name: "Actor", exact: true }).click();
    const dialog = page.getByRole("dialog", { name: "Actor" });
    await expect(dialog.getByRole("group", { name: "Members" }).getByRole("checkbox")).toHaveCount(
      1,
    );
    await expectAccessible(page);
    await dialog.getByRole("checkbox", { name: "ci-deploy" }).click();
    await page.keyboard.press("Escape");
    await expect(rows).toHaveCount(1);
    await expect(rows).toContainText("Made by token");
    await expect(page.getByRole("button", { name: "Actor: ci-deploy" })).toBeVisible();
    await page.reload();
    await expect(page.getByRole("button", { name: "Actor: ci-deploy" })).toBeVisible();
    await page.getByRole("button", { name: "Clear Actor filter" }).click();
    await expect(rows).toHaveCount(3);
  });

  await test.step("the page of a token leads to its own activity, and marks its entries", async () => {
    await page.goto(`/${customer.handle}/settings/access-tokens/${token.id}`);
    await page.getByRole("link", { name: "Activity of this token" }).click();
    await expect(page.getByRole("button", { name: "Actor: ci-deploy" })).toBeVisible();
    await expect(rows).toHaveCount(1);
    await expect(rows).toContainText("Made by token");
    await expect(rows.getByText("Token", { exact: true })).toBeVisible();
    await page.getByRole("button", { name: "Clear Actor filter" }).click();
    await expect(rows).toHaveCount(3);
    await expect(rows.getByText("User", { exact: true })).toHaveCount(0);
  });

  await test.step("offers only resources with entries, and no result while all succeeded", async () => {
    await page.getByRole("button", { name: "Resource" }).click();
    const dialog = page.getByRole("dialog", { name: "Resource" });
    await expect(dialog.getByRole("checkbox", { name: "Projects" })).toBeVisible();
    await expect(dialog.getByRole("checkbox", { name: "Maintenance" })).toHaveCount(0);
    await expect(page.getByRole("button", { name: "Result" })).toHaveCount(0);
  });
});

test("the activity of one object leaves out others with similar names, and can be left", {
  tag: "@phone",
}, async ({ page, customer }) => {
  const path = { workspace: customer.handle };
  const { id } = await customer.call(api.projects.create, { path, body: { name: "web-1" } });
  await customer.call(api.projects.create, { path, body: { name: "web-10" } });
  await page.goto(`/${customer.handle}/activities?target=${id}`);
  const rows = page.getByRole("table").getByRole("row").filter({ hasText: "created the project" });
  await expect(rows).toHaveCount(1);
  await expect(page.getByText("Target: web-1", { exact: true })).toBeVisible();
  await expectAccessible(page);

  await test.step("the export has its entries only", async () => {
    const started = page.waitForEvent("download");
    await page.getByRole("button", { name: "Export CSV" }).click();
    const lines = (await readFile(await (await started).path(), "utf8")).trimEnd().split("\r\n");
    expect(lines).toHaveLength(2);
    expect(lines[1]).toContain(`"web-1","${id}"`);
  });

  await test.step("without entries, the filter has the id", async () => {
    await page.goto(`/${customer.handle}/activities?target=${id}&result=denied`);
    await expect(page.getByText("No results")).toBeVisible();
    await expect(page.getByText(`Target: ${id}`, { exact: true })).toBeVisible();
    await page.getByRole("button", { name: "Clear Result filter" }).click();
  });

  await page.getByRole("button", { name: "Clear Target filter" }).click();
  await expect(rows).toHaveCount(2);
  await expect(page).not.toHaveURL(/target=/);
  await page.goto(`/${customer.handle}/activities?target=web-1`);
  await expect(rows).toHaveCount(2);
  await expect(page.getByText(/^Target: /)).toHaveCount(0);
});

test("shows values before and after a change and links to the changed object", {
  tag: "@phone",
}, async ({ page, customer }) => {
  await customer.call(api.credentials.create, {
    path: { workspace: customer.handle },
    body: { name: "laptop", publicKey: acceptedKeys.ed25519.line },
  });
  await page.goto(`/${customer.handle}/activities`);
  const row = page.getByRole("row").filter({ hasText: "added the SSH key" });
  await row.getByRole("link").last().click();
  await expect(page).toHaveURL(new RegExp(`/${customer.handle}/activities/.+`));
  const change = page.getByRole("row").filter({ hasText: "Fingerprint" });
  // Nothing was there before a creation, so there is one column of values.
  await expect(change.getByRole("cell")).toHaveCount(1);
  await expect(change.getByRole("cell")).toContainText("SHA256:");
  await expectAccessible(page);
  await page.getByRole("link", { name: "laptop" }).click();
  await expect(page.getByRole("heading", { name: "SSH keys", exact: true })).toBeVisible();
});

test("shows a denied request with the attempted action", async ({ page, signIn }) => {
  await signIn("limited@demo.test");
  const { csrf } = api.auth.self.response.parse(
    await (await page.request.get("/auth/self")).json(),
  ).userSession;
  const response = await page.request.post("/api/v1/workspaces/northwind/projects", {
    headers: { "x-csrf-token": csrf },
    data: { name: "Not mine", description: "" },
  });
  expect(response.status()).toBe(403);
  await page.goto("/my-activities?result=denied");
  const row = page.getByRole("row").filter({ hasText: "was denied access" }).first();
  await expect(row).toContainText("projects.create");
  await expect(row).toContainText("Denied");
  await page.getByRole("button", { name: "Clear Result filter" }).click();
  await expect(page.getByRole("row").filter({ hasText: "signed in" })).not.toHaveCount(0);
});

test("regions have their names from the first view on, and are left out until these are known", async ({
  page,
  customer,
  unique,
}) => {
  await createInstances(customer, [unique("named")]);
  const path = `/${customer.handle}/activities`;
  const order = page.getByRole("row").filter({ hasText: "/hour" });
  const html = await (await page.goto(path))?.text();
  expect(html).toContain(`data-rendered="${path}"`);
  expect(html).toContain("in Luleå, US$");
  expect(html).not.toContain("in lulea");

  const released = Promise.withResolvers<void>();
  await page.route("**/api/v1/assets/regions/simple", async (route) => {
    await released.promise;
    await route.continue();
  });
  await page.goto(`/${customer.handle}/projects`);
  await untilInteractive(page);
  await page.getByRole("link", { name: "Activity" }).click();
  await expect(order).toContainText(/2 vCPU, US\$[\d.]+\/hour/);
  released.resolve();
  await expect(order).toContainText(/2 vCPU in Luleå, US\$/);
});

test("shows another workspace's activity as not found", async ({ page, customer }) => {
  await page.goto(`/${customer.handle}/activities/01a14cba-9fb3-73e9-bfeb-b7611437b93b`);
  await expect(page.getByRole("heading", { name: "We can't find that" })).toBeVisible();
  await page.goto("/my-activities/01a14cba-9fb3-73e9-bfeb-b7611437b93b");
  await expect(page.getByRole("heading", { name: "We can't find that" })).toBeVisible();
});

test("exports all pages of the list with its filters", async ({ page, customer }) => {
  const path = { workspace: customer.handle };
  const formula = '=HYPERLINK("http://e")';
  const names = [...Array.from({ length: 17 }, (_, index) => `Project ${index + 1}`), formula];
  for (const name of names) await customer.call(api.projects.create, { path, body: { name } });
  await page.goto(`/${customer.handle}/activities?activityType=projects&page=2`);
  const rows = page.getByRole("row").filter({ hasText: "created the project" });
  await expect(rows).toHaveCount(3);

  await test.step("the first download is complete", async () => {
    const started = page.waitForEvent("download");
    await page.getByRole("button", { name: "Export CSV" }).click();
    const file = await started;
    expect(file.suggestedFilename()).toMatch(
      new RegExp(`^boreal-activity-${customer.handle}-\\d{4}-\\d\\d-\\d\\d\\.csv$`),
    );
    const text = await readFile(await file.path(), "utf8");
    expect(text.startsWith('\uFEFF"at","actor"')).toBe(true);
    const lines = text.trimEnd().split("\r\n").slice(1);
    expect(lines).toHaveLength(names.length);
    expect(lines.filter((line) => !line.includes('"projects.create"'))).toEqual([]);
    // A name that looks like a formula must stay text in a spreadsheet.
    expect(lines[0]).toContain(`"'=HYPERLINK(""http://e"")"`);
    await expect(page.getByText(`${file.suggestedFilename()} downloaded`)).toBeVisible();
  });

  await test.step("keeps the page of the list across a reload and Back", async () => {
    const rowTexts = await rows.allInnerTexts();
    await page.reload();
    await expect(rows).toHaveCount(3);
    expect(await rows.getByRole("link", { name: /^Project/ }).allInnerTexts()).toEqual(
      rowTexts.map((row) => /Project \d+/.exec(row)?.[0]),
    );
    await page.getByRole("link", { name: "Previous" }).click();
    await expect(rows).toHaveCount(15);
    await page.goBack();
    await expect(rows).toHaveCount(3);
  });

  await test.step("disables the export of an empty list and exports the user's own activity", async () => {
    await page.goto(`/${customer.handle}/activities?activityType=tokens`);
    await expect(page.getByText("No results")).toBeVisible();
    await expect(page.getByRole("button", { name: "Export CSV" })).toHaveAccessibleDescription(
      "Nothing to export",
    );
    await page.goto("/my-activities?activityType=projects");
    await expect(rows).toHaveCount(15);
    const started = page.waitForEvent("download");
    await page.getByRole("button", { name: "Export CSV" }).click();
    expect((await started).suggestedFilename()).toMatch(/^boreal-activity-own-/);
  });
});
