/** Details of the console that concern several pages. */
import { api } from "#contracts/api.ts";
import { acceptedKeys } from "#contracts/ssh-key-fixtures.ts";
import { owner } from "../pages/page-spec.ts";
import { expect, test } from "../support/fixtures.ts";

test("reports a failed copy when the browser denies clipboard access", async ({
  page,
  context,
  customer,
  stack,
}) => {
  await customer.call(api.credentials.create, {
    path: { workspace: customer.handle },
    body: { name: "laptop", publicKey: acceptedKeys.ed25519.line },
  });
  const devtools = await context.newCDPSession(page);
  await devtools.send("Browser.setPermission", {
    permission: { name: "clipboard-write" },
    setting: "denied",
    origin: new URL(stack.url).origin,
  });
  await page.goto(`/${customer.handle}/settings/credentials`);
  // A toast has its text twice: visible and for screen readers.
  const rejected = page.getByText("The browser did not allow copying").first();
  await page.getByRole("button", { name: /^Copy fingerprint/ }).click();
  await expect(rejected).toBeVisible();
  await expect(page.getByRole("button", { name: "Copied" })).toHaveCount(0);
  await page.reload();
  await page.getByRole("button", { name: "Actions for laptop" }).click();
  await page.getByRole("menuitem", { name: "Copy public key" }).click();
  await expect(rejected).toBeVisible();
  await expect(page.getByText(/ copied$/)).toHaveCount(0);
  await page.goto(`/${customer.handle}/cart`);
  await page.getByRole("button", { name: "Copy link" }).click();
  await expect(rejected).toBeVisible();
  await expect(page.getByText("Link copied")).toHaveCount(0);
});

test("scrolls a rejected field and its error above the sticky bar", async ({ page, customer }) => {
  await page.goto(`/${customer.handle}/cart`);
  const field = page.getByLabel("Hostname", { exact: true });
  await field.fill("Not_a_name");
  // Scroll to the top, so that only the focus can bring the field into view.
  await page.evaluate(() => scrollTo(0, 0));
  await page.getByRole("button", { name: "Create instance" }).last().click();
  await page.evaluate(() => document.querySelector<HTMLElement>("[name='hostname.0']")?.blur());
  await page.evaluate(() => scrollTo(0, 0));
  await page.evaluate(() => document.querySelector<HTMLElement>("[name='hostname.0']")?.focus());
  const note = page.locator("[id$='hostname.0-note']");
  await expect(note).toBeVisible();
  await expect
    .poll(() =>
      note.evaluate((element) => {
        const { left, top, bottom } = element.getBoundingClientRect();
        const elements = [top + 2, bottom - 2].map((y) => document.elementFromPoint(left + 4, y));
        return elements.every(
          (each) => each !== null && (each === element || element.contains(each)),
        );
      }),
    )
    .toBe(true);
});

test("restores the focus after Escape, also if the menu was removed", async ({ page, signIn }) => {
  await signIn(owner);
  await page.goto("/northwind/instances");
  const actions = page.getByRole("button", { name: "Actions for infer-a" });

  await test.step("row menu and the dialog it opened", async () => {
    await actions.focus();
    await page.keyboard.press("Enter");
    await expect(page.getByRole("menuitem", { name: "Open" })).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(actions).toBeFocused();
    await page.keyboard.press("Enter");
    await page.getByRole("menuitem", { name: "Terminate" }).press("Enter");
    await expect(page.getByRole("alertdialog")).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(page.getByRole("alertdialog")).toHaveCount(0);
    await expect(actions).toBeFocused();
  });

  await test.step("filter, palette and drawer", async () => {
    const filter = page.getByRole("button", { name: "Status" }).first();
    await filter.focus();
    await page.keyboard.press("Enter");
    await expect(page.getByRole("dialog", { name: "Status" })).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(filter).toBeFocused();
    await page.keyboard.press("Control+k");
    await expect(page.getByRole("combobox")).toBeFocused();
    await page.keyboard.press("Escape");
    await expect(filter).toBeFocused();
    const drawer = page.getByRole("button", { name: "Open sidebar" });
    if (!(await drawer.isVisible())) return;
    await drawer.focus();
    await page.keyboard.press("Enter");
    await expect(page.getByRole("dialog", { name: "Sidebar" })).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(drawer).toBeFocused();
  });

  await test.step("dialog opened by a button", async () => {
    await page.goto("/northwind/settings/credentials");
    const add = page.getByRole("button", { name: "Add key" }).filter({ visible: true });
    await add.focus();
    await page.keyboard.press("Enter");
    await expect(page.getByRole("dialog", { name: "Add SSH key" })).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(add).toBeFocused();
  });
});

test("forced colors keep the selection and the status icons visible", async ({ page, signIn }) => {
  await signIn(owner);
  await page.emulateMedia({ forcedColors: "active" });
  await page.goto("/northwind/instances?status=active");
  const outlineOf = (selector: string) =>
    page
      .locator(selector)
      .first()
      .evaluate((element) => getComputedStyle(element).outlineStyle);
  await expect(page.getByText("Active", { exact: true }).first()).toBeVisible();
  expect(await outlineOf("[data-on=true]")).toBe("solid");
  await page.getByRole("checkbox").nth(1).check();
  expect(await outlineOf("[data-ticked]")).toBe("solid");
  const shape = page.getByRole("table").locator("[class*=shape]").first();
  const [own, canvas] = await shape.evaluate((element) => [
    getComputedStyle(element).backgroundColor,
    getComputedStyle(document.body).backgroundColor,
  ]);
  expect(own).not.toBe(canvas);
  await page.goto("/northwind/cart");
  await page.getByRole("radio").first().check();
  expect(await outlineOf("label:has(> input[type=radio]:checked)")).toBe("solid");
});

test("counts pasted emails above the limit; a sent invitation expires in 7 days", async ({
  page,
  customer,
  unique,
}) => {
  await page.goto(`/${customer.handle}/settings/team-members`);
  await page.getByRole("button", { name: "Invite people" }).first().click();
  const dialog = page.getByRole("dialog", { name: "Invite people" });
  const field = dialog.getByRole("textbox", { name: "Email addresses" });
  await field.evaluate((element) => {
    const data = new DataTransfer();
    const many = Array.from({ length: 8_000 }, (_, index) => `user-${index}@example.org`);
    data.setData("text", many.join("\n"));
    element.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true }));
  });
  await expect(
    dialog.getByText("These are 8,000 email addresses. Enter 20 at most.").first(),
  ).toBeVisible();
  await dialog.getByRole("button", { name: "Remove all" }).click();
  await field.fill(`${unique("guest")}@example.org`);
  await dialog.getByRole("button", { name: /^Invite/ }).click();
  await expect(dialog).toBeHidden();
  await page.goto(`/${customer.handle}/settings/pending-team-members`);
  await expect(page.getByRole("row").filter({ hasText: "guest" })).toContainText("in 7 days");
});

test("workspace settings open their first page, and a handle may start with favicon", async ({
  page,
  customer,
  unique,
}) => {
  await page.goto(`/${customer.handle}/settings`);
  await expect(page).toHaveURL(`/${customer.handle}/settings/general`);
  await expect(page.getByRole("heading", { level: 1, name: "General" })).toBeVisible();
  const handle = unique("favicon");
  await customer.call(api.workspaces.create, { body: { name: "Icons", handle } });
  await page.goto(`/${handle}/projects`);
  await expect(
    page.getByRole("heading", { level: 1, name: "Projects", exact: true }),
  ).toBeVisible();
});

test("a text input takes no more characters than its endpoint accepts", async ({
  page,
  customer,
}) => {
  await page.goto(`/${customer.handle}/projects/add`);
  await expect(page.getByLabel("Name", { exact: true })).toHaveAttribute("maxlength", "64");
});
