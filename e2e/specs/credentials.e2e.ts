/** Edge cases of the SSH key list: search, unusual names, long comments, key files. */
import type { Page } from "@playwright/test";
import { newPublicKey } from "#api/testing/ssh-keys.ts";
import { api } from "#contracts/api.ts";
import { expect, expectAccessible, test } from "../support/fixtures.ts";

const rows = (page: Page) => page.getByRole("row").filter({ hasText: "SHA256" });

test("C016, C038, C041: adds a dropped key file, tells long comments apart, and acts on the right row during a search", {
  tag: "@phone",
}, async ({ page, customer }) => {
  const path = { workspace: customer.handle };
  const long = `${"backup-of-everything-".repeat(9)}on-`;
  for (const [name, comment] of [
    ["lap-one", `${long}nas-1`],
    ["lap-two", `${long}nas-2`],
  ] as const)
    await customer.call(api.credentials.create, {
      path,
      body: { name, publicKey: newPublicKey(comment) },
    });
  await page.goto(`/${customer.handle}/settings/credentials`);

  await test.step("drops a file onto the field and trims the name", async () => {
    await page.getByRole("button", { name: "Add key" }).click();
    const dialog = page.getByRole("dialog", { name: "Add SSH key" });
    const file = await page.evaluateHandle((text) => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([text], "id_ed25519.pub"));
      return transfer;
    }, newPublicKey("100% mine"));
    const field = dialog.getByLabel("Public key", { exact: true });
    await field.dispatchEvent("drop", { dataTransfer: file });
    await expect(dialog.getByLabel("Name")).toHaveValue("100% mine");
    await expect(field).toHaveAccessibleDescription(/^Ed25519/);
    await dialog.getByLabel("Name").fill("my  key");
    await dialog.getByRole("button", { name: "Add key" }).click();
    await expect(page.getByText("SSH key my key added")).toBeVisible();
    await page.getByRole("button", { name: "Add key" }).click();
    await expect(field).toHaveValue("");
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Actions for my key" }).click();
    await page.getByRole("menuitem", { name: "Delete" }).click();
    await page.getByLabel("Type my key to confirm").fill("my key");
    await page.getByRole("button", { name: "Delete my key" }).click();
    await expect(page.getByText("SSH key my key deleted")).toBeVisible();
    await expect(rows(page)).toHaveCount(2);
  });

  await test.step("truncates long comments in the middle and shows the full comment on focus", async () => {
    await expect(rows(page).filter({ hasText: "nas-1" })).toHaveCount(1);
    const comment = rows(page).filter({ hasText: "nas-2" }).getByRole("note");
    await comment.focus();
    await expect(comment).toHaveAccessibleDescription(`${long}nas-2`);
    await expect(page.getByText(`${long}nas-2`)).toBeVisible();
    await expectAccessible(page);
  });

  await test.step("a row action during a search applies to that row", async () => {
    const search = page.getByRole("searchbox", { name: "Search by name or fingerprint" });
    await search.fill("%");
    await expect(page.getByText("No results")).toBeVisible();
    await search.fill(" TWO ");
    await expect(rows(page)).toHaveCount(1);
    const keys = (await customer.call(api.credentials.list, { path })).data;
    const two = keys.find(({ name }) => name === "lap-two");
    const keyRequest = page.waitForRequest((request) => request.method() === "POST");
    await page.getByRole("button", { name: "Actions for lap-two" }).click();
    await page.getByRole("menuitem", { name: "Make default" }).click();
    expect((await keyRequest).url()).toMatch(new RegExp(`/credentials/${two?.id}$`));
    await expect(page.getByText("lap-two is now the default key")).toBeVisible();
    await expect(rows(page)).toContainText("Default");
    await page.getByRole("button", { name: "Search field", exact: true }).first().click();
    await page.getByRole("menuitemradio", { name: "Comment" }).click();
    await page.getByRole("searchbox", { name: "Comment" }).fill("NAS-1");
    await expect(rows(page).filter({ hasText: "lap-one" })).toHaveCount(1);
    await expect(rows(page)).toHaveCount(1);
  });
});

test("rejects a pasted private key without storing, sending or showing it in the code", async ({
  page,
  customer,
}) => {
  const secret = "c2VjcmV0LWJ5dGVzLW9mLWEta2V5";
  const privateKey = `-----BEGIN OPENSSH PRIVATE KEY-----\n${secret}\n-----END OPENSSH PRIVATE KEY-----`;
  const sent: string[] = [];
  page.on("request", (request) => sent.push(request.postData() ?? ""));
  await page.goto(`/${customer.handle}/settings/credentials`);
  await page.getByRole("button", { name: "Add key" }).click();
  const dialog = page.getByRole("dialog", { name: "Add SSH key" });
  const field = dialog.getByLabel("Public key", { exact: true });
  await field.fill(privateKey);
  await expect(field).toHaveValue("");
  await expect(field).toHaveAccessibleDescription(
    /This is a private key\. It wasn't saved\. Replace it with a new key pair/,
  );
  await expectAccessible(page);
  await dialog.getByLabel("Name").fill("laptop");
  await dialog.getByRole("button", { name: "Add key" }).click();
  await expect(field).toHaveAccessibleDescription(/This is a private key/);
  await dialog.getByLabel("Public key file").setInputFiles({
    name: "id_ed25519",
    mimeType: "text/plain",
    buffer: Buffer.from(privateKey),
  });
  await expect(field).toHaveValue("");
  const stored = await page.evaluate(() =>
    JSON.stringify([{ ...localStorage }, { ...sessionStorage }]),
  );
  expect(stored + (await page.content()) + sent.join("\n")).not.toContain(secret);
  await field.fill(newPublicKey());
  await expect(field).toHaveAccessibleDescription(/^Ed25519/);
  await dialog.getByRole("button", { name: "Add key" }).click();
  await expect(page.getByText("SSH key laptop added")).toBeVisible();
});

test("N03: reads a UTF-16 key file; rejects a duplicate key or name and names the existing key", async ({
  page,
  customer,
}) => {
  const line = newPublicKey("windows");
  await page.goto(`/${customer.handle}/settings/credentials`);
  const dialog = page.getByRole("dialog", { name: "Add SSH key" });
  const add = async (buffer: Buffer, name: string) => {
    await page.getByRole("button", { name: "Add key" }).first().click();
    await dialog
      .getByLabel("Public key file")
      .setInputFiles({ name: "key.pub", mimeType: "text/plain", buffer });
    await dialog.getByLabel("Name").fill(name);
    await dialog.getByRole("button", { name: "Add key" }).click();
  };
  await add(Buffer.from(`\ufeff${line}\r\n`, "utf16le"), "windows");
  await expect(page.getByText("SSH key windows added")).toBeVisible();
  await add(Buffer.from(line), "ci");
  await expect(dialog.getByLabel("Public key", { exact: true })).toHaveAccessibleDescription(
    /This key has already been added as windows/,
  );
  await page.keyboard.press("Escape");
  await add(Buffer.from(newPublicKey()), "WINDOWS");
  await expect(dialog.getByLabel("Name")).toHaveAccessibleDescription(
    "A key with this name already exists",
  );
});

test("adds the first key of an order from a file and selects it", async ({ page, customer }) => {
  await page.goto(`/${customer.handle}/cart`);
  await expect(page.getByRole("heading", { name: "Add your first key" })).toBeVisible();
  await page.getByLabel("Public key file").setInputFiles({
    name: "id_ed25519.pub",
    mimeType: "text/plain",
    buffer: Buffer.from(`\ufeff${newPublicKey("a,b&c")}\r\n`),
  });
  await expect(page.getByLabel("Key name")).toHaveValue("a,b&c");
  await page.getByRole("button", { name: "Add key" }).click();
  await expect(page.getByRole("checkbox", { name: /a,b&c/ })).toBeChecked();
});
