/** The API by hand: calls that are filled in, run, and written down as code. */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { api } from "#contracts/api.ts";
import { expect, expectAccessible, test } from "../support/fixtures.ts";

test.beforeEach(async ({ context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
});

const calls = (page: Page) => page.getByRole("navigation", { name: "API calls" });
const answer = (page: Page) => page.getByRole("region", { name: "Response", exact: true });
const outcome = (page: Page) => page.getByRole("status").filter({ hasText: /^Response/ });
const code = (page: Page, language: string) =>
  page.getByRole("region", { name: `${language} code` });
const searchOf = (page: Page) => Object.fromEntries(new URL(page.url()).searchParams);

test("a read is found, filled in, run, and sent to a colleague as a link", {
  tag: "@phone",
}, async ({ page, customer, context }) => {
  const path = { workspace: customer.handle };
  for (const name of ["Sea", "Sky", "<b>Weather</b>"])
    await customer.call(api.projects.create, { path, body: { name } });
  await page.goto(`/${customer.handle}`);
  await page.getByRole("button", { name: "Account menu for Robin Berg" }).click();
  await page.getByRole("menuitem", { name: "API playground" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "API playground" })).toBeVisible();

  await test.step("the list is narrowed by words of its sentences", async () => {
    await page
      .getByRole("searchbox", { name: "Search API calls" })
      .fill("only projects they have access");
    await expect(calls(page).getByRole("link")).toHaveCount(1);
    await calls(page)
      .getByRole("link", { name: /^GET list/ })
      .press("Enter");
    await expect(page.getByRole("heading", { name: "GET projects.list" })).toBeVisible();
    await expect(page.getByLabel("Workspace", { exact: true })).toHaveValue(customer.handle);
  });

  await test.step("what the server refuses is shown at its field, and as it came", async () => {
    await page.getByLabel("perPage").fill("0");
    await page.getByRole("button", { name: "Run" }).press("Enter");
    await expect(outcome(page)).toHaveText(/^Response 422/);
    await expect(page.getByLabel("perPage")).toHaveAccessibleDescription(
      "A page holds 1 to 100 rows",
    );
    await expect(answer(page)).toContainText(`"errors"`);
  });

  await test.step("put right, it answers; names stay text", async () => {
    await page.getByLabel("perPage").fill("2");
    await page.getByLabel("orderBy").fill("name");
    await page.getByLabel("orderBy").press("Enter");
    await expect(outcome(page)).toHaveText(/^Response 200 after \d+ ms/);
    await expect(answer(page)).toContainText(`"name": "<b>Weather</b>"`);
    await expect(answer(page)).toContainText(`"perPage": 2`);
    await page.getByText(/^Headers \(/).click();
    await expect(page.getByRole("region", { name: "Response headers" })).toContainText(
      "content-type: application/json",
    );
    await expect(page.getByRole("button", { name: "Copy request ID" })).toBeVisible();
    await expectAccessible(page);
  });

  await test.step("the link brings the call, the workspace and the values back", async () => {
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
    await expect(colleague.getByLabel("perPage")).toHaveValue("2");
    await colleague.getByRole("button", { name: "Run" }).click();
    await expect(answer(colleague)).toContainText(`"perPage": 2`);
    await colleague.close();
  });

  await test.step("of a workspace that is not the reader's, no other one takes the place", async () => {
    await page.goto("/playground?call=projects.list&workspace=not-mine");
    const workspace = page.getByLabel("Workspace", { exact: true });
    await expect(workspace).toHaveAccessibleDescription(/no role in not-mine/);
    await expect(page.getByRole("button", { name: "Run" })).toBeDisabled();
    await workspace.selectOption(customer.handle);
    await page.getByRole("button", { name: "Run" }).click();
    await expect(outcome(page)).toHaveText(/^Response 200/);
  });

  await test.step("a file is saved, a long answer is cut, and a stream is not run", async () => {
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

test("a write shows its request and its code, asks, and is done; the code does it too", async ({
  page,
  customer,
  stack,
}) => {
  const path = { workspace: customer.handle };
  const name = `It's "$HOME" \`id\``;
  await page.goto(`/playground?call=projects.create&workspace=${customer.handle}`);

  await test.step("what is missing is said before anything is sent", async () => {
    await page.getByRole("button", { name: "Send POST" }).click();
    await expect(page.getByLabel("name", { exact: true })).toBeFocused();
    await expect(page.getByLabel("name", { exact: true })).toHaveAccessibleDescription(
      "Field is required",
    );
    await expect(page.getByText("Not all fields are filled in yet")).toBeVisible();
  });

  await test.step("the exact request is there before it is sent, and nothing of the session", async () => {
    await page.getByLabel("name", { exact: true }).fill(name);
    await page.getByLabel("colour").selectOption("amber");
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

  await test.step("it asks first, with method and address", async () => {
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
    await expect(answer(page)).toContainText(JSON.stringify(name));
  });

  await test.step("sent again it is a second one, which the name forbids", async () => {
    await page.getByRole("button", { name: "Send POST" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Send POST" }).click();
    await expect(outcome(page)).toHaveText(/^Response 422/);
    await expect(page.getByLabel("name", { exact: true })).toHaveAccessibleDescription(/taken/);
  });

  await test.step("the copied line does the same with a token, in a shell", async () => {
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
    // A shell without uuidgen has the kernel's.
    const shell = `uuidgen() { cat /proc/sys/kernel/random/uuid; }\n${copied}`;
    execFileSync("bash", ["-euc", shell], {
      env: { ...process.env, BOREAL_TOKEN: created.secret, no_proxy: "*" },
      stdio: "pipe",
    });
    const found = await customer.call(api.projects.list, { path });
    expect(found.data.map((each) => each.name)).toContain(second);
    expect(found.data.find((each) => each.name === second)?.colour).toBe("amber");
    expect(copied).toContain(new URL(stack.url).host);
  });
});

test("what destroys something asks for its name before it is sent", async ({ page, customer }) => {
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

  await test.step("where its name cannot be read, its id is asked for", async () => {
    await page.getByRole("button", { name: "Send DELETE" }).click();
    await question.getByLabel(`Type ${id} to confirm`).fill(id);
    await verb.click();
    await expect(outcome(page)).toHaveText(/^Response 404/);
  });
});

test("where nobody answers, the page says so and stays, with what is typed on it", async ({
  page,
  customer,
  context,
}) => {
  // What says it is fetched once the page itself is there.
  const prepared = page.waitForResponse((response) => /\/toaster-[^/]+\.js$/.test(response.url()));
  await page.goto(`/playground?call=projects.list&workspace=${customer.handle}`);
  await page.getByRole("textbox", { name: "search" }).fill("Typed before");
  await prepared;
  await context.setOffline(true);
  // Code that is not loaded yet fails to arrive, and the page stays.
  const missing = page.waitForEvent("requestfailed", (request) => request.url().endsWith(".js"));
  await page.getByRole("button", { name: /^Account menu for/ }).hover();
  await missing;
  await page.getByRole("button", { name: "Run" }).click();
  await expect(page.getByText("Can't reach the server.").first()).toBeVisible();
  await expect(page.getByRole("textbox", { name: "search" })).toHaveValue("Typed before");
  await context.setOffline(false);
  await page.getByRole("button", { name: "Run" }).click();
  await expect(outcome(page)).toHaveText(/^Response 200/);
});

test("what is answered as text has no line for the client, which speaks JSON", async ({
  page,
  customer,
}) => {
  await page.goto(`/playground?call=system.metrics&workspace=${customer.handle}`);
  await page.getByRole("button", { name: "Python" }).click();
  await expect(code(page, "Python")).toContainText("print(response.text)");
  await expect(page.getByRole("button", { name: "TypeScript" })).toHaveCount(0);
});

test("what one's role lacks says so, staff's calls are staff's, and secrets have no place", async ({
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
  await calls(page).getByText("instances", { exact: true }).click();
  await expect(
    calls(page).getByRole("link", { name: /^DEL terminate not available with your role/ }),
  ).toBeVisible();
  await expect(
    calls(page).getByRole("link", { name: /^GET logs List an instance's timeline/ }),
  ).toBeVisible();
  await expectAccessible(page);
  for (const noun of ["projects", "tokens"])
    await expect(calls(page).getByText(noun, { exact: true })).toBeVisible();
  for (const noun of ["auth", "account", "users", "staffRoles", "adminWorkspaces"])
    await expect(calls(page).getByText(noun, { exact: true })).toHaveCount(0);
  await page.goto("/playground?call=auth.login&body.password=hunter2");
  await expect(page.getByText("The call auth.login doesn't exist")).toBeVisible();
  await page.goto("/playground?call=users.list");
  await expect(page.getByText("The call users.list doesn't exist")).toBeVisible();

  await test.step("an id of dots would lead to another call", async () => {
    await page.goto("/playground?call=projects.view&workspace=northwind&path.project=..");
    await page.getByRole("button", { name: "Run" }).click();
    await expect(page.getByRole("textbox", { name: "project" })).toHaveAccessibleDescription(
      "A value can't consist of dots only",
    );
    await expect(outcome(page)).toHaveCount(0);
  });

  await test.step("staff find theirs, as far as their role goes", async () => {
    await signIn("support@demo.test");
    await page.goto("/playground?call=users.list&query.search=owner@demo.test");
    await page.getByRole("button", { name: "Run" }).click();
    await expect(answer(page)).toContainText(`"email": "owner@demo.test"`);
    await expect(page.getByText("Not available with access tokens")).toBeVisible();
    await page.goto("/playground?call=staffRoles.assign");
    await expect(page.getByRole("button", { name: "Send POST" })).toHaveAccessibleDescription(
      /Your staff role doesn't include this permission/,
    );
  });
});
