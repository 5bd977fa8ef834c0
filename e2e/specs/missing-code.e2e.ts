/** A page whose code can't be loaded, because the network fails at the moment of a click. */
import { goTo } from "../support/console-actions.ts";
import { untilInteractive } from "../support/first-view.ts";
import { expect, expectAccessible, test } from "../support/fixtures.ts";

test("N63: without a network a click keeps the page and offers a retry", async ({
  page,
  context,
  customer,
}) => {
  await page.goto(`/${customer.handle}`);
  await untilInteractive(page);
  await expect(page.getByRole("heading", { name: "Overview" })).toBeVisible();
  await page.evaluate(() => sessionStorage.setItem("same document", "yes"));
  await context.setOffline(true);
  const note = page.getByRole("status").filter({ hasText: "could not be loaded" });
  const lost = page.getByRole("status").filter({ hasText: "Connection lost" });
  await expect(lost).toBeVisible();

  await test.step("the page stays and shows the problem", async () => {
    await goTo(page, "Projects");
    await expect(note).toContainText("No connection. The page could not be loaded.");
    await expect(lost).toBeHidden();
    await expect(page).toHaveURL(`/${customer.handle}`);
    await expect(page.getByRole("heading", { name: "Overview" })).toBeVisible();
    await expect(note.getByRole("button", { name: "Reload" })).toHaveCount(0);
    await expectAccessible(page);
  });

  await test.step("another click and a failed retry change nothing", async () => {
    await note.getByRole("button", { name: "Retry" }).click();
    await expect(note).toBeVisible();
    await goTo(page, "SSH keys");
    await expect(note).toBeVisible();
    await expect(page).toHaveURL(`/${customer.handle}`);
  });

  await test.step("with the network back, a retry opens the last requested page", async () => {
    await context.setOffline(false);
    await note.getByRole("button", { name: "Retry" }).click();
    await expect(
      page.getByRole("heading", { level: 1, name: "SSH keys", exact: true }),
    ).toBeVisible();
    await expect(page).toHaveURL(`/${customer.handle}/settings/credentials`);
    await expect(note).toHaveCount(0);
    expect(await page.evaluate(() => sessionStorage.getItem("same document"))).toBe("yes");
  });
});

test("N63: a dialog whose code can't be loaded keeps the page and its input", async ({
  page,
  context,
  customer,
}) => {
  await page.goto(`/${customer.handle}/projects/add`);
  const name = page.getByRole("textbox", { name: "Name" });
  await name.fill("Tides");
  await context.setOffline(true);
  await page.getByRole("button", { name: "Show as code" }).click();
  const note = page.getByRole("status").filter({ hasText: "could not be loaded" });
  await expect(note).toContainText("No connection. A part of this page could not be loaded.");
  await expect(name).toHaveValue("Tides");

  await context.setOffline(false);
  await note.getByRole("button", { name: "Retry" }).click();
  await expect(page.getByRole("dialog")).toContainText("Tides");
  await expect(note).toHaveCount(0);
  await page.keyboard.press("Escape");
  await expect(name).toHaveValue("Tides");
});

test("N63: the error pages need no additional code", async ({ page, context }) => {
  await page.goto("/docs");
  await expect(page.getByRole("heading", { level: 1, name: "Documentation" })).toBeVisible();
  await context.setOffline(true);
  for (const [path, title] of [
    ["/500", "Something broke on our side"],
    ["/403", "You don't have access to this"],
    ["/404", "We can't find that"],
    ["/429", "Too many requests"],
    ["/no/such/page", "We can't find that"],
  ] as const) {
    await page.evaluate((to) => history.pushState({}, "", to), path);
    await expect(page.getByRole("heading", { name: title }), path).toBeVisible();
  }
});

test("N63: input survives a reload; secrets are never stored", async ({ page, customer }) => {
  page.on("dialog", (dialog) => void dialog.accept());
  const stored = () =>
    page.evaluate(() =>
      Object.entries(sessionStorage).flatMap(([key, value]) =>
        key.startsWith("unsent:") ? [String(value)] : [],
      ),
    );
  await page.goto(`/${customer.handle}/projects/add`);
  await page.getByRole("textbox", { name: "Name" }).fill("Tides");
  await page.reload();
  await expect(page.getByRole("textbox", { name: "Name" })).toHaveValue("Tides");
  expect(await stored()).toHaveLength(1);

  await page.goto("/account/security");
  await page.getByLabel("New password").fill("a-password-that-is-typed");
  await page.goto(`/${customer.handle}/settings/credentials`);
  await page.getByRole("button", { name: "Add key" }).first().click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Name").fill("laptop");
  await expect.poll(async () => (await stored()).join()).toContain("laptop");
  await dialog
    .getByRole("textbox", { name: "Public key" })
    .fill("-----BEGIN OPENSSH PRIVATE KEY-----");
  await expect(dialog.getByText(/private key/i).first()).toBeVisible();
  expect((await stored()).join()).not.toMatch(/typed|PRIVATE/);
});
