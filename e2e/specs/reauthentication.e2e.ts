/** Reauthentication is valid for 15 minutes: which changes require it, and what happens after it. */
import type { Locator, Page } from "@playwright/test";
import { demoPassword } from "../support/api-client.ts";
import { advanceTime } from "../support/fake-time.ts";
import { expect, test } from "../support/isolated-stack.ts";
import { expectAccessible } from "../support/fixtures.ts";

/** Longer than a reauthentication is valid. */
const twentyMinutes = 1_200;

test("asks for reauthentication above the form and then submits the form", async ({
  page,
  signIn,
  signInClient: apiClient,
}) => {
  test.slow();
  const mover = await apiClient("newcomer@demo.test");
  await signIn("owner@demo.test");
  await advanceTime(page, mover, twentyMinutes);
  const dialog = page.getByRole("dialog", { name: "Confirm it's you" });
  const password = dialog.getByLabel("Password for owner@demo.test");

  await test.step("above a confirmation: canceling returns to the unchanged confirmation", async () => {
    const giving = await giveWorkspaceAway(page);
    await expect(password).toBeFocused();
    await page.keyboard.press("Escape");
    await expect(dialog).toBeHidden();
    await expect(giving.getByRole("alert")).toHaveCount(0);
    await expect(giving.getByLabel("Type northwind to confirm")).toHaveValue("northwind");
    await giving.getByRole("button", { name: "Cancel" }).click();
    await expect(page.getByRole("row").filter({ hasText: "owner@demo.test" })).toContainText(
      "Owner",
    );
  });

  await page.goto("/account/security");
  const field = page.getByLabel("New password", { exact: true });
  await field.fill("the-long-dark-of-january");
  const putRequests: string[] = [];
  page.on("request", (request) => {
    if (request.method() === "PUT") putRequests.push(new URL(request.url()).pathname);
  });
  await page.keyboard.press("Enter");
  await expect(password).toBeFocused();
  await expectAccessible(page);

  await test.step("canceling returns to the unchanged form", async () => {
    await page.keyboard.press("Escape");
    await expect(dialog).toBeHidden();
    await expect(field).toHaveValue("the-long-dark-of-january");
    await expect(page.getByRole("alert")).toHaveCount(0);
    await expect(page.getByRole("button", { name: "Change password" })).toBeEnabled();
  });

  await page.getByRole("button", { name: "Change password" }).click();
  await dialog.getByRole("button", { name: "Confirm" }).click();
  await expect(password).toHaveAccessibleDescription("Field is required");
  await password.fill("not it");
  await page.keyboard.press("Enter");
  await expect(password).toHaveAccessibleDescription("Incorrect email or password.");
  await password.fill(demoPassword);
  await page.keyboard.press("Enter");
  await expect(dialog).toBeHidden();
  await expect(page.getByText("Password changed")).toBeVisible();
  expect(putRequests, "two rejected requests and one repeated request").toHaveLength(3);

  await test.step("does not ask again for some time", async () => {
    await page.getByRole("button", { name: "Turn on" }).click();
    await expect(page.getByLabel("Authentication code")).toBeVisible();
    await expect(dialog).toHaveCount(0);
  });

  await test.step("above a confirmation: runs the action after reauthentication without another confirmation", async () => {
    await advanceTime(page, mover, twentyMinutes);
    const giving = await giveWorkspaceAway(page);
    await password.fill("the-long-dark-of-january");
    await page.keyboard.press("Enter");
    await expect(dialog).toBeHidden();
    await expect(giving).toBeHidden();
    const rowOf = (email: string) => page.getByRole("row").filter({ hasText: email });
    await expect(rowOf("member@demo.test")).toContainText("Owner");
    await expect(rowOf("owner@demo.test")).toContainText("Administrator");
  });
});

test("shows the reauthentication dialog above the dialog that needs it and returns to it", async ({
  page,
  signIn,
  signInClient: apiClient,
}) => {
  test.slow();
  const mover = await apiClient("limited@demo.test");
  await signIn("billing@demo.test");
  await advanceTime(page, mover, twentyMinutes);
  await page.goto("/account/general");
  await page.getByRole("button", { name: "Deactivate account" }).click();
  const leaving = page.getByRole("alertdialog", { name: "Deactivate account" });
  const typed = leaving.getByLabel("Type billing@demo.test to confirm");
  await typed.fill("billing@demo.test");
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: "Confirm it's you" });
  await expect(dialog.getByLabel("Password for billing@demo.test")).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await expect(leaving).toBeVisible();
  await expect(typed).toHaveValue("billing@demo.test");
  await leaving.getByRole("button", { name: "Deactivate account" }).click();
  await dialog.getByLabel("Password for billing@demo.test").fill(demoPassword);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "Sign in" })).toBeVisible();
});

test("requires reauthentication for changes that give others access to a workspace", async ({
  page,
  signIn,
  signInClient: apiClient,
}) => {
  test.slow();
  const mover = await apiClient("newcomer@demo.test");
  await signIn("owner@demo.test");
  await advanceTime(page, mover, twentyMinutes);
  const dialog = page.getByRole("dialog", { name: "Confirm it's you" });
  const password = dialog.getByLabel("Password for owner@demo.test");
  const guest = "guest@example.org";

  await test.step("an invitation: keeps the input and is sent after reauthentication", async () => {
    await page.goto("/northwind/settings/pending-team-members");
    await page.getByRole("button", { name: "Invite people" }).click();
    const inviting = page.getByRole("dialog", { name: "Invite people" });
    await inviting
      .getByLabel("Email addresses", { exact: true })
      .last()
      .pressSequentially(`${guest} `);
    await inviting.getByRole("button", { name: "Invite 1 person" }).click();
    await expect(password).toBeFocused();
    await page.keyboard.press("Escape");
    await expect(dialog).toBeHidden();
    await expect(inviting.getByText(guest)).toBeVisible();
    await inviting.getByRole("button", { name: "Invite 1 person" }).click();
    await password.fill(demoPassword);
    await page.keyboard.press("Enter");
    await expect(inviting).toBeHidden();
    await expect(page.getByRole("row").filter({ hasText: guest })).toBeVisible();
  });

  await advanceTime(page, mover, twentyMinutes);
  await test.step("an invitation link", async () => {
    await page.getByRole("button", { name: `Actions for ${guest}` }).click();
    await page.getByRole("menuitem", { name: "Copy link" }).click();
    const link = page.getByRole("dialog", { name: `Invitation link for ${guest}` });
    await link.getByRole("button", { name: "Create new link" }).click();
    await expect(password).toBeFocused();
    await page.keyboard.press("Escape");
    await expect(dialog).toBeHidden();
    await expect(link.getByRole("button", { name: "Create new link" })).toBeVisible();
  });

  await test.step("a member's role", async () => {
    await page.goto("/northwind/settings/team-members");
    await page.getByRole("button", { name: "Actions for Demo Member" }).click();
    await page.getByRole("menuitem", { name: "Change role" }).click();
    const changing = page.getByRole("dialog", { name: /Demo Member/ });
    await changing.getByRole("radio", { name: /^Administrator/ }).check();
    await changing.getByRole("button", { name: "Change role" }).click();
    await password.fill(demoPassword);
    await page.keyboard.press("Enter");
    await expect(changing).toBeHidden();
    await expect(
      page.getByRole("row").filter({ hasText: "member@demo.test" }).first(),
    ).toContainText("Administrator");
  });
});

/** Fills in the ownership transfer up to the last click; returns the dialog. */
async function giveWorkspaceAway(page: Page): Promise<Locator> {
  await page.goto("/northwind/settings/team-members");
  await page.getByRole("button", { name: "Actions for Demo Member" }).click();
  await page.getByRole("menuitem", { name: "Transfer ownership" }).click();
  const giving = page.getByRole("alertdialog", {
    name: "Transfer ownership of Northwind to Demo Member?",
  });
  await giving.getByLabel("Type northwind to confirm").fill("northwind");
  await page.keyboard.press("Enter");
  return giving;
}
