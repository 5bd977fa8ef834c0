/** A price that changes while the order form is open. */
import pg from "pg";
import { api } from "#contracts/api.ts";
import { acceptedKeys } from "#contracts/ssh-key-fixtures.ts";
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

/** Desktop and phone run at the same time, so each has a product of its own. */
const offers = {
  desktop: {
    product: "16 vCPU",
    rates: [320_000, 350_000],
    hour: "US$0.32 US$0.35",
    month: "US$233.60 US$255.50",
  },
  phone: {
    product: "8 vCPU",
    rates: [160_000, 190_000],
    hour: "US$0.16 US$0.19",
    month: "US$116.80 US$138.70",
  },
} as const;

test("C098: a changed price is shown beside the old one before the customer accepts it @phone", async ({
  page,
  customer,
  stack,
}) => {
  const { product, rates, hour, month } =
    offers[test.info().project.name === "phone" ? "phone" : "desktop"];
  await customer.call(api.credentials.create, {
    path: { workspace: customer.handle },
    body: { name: "laptop", publicKey: acceptedKeys.ed25519.line },
  });
  await page.goto(`/${customer.handle}/cart`);
  await showAllProducts(page);
  await page.getByRole("radio", { name: new RegExp(`^${product}`) }).check();
  await page.getByLabel(/^Hostname/).fill("priced");
  await changePrice(stack.databaseUrl, product, rates[1]);
  await page.getByRole("button", { name: "Create instance" }).filter({ visible: true }).click();

  const changed = page.getByRole("alert").filter({ hasText: "The price has changed" });
  await expect(changed).toContainText("Nothing has been created yet.");
  await expect(changed.getByRole("row", { name: `Per hour ${hour}` })).toBeVisible();
  await expect(changed.getByRole("row", { name: `Per month ${month}` })).toBeVisible();
  await expectAccessible(page);
  await page
    .getByRole("button", { name: "Accept price and create" })
    .filter({ visible: true })
    .click();
  await expect(page.getByRole("heading", { level: 1, name: "priced" })).toBeVisible();
  await changePrice(stack.databaseUrl, product, rates[0]);
});
