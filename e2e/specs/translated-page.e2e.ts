/** N32: browser translation moves or replaces text nodes. The page must keep working. */
import type { Page } from "@playwright/test";
import { api } from "#contracts/api.ts";
import { goTo, instanceTimeout, statusOnPage } from "../support/console-actions.ts";
import { createInstances } from "../support/instances.ts";
import { expect, test } from "../support/fixtures.ts";

/** Like Chrome: replaces each text by a `<font>` with the translation, or moves it into one. */
async function translate(page: Page, how: "replaced" | "moved"): Promise<void> {
  await page.evaluate((kind) => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT, (node) => {
      const parent = node.parentElement;
      const isText = parent !== null && parent.closest("script, style, font, svg") === null;
      const isKept = parent?.closest("[translate=no]") !== null;
      return isText && !isKept && node.nodeValue?.trim() !== ""
        ? NodeFilter.FILTER_ACCEPT
        : NodeFilter.FILTER_REJECT;
    });
    const texts: Text[] = [];
    while (walker.nextNode() !== null)
      if (walker.currentNode instanceof Text) texts.push(walker.currentNode);
    // The element is deprecated for authors, but browsers use it for translations.
    const font: string = "font";
    for (const text of texts) {
      const outer = document.createElement(font);
      const inner = document.createElement(font);
      outer.append(inner);
      if (kind === "replaced") {
        inner.textContent = `«${text.nodeValue}»`;
        text.replaceWith(outer);
      } else {
        text.replaceWith(outer);
        inner.append(text);
      }
    }
  }, how);
}

for (const how of ["replaced", "moved"] as const) {
  test(`N32: rows update, menus open and an order works on a page whose texts were ${how}`, async ({
    page,
    customer,
  }) => {
    test.slow();
    const { handle } = customer;
    await createInstances(customer, ["gpu-a"]);
    await page.goto(`/${handle}/instances`);
    const row = page.getByRole("row").filter({ hasText: "gpu-a" });
    await expect(row).toBeVisible();
    await translate(page, how);

    await test.step("a row's new status replaces the translated one", async () => {
      await expect(row.getByText("Active", { exact: true })).toBeVisible(instanceTimeout);
      await expect(row.getByText("Building")).toHaveCount(0);
      await expect(row.getByRole("link", { name: "gpu-a" })).toHaveText("gpu-a");
    });

    await test.step("menus, dialogs and filters open and close", async () => {
      await translate(page, how);
      await row.getByRole("button", { name: "Actions for gpu-a" }).click();
      await expect(page.getByRole("menuitem").first()).toBeVisible();
      await translate(page, how);
      await page
        .getByRole("menuitem", { name: /Reboot/ })
        .first()
        .click();
      await expect(page.getByRole("alertdialog")).toBeVisible();
      await translate(page, how);
      await page.keyboard.press("Escape");
      await expect(page.getByRole("alertdialog")).toHaveCount(0);
      await customer.call(api.projects.create, {
        path: { workspace: handle },
        body: { name: "Sea" },
      });
      await goTo(page, "Projects");
      await expect(page.getByRole("link", { name: "Sea" })).toBeVisible();
    });

    await test.step("an instance is ordered, and becomes active", async () => {
      await page.goto(`/${handle}/cart?type=cpu`);
      const product = page.getByRole("radio", { name: /^\W*2 vCPU/ });
      const system = page.getByRole("radio", { name: /^\W*Ubuntu\W*$/ });
      await expect(product).toBeVisible();
      await translate(page, how);
      await product.check();
      await system.check();
      await page.locator("input[name='hostname.0']").fill("gpu-b");
      await translate(page, how);
      await page.locator("button[type=submit]:visible").first().click();
      await expect(page.getByRole("heading", { level: 1, name: "gpu-b" })).toBeVisible();
      await translate(page, how);
      await expect(statusOnPage(page)).toContainText("Active", instanceTimeout);
    });
    await expect(page.locator("html")).toHaveAttribute("lang", "en");
  });
}
