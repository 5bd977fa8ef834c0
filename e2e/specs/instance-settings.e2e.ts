/** The display name and the delete protection of an instance. */
import pg from "pg";
import { api } from "#contracts/api.ts";
import { instanceTimeout, openInstance, statusOnPage } from "../support/console-actions.ts";
import { expect, expectAccessible, test } from "../support/fixtures.ts";
import { createInstances } from "../support/instances.ts";

test("an instance gets a name for people and is protected against termination", async ({
  page,
  customer,
  unique,
}) => {
  const [safe, other] = [unique("safe"), unique("other")];
  await createInstances(customer, [safe, other]);
  await page.goto(`/${customer.handle}/instances`);
  await openInstance(page, safe);
  await expect(statusOnPage(page)).toContainText("Active", instanceTimeout);
  const terminate = page.getByRole("button", { name: "Terminate", exact: true });

  await test.step("saves the display name and shows it in the summary and the list", async () => {
    await page.getByRole("link", { name: "Settings", exact: true }).last().click();
    const name = page.getByLabel("Display name");
    await expect(page.getByRole("button", { name: "Save" })).toBeDisabled();
    await name.fill("Web\u200bshop");
    await page.getByRole("button", { name: "Save" }).click();
    await expect(name).toHaveAccessibleDescription("Contains invisible or control characters");
    await name.fill("Web shop Größe");
    await page.keyboard.press("Enter");
    await expect(page.getByText(`Display name of ${safe} saved`)).toBeVisible();
    await expect(page.getByText(/^Web shop Größe\u00a0· /)).toBeVisible();
    await expectAccessible(page);
  });

  await test.step("turns protection on at once, and the button says why it is disabled", async () => {
    await page.getByRole("button", { name: "Turn on delete protection" }).click();
    await expect(page.getByRole("button", { name: "Turn off delete protection" })).toBeVisible();
    await expect(terminate).toHaveAccessibleDescription(/Delete protection is on/);
  });

  await test.step("a termination of several instances leaves the protected one out", async () => {
    await page.goto(`/${customer.handle}/instances?search=shop`);
    await expect(page.getByRole("row", { name: safe })).toContainText("Web shop Größe");
    await page.goto(`/${customer.handle}/instances`);
    for (const name of [safe, other])
      await page.getByRole("checkbox", { name: `Select ${name}` }).check();
    await page.getByRole("button", { name: "Terminate", exact: true }).click();
    const dialog = page.getByRole("alertdialog");
    await expect(dialog).toContainText("Delete protection is on");
    await dialog.getByRole("textbox").fill(other);
    await dialog.getByRole("button", { name: /^Terminate/ }).click();
    const results = page.getByRole("dialog", { name: "Done for 1 of 2" });
    await expect(results.getByRole("row", { name: safe })).toContainText("Not possible");
    await results.getByRole("button", { name: "Close" }).click();
    const path = { workspace: customer.handle };
    const { data } = await customer.call(api.instances.list, { path, query: { search: safe } });
    expect(data[0]?.status).toBe("active");
  });

  await test.step("turning it off asks first, and the activity names both changes", async () => {
    await openInstance(page, safe);
    await page.getByRole("link", { name: "Settings", exact: true }).last().click();
    await page.getByRole("button", { name: "Turn off delete protection" }).click();
    const dialog = page.getByRole("alertdialog");
    await dialog.getByRole("button", { name: "Turn off delete protection" }).click();
    await expect(page.getByRole("button", { name: "Turn on delete protection" })).toBeVisible();
    await expect(terminate).toBeEnabled();
    await page.goto(`/${customer.handle}/activities`);
    for (const text of ["turned off delete protection of", "turned on delete protection of"])
      await expect(page.getByText(new RegExp(`${text} ${safe}`))).toBeVisible();
    await expect(page.getByText(new RegExp(`changed the display name of ${safe}`))).toBeVisible();
  });
});

test("a reinstallation of bare metal keeps the disks that are ticked, and names them before it starts", async ({
  page,
  customer,
  stack,
  unique,
}) => {
  const name = unique("metal");
  await createInstances(customer, [name]);
  await page.goto(`/${customer.handle}/instances`);
  await openInstance(page, name);
  await expect(statusOnPage(page)).toContainText("Active", instanceTimeout);
  const disk = { sizeBytes: 1_920_383_410_176, content: null };
  const disks = [
    { ...disk, device: "nvme0n1", serial: "S1", isSystem: true },
    { ...disk, device: "nvme1n1", serial: "S2", isSystem: false, content: "xfs" },
  ];
  const client = new pg.Client(stack.databaseUrl);
  await client.connect();
  // Installing a host takes minutes, so a virtual machine stands in for it.
  await client.query("UPDATE instance SET variant = 'bare_metal', disks = $2 WHERE hostname = $1", [
    name,
    JSON.stringify(disks),
  ]);
  await page.reload();
  await page.getByRole("link", { name: "Settings", exact: true }).last().click();
  const group = page.getByRole("group", { name: "Disks" });
  await expect(group).toContainText("nvme0n1 · 1.9 TB · system disk, always erased");
  await expect(group.getByRole("checkbox")).toHaveCount(1);
  await group.getByRole("checkbox", { name: /^Keep nvme1n1 · 1.9 TB · xfs/ }).check();
  await page.getByRole("button", { name: "Reinstall", exact: true }).click();
  const question = page.getByRole("alertdialog");
  await expect(question).toContainText("except on nvme1n1");
  await question.getByRole("textbox").fill(name);
  await question.getByRole("button", { name: `Reinstall ${name}` }).click();
  await expect(page.getByText(`Reinstalling ${name}`)).toBeVisible();
  const { rows } = await client.query("SELECT kept_disks FROM instance WHERE hostname = $1", [
    name,
  ]);
  await client.end();
  expect(rows).toEqual([{ kept_disks: ["S2"] }]);
});
