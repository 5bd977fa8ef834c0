/** The order form: products as a table, and messages while typing. */
import type { Page } from "@playwright/test";
import { api } from "#contracts/api.ts";
import { owner } from "../pages/page-spec.ts";
import { signInAs } from "../support/api-client.ts";
import { showAllProducts } from "../support/console-actions.ts";
import { expect, expectAccessible, test } from "../support/fixtures.ts";

const form = "/northwind/cart";
const radio = (page: Page, name: RegExp) => page.getByRole("radio", { name });
const table = (page: Page) => page.getByRole("group", { name: "Product", exact: true });

/** The names of the visible products, in order. */
const listedProducts = (page: Page) =>
  table(page)
    .locator("tbody tr:has(input) strong")
    .evaluateAll((names) => names.map(({ textContent }) => textContent));

const listedPrices = (page: Page) =>
  table(page)
    .locator("tbody tr:has(input) [data-column=hour]")
    .evaluateAll((cells) =>
      cells.map(({ textContent }) => Number(textContent.replace(/[^\d.]/g, ""))),
    );

test("the form takes at most one and a half screens", async ({ page, signIn }) => {
  await signIn(owner);
  await page.goto(form);
  await expect(radio(page, /^1 × L40S/)).toBeVisible();
  const { height, screen } = await page.evaluate(() => ({
    height: document.documentElement.scrollHeight,
    screen: innerHeight,
  }));
  expect(height).toBeLessThanOrEqual(1.5 * screen);
  await expect(page.getByRole("heading", { name: "Summary" })).toBeInViewport();
});

test("products are selected by keyboard and by a click on their row", async ({ page, signIn }) => {
  await signIn(owner);
  await page.goto(form);
  const perHour = page.getByText("Per hour", { exact: true }).last().locator("xpath=..");

  await test.step("arrows select the next product", async () => {
    await radio(page, /^1 × L40S/).focus();
    await page.keyboard.press("Space");
    await expect(radio(page, /^1 × L40S/)).toBeChecked();
    await page.keyboard.press("ArrowDown");
    await expect(radio(page, /^2 × L40S/)).toBeChecked();
    await expect(radio(page, /^2 × L40S/)).toBeFocused();
    await expect(perHour).toContainText("US$1.78");
    await expect(page).toHaveURL(/product=/);
  });

  await test.step("a folded family shows its selected product", async () => {
    const family = page.getByRole("button", { name: /^L40S/ });
    await family.focus();
    await page.keyboard.press("Enter");
    await expect(family).toHaveAttribute("aria-expanded", "false");
    expect(await listedProducts(page)).toEqual(["2 × L40S"]);
    await page.keyboard.press("Enter");
    await expect(radio(page, /^8 × L40S/)).toBeVisible();
  });

  await test.step("a click anywhere in a row selects it", async () => {
    const row = page.getByRole("row", { name: /^4 × L40S/ });
    await row.click({ position: { x: 480, y: 18 } });
    await expect(radio(page, /^4 × L40S/)).toBeChecked();
    await expect(table(page).getByRole("radio", { checked: true })).toHaveCount(1);
  });
});

test("columns sort by number; the sort and the filters compare all families", async ({
  page,
  signIn,
}) => {
  await signIn(owner);
  await page.goto(form);
  const header = (name: string) => table(page).getByRole("columnheader", { name });

  await test.step("price, ascending and descending", async () => {
    await header("Per hour").getByRole("button").click();
    await expect(header("Per hour")).toHaveAttribute("aria-sort", "ascending");
    const prices = await listedPrices(page);
    expect(prices).toHaveLength(18);
    expect(prices).toEqual(prices.toSorted((one, other) => one - other));
    await header("Per hour").getByRole("button").click();
    await expect(header("Per hour")).toHaveAttribute("aria-sort", "descending");
    expect((await listedProducts(page))[0]).toBe("8 × H200 SXM");
    await expectAccessible(page);
  });

  await test.step("products without GPU memory are last in both directions", async () => {
    await header("VRAM").getByRole("button").click();
    expect((await listedProducts(page)).slice(-4)).toEqual([
      "2 vCPU",
      "4 vCPU",
      "8 vCPU",
      "16 vCPU",
    ]);
    await header("VRAM").getByRole("button").click();
    expect((await listedProducts(page)).at(-1)).toBe("16 vCPU");
    await header("VRAM").getByRole("button").click();
    await expect(page.getByRole("button", { name: /^CPU only \d/ })).toBeVisible();
  });

  await test.step("a search finds a product and does not send the form", async () => {
    await page.getByRole("searchbox", { name: "Search products" }).fill("8x h100");
    await page.keyboard.press("Enter");
    expect(await listedProducts(page)).toEqual(["8 × H100 SXM"]);
    await expect(page.getByText("Check these fields")).toHaveCount(0);
    await page.getByRole("searchbox", { name: "Search products" }).fill("quantum");
    await expect(page.getByText("No product matches these filters")).toBeVisible();
    await page.getByRole("button", { name: "Clear filters" }).click();
    await expect(radio(page, /^1 × L40S/)).toBeVisible();
  });

  await test.step("a minimum of GPU memory", async () => {
    await page.getByLabel("GPU memory").selectOption({ label: "640 GB VRAM or more" });
    expect(await listedProducts(page)).toEqual(["8 × A100 80GB", "8 × H100 SXM", "8 × H200 SXM"]);
  });

  await test.step("the type is part of the URL, so that a link shows CPU products first", async () => {
    await page.getByRole("button", { name: "CPU only", exact: true }).click();
    await expect(page).toHaveURL(/type=cpu/);
    await page.reload();
    await expect(radio(page, /^2 vCPU/)).toBeVisible();
    expect(await listedProducts(page)).toEqual(["2 vCPU", "4 vCPU", "8 vCPU", "16 vCPU"]);
  });
});

test("a product of another region stays in the table with its reason and the way to it", async ({
  page,
  signIn,
}) => {
  await signIn(owner);
  await page.goto(`${form}?region=lulea`);
  await expect(
    page.getByRole("button", { name: /^H200 SXM.*Not offered in Luleå$/ }),
  ).toBeVisible();
  await showAllProducts(page);
  const product = radio(page, /^1 × H200 SXM Not offered in Luleå/);
  await expect(product).toHaveAttribute("aria-disabled", "true");
  await product.focus();
  await page.keyboard.press("Space");
  await expect(product).not.toBeChecked();
  await page.getByRole("button", { name: "Choose in Kajaani: 1 × H200 SXM" }).click();
  await expect(radio(page, /Kajaani, Finland/)).toBeChecked();
  await expect(radio(page, /^1 × H200 SXM/)).toBeChecked();
  await expect(radio(page, /Luleå, Sweden/)).toHaveAccessibleName(/1 × H200 SXM: not offered/);
  await expect(radio(page, /Kajaani, Finland/)).toHaveAccessibleName(/1 × H200 SXM: \d+ available/);
  await radio(page, /Luleå, Sweden/).check();
  await expect(
    page.getByText("1 × H200 SXM was removed from your selection: Not offered in Luleå."),
  ).toBeVisible();
});

test("C019, C022, C032: names and quantity are checked while they are typed", async ({
  page,
  signIn,
  stack,
}) => {
  const apiClient = await signInAs(stack.url, owner);
  const offer = await apiClient.call(api.catalogue.offer, {});
  const scarce = offer.products.find(({ stock }) =>
    stock.some(
      ({ regionHandle, free }) =>
        regionHandle === "kajaani" && free !== null && free > 0 && free < 20,
    ),
  );
  await signIn(owner);
  await page.goto(`${form}?region=kajaani&product=${scarce?.id ?? ""}`);
  const name = page.getByLabel("Hostname", { exact: true });
  const quantity = page.getByLabel("Quantity");

  await test.step("each invalid character is named; a name typed halfway has no error", async () => {
    await name.fill("a b_c");
    await expect(name).toHaveAccessibleDescription(/Not allowed: a space, “_”$/);
    await name.fill("web-");
    await expect(name).toHaveAccessibleDescription("Lowercase letters, digits, and hyphens");
    await name.blur();
    await expect(name).toHaveAccessibleDescription("Must start and end with a letter or digit");
    await name.fill("Web-A");
    await expect(name).toHaveValue("web-a");
    await expect(name).not.toHaveAttribute("aria-invalid");
  });

  await test.step("a name in use is reported before the order, with a free one", async () => {
    await name.fill("infer-a");
    await expect(name).toHaveAccessibleDescription(/already used by another instance/);
    await page.getByRole("button", { name: "Use infer-a-2" }).click();
    await expect(name).toHaveValue("infer-a-2");
    await expect(name).not.toHaveAttribute("aria-invalid");
  });

  await test.step("a quantity that is no whole number or above the stock", async () => {
    for (const text of ["2.5", "-1", "1e3", "21", "10 "]) {
      await quantity.fill(text);
      await expect(quantity).toHaveAccessibleDescription("Enter a whole number from 1 to 20");
    }
    await quantity.fill("20");
    await expect(quantity).toHaveAccessibleDescription(
      /^Only \d+ left in Kajaani\. Enter \d+ or less\.$/,
    );
  });

  await test.step("a repeated name", async () => {
    const second = page.getByLabel("Hostname 2", { exact: true });
    await second.fill("infer-a-2");
    await expect(second).toHaveAccessibleDescription("This name is used more than once");
    await page.getByRole("button", { name: "Use infer-a-3" }).click();
    await expect(second).not.toHaveAttribute("aria-invalid");
  });
});

test("on a phone products are compact rows and the order button stays at the lower edge", async ({
  page,
  signIn,
}) => {
  await page.setViewportSize({ width: 360, height: 800 });
  await signIn(owner);
  await page.goto(form);
  const row = page.getByRole("row", { name: /^1 × L40S/ });
  await expect(row).toContainText("48 GB VRAM, 12 vCPU, 90 GB RAM, 240 GB disk");
  expect((await row.boundingBox())?.height).toBeLessThanOrEqual(80);
  const submit = page.getByRole("button", { name: "Create instance" });
  await expect(submit).toBeInViewport();
  expect((await submit.boundingBox())?.y).toBeGreaterThan(700);
  await row.click();
  await expect(radio(page, /^1 × L40S/)).toBeChecked();
  await page.getByLabel("Sort by").selectOption({ label: "Per hour, lowest first" });
  expect((await listedProducts(page))[0]).toBe("2 vCPU");
  await expectAccessible(page);
});
