/** A price that changes while the order form is open. */
import pg from "pg";
import { owner } from "../pages/page-spec.ts";
import { showAllProducts } from "../support/console-actions.ts";
import { expect, expectAccessible, test } from "../support/fixtures.ts";

/** Adds a price that holds from now on. */
async function changePrice(databaseUrl: string, product: string, rateMicrosPerHour: number) {
  const client = new pg.Client(databaseUrl);
  await client.connect();
  await client.query(
    `INSERT INTO price_snapshot (id, product_id, rate_micros_per_hour, valid_from)
     SELECT gen_random_uuid(), id, $2, now() FROM product WHERE name = $1`,
    [product, rateMicrosPerHour],
  );
  await client.end();
}

test("a changed price is shown beside the old one before the customer accepts it @phone", async ({
  page,
  signIn,
  stack,
  unique,
}) => {
  await signIn(owner);
  // Both projects run this spec, and each needs a price that differs from the one before.
  await changePrice(stack.databaseUrl, "16 vCPU", 320_000);
  await page.goto("/northwind/instances/create");
  await showAllProducts(page);
  await page.getByRole("radio", { name: /^16 vCPU/ }).check();
  const name = unique("priced");
  await page.getByLabel(/^Hostname/).fill(name);
  await changePrice(stack.databaseUrl, "16 vCPU", 350_000);
  await page.getByRole("button", { name: "Create instance" }).filter({ visible: true }).click();

  const changed = page.getByRole("alert").filter({ hasText: "The price has changed" });
  await expect(changed).toContainText("Nothing has been created yet.");
  await expect(changed.getByRole("row", { name: "Per hour US$0.32 US$0.35" })).toBeVisible();
  await expect(changed.getByRole("row", { name: "Per month US$233.60 US$255.50" })).toBeVisible();
  await expectAccessible(page);
  await page
    .getByRole("button", { name: "Accept price and create" })
    .filter({ visible: true })
    .click();
  await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
  await changePrice(stack.databaseUrl, "16 vCPU", 320_000);
});
