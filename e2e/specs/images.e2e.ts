/** Staff add an image, choose it in a region, offer it, withdraw it with its impact shown, and take it back. */
import { api } from "#contracts/api.ts";
import { signInAs } from "../support/api-client.ts";
import { expect, expectAccessible, test } from "../support/fixtures.ts";

const staff = "it-admin@demo.test";

test("staff add an image, choose its Glance ID in a region, activate, delete, and restore it", async ({
  page,
  signIn,
  stack,
  unique,
}) => {
  const name = unique("Image");
  const admin = await signInAs(stack.url, staff);
  const glanceId = async (search: string) => {
    const { data } = await admin.call(api.images.list, { query: { search } });
    return data[0]?.regions.find(({ regionHandle }) => regionHandle === "lulea")?.glanceId ?? "";
  };
  await signIn(staff);
  await page.goto("/admin/images");

  await test.step("the form names what is missing, and keeps the rest", async () => {
    await page.getByRole("button", { name: "Add an image" }).click();
    const dialog = page.getByRole("dialog", { name: "Add an image" });
    await dialog.getByLabel("Name").fill(name);
    await dialog.getByLabel("Family").fill(name);
    await dialog.getByLabel("Version").fill("1");
    await dialog.getByLabel("Minimum disk in GB").fill("ten");
    await dialog.getByLabel("Minimum memory in MB").fill("1024");
    await dialog.getByLabel("Default user").fill("Root User");
    await dialog.getByRole("button", { name: "Add an image" }).click();
    await expect(dialog.getByLabel("Minimum disk in GB")).toHaveAttribute("aria-invalid", "true");
    await expect(dialog.getByLabel("Default user")).toHaveAttribute("aria-invalid", "true");
    await dialog.getByLabel("Minimum disk in GB").fill("10");
    await dialog.getByLabel("Default user").fill("root");
    await expectAccessible(page);
    await dialog.getByRole("button", { name: "Add an image" }).click();
    await expect(page.getByText(`${name} added`)).toBeVisible();
    await expect(page.getByRole("heading", { name, exact: true })).toBeVisible();
  });

  await test.step("no region has it by its name, so one region gets another image by its Glance ID", async () => {
    const row = page.getByRole("row").filter({ hasText: "Luleå" });
    await expect(row).toContainText("Not found");
    await row.getByRole("button", { name: "Change Luleå" }).click();
    const dialog = page.getByRole("dialog", { name: `${name} in Luleå` });
    await dialog.getByLabel("Image of the region").selectOption("Chosen by its Glance ID");
    await dialog.getByLabel("Glance ID").fill("00000000-0000-4000-8000-000000000000");
    await dialog.getByRole("button", { name: "Save" }).click();
    await expect(
      dialog.getByText("The region has no usable image with this ID").first(),
    ).toBeVisible();
    await expectAccessible(page);
    await dialog.getByLabel("Glance ID").fill(await glanceId("Debian 13"));
    await dialog.getByRole("button", { name: "Save" }).click();
    await expect(page.getByText(`${name} updated in Luleå`)).toBeVisible();
    await expect(row).toContainText("Available");
    await expect(row).toContainText("chosen by staff");
  });

  await test.step("it is edited and offered", async () => {
    await page.getByRole("button", { name: "Edit" }).click();
    const dialog = page.getByRole("dialog", { name: "Edit image" });
    await expect(dialog.getByRole("button", { name: "Save" })).toBeDisabled();
    await dialog.getByLabel("Minimum disk in GB").fill("12");
    await dialog.getByRole("button", { name: "Save" }).click();
    await expect(page.getByText(`${name} updated`, { exact: true })).toBeVisible();
    await page.getByRole("button", { name: "More actions" }).click();
    await page.getByRole("menuitem", { name: "Activate" }).click();
    await expect(page.getByText(`${name} is offered to customers`)).toBeVisible();
  });

  await test.step("deactivating and deleting show what uses it first", async () => {
    await page.getByRole("button", { name: "More actions" }).click();
    await page.getByRole("menuitem", { name: "Deactivate" }).click();
    const question = page.getByRole("alertdialog", { name: `Deactivate ${name}?` });
    await expect(question).toContainText("No instance uses it.");
    await question.getByRole("button", { name: `Deactivate ${name}` }).click();
    await expect(page.getByText(`${name} is no longer offered`)).toBeVisible();
    await page.getByRole("button", { name: "More actions" }).click();
    await page.getByRole("menuitem", { name: "Delete" }).click();
    const deletion = page.getByRole("alertdialog", { name: `Delete ${name}?` });
    const confirm = deletion.getByRole("button", { name: `Delete ${name}` });
    await expect(confirm).toBeDisabled();
    await expectAccessible(page);
    await deletion.getByLabel(`Type ${name} to confirm`).fill(name);
    await confirm.click();
    await expect(page.getByText("The image is deleted. Its instances")).toBeVisible();
    await expect(page.getByRole("button", { name: "Edit" })).toBeDisabled();
  });

  await test.step("a deleted image is in the list only when it is asked for, and is restored there", async () => {
    await page.goto(`/admin/images?search=${name}`);
    await expect(page.getByRole("link", { name })).toHaveCount(0);
    await page.goto(`/admin/images?search=${name}&status=deleted`);
    await page.getByRole("button", { name: `Actions for ${name}` }).click();
    await page.getByRole("menuitem", { name: "Restore" }).click();
    await expect(page.getByText(`${name} restored. It is inactive`)).toBeVisible();
    await page.goto(`/admin/images?search=${name}`);
    await expect(page.getByRole("row").filter({ hasText: name })).toContainText("Inactive");
  });
});

test("the default of a family can't be deleted, and the menu says why", async ({
  page,
  signIn,
}) => {
  await signIn(staff);
  await page.goto("/admin/images?search=Ubuntu%2024.04");
  await page.getByRole("button", { name: "Actions for Ubuntu 24.04 LTS" }).click();
  const entry = page.getByRole("menuitem", { name: "Delete" });
  await expect(entry).toHaveAttribute("aria-disabled", "true");
  await expect(entry).toContainText("It is the default of its family");
});

test("only IT Admins have the pages in their navigation", async ({ page, signIn }) => {
  await signIn("support@demo.test");
  await page.goto("/admin/images");
  await expect(page.getByRole("heading", { name: "You don't have access to this" })).toBeVisible();
  await page.goto("/admin/volumes-products");
  await expect(page.getByRole("heading", { name: "You don't have access to this" })).toBeVisible();
  await page.goto("/admin/users");
  await expect(page.getByRole("link", { name: "Users" }).first()).toBeVisible();
  await expect(page.getByRole("link", { name: "Images" })).toHaveCount(0);
  await expect(page.getByRole("link", { name: "Block storage" })).toHaveCount(0);
});
