import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { api } from "#contracts/api.ts";
import type { Customer } from "../support/api-client.ts";
import { expect, expectAccessible, test } from "../support/fixtures.ts";

const save = (page: Page) => page.getByRole("button", { name: "Save", exact: true });

/** The account as stored by the server. */
const getAccount = (customer: Customer) => customer.call(api.account.view, {});

test("saves a changed name and warns before leaving with unsaved changes", async ({
  page,
  customer,
}) => {
  await page.goto(`/${customer.handle}`);
  await page.getByRole("button", { name: "Account menu for Robin Berg" }).click();
  await page.getByRole("menuitem", { name: "Account settings" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "General" })).toBeVisible();
  await expect(save(page)).toBeDisabled();
  await page.getByLabel("First name").fill("Kim");
  await page.getByLabel("First name").fill("Robin");
  await expect(save(page), "nothing changed").toBeDisabled();

  await page.getByLabel("First name").fill("Kim");
  await page.evaluate(() => history.back());
  await page.getByRole("button", { name: "Keep editing" }).click();
  await expect(page.getByLabel("First name")).toHaveValue("Kim");

  await page.getByLabel("Last name").fill(" ");
  await page.keyboard.press("Enter");
  await expect(page.getByLabel("Last name")).toBeFocused();
  await expect(page.getByLabel("Last name")).toHaveAccessibleDescription("Field is required");
  await page.getByLabel("Last name").fill("Lund");
  await save(page).click();
  await expect(page.getByRole("button", { name: "Account menu for Kim Lund" })).toBeVisible();
  await expect(save(page)).toBeDisabled();
  await page.reload();
  await expect(page.getByLabel("Last name")).toHaveValue("Lund");
  await expectAccessible(page);
});

test("finds a time zone by typing and shows times in it", async ({ page, customer }) => {
  await page.goto("/account/general");
  const zone = page.getByRole("combobox", { name: "Time zone", exact: true });
  await zone.fill("stockh");
  await expect(page.getByRole("option")).toHaveCount(1);
  await expect(page.getByRole("option", { name: /UTC\+0[12]:00/ })).toBeVisible();
  await page.keyboard.press("Enter");
  await zone.fill("nowhere at all");
  await expect(page.getByText("No matching time zone")).toBeVisible();
  await page.keyboard.press("Escape");
  await save(page).click();
  await expect(page.getByText(/account created .*(GMT\+[12]|CES?T)$/)).toBeVisible();
  await page.reload();
  await expect(zone).toHaveValue(/^Europe\/Stockholm/);
  void customer;
});

test("uses the account's language in another browser", async ({ page, customer, browser }) => {
  await page.goto("/account/general");
  await page.getByLabel("Language").selectOption("Deutsch");
  await save(page).click();
  await expect(page.locator("html")).toHaveAttribute("lang", "de");
  await page.goto(`/${customer.handle}`);
  await expect(page.getByRole("heading", { name: "Übersicht" })).toBeVisible();

  // The same user in a browser without a stored language.
  const { cookies } = await page.context().storageState();
  const other = await browser.newContext({ locale: "en-GB", baseURL: page.url() });
  await other.addCookies(cookies.filter(({ name }) => name !== "locale"));
  const elsewhere = await other.newPage();
  await elsewhere.goto(`/${customer.handle}`);
  await expect(elsewhere.getByRole("heading", { name: "Übersicht" })).toBeVisible();
  await other.close();
});

test("changes the email after its link is opened and notifies both addresses", async ({
  page,
  customer,
  unique,
  waitForEmailLink,
}) => {
  const requested = `${unique("moved")}@example.org`;
  await page.goto("/account/general");
  await page.getByLabel("New email address").fill(customer.email.toUpperCase());
  await page.getByRole("button", { name: "Change email" }).click();
  await expect(page.getByLabel("New email address")).toHaveAccessibleDescription(
    "This is already your email address",
  );
  await page.getByLabel("New email address").fill("owner@demo.test");
  await page.getByRole("button", { name: "Change email" }).click();
  await expect(page.getByLabel("New email address")).toHaveAccessibleDescription(
    "Email already in use",
  );

  await page.getByLabel("New email address").fill(requested);
  await page.getByRole("button", { name: "Change email" }).click();
  await expect(page.getByText(`${requested} isn't confirmed yet.`)).toBeVisible();
  await expectAccessible(page);
  await expect.poll(() => waitForEmailLink(customer.email)).toContain("/auth/freeze/");
  const first = await waitForEmailLink(requested);
  await page.getByRole("button", { name: "Cancel change" }).click();
  await expect(page.getByLabel("New email address")).toBeVisible();

  await page.getByLabel("New email address").fill(requested);
  await page.getByRole("button", { name: "Change email" }).click();
  await expect(page.getByText(`${requested} isn't confirmed yet.`)).toBeVisible();
  await expect.poll(() => waitForEmailLink(requested)).not.toBe(first);
  expect((await getAccount(customer)).pendingEmail?.email).toBe(requested);
  await page.goto(await waitForEmailLink(requested));
  await page.getByRole("main").getByRole("button").first().click();
  // The response has the session's next cookie. Navigating before it arrives would sign the user out.
  await expect(page.getByRole("heading", { name: "Email changed" })).toBeVisible();
  await page.goto("/account/general");
  await expect(page.getByText(`You sign in as ${requested}.`)).toBeVisible();
});

test("crops a picture to a square, shows it in the header, and removes it", {
  tag: "@phone",
}, async ({ page, customer }) => {
  await page.goto("/account/general");
  const file = page.getByLabel("Image file");
  await file.setInputFiles({ name: "me.png", mimeType: "image/png", buffer: Buffer.from("no") });
  await expect(page.getByText("We can't read this file as an image.")).toBeVisible();

  const buffer = await page.screenshot({ clip: { x: 0, y: 0, width: 320, height: 200 } });
  await file.setInputFiles({ name: "me.png", mimeType: "image/png", buffer });
  const dialog = page.getByRole("dialog", { name: "Crop your picture" });
  await expect(dialog.getByLabel("Vertical position")).toBeDisabled();
  await dialog.getByLabel("Zoom").focus();
  await page.keyboard.press("PageUp");
  await expect(dialog.getByLabel("Vertical position")).toBeEnabled();
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Save picture" }).click();
  await expect(dialog).toBeHidden();
  const pictures = page.locator("img[src*='/avatars/']");
  await expect(pictures).toHaveCount(2);
  await expect(
    page.getByRole("button", { name: /^Account menu for/ }).locator("img"),
  ).toBeVisible();
  const isDrawn = await pictures
    .first()
    .evaluate((image: HTMLImageElement) => image.decode().then(() => image.naturalWidth));
  expect(isDrawn).toBeGreaterThan(0);

  await page.getByRole("button", { name: "Remove", exact: true }).click();
  await expect(pictures).toHaveCount(0);
  void customer;
});

test("requests a data export once and downloads it by the link in the email", async ({
  page,
  customer,
  waitForEmailLink,
}) => {
  await page.goto("/account/general");
  await page.getByRole("button", { name: "Request export" }).click();
  await expect(page.getByText("Preparing your data export")).toBeVisible();
  await expect.poll(() => waitForEmailLink(customer.email)).toContain("copy=");
  await expect(page.getByText(/^Ready/)).toBeVisible();
  await page.goto(await waitForEmailLink(customer.email));
  await expect(page.getByText("Your data export is ready.")).toBeVisible();
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Download" }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/\.zip$/);
  const content = await readFile(await download.path());
  expect(content.subarray(0, 2).toString()).toBe("PK");
});

test("explains what prevents an owner with members and instances from deleting the account", async ({
  page,
  signIn,
}) => {
  await signIn("owner@demo.test");
  await page.goto("/account/general");
  await page.getByRole("button", { name: "Deactivate account" }).click();
  const dialog = page.getByRole("alertdialog", { name: "Deactivate account" });
  const list = dialog.getByRole("list", { name: "Issues to resolve first" });
  await expect(
    list.getByRole("listitem").filter({ hasText: "instances are running" }),
  ).toBeVisible();
  await expect(
    list.getByRole("listitem").filter({ hasText: "other member" }).first(),
  ).toBeVisible();
  await expect(dialog.getByRole("button", { name: "Deactivate account" })).toHaveCount(0);
  await expectAccessible(page);
  await list
    .getByRole("link", { name: /instances? (?:is|are) running/ })
    .first()
    .click();
  await expect(page).toHaveURL(/\/instances$/);
});

test("deletes an account after the typed email and rejects further sign-ins", async ({
  page,
  customer,
}) => {
  await page.goto(`/${customer.handle}`);
  await expect(page.getByRole("heading", { name: "Overview" })).toBeVisible();
  await page.goto("/account/general");
  await page.getByRole("button", { name: "Deactivate account" }).click();
  const dialog = page.getByRole("alertdialog", { name: "Deactivate account" });
  const leave = dialog.getByRole("button", { name: "Deactivate account" });
  await dialog.getByLabel("Why are you leaving?").fill("The winters are too warm");
  await expect(leave).toBeDisabled();
  await dialog.getByLabel(`Type ${customer.email} to confirm`).fill(customer.email);
  await expectAccessible(page);
  await leave.click();
  await expect(page.getByRole("heading", { name: "Sign in" })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole("heading", { name: "Sign in" })).toBeVisible();
  await expect(customer.call(api.auth.self, {})).rejects.toThrow("401");
});
