/** Names of maximum length without break opportunities stay within their area. */
import type { Locator, Page } from "@playwright/test";
import { newPublicKey } from "#api/testing/ssh-keys.ts";
import { api } from "#contracts/api.ts";
import { instanceTimeout } from "../support/console-actions.ts";
import { createInstances } from "../support/instances.ts";
import { expect, test } from "../support/fixtures.ts";

const long = "W".repeat(60);
const hostname = `h${"w".repeat(60)}1`;

/** Expects the text of the inner element to be fully visible within the outer one. */
async function expectWithin(inner: Locator, outer: Locator): Promise<void> {
  const [text, room] = await Promise.all([
    inner.evaluate((element) => {
      const range = document.createRange();
      range.selectNodeContents(element);
      const { left, right } = range.getBoundingClientRect();
      return { left, right };
    }),
    outer.evaluate((element) => {
      const { left, right } = element.getBoundingClientRect();
      return { left, right };
    }),
  ]);
  expect(text.left).toBeGreaterThanOrEqual(room.left);
  expect(text.right).toBeLessThanOrEqual(room.right);
}

/** Number of lines of the text. */
const linesOf = (text: Locator): Promise<number> =>
  text.evaluate((element) => {
    const range = document.createRange();
    range.selectNodeContents(element);
    return new Set([...range.getClientRects()].map(({ top }) => top)).size;
  });

async function expectNothingWider(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
  const wider = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(wider, address).toBeLessThanOrEqual(0);
  await expectWithin(page.getByRole("heading", { level: 1 }), page.getByRole("main"));
}

test("long names do not widen pages or squeeze other elements", { tag: "@phone" }, async ({
  page,
  customer,
}) => {
  test.slow();
  const { handle } = customer;
  const path = { workspace: handle };
  const project = await customer.call(api.projects.create, {
    path,
    body: { name: long, description: long },
  });
  await customer.call(api.credentials.create, {
    path,
    body: { name: long, publicKey: newPublicKey() },
  });
  await createInstances(customer, [hostname], project.id);

  for (const address of [
    `/${handle}`,
    `/${handle}/projects`,
    `/${handle}/projects?view=map`,
    `/${handle}/projects/${project.id}`,
    `/${handle}/instances`,
    `/${handle}/activities`,
  ])
    await expectNothingWider(page, address);

  await test.step("columns for comparison stay on one line", async () => {
    await expectNothingWider(page, `/${handle}/settings/credentials`);
    const isTable = (page.viewportSize()?.width ?? 0) > 640;
    const fingerprint = await page.getByText(/^SHA256:/).boundingBox();
    if (isTable) expect(fingerprint?.height).toBeLessThan(24);
  });

  await test.step("the button label with the instance's name fits the dialog", async () => {
    await page.goto(`/${handle}/instances`);
    const row = page.getByRole("row").filter({ hasText: hostname });
    await page.getByRole("button", { name: "Columns", exact: true }).click();
    await page.getByRole("checkbox", { name: "ID" }).check();
    await page.keyboard.press("Escape");
    const rowId = row.getByText(/^[0-9a-f]{8}-[0-9a-f-]{27}$/);
    await expect(rowId).toBeVisible();
    expect(await linesOf(rowId)).toBe(1);
    await expectWithin(row.getByRole("link", { name: hostname }), page.getByRole("table"));
    await page.getByRole("link", { name: hostname }).click();
    const terminate = page.getByRole("button", { name: "Terminate" });
    await expect(terminate).not.toHaveAttribute("aria-disabled", "true", instanceTimeout);
    await terminate.click();
    const question = page.getByRole("alertdialog", { name: `Terminate ${hostname}?` });
    await expect(question).toBeVisible();
    const verb = question.getByRole("button", { name: `Terminate ${hostname}` });
    await expectWithin(verb, question);
    expect(await linesOf(question.getByRole("button", { name: "Cancel" }))).toBe(1);
    await expectWithin(question.getByRole("heading"), question);
    await expectWithin(question.getByText(`Type ${hostname} to confirm`), question);
    const id = new URL(page.url()).pathname.split("/").at(-1) ?? "";
    await expect(question.getByText(id)).toBeVisible();
    await question.getByLabel(/^Type /).fill(` ${hostname} `);
    await expect(verb).toBeDisabled();
    await question.getByLabel(/^Type /).fill(hostname);
    await expect(verb).toBeEnabled();
  });
});
