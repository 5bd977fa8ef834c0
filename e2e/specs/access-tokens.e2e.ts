/** Access tokens: create, show once, use, rotate, revoke. */
import type { Page } from "@playwright/test";
import { api } from "#contracts/api.ts";
import { goTo } from "../support/console-actions.ts";
import { expect, expectAccessible, test } from "../support/fixtures.ts";

const secretShape = /^gcw_[0-9A-Za-z]{36}$/;
const main = (page: Page) => page.getByRole("main");
const level = (page: Page, area: string, name: string) =>
  page.getByRole("radiogroup", { name: area }).getByRole("radio", { name, exact: true });

/** Runs a copied curl line and returns the response. */
async function runCurl(curl: string): Promise<{ status: number; text: string }> {
  const [, name = "", value = "", address = ""] =
    /^curl -H "([^:"]+): ([^"]+)" (\S+)$/.exec(curl) ?? [];
  const response = await fetch(address, { headers: { [name]: value } });
  return { status: response.status, text: await response.text() };
}

/** Reads the dialog with the secret and closes it. */
async function takeSecret(page: Page, name: string): Promise<{ secret: string; curl: string }> {
  const dialog = page.getByRole("dialog", { name: `Save token ${name}` });
  await expect(dialog).toBeVisible();
  const [secret = "", curl = ""] = await dialog.getByRole("code").allInnerTexts();
  expect(secret).toMatch(secretShape);
  expect(curl).toContain(secret);
  await dialog.getByRole("checkbox", { name: "I've saved it" }).check();
  await dialog.getByRole("button", { name: "Done" }).click();
  await expect(dialog).toBeHidden();
  return { secret, curl };
}

async function revoke(page: Page, name: string): Promise<void> {
  const question = page.getByRole("alertdialog", { name: `Revoke token ${name}?` });
  await expect(question.getByRole("button", { name: "Cancel" })).toBeFocused();
  await question.getByLabel(`Type ${name} to confirm`).fill(name);
  await question.getByRole("button", { name: `Revoke ${name}` }).click();
  await expect(question).toBeHidden();
}

test("creates a token with scopes, shows the secret once, then uses, rotates and revokes it", {
  tag: "@phone",
}, async ({ page, customer }) => {
  test.slow();
  const path = { workspace: customer.handle };
  for (const name of ["Vision", "Assistant"])
    await customer.call(api.projects.create, { path, body: { name } });
  await page.goto(`/${customer.handle}`);
  await goTo(page, "Access tokens");
  await expect(page.getByText("No access tokens yet")).toBeVisible();
  await page.getByRole("link", { name: "Create token" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Create token" })).toBeVisible();
  const create = page.getByRole("button", { name: "Create token" });
  const name = page.getByLabel("Name", { exact: true });
  const addresses = page.getByLabel("Allowed IP addresses");

  await test.step("shows problems at their fields and keeps the input", async () => {
    await page.getByRole("radio", { name: /^Selected projects/ }).check();
    const keys = page.getByRole("radiogroup", { name: "SSH keys" });
    await keys.getByRole("radio", { name: "Read and write" }).check();
    await expect(keys).toHaveAccessibleDescription(
      /^view SSH key names to create instances\s*Not included: add SSH keys, delete SSH keys, set the default SSH key\. A token limited to selected projects can't/,
    );
    await keys.getByRole("radio", { name: "None" }).check();
    await page.getByLabel("Expires in").selectOption("Custom");
    await page.getByLabel("Days").fill("1e3");
    await addresses.fill("203.0.113.0/24\n\n203.0.113.0/33, office");
    await create.click();
    const summary = main(page).getByRole("alert");
    for (const label of ["Name", "Permissions", "Projects", "Days", "Allowed IP addresses"])
      await expect(summary.getByRole("link", { name: label })).toBeVisible();
    await expect(name).toBeFocused();
    await expect(addresses).toHaveAccessibleDescription(
      "Not a valid IP address or range: line 3: 203.0.113.0/33, line 3: office",
    );
    await expect(page.getByLabel("Days")).toHaveAccessibleDescription(
      "Enter a whole number from 1 to 365",
    );
    await expectAccessible(page);
    await page.getByLabel("Days").fill("366");
    await create.click();
    await expect(page.getByLabel("Days")).toHaveAccessibleDescription(
      "Enter a whole number from 1 to 365",
    );
    await page.getByLabel("Days").fill("30");
    await addresses.fill("0.0.0.0/0\n::/0");
    await expect(addresses).toHaveAccessibleDescription("Works only from 2 IP addresses or ranges");
  });

  await name.fill("  ci   runner ");
  await level(page, "Projects", "Read and write").check();
  await level(page, "Instances", "Read").check();
  await expect(page.getByText("Not included: create projects")).toBeVisible();
  await page.getByRole("checkbox", { name: "Vision" }).check();
  await create.click();

  const dialog = page.getByRole("dialog", { name: "Save token ci runner" });
  await test.step("keeps the dialog open until the user confirms that the secret is saved", async () => {
    for (const what of ["token", "sample request"])
      await expect(dialog.getByRole("button", { name: `Copy ${what}` })).toBeInViewport({
        ratio: 1,
      });
    await expectAccessible(page);
    await page.keyboard.press("Escape");
    await dialog.getByRole("button", { name: "Done" }).click({ force: true });
    await page.goBack();
    await expect(dialog).toBeVisible();
    await expect(page).toHaveURL(/\/access-tokens\/add$/);
  });
  const first = await takeSecret(page, "ci runner");

  await test.step("shows all details except the secret on the token's page", async () => {
    await expect(page.getByRole("heading", { level: 1, name: "ci runner" })).toBeVisible();
    await expect(main(page)).toContainText("Edit projects, move instances between projects", {
      ignoreCase: true,
    });
    await expect(page.getByRole("link", { name: "Vision" })).toBeVisible();
    await expect(main(page)).toContainText("::/0");
    await expect(main(page)).toContainText("Never");
    await expect(page.getByText(`gcw_…${first.secret.slice(-4)}`)).toBeVisible();
    await expectAccessible(page);
    await page.reload();
    await expect(page.getByRole("heading", { level: 1, name: "ci runner" })).toBeVisible();
    expect(await page.content()).not.toContain(first.secret.slice(4, 30));
  });

  await test.step("accepts the copied request and shows the last use", async () => {
    expect(await runCurl(first.curl)).toMatchObject({
      status: 200,
      text: expect.stringContaining('"data":[]'),
    });
    await page.reload();
    await expect(main(page)).not.toContainText("Never");
    await expect(main(page)).toContainText("127.0.0.1");
  });

  await test.step("accepts both tokens after a rotation and rotates the old one only once", async () => {
    await page.getByRole("button", { name: "Rotate" }).click();
    const rotate = page.getByRole("dialog", { name: "Rotate token ci runner" });
    await rotate.getByLabel("Keep the old token active for").selectOption("1 hour");
    await expectAccessible(page);
    await rotate.getByRole("button", { name: "Rotate" }).click();
    const second = await takeSecret(page, "ci runner");
    expect(second.secret).not.toBe(first.secret);
    await expect(page.getByText(`gcw_…${second.secret.slice(-4)}`)).toBeVisible();
    for (const { curl } of [first, second]) expect((await runCurl(curl)).status).toBe(200);
    await goTo(page, "Access tokens");
    const rows = page.getByRole("table").getByRole("row").filter({ hasText: "gcw_" });
    await expect(rows).toHaveCount(2);
    const old = rows.filter({ hasText: first.secret.slice(-4) });
    await expect(old).toContainText("Replaced by a new token");
    await old.getByRole("button", { name: "Actions for ci runner" }).click();
    await expect(page.getByRole("menuitem", { name: "Rotate" })).toContainText(
      "Already replaced by a new token",
    );
    await page.getByRole("menuitem", { name: "Revoke" }).click();
    await expect(page.getByRole("menu")).toBeHidden();
    await expect(page.getByRole("alertdialog")).toBeVisible();
    await expectAccessible(page);
    await revoke(page, "ci runner");
    await expect(page.getByText("Token ci runner revoked")).toBeVisible();
    await expect(old).toContainText("Revoked");
    expect((await runCurl(first.curl)).status).toBe(401);

    await test.step("revokes the token on its page, updates the list, and shows it as revoked after Back", async () => {
      await rows
        .filter({ hasText: second.secret.slice(-4) })
        .getByRole("link", { name: "ci runner" })
        .click();
      await page.getByRole("button", { name: "Revoke" }).click();
      await revoke(page, "ci runner");
      await expect(
        page.getByRole("heading", { level: 1, name: "Access tokens", exact: true }),
      ).toBeVisible();
      await expect(rows.filter({ hasText: "Revoked" })).toHaveCount(2);
      expect((await runCurl(second.curl)).status).toBe(401);
      await page.goBack();
      await expect(page.getByRole("heading", { level: 1, name: "ci runner" })).toBeVisible();
      await expect(main(page)).toContainText("Revoked");
      await expect(page.getByRole("button", { name: "Revoke" })).toHaveAccessibleDescription(
        "Already revoked",
      );
      await expect(page.getByRole("alert")).toHaveCount(0);
    });
  });

  await test.step("shows the activity of this token alone, and the changes to tokens", async () => {
    const ofToken = page.getByRole("link", { name: "Activity of this token" });
    const id = new URL(page.url()).pathname.split("/").at(-1) ?? "";
    await ofToken.click();
    await expect(page).toHaveURL((url) => url.searchParams.get("actor") === id);
    await expect(page.getByRole("heading", { level: 1, name: "Activity" })).toBeVisible();
    await page.goBack();
    await page.getByRole("link", { name: "Changes to tokens" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Activity" })).toBeVisible();
    await expect(
      page.getByRole("table").getByRole("row").filter({ hasText: "ci runner" }),
    ).toHaveCount(4);
  });
});

test("finds tokens by name, last characters and status; shows tokens that expire soon or are limited to projects", async ({
  page,
  customer,
}) => {
  const path = { workspace: customer.handle };
  const create = async (name: string, expiresInDays = 90) =>
    (
      await customer.call(api.tokens.create, {
        path,
        body: { name, scopes: ["instance.view"], expiresInDays },
      })
    ).token;
  const soon = await create("soon over", 7);
  const revoked = await create("old token");
  const stored = await create("100% kept");
  await customer.call(api.tokens.remove, { path: { ...path, token: revoked.id } });
  await page.goto(`/${customer.handle}/settings/access-tokens`);
  const rows = page.getByRole("table").getByRole("row").filter({ hasText: "gcw_" });
  await expect(rows).toHaveCount(3);
  await expect(rows.filter({ hasText: "soon over" })).toContainText("Rotate before then");
  await expect(rows.filter({ hasText: "100% kept" })).not.toContainText("Rotate before then");
  await expect(rows.filter({ hasText: "100% kept" })).toContainText("Instances: view");
  const search = page.getByRole("searchbox", { name: "Search by name or last four characters" });
  await search.fill("%");
  await expect(rows).toHaveCount(1);
  await search.fill(soon.last4);
  await expect(rows.filter({ hasText: "soon over" })).toBeVisible();
  await page.getByRole("button", { name: "Clear filters" }).click();
  await page.getByRole("button", { name: "Status", exact: true }).first().click();
  await page.getByRole("checkbox", { name: "Revoked" }).click();
  await page.keyboard.press("Escape");
  await expect(rows).toHaveCount(1);
  await page.reload();
  await expect(rows.filter({ hasText: "old token" })).toBeVisible();

  await test.step("updates the page when another user revokes the token", async () => {
    await page.goto(`/${customer.handle}/settings/access-tokens/${stored.id}`);
    await expect(main(page)).toContainText("Active");
    await customer.call(api.tokens.remove, { path: { ...path, token: stored.id } });
    await expect(main(page)).toContainText("Revoked");
    await expect(page.getByRole("button", { name: "Rotate" })).toBeDisabled();
  });

  await test.step("shows an unknown token as not found", async () => {
    await page.goto(`/${customer.handle}/settings/access-tokens/${crypto.randomUUID()}`);
    await expect(page.getByRole("heading", { name: "We can't find that" })).toBeVisible();
  });
});

test("offers only scopes of the role and hides tokens from roles without permission", async ({
  page,
  signIn,
}) => {
  await signIn("administrator@demo.test");
  await page.goto("/northwind/settings/access-tokens/add");
  await level(page, "Projects", "Read and write").check();
  await expect(
    page.getByText(
      "Not included: edit projects. Your role doesn't allow this. Roles that do: Owner, Team member.",
    ),
  ).toBeVisible();
  await page.context().clearCookies();
  await signIn("member@demo.test");
  const tokenRequests: string[] = [];
  page.on("request", (request) => {
    if (/^\/api\/.*\/tokens\b/.test(new URL(request.url()).pathname))
      tokenRequests.push(request.url());
  });
  await page.goto("/northwind/settings/access-tokens");
  await expect(page.getByRole("heading", { name: "You don't have access to this" })).toBeVisible();
  await expect(page.getByText("token.view")).toBeVisible();
  expect(tokenRequests).toEqual([]);
});

test("creates a token by keyboard; lists it in the account after a password change and revokes it there", async ({
  page,
  customer,
}) => {
  await page.goto(`/${customer.handle}/settings/access-tokens/add`);
  await expect(page.getByLabel("Name", { exact: true })).toBeFocused();
  await page.keyboard.type("by keyboard");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  await page.keyboard.press("ArrowRight");
  await expect(level(page, "Projects", "Read")).toBeChecked();
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: "Save token by keyboard" });
  await expect(dialog).toBeVisible();
  const curl = await dialog.getByRole("code").last().innerText();
  await dialog.getByRole("checkbox", { name: "I've saved it" }).focus();
  await page.keyboard.press("Space");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: "by keyboard" })).toBeVisible();

  await page.goto("/account/security");
  await page.getByLabel("New password", { exact: true }).fill("the-long-dark-of-january");
  await page.keyboard.press("Enter");
  await expect(page.getByText("Password changed")).toBeVisible();
  expect((await runCurl(curl)).status).toBe(200);
  await expect(page.getByText("revoke any you don't recognize.")).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Revoke by keyboard" }).click();
  await expect(page.getByRole("alertdialog")).toContainText(`in ${customer.handle}`);
  await revoke(page, "by keyboard");
  await expect(page.getByRole("heading", { name: "Access tokens", exact: true })).toHaveCount(0);
  expect((await runCurl(curl)).status).toBe(401);
});
