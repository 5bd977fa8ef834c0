/** A sold-out product is waited for. */
import pg from "pg";
import { api } from "#contracts/api.ts";
import { acceptedKeys } from "#contracts/ssh-key-fixtures.ts";
import { instanceTimeout, showAllProducts } from "../support/console-actions.ts";
import { expect, expectAccessible, test } from "../support/fixtures.ts";

/** Sets the stock until the end of the test; syncs leave it alone for an hour. */
async function setStock(databaseUrl: string, product: string, available: number) {
  const client = new pg.Client(databaseUrl);
  await client.connect();
  await client.query(
    `UPDATE product_stock s SET available = $2, rejected_until = CASE WHEN $2 = 0 THEN now() + interval '1 hour' END
       FROM product p WHERE p.id = s.product_id AND p.name = $1 AND s.region_handle = 'keflavik'`,
    [product, available],
  );
  await client.end();
}

/** Desktop and phone run at the same time, so each has a product of its own. */
const products = { desktop: "2 × A100 80GB", phone: "4 × A100 80GB" } as const;

test("waits for a sold-out product with a second choice and a price limit; starts, and mails @phone", async ({
  page,
  customer,
  stack,
  waitForEmailLink,
  unique,
}) => {
  test.setTimeout(150_000);
  const product = products[test.info().project.name === "phone" ? "phone" : "desktop"];
  const name = unique("patient");
  const key = await customer.call(api.credentials.create, {
    path: { workspace: customer.handle },
    body: { name: "laptop", publicKey: acceptedKeys.ed25519.line },
  });
  await setStock(stack.databaseUrl, product, 0);

  await test.step("the row says why, and offers to wait", async () => {
    await page.goto(`/${customer.handle}/cart?region=keflavik&keys=${key.id}`);
    await showAllProducts(page);
    await page.getByLabel("Hostname", { exact: true }).fill(name);
    await page.getByRole("button", { name: `Start when free: ${product}` }).click();
  });

  const dialog = page.getByRole("dialog", { name: `Start when ${product} is free` });
  await test.step("the dialog names the order, and rejects an amount that is none", async () => {
    await expect(dialog).toContainText(name);
    await expectAccessible(page);
    await dialog.getByLabel("At most per hour, in US$").fill("cheap");
    await dialog.getByRole("button", { name: "Wait for it" }).click();
    await expect(dialog.getByLabel("At most per hour, in US$")).toHaveAccessibleDescription(
      /whole number/,
    );
    await dialog.getByLabel("At most per hour, in US$").fill("9,50");
    await dialog.getByLabel("Otherwise").selectOption({ index: 1 });
    await expect(dialog.getByLabel("Or else")).toBeVisible();
    await dialog.getByLabel("Otherwise").selectOption({ index: 0 });
    await dialog.getByLabel("Wait for").selectOption({ label: "3 days" });
    await dialog.getByRole("button", { name: "Wait for it" }).click();
  });

  const row = page.getByRole("row").filter({ hasText: name });
  await test.step("it waits in the list with its position", async () => {
    await expect(page).toHaveURL(new RegExp(`/${customer.handle}/cart/queue`));
    await expect(page.getByText("Order placed")).toBeVisible();
    await expect(row).toContainText("Sold out right now");
    await expect(row).toContainText("US$9.50");
    await expectAccessible(page);
  });

  await test.step("it starts without a reload when the product is free", async () => {
    await setStock(stack.databaseUrl, product, 2);
    await expect(row).toContainText("Started", { timeout: 60_000 });
    let link = "";
    await expect
      .poll(async () => (link = await waitForEmailLink(customer.email)))
      .toContain("/cart/overview?order=");
    await page.goto(link);
    await expect(page.getByRole("heading", { level: 1, name: "1 instance ordered" })).toBeVisible();
    await expect(page.getByRole("link", { name })).toBeVisible();
    await expect(page.getByText("All of them are active")).toBeVisible(instanceTimeout);
  });
});

test("a waiting order is canceled from its menu", async ({ page, customer, stack, unique }) => {
  const name = unique("given-up");
  const path = { workspace: customer.handle };
  const key = await customer.call(api.credentials.create, {
    path,
    body: { name: "laptop", publicKey: acceptedKeys.ed25519.line },
  });
  // The time of the server, which may differ from this computer's.
  const health = await page.request.get(`${stack.url}/health`);
  const tomorrow = new Date(Date.parse(health.headers()["date"] ?? "") + 86_400_000);
  const offer = await customer.call(api.catalogue.offer, {});
  const product = offer.products.find((each) => each.name === "1 × A100 80GB");
  await setStock(stack.databaseUrl, product?.name ?? "", 0);
  await customer.call(api.queue.create, {
    path,
    body: {
      choices: [{ region: "keflavik", product: product?.id ?? "" }],
      operatingsystem: offer.images[0]?.id ?? "",
      hostname: [name],
      workspaceCredential: [key.id],
      maxRateMicrosPerHour: 5_000_000,
      expiresAt: tomorrow.toISOString(),
    },
  });
  await page.goto(`/${customer.handle}/instances`);
  await page.getByRole("link", { name: "Waiting orders" }).click();
  await page.getByRole("button", { name: `Actions for ${name}` }).click();
  await page.getByRole("menuitem", { name: "Cancel order" }).click();
  const question = page.getByRole("alertdialog", { name: `Cancel the waiting order of ${name}?` });
  await expect(question).toContainText("nothing is billed");
  await question.getByRole("button", { name: "Cancel order" }).click();
  await expect(page.getByText("No waiting orders")).toBeVisible();
  await page.goto(`/${customer.handle}/cart/queue?status=cancelled`);
  await expect(page.getByRole("row").filter({ hasText: name })).toContainText("Canceled");
  await page.goto(`/${customer.handle}/activities`);
  await expect(page.getByText(`canceled the waiting order of ${name}`)).toBeVisible();
  await setStock(stack.databaseUrl, product?.name ?? "", 2);
});

test("a second choice is taken at submit, and a refusal offers to wait in the form, the grid and the cart", async ({
  page,
  customer,
  stack,
  unique,
}) => {
  test.setTimeout(120_000);
  const name = "8 × A100 80GB";
  const hostname = unique("second");
  const path = { workspace: customer.handle };
  const key = await customer.call(api.credentials.create, {
    path,
    body: { name: "laptop", publicKey: acceptedKeys.ed25519.line },
  });
  const offer = await customer.call(api.catalogue.offer, {});
  const product = offer.products.find((each) => each.name === name)?.id ?? "";
  const form = `/${customer.handle}/cart?region=keflavik&keys=${key.id}&product=${product}`;
  const create = () =>
    page.getByRole("button", { name: "Create instance" }).filter({ visible: true }).first().click();
  const dialog = page.getByRole("dialog", { name: `Start when ${name} is free` });

  await test.step("the form names a second choice, and warns when its price is above the limit", async () => {
    await setStock(stack.databaseUrl, name, 2);
    await page.goto(form);
    await page.getByLabel("Hostname", { exact: true }).fill(hostname);
    await page.getByRole("button", { name: "Add second choice" }).click();
    await page.getByLabel("Otherwise").selectOption({ label: "2 vCPU in Luleå, US$0.04" });
    const maximum = page.getByLabel("At most per hour, in US$");
    await expect(maximum).toHaveValue("7.40");
    await maximum.fill("0.01");
    await expect(maximum).toHaveAccessibleDescription(/2 vCPU costs US\$0.04/);
    await maximum.fill("7.40");
    await expectAccessible(page);
  });

  await test.step("the order takes it when the first is gone, and says so with its price", async () => {
    await setStock(stack.databaseUrl, name, 0);
    await create();
    await expect(
      page.getByText("Your first choice was sold out. You get 2 vCPU in Luleå for US$0.04"),
    ).toBeVisible();
    await expect(page.getByRole("heading", { level: 1, name: hostname })).toBeVisible();
  });

  await test.step("N12: an order without one is refused, keeps its form, and can wait", async () => {
    await setStock(stack.databaseUrl, name, 2);
    await page.goto(form);
    await page.getByLabel("Hostname", { exact: true }).fill(`${hostname}-b`);
    await setStock(stack.databaseUrl, name, 0);
    await create();
    await page.getByRole("button", { name: "Wait for it" }).click();
    await expect(dialog).toContainText(`${hostname}-b`);
    await dialog.getByRole("button", { name: "Cancel" }).click();
    await expect(page.getByLabel("Hostname", { exact: true })).toHaveValue(`${hostname}-b`);
    await expectAccessible(page);
  });

  await test.step("a card of the grid offers to wait", async () => {
    await page.getByRole("button", { name: "Grid" }).click();
    await page.getByRole("button", { name: `Start when free: ${name}` }).click();
    await expect(dialog).toBeVisible();
    await dialog.getByRole("button", { name: "Cancel" }).click();
    await expect(dialog).toHaveCount(0);
  });

  await test.step("a line of the cart waits, and leaves the cart", async () => {
    await page
      .getByRole("button", { name: "Add to cart" })
      .filter({ visible: true })
      .last()
      .click();
    await page.getByRole("button", { name: "Wait for line 1" }).click();
    await expectAccessible(page);
    await dialog.getByRole("button", { name: "Wait for it" }).click();
    await expect(page).toHaveURL(new RegExp(`/${customer.handle}/cart/queue`));
    await expect(page.getByRole("row").filter({ hasText: `${hostname}-b` })).toBeVisible();
    await page.goto(`/${customer.handle}/cart/overview`);
    await expect(page.getByText("Your cart is empty")).toBeVisible();
  });
});
