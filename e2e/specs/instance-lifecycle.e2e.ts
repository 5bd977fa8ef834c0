/** Cancel of a queued creation, undo of a termination, and a suspended workspace, in the browser. */
import pg from "pg";
import { api } from "#contracts/api.ts";
import { instanceTimeout, statusOnPage } from "../support/console-actions.ts";
import { expect, expectAccessible } from "../support/fixtures.ts";
import { createInstances } from "../support/instances.ts";
import { test } from "../support/isolated-stack.ts";

test.use({ settings: { BOREAL_EMAIL_STEP: "never", BOREAL_STAFF_TWO_FACTOR: "optional" } });

test("a queued creation is canceled, a termination undone, and a suspended workspace explains itself", async ({
  page,
  customer,
  stack,
}) => {
  test.setTimeout(300_000);
  const faults = `${stack.cloudUrl}/_control/faults`;
  const path = { workspace: customer.handle };
  const instances = `/${customer.handle}/instances`;

  await test.step("a creation that waits for its turn is canceled", async () => {
    const slow = { match: { service: "compute" }, kind: "slow", delayMs: 8_000 };
    expect((await page.request.post(faults, { data: slow })).status()).toBe(201);
    await createInstances(customer, ["keep-1"]);
    // Three creations start at a time, in any order of an order's instances, so that five of eight wait.
    await createInstances(
      customer,
      Array.from({ length: 8 }, (_, index) => `queued-${index + 2}`),
    );
    const waiting = await expect
      .poll(async () => {
        const { data } = await customer.call(api.instances.list, {
          path,
          query: { status: "building" },
        });
        return data.length;
      })
      .toBe(3)
      .then(() => customer.call(api.instances.list, { path, query: { status: "pending" } }));
    await page.goto(`${instances}/${waiting.data[0]?.id ?? ""}`);
    await expect(page.getByText("Waiting for its turn.")).toBeVisible();
    await page.getByRole("button", { name: "Cancel creation" }).click();
    const dialog = page.getByRole("alertdialog").or(page.getByRole("dialog"));
    await dialog.getByRole("button", { name: "Cancel creation" }).click();
    await expect(statusOnPage(page)).toContainText("Terminated");
    await expect(page.getByText("This instance was canceled before it was created.")).toBeVisible();
    await expectAccessible(page);
    await page.request.delete(faults);
  });

  await test.step("a terminated instance is restored from its page", async () => {
    await page.goto(instances);
    await page.getByRole("link", { name: "keep-1", exact: true }).click();
    await expect(statusOnPage(page)).toContainText("Active", instanceTimeout);
    await page.getByRole("button", { name: "Terminate", exact: true }).click();
    const dialog = page.getByRole("alertdialog").or(page.getByRole("dialog"));
    await expect(dialog.getByText("You can undo this for 24 hours, unbilled.")).toBeVisible();
    await dialog.getByRole("textbox").fill("keep-1");
    await dialog.getByRole("button", { name: "Terminate keep-1" }).click();
    await page.goto(`${instances}?status=terminating,terminated`);
    const row = page.getByRole("row").filter({ hasText: "keep-1" });
    await expect(row).toContainText("undo possible for");
    await row.getByRole("link", { name: "keep-1" }).click();
    await expect(statusOnPage(page)).toContainText("Terminated", instanceTimeout);
    await expect(page.getByText(/You can undo this termination for 23 h/)).toBeVisible();
    await expectAccessible(page);
    await page.getByRole("button", { name: "Undo", exact: true }).click();
    await expect(statusOnPage(page)).toContainText("Active", instanceTimeout);
  });

  await test.step("a suspended workspace says why, and its buttons say so too", async () => {
    const database = new pg.Client(stack.databaseUrl);
    await database.connect();
    await database.query("SET ROLE boreal_system");
    await database.query(
      "UPDATE workspace SET status = 'suspended', suspended_at = now(), suspension_reason = 'staff', suspension_note = 'Abuse report' WHERE handle = $1",
      [customer.handle],
    );
    await database.end();
    await page.goto(instances);
    await expect(page.getByText("This workspace is suspended since")).toBeVisible();
    await expect(page.getByText("Abuse report")).toBeVisible();
    await expectAccessible(page);
  });
});
