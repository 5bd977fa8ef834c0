/** The API playground: fill in, send and copy requests as code. */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { api } from "#contracts/api.ts";
import { expect, expectAccessible, test } from "../support/fixtures.ts";

test.beforeEach(async ({ context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
});

const endpointList = (page: Page) => page.getByRole("navigation", { name: "API calls" });
const responseRegion = (page: Page) => page.getByRole("region", { name: "Response", exact: true });
const outcome = (page: Page) => page.getByRole("status").filter({ hasText: /^Response/ });
const code = (page: Page, language: string) =>
  page.getByRole("region", { name: `${language} code` });
/** Adds an optional field to the request. */
const add = (page: Page, name: string) =>
  page.getByRole("button", { name: `Add ${name}`, exact: true }).click();
const searchOf = (page: Page) => Object.fromEntries(new URL(page.url()).searchParams);

test("finds, fills in and sends a read request and shares it as a link", {
  tag: "@phone",
}, async ({ page, customer, context }) => {
  const path = { workspace: customer.handle };
  for (const name of ["Sea", "Sky", "<b>Weather</b>"])
    await customer.call(api.projects.create, { path, body: { name } });
  await page.goto(`/${customer.handle}`);
  await page.getByRole("button", { name: "Account menu for Robin Berg" }).click();
  await page.getByRole("menuitem", { name: "API playground" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "API playground" })).toBeVisible();

  await test.step("filters the list by words of the summaries", async () => {
    await page
      .getByRole("searchbox", { name: "Search API calls" })
      .fill("only projects they have access");
    await expect(endpointList(page).getByRole("link")).toHaveCount(1);
    await endpointList(page)
      .getByRole("link", { name: /^GET list/ })
      .press("Enter");
    await expect(page.getByRole("heading", { name: "GET projects.list" })).toBeVisible();
    await expect(page.getByLabel("Workspace", { exact: true })).toHaveValue(customer.handle);
  });

  await test.step("a number outside its bounds is not sent", async () => {
    await expect(page.getByLabel("perPage", { exact: true })).toHaveCount(0);
    await add(page, "perPage");
    await expect(page.getByLabel("perPage", { exact: true })).toBeFocused();
    await page.getByLabel("perPage", { exact: true }).fill("0");
    await page.getByRole("button", { name: "Run" }).press("Enter");
    await expect(page.getByLabel("perPage", { exact: true })).toHaveAccessibleDescription(
      "Enter a number from 1 to 100",
    );
    await expect(outcome(page)).toHaveCount(0);
  });

  await test.step("sends the corrected request; names stay text", async () => {
    await page.getByLabel("perPage", { exact: true }).fill("2");
    await add(page, "orderBy");
    await page.getByLabel("orderBy", { exact: true }).selectOption("name");
    await page.getByLabel("perPage", { exact: true }).press("Enter");
    await expect(outcome(page)).toHaveText(/^Response 200 after \d+ ms/);
    await expect(responseRegion(page)).toContainText(`"name": "<b>Weather</b>"`);
    await expect(responseRegion(page)).toContainText(`"perPage": 2`);
    await page.getByText(/^Headers \(/).click();
    await expect(page.getByRole("region", { name: "Response headers" })).toContainText(
      "content-type: application/json",
    );
    await expect(page.getByRole("button", { name: "Copy request ID" })).toBeVisible();
    await expectAccessible(page);
  });

  await test.step("the link restores endpoint, workspace and values", async () => {
    await expect
      .poll(() => searchOf(page))
      .toEqual({
        call: "projects.list",
        workspace: customer.handle,
        "query.perPage": "2",
        "query.orderBy": "name",
      });
    const colleague = await context.newPage();
    await colleague.goto(page.url());
    await expect(colleague.getByLabel("perPage", { exact: true })).toHaveValue("2");
    await colleague.getByRole("button", { name: "Run" }).click();
    await expect(responseRegion(colleague)).toContainText(`"perPage": 2`);
    await colleague.close();
  });

  await test.step("does not replace an inaccessible workspace by another one", async () => {
    await page.goto("/playground?call=projects.list&workspace=not-mine");
    const workspace = page.getByLabel("Workspace", { exact: true });
    await expect(workspace).toHaveAccessibleDescription(/have a role in not-mine/);
    await expect(page.getByRole("button", { name: "Run" })).toBeDisabled();
    await workspace.selectOption(customer.handle);
    await page.getByRole("button", { name: "Run" }).click();
    await expect(outcome(page)).toHaveText(/^Response 200/);
  });

  await test.step("saves a file, truncates a long response, and does not run a stream", async () => {
    await page.goto("/playground?call=activity.exportOwn");
    await page.getByRole("button", { name: "Run" }).click();
    const saving = page.waitForEvent("download");
    await page.getByRole("button", { name: "Save file" }).click();
    const saved = await saving;
    expect(saved.suggestedFilename()).toMatch(/\.csv$/);
    expect(readFileSync(await saved.path(), "utf8")).toContain("auth.login");
    await page.goto("/playground?call=system.openapi");
    await page.getByRole("button", { name: "Run" }).click();
    await expect(page.getByText(/Showing the first 100,000 characters/)).toBeVisible();
    await page.goto("/playground?call=live.events");
    await expect(page.getByText(/call streams events/)).toBeVisible();
    await expect(page.getByRole("button", { name: "Run" })).toHaveCount(0);
  });
});

test("a write shows request and code, asks for confirmation and is sent; the code works too", async ({
  page,
  customer,
  stack,
}) => {
  const path = { workspace: customer.handle };
  const name = `It's "$HOME" \`id\``;
  await page.goto(`/playground?call=projects.create&workspace=${customer.handle}`);

  await test.step("names missing values before sending", async () => {
    await page.getByRole("button", { name: "Send POST" }).click();
    await expect(page.getByLabel("name", { exact: true })).toBeFocused();
    await expect(page.getByLabel("name", { exact: true })).toHaveAccessibleDescription(
      "Field is required",
    );
    await expect(page.getByText("Not all fields are filled in yet")).toBeVisible();
  });

  await test.step("shows the exact request before sending, without session data", async () => {
    await page.getByLabel("name", { exact: true }).fill(name);
    await add(page, "colour");
    await page.getByLabel("colour", { exact: true }).selectOption("amber");
    await page.getByRole("button", { name: "HTTP" }).click();
    const request = page.getByRole("region", { name: "Request", exact: true });
    await expect(request).toContainText(`POST /api/v1/workspaces/${customer.handle}/projects`);
    await expect(request).toContainText(/Idempotency-Key: [0-9a-f-]{36}/);
    await expect(request).toContainText(JSON.stringify(name));
    await page.getByRole("button", { name: "TypeScript" }).click();
    await expect(code(page, "TypeScript")).toContainText("await boreal.projects.create({");
    await page.getByRole("button", { name: "Python" }).click();
    await expect(code(page, "Python")).toContainText("os.environ['BOREAL_TOKEN']");
    await page.getByRole("button", { name: "curl" }).click();
    const csrf = (await page.context().cookies()).find((cookie) => cookie.name === "csrf");
    await expect(code(page, "curl")).not.toContainText(csrf?.value ?? "");
  });

  await test.step("asks for confirmation with method and URL", async () => {
    await page.getByRole("button", { name: "Send POST" }).click();
    const question = page.getByRole("alertdialog", { name: "Run projects.create?" });
    await expect(question).toContainText(`POST /api/v1/workspaces/${customer.handle}/projects`);
    await expectAccessible(page);
    await question.getByRole("button", { name: "Cancel" }).click();
    expect(
      (await customer.call(api.projects.list, { path })).data.map((each) => each.name),
    ).toEqual(["Default"]);
    await page.getByRole("button", { name: "Send POST" }).click();
    await question.getByRole("button", { name: "Send POST" }).click();
    await expect(outcome(page)).toHaveText(/^Response 201/);
    await expect(responseRegion(page)).toContainText(JSON.stringify(name));
  });

  await test.step("sending again is a new request, rejected because of the duplicate name", async () => {
    await page.getByRole("button", { name: "Send POST" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Send POST" }).click();
    await expect(outcome(page)).toHaveText(/^Response 422/);
    await expect(page.getByLabel("name", { exact: true })).toHaveAccessibleDescription(
      /already exists/,
    );
  });

  await test.step("the copied command works with a token in a shell", async () => {
    const second = `${name}; '2`;
    await page.getByLabel("name", { exact: true }).fill(second);
    await page.getByRole("button", { name: "Copy code" }).click();
    await expect(page.getByRole("button", { name: "Copied" })).toBeVisible();
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    const created = await customer.call(api.tokens.create, {
      path,
      body: { name: "shell", scopes: ["project.create"] },
    });
    expect(copied).not.toContain(created.secret);
    // Without uuidgen, use the kernel's generator.
    const shell = `uuidgen() { cat /proc/sys/kernel/random/uuid; }\n${copied}`;
    execFileSync("bash", ["-euc", shell], {
      env: { ...process.env, BOREAL_TOKEN: created.secret, no_proxy: "*" },
      stdio: "pipe",
    });
    const result = await customer.call(api.projects.list, { path });
    expect(result.data.map((each) => each.name)).toContain(second);
    expect(result.data.find((each) => each.name === second)?.colour).toBe("amber");
    expect(copied).toContain(new URL(stack.url).host);
  });
});

test("a destructive request requires the typed name", async ({ page, customer }) => {
  const path = { workspace: customer.handle };
  const { id } = await customer.call(api.projects.create, { path, body: { name: "Old work" } });
  await page.goto(
    `/playground?call=projects.remove&workspace=${customer.handle}&path.project=${id}`,
  );
  await page.getByRole("button", { name: "Send DELETE" }).click();
  const question = page.getByRole("alertdialog", { name: "Run projects.remove?" });
  const verb = question.getByRole("button", { name: "Send DELETE" });
  await expect(question).toContainText(`DELETE /api/v1/workspaces/${customer.handle}/projects`);
  await expect(verb).toBeDisabled();
  await question.getByLabel("Type Old work to confirm").fill("Old work");
  await verb.click();
  await expect(outcome(page)).toHaveText(/^Response 20/);

  await test.step("requires the id if the name is not readable", async () => {
    await page.getByRole("button", { name: "Send DELETE" }).click();
    await question.getByLabel(`Type ${id} to confirm`).fill(id);
    await verb.click();
    await expect(outcome(page)).toHaveText(/^Response 404/);
  });
});

test("reports an unreachable server and keeps the page and its input", async ({
  page,
  customer,
  context,
}) => {
  // The toast's code is loaded after the page.
  const prepared = page.waitForResponse((response) => /\/toaster-[^/]+\.js$/.test(response.url()));
  await page.goto(`/playground?call=projects.list&workspace=${customer.handle}`);
  await add(page, "search");
  await page.getByLabel("search", { exact: true }).fill("Typed before");
  await prepared;
  await context.setOffline(true);
  // Code that is not loaded yet fails to load; the page stays.
  const missing = page.waitForEvent("requestfailed", (request) => request.url().endsWith(".js"));
  await page.getByRole("button", { name: /^Account menu for/ }).hover();
  await missing;
  await page.getByRole("button", { name: "Run" }).click();
  await expect(page.getByText("Can't reach the server.").first()).toBeVisible();
  await expect(page.getByLabel("search", { exact: true })).toHaveValue("Typed before");
  await context.setOffline(false);
  await page.getByRole("button", { name: "Run" }).click();
  await expect(outcome(page)).toHaveText(/^Response 200/);
});

test("shows no client code for text responses, because the client supports JSON only", async ({
  page,
  customer,
}) => {
  await page.goto(`/playground?call=system.metrics&workspace=${customer.handle}`);
  await page.getByRole("button", { name: "Python" }).click();
  await expect(code(page, "Python")).toContainText("print(response.text)");
  await expect(page.getByRole("button", { name: "TypeScript" })).toHaveCount(0);
});

test("shows missing permissions, hides staff endpoints from others, and ignores secrets in the URL", async ({
  page,
  signIn,
}) => {
  await signIn("limited@demo.test");
  await page.goto("/playground?call=instances.terminate&workspace=northwind");
  await expect(page.getByRole("button", { name: "Send DELETE" })).toBeDisabled();
  await expect(page.getByRole("button", { name: "Send DELETE" })).toHaveAccessibleDescription(
    /Your role doesn't allow this \(instance\.terminate\)/,
  );
  await page.goto("/playground");
  await endpointList(page).getByText("instances", { exact: true }).click();
  await expect(
    endpointList(page).getByRole("link", { name: /^DEL terminate not available with your role/ }),
  ).toBeVisible();
  await expect(
    endpointList(page).getByRole("link", { name: /^GET logs List an instance's timeline/ }),
  ).toBeVisible();
  await expectAccessible(page);
  for (const resource of ["projects", "tokens"])
    await expect(endpointList(page).getByText(resource, { exact: true })).toBeVisible();
  for (const resource of ["auth", "account", "users", "staffRoles", "adminWorkspaces"])
    await expect(endpointList(page).getByText(resource, { exact: true })).toHaveCount(0);
  await page.goto("/playground?call=auth.login&body.password=hunter2");
  await expect(page.getByText("The call auth.login doesn't exist")).toBeVisible();
  await page.goto("/playground?call=users.list");
  await expect(page.getByText("The call users.list doesn't exist")).toBeVisible();

  await test.step("rejects an id of dots, which would address another endpoint", async () => {
    await page.goto("/playground?call=projects.view&workspace=northwind&path.project=..");
    await page.getByRole("button", { name: "Run" }).click();
    await expect(page.getByRole("textbox", { name: "project" })).toHaveAccessibleDescription(
      "A value can't consist of dots only",
    );
    await expect(outcome(page)).toHaveCount(0);
  });

  await test.step("staff find the endpoints of their role", async () => {
    await signIn("support@demo.test");
    await page.goto("/playground?call=users.list&query.search=owner@demo.test");
    await page.getByRole("button", { name: "Run" }).click();
    await expect(responseRegion(page)).toContainText(`"email": "owner@demo.test"`);
    await expect(page.getByText("Not available with access tokens")).toBeVisible();
    await page.goto("/playground?call=staffRoles.assign");
    await expect(page.getByRole("button", { name: "Send POST" })).toHaveAccessibleDescription(
      /Your staff role doesn't include this permission/,
    );
  });
});
