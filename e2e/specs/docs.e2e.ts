/** The documentation: public, inside the console, searchable, in both languages, and reached from each page. */
import type { Page } from "@playwright/test";
import { goTo } from "../support/console-actions.ts";
import { expect, expectAccessible, test } from "../support/fixtures.ts";

const isPhone = (page: Page) => (page.viewportSize()?.width ?? 0) < 600;
const title = (page: Page, name: string) =>
  page.getByRole("heading", { level: 1, name, exact: true });
const navigation = (page: Page) =>
  page.getByRole("navigation", { name: /^Documentation|^Dokumentation/ }).filter({ visible: true });
const field = (page: Page) => page.getByRole("combobox", { name: "Search documentation" });

/** On the phone the pages are folded. */
async function showPages(page: Page): Promise<void> {
  if (isPhone(page)) await page.getByText("All pages").click();
}

test("a guest reads the documentation", { tag: "@phone" }, async ({ page }) => {
  await test.step("from the sign-in page", async () => {
    await page.goto("/auth/login");
    await page.getByRole("contentinfo").getByRole("link", { name: "Documentation" }).click();
    await expect(title(page, "Documentation")).toBeVisible();
    await expect(page).toHaveTitle(/^Documentation/);
    await page.getByRole("link", { name: /^SSH keys An SSH key is/ }).click();
    await expect(title(page, "SSH keys")).toBeVisible();
    await expect(page).toHaveTitle(/^SSH keys/);
  });

  await test.step("with examples for this console and pictures in the theme", async () => {
    await showPages(page);
    await navigation(page).getByRole("link", { name: "API", exact: true }).click();
    await expect(title(page, "API")).toBeVisible();
    const origin = new URL(page.url()).origin;
    await expect(page.getByRole("region", { name: "Example: First request" })).toContainText(
      `${origin}/api/v1/workspaces/northwind/instances`,
    );
    await page.goto("/docs/instances");
    for (const theme of ["light", "dark"]) {
      await page.evaluate(
        (name) => document.documentElement.setAttribute("data-theme", name),
        theme,
      );
      const picture = page.getByRole("img", { name: /^The list of instances/ });
      await expect(picture).toHaveCount(1);
      await picture.scrollIntoViewIfNeeded();
      await expect
        .poll(() =>
          picture.evaluate((image) => image instanceof HTMLImageElement && image.naturalWidth),
        )
        .toBeGreaterThan(600);
      expect(await picture.getAttribute("src")).toContain(
        theme === "dark" ? ".dark" : "instances-",
      );
    }
  });

  await test.step("in German, on the same page", async () => {
    await page.getByRole("button", { name: "Deutsch" }).click();
    await expect(title(page, "Instanzen")).toBeVisible();
    await expect(page.locator("html")).toHaveAttribute("lang", "de");
    await expectAccessible(page);
    await page.reload();
    await expect(title(page, "Instanzen")).toBeVisible();
    await page.getByRole("button", { name: "English" }).click();
    await expect(title(page, "Instances")).toBeVisible();
  });

  await test.step("a link to a heading moves the focus there", async () => {
    await page.goto("/docs/security#passkeys");
    const heading = page.getByRole("heading", { level: 2, name: "Passkeys" });
    await expect(heading).toBeFocused();
    await expect(heading).toBeInViewport();
  });

  await test.step("a page that does not exist leads to the first one", async () => {
    await page.goto("/docs/nothing");
    await expect(title(page, "Documentation")).toBeVisible();
    await expect(page).toHaveURL("/docs");
  });
});

test("the search finds sections by keyboard", async ({ page }) => {
  await page.goto("/docs");
  await expect(title(page, "Documentation")).toBeVisible();
  await page.keyboard.press("/");
  await expect(field(page)).toBeFocused();
  await field(page).fill("code");
  const options = page.getByRole("option");
  await expect(options.nth(0)).toHaveAttribute("aria-selected", "true");
  await expectAccessible(page);
  await page.keyboard.press("ArrowDown");
  await expect(options.nth(1)).toHaveAttribute("aria-selected", "true");
  await page.keyboard.press("ArrowUp");
  await expect(options.nth(0)).toHaveAttribute("aria-selected", "true");
  // Two words, one mistyped and one not typed to its end.
  await field(page).fill("recvery cod");
  await expect(page.getByRole("option", { selected: true })).toContainText(
    "Two-factor authentication",
  );
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL("/docs/security#two-factor");
  await expect(
    page.getByRole("heading", { level: 2, name: "Two-factor authentication" }),
  ).toBeFocused();

  await page.keyboard.press("/");
  await field(page).fill("xylophone");
  await expect(page.getByRole("dialog").getByRole("status")).toHaveText("No results.");
  await page.keyboard.press("Escape");
  await expect(field(page)).toBeHidden();
});

test("the question mark of a page leads to its documentation", { tag: "@phone" }, async ({
  page,
  signIn,
  context,
}) => {
  await signIn("owner@demo.test");
  for (const [path, url, heading] of [
    ["/northwind/cart", "/docs/instances#create", "Create an instance"],
    ["/northwind/settings/team-members", "/docs/projects-and-members#members", "Members"],
    ["/account/sessions", "/docs/security#sessions", "Sessions"],
  ] as const) {
    await page.goto(path);
    const opening = context.waitForEvent("page");
    await page.getByRole("link", { name: /^Help for this page/ }).click();
    const docs = await opening;
    await expect(docs).toHaveURL(url);
    await expect(docs.getByRole("heading", { level: 2, name: heading, exact: true })).toBeFocused();
    // The console's own frame is around it.
    await expect(docs.getByRole("button", { name: /^Account menu/ })).toBeVisible();
    await docs.close();
  }
});

test("the documentation keeps the workspace's sidebar as the way back", { tag: "@phone" }, async ({
  page,
  signIn,
}) => {
  await signIn("owner@demo.test");
  await page.goto("/northwind");
  await page.getByRole("button", { name: /^Account menu/ }).click();
  await page.getByRole("menuitem", { name: "Documentation" }).click();
  await expect(title(page, "Documentation")).toBeVisible();
  await expectAccessible(page);
  await goTo(page, "Projects");
  await expect(page).toHaveURL("/northwind/projects");
});

test("an empty list leads to its documentation", async ({ page, customer }) => {
  await page.goto(`/${customer.handle}/settings/credentials`);
  await expect(page.getByRole("heading", { name: "No SSH keys yet" })).toBeVisible();
  await page.getByRole("link", { name: "Learn about SSH keys" }).click();
  // Both pages have the title "SSH keys".
  await expect(page).toHaveURL(/\/docs\//);
  await expect(title(page, "SSH keys")).toBeVisible();
  await page.goBack();
  await expect(page.getByRole("heading", { name: "No SSH keys yet" })).toBeVisible();
});

test("the palette opens pages of the documentation", async ({ page, signIn }) => {
  await signIn("owner@demo.test");
  await page.goto("/northwind/projects");
  await expect(title(page, "Projects")).toBeVisible();
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox", { name: "Command palette" }).fill("idempotency");
  const option = page
    .getByRole("group", { name: "Documentation" })
    .getByRole("option", { name: "Idempotency" });
  await expect(option).toHaveAttribute("aria-selected", "true");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL("/docs/api#idempotency");
  await expect(title(page, "API")).toBeVisible();
});
