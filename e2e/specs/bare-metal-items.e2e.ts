/** Staff add a bare-metal item, read why it can't be ordered, erase it again, and retire it. */
import pg from "pg";
import { api } from "#contracts/api.ts";
import { signInAs } from "../support/api-client.ts";
import { instanceTimeout } from "../support/console-actions.ts";
import { expect, expectAccessible, test } from "../support/fixtures.ts";

const staff = "it-admin@demo.test";
const product = "2 × EPYC 9654 bare metal";

test("staff add an item, read why it can't be ordered, take it out of sale with a reason, and retire it", async ({
  page,
  signIn,
  unique,
}) => {
  const serial = unique("SN").toUpperCase();
  const host = `${serial.toLowerCase()}.boreal.test`;
  await signIn(staff);
  await page.goto("/admin/bare-metal-products");
  await page.getByRole("link", { name: product }).click();
  await expect(page.getByRole("button", { name: "Add an item" })).toBeVisible();
  const list = page.url();

  await test.step("the form names what is missing, and keeps the rest", async () => {
    await page.getByRole("button", { name: "Add an item" }).click();
    const dialog = page.getByRole("dialog", { name: "Add an item" });
    await dialog.getByLabel("Serial number").fill(serial);
    await dialog.getByLabel("Number of disks").fill("two");
    // This region has no bare metal, so no other spec can order the item.
    await dialog.getByLabel("Region").selectOption({ label: "Keflavík" });
    await dialog.getByRole("button", { name: "Add an item" }).click();
    await expect(dialog.getByLabel("Number of disks")).toHaveAttribute("aria-invalid", "true");
    await expect(dialog.getByLabel("Host in Foreman")).toHaveAttribute("aria-invalid", "true");
    await dialog.getByLabel("Host in Foreman").fill(host);
    await dialog.getByLabel("Number of disks").fill("2");
    await expectAccessible(page);
    await dialog.getByRole("button", { name: "Add an item" }).click();
    await expect(page.getByText(`${serial} added`)).toBeVisible();
  });

  const row = page.getByRole("row").filter({ hasText: serial });
  await test.step("it is in maintenance, and its page says what it needs to be ordered", async () => {
    await expect(row).toContainText("In maintenance");
    await row.getByRole("link", { name: serial }).click();
    const checks = page.getByRole("heading", { name: "Why it can't be ordered" }).locator("../..");
    await expect(checks).toContainText("Missing: Not released for sale");
    await expect(checks).toContainText("The region installs no image on bare metal");
    await expect(checks).toContainText("No data of a customer on its disks");
    await expectAccessible(page);
    await page.getByRole("button", { name: "Make available" }).click();
    await expect(page.getByText(`${serial} is available`)).toBeVisible();
    await expect(checks).toContainText("Released for sale");
    await expect(page.getByRole("heading", { name: "Why it can't be ordered" })).toBeVisible();
    await expect(page.getByRole("button", { name: "Make available" })).toBeDisabled();
  });

  await test.step("it goes to maintenance with a reason, which its page and its history show", async () => {
    await page.getByRole("button", { name: "Send to maintenance" }).click();
    const dialog = page.getByRole("dialog", { name: `Send ${serial} to maintenance?` });
    await dialog.getByRole("button", { name: "Send to maintenance" }).click();
    await expect(dialog.getByLabel("Reason")).toHaveAttribute("aria-invalid", "true");
    await dialog.getByLabel("Reason").fill("A fan is loud");
    await dialog.getByRole("button", { name: "Send to maintenance" }).click();
    await expect(page.getByText(`${serial} in maintenance`)).toBeVisible();
    await expect(page.getByText("A fan is loud").first()).toBeVisible();
  });

  await test.step("retiring asks for the serial number, and the item leaves the list", async () => {
    await page.getByRole("button", { name: "More actions" }).click();
    await page.getByRole("menuitem", { name: "Retire" }).click();
    const question = page.getByRole("alertdialog", { name: `Retire ${serial}?` });
    const confirm = question.getByRole("button", { name: `Retire ${serial}` });
    await expect(confirm).toBeDisabled();
    await question.getByLabel(`Type ${serial} to confirm`).fill(serial);
    await confirm.click();
    await expect(page).toHaveURL(list);
    await expect(page.getByText(`${serial} retired`)).toBeVisible();
    await expect(row).toHaveCount(0);
    await page.goto(`${list}?state=retired&search=${serial}`);
    await expect(row).toContainText("Retired");
  });
});

test("N16: an item whose erasure failed is not sold, and says why after another attempt too", async ({
  page,
  signIn,
  stack,
  unique,
}) => {
  const serial = unique("SN").toUpperCase();
  const admin = await signInAs(stack.url, staff);
  const products = await admin.call(api.bareMetalProducts.list, { query: { search: product } });
  const item = await admin.call(api.bareMetalProducts.addItem, {
    path: { bareMetalProduct: products.data[0]?.id ?? "" },
    // Foreman has no such host, so its erasure fails.
    body: {
      region: "lulea",
      serial,
      foremanHost: `${serial.toLowerCase()}.boreal.test`,
      diskCount: 2,
    },
  });
  const database = new pg.Client(stack.databaseUrl);
  await database.connect();
  await database.query(
    "UPDATE bare_metal_item SET has_customer_data = true, state_reason = 'erasure: not erased: nvme0n1' WHERE id = $1",
    [item.id],
  );
  await database.end();
  await signIn(staff);
  await page.goto(`/admin/bare-metal-products/${item.product.id}/items/${item.id}`);
  await expect(page.getByText("erasure: not erased: nvme0n1").first()).toBeVisible();
  await expect(page.getByText("Missing: Data of a customer on its disks")).toBeVisible();
  await expect(page.getByRole("button", { name: "Make available" })).toHaveCount(0);
  await page.getByRole("button", { name: "Erase again" }).click();
  await expect(page.getByText(`The disks of ${serial} are being erased`)).toBeVisible();
  await expect(page.getByText(/^erasure: (?!not erased)/).first()).toBeVisible(instanceTimeout);
  await expect(page.getByRole("button", { name: "Erase again" })).toBeEnabled();
  await expect(page.getByText("Missing: Data of a customer on its disks")).toBeVisible();
  await expectAccessible(page);
  await admin.call(api.bareMetalItems.retire, { path: { bareMetalItem: item.id } });
});
