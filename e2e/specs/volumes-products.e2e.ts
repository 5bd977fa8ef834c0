/** Staff price a volume type, sell it, and withdraw it with its impact shown. */
import { expect, expectAccessible, test } from "../support/fixtures.ts";

const staff = "it-admin@demo.test";

test("a volume type is sold once it has a price, and is withdrawn, deleted, and restored", async ({
  page,
  signIn,
}) => {
  await signIn(staff);
  const list = "/admin/volumes-products?search=performance&regionHandle=kajaani";
  await page.goto(list);
  const row = page.getByRole("row").filter({ hasText: "performance" });
  await expect(row).toContainText("Inactive");
  const openMenu = () =>
    page.getByRole("button", { name: "Actions for performance (Kajaani)" }).click();

  await test.step("without a price it can't be activated, and the menu says why", async () => {
    await openMenu();
    const entry = page.getByRole("menuitem", { name: "Activate" });
    await expect(entry).toHaveAttribute("aria-disabled", "true");
    await expect(entry).toContainText("Set a price first");
    await page.getByRole("menuitem", { name: "Set price and sizes" }).click();
    const dialog = page.getByRole("dialog", { name: "Price and sizes of performance in Kajaani" });
    await dialog.getByLabel("Price per GB and month in US$").fill("cheap");
    await dialog.getByRole("button", { name: "Save" }).click();
    await expect(dialog.getByLabel("Price per GB and month in US$")).toHaveAttribute(
      "aria-invalid",
      "true",
    );
    await dialog.getByLabel("Price per GB and month in US$").fill("0.12");
    await dialog.getByLabel("Largest size in GB").fill("4096");
    await expectAccessible(page);
    await dialog.getByRole("button", { name: "Save" }).click();
    await expect(page.getByText("performance updated in Kajaani")).toBeVisible();
    await expect(row).toContainText("US$0.12");
  });

  await test.step("it is activated and deactivated", async () => {
    await openMenu();
    await page.getByRole("menuitem", { name: "Activate" }).click();
    await expect(page.getByText("performance is sold in Kajaani")).toBeVisible();
    await openMenu();
    await page.getByRole("menuitem", { name: "Deactivate" }).click();
    const question = page.getByRole("alertdialog", { name: "Deactivate performance in Kajaani?" });
    await expect(question).toContainText("The region has no volumes of this type.");
    await question.getByRole("button", { name: "Deactivate performance" }).click();
    await expect(page.getByText("performance is no longer sold in Kajaani")).toBeVisible();
  });

  await test.step("deleting asks for the name, and it can be restored", async () => {
    await openMenu();
    await page.getByRole("menuitem", { name: "Delete" }).click();
    const deletion = page.getByRole("alertdialog", { name: "Delete performance in Kajaani?" });
    await expectAccessible(page);
    await deletion.getByLabel("Type performance to confirm").fill("performance");
    await deletion.getByRole("button", { name: "Delete performance" }).click();
    await expect(row).toHaveCount(0);
    await page.goto(`${list}&status=deleted`);
    await openMenu();
    await page.getByRole("menuitem", { name: "Restore" }).click();
    await expect(page.getByText("performance restored. It is inactive")).toBeVisible();
    await page.goto(list);
    await expect(row).toContainText("Inactive");
  });
});
