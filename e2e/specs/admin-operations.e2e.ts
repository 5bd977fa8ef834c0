/** Staff find a step that waits for them, and complete it with a note that the customer reads. */
import { api } from "#contracts/api.ts";
import { demoPassword } from "../support/api-client.ts";
import { instanceTimeout, statusOnPage } from "../support/console-actions.ts";
import { expect, expectAccessible } from "../support/fixtures.ts";
import { createInstances } from "../support/instances.ts";
import { test } from "../support/isolated-stack.ts";

const staff = "it-admin@demo.test";

test.use({ settings: { BOREAL_EMAIL_STEP: "never", BOREAL_STAFF_TWO_FACTOR: "optional" } });

test("staff complete a step that waits for them, and the customer reads their note", async ({
  page,
  customer,
  signIn,
  stack,
}) => {
  test.setTimeout(300_000);
  const faults = `${stack.cloudUrl}/_control/faults`;
  const path = { workspace: customer.handle };
  await createInstances(customer, ["stuck-1"]);
  await page.goto(`/${customer.handle}/instances`);
  await page.getByRole("link", { name: "stuck-1", exact: true }).click();
  await expect(statusOnPage(page)).toContainText("Active", instanceTimeout);
  const { data } = await customer.call(api.instances.list, { path, query: {} });
  const instance = data[0]?.id ?? "";
  await test.step("the region rejects the termination", async () => {
    const rejection = {
      match: { method: "DELETE", service: "network" },
      kind: "status",
      status: 409,
    };
    expect((await page.request.post(faults, { data: rejection })).status()).toBe(201);
    await customer.call(api.instances.terminate, {
      path: { ...path, instance },
      query: { now: "true" },
    });
  });

  await signIn(staff);
  await page.goto("/admin/instances");
  await test.step("the filter shows only what waits for staff", async () => {
    const rows = page.getByRole("row").filter({ has: page.getByRole("link") });
    await expect(async () => {
      await page.goto("/admin/instances?waiting=staff");
      await expect(rows).toHaveCount(1, { timeout: 2_000 });
    }).toPass(instanceTimeout);
    await expect(rows).toContainText("stuck-1");
    await expect(rows).toContainText("Waiting for staff");
    await expectAccessible(page);
    await page.getByRole("button", { name: "Waiting for staff" }).click();
    await expect(page.getByRole("link", { name: "infer-a", exact: true })).toBeVisible();
  });

  await test.step("the operation has its steps, attempts and log", async () => {
    await page.goto("/admin/commands?status=waiting");
    await page.getByRole("link", { name: "Terminating" }).click();
    await expect(statusOnPage(page)).toContainText("Waiting for staff");
    await expect(page.getByRole("row").filter({ hasText: "waits for staff" })).toContainText(
      "Warning",
    );
    await page.getByRole("button", { name: "Level" }).click();
    await page.getByRole("checkbox", { name: "Error" }).click();
    await page.keyboard.press("Escape");
    await expect(page).toHaveURL(/level=error/);
    await expect(page.getByRole("row").filter({ hasText: "waits for staff" })).toHaveCount(0);
    await page.goBack();
    await expect(page.getByRole("row").filter({ hasText: "waits for staff" })).toBeVisible();
    await expectAccessible(page);
    await page.getByRole("link", { name: "stuck-1", exact: true }).click();
    await expect(page.getByRole("heading", { level: 1, name: "stuck-1" })).toBeVisible();
  });

  await test.step("a termination can't be failed; it is retried, and completed with a note", async () => {
    await expectAccessible(page);
    await expect(page.getByRole("button", { name: "Fail step" })).toHaveAttribute(
      "aria-disabled",
      "true",
    );
    await page.getByRole("button", { name: "Retry step" }).click();
    const retry = page.getByRole("alertdialog");
    await retry.getByLabel("Note").fill("The region is repaired");
    await retry.getByRole("button", { name: "Retry step" }).click();
    await expect(retry).toBeHidden();
    // The provider still rejects it, so it waits again.
    await page.getByRole("button", { name: "Complete step" }).click();
    const dialog = page.getByRole("alertdialog");
    await expectAccessible(page);
    await dialog.getByRole("button", { name: "Complete step" }).click();
    await expect(dialog.getByText("Required")).toBeVisible();
    await dialog.getByLabel("Note").fill("Released by hand");
    await dialog.getByRole("button", { name: "Complete step" }).click();
    await expect(dialog).toBeHidden();
    // Until now a retry of the step would have succeeded before the note.
    await page.request.delete(faults);
    await expect(statusOnPage(page)).toContainText("Terminated", instanceTimeout);
    await expect(page.getByText("Demo IT Admin: Released by hand")).toBeVisible();
  });

  await test.step("the customer reads the note of Support, and no name", async () => {
    await page.request.post("/auth/login", {
      data: { email: customer.email, password: demoPassword },
    });
    await page.goto(`/${customer.handle}/instances/${instance}?tab=timeline`);
    await expect(page.getByText("Support completed this step: Released by hand")).toBeVisible();
  });
});
