/** The cart: several configurations in one order. */
import type { Page } from "@playwright/test";
import { api } from "#contracts/api.ts";
import { acceptedKeys } from "#contracts/ssh-key-fixtures.ts";
import { fillOrderForm, goTo, instanceTimeout } from "../support/console-actions.ts";
import { expect, expectAccessible, test } from "../support/fixtures.ts";

const addToCart = (page: Page) =>
  page.getByRole("button", { name: "Add to cart" }).filter({ visible: true }).last().click();
const lines = (page: Page) =>
  page.getByRole("list", { name: "Lines of the cart" }).getByRole("heading", { level: 2 });
const hostname = (page: Page) => page.getByLabel("Hostname", { exact: true });

test.beforeEach(async ({ customer }) => {
  await customer.call(api.credentials.create, {
    path: { workspace: customer.handle },
    body: { name: "laptop", publicKey: acceptedKeys.ed25519.line },
  });
});

test("orders two configurations at once, and shows what became of each name @phone", async ({
  page,
  customer,
}) => {
  test.setTimeout(120_000);
  await page.goto(`/${customer.handle}/cart?region=lulea`);
  await fillOrderForm(page, { product: "2 vCPU", system: "Debian" });
  await page.getByLabel("Quantity").fill("2");
  await page.getByLabel("Name pattern").fill("web-{n}");
  await addToCart(page);
  await expect(lines(page)).toHaveText(["2 vCPU"]);
  const line = page.getByRole("list", { name: "Lines of the cart" }).getByRole("listitem").first();
  await expect(line).toContainText(/2 instances.*Luleå/);

  await test.step("another line begins with the region and keys of the last one and with a free name", async () => {
    await page.getByRole("link", { name: "Add another line" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Add to cart" })).toBeVisible();
    await expect(page.getByRole("radio", { name: /Luleå/ })).toBeChecked();
    await fillOrderForm(page, { product: "4 vCPU", system: "Ubuntu" });
    await hostname(page).fill("web-1");
    await expect(hostname(page)).toHaveAccessibleDescription(/already used/);
    await hostname(page).fill("db-1");
    await addToCart(page);
    await expect(lines(page)).toHaveText(["2 vCPU", "4 vCPU"]);
  });

  await test.step("the sum is that of all lines", async () => {
    await expect(page.getByText("US$0.16", { exact: true }).first()).toBeAttached();
    await expect(page.getByText("US$116.80", { exact: true }).last()).toBeVisible();
    await expectAccessible(page);
  });

  await test.step("Back and a copied link lead to the same cart", async () => {
    const cart = page.url();
    expect(cart.length).toBeLessThan(2_000);
    await page.goBack();
    await expect(hostname(page)).toHaveValue("db-1");
    await page.goto(cart);
    await expect(lines(page)).toHaveText(["2 vCPU", "4 vCPU"]);
  });

  await test.step("the cart is kept: every page leads to it with the number of its lines", async () => {
    await page.goto(`/${customer.handle}`);
    await goTo(page, /^Cart ?2$/);
    await expect(lines(page)).toHaveText(["2 vCPU", "4 vCPU"]);
    await page.goto(`/${customer.handle}/instances`);
    await page.getByRole("link", { name: "Cart (2)" }).click();
    await expect(lines(page)).toHaveText(["2 vCPU", "4 vCPU"]);
  });

  await test.step("a line is changed in place", async () => {
    await page.getByRole("link", { name: "Change line 2" }).click();
    await expect(hostname(page)).toHaveValue("db-1");
    await hostname(page).fill("db-primary");
    await page
      .getByRole("button", { name: "Save changes" })
      .filter({ visible: true })
      .first()
      .click();
    await expect(page.getByText("db-primary")).toBeVisible();
    await expect(lines(page)).toHaveText(["2 vCPU", "4 vCPU"]);
  });

  await page
    .getByRole("button", { name: "Create 3 instances" })
    .filter({ visible: true })
    .first()
    .click();
  await expect(page.getByRole("heading", { level: 1, name: "3 instances ordered" })).toBeVisible();
  for (const name of ["web-1", "web-2", "db-primary"])
    await expect(page.getByRole("link", { name, exact: true })).toBeVisible();
  await expectAccessible(page);
  await expect(page.getByText("All of them are active")).toBeVisible(instanceTimeout);
  await page.reload();
  await expect(page.getByRole("link", { name: "db-primary" })).toBeVisible();
  await goTo(page, /^Cart$/);
  await expect(page.getByText("Your cart is empty")).toBeVisible();
});

test("an order that fails creates nothing, and says which name is the reason", async ({
  page,
  customer,
}) => {
  const path = { workspace: customer.handle };
  await page.goto(`/${customer.handle}/cart?region=lulea`);
  await fillOrderForm(page, { product: "2 vCPU", system: "Debian" });
  await hostname(page).fill("first");
  await addToCart(page);
  await page.getByRole("link", { name: "Add another line" }).click();
  await fillOrderForm(page, { product: "2 vCPU", system: "Debian" });
  await hostname(page).fill("second");
  await addToCart(page);
  await expect(lines(page)).toHaveCount(2);

  const cart = page.url();
  await test.step("another order takes one of the names meanwhile", async () => {
    const offer = await customer.call(api.catalogue.offer, {});
    const keys = await customer.call(api.credentials.list, { path });
    const product = offer.products.find(({ name }) => name === "2 vCPU");
    await customer.call(api.instances.order, {
      path,
      body: {
        region: "lulea",
        virtualProduct: product?.id ?? "",
        operatingsystem: offer.images[0]?.id ?? "",
        hostname: ["second"],
        workspaceCredential: keys.data.map(({ id }) => id),
        priceSnapshotId: product?.priceSnapshotId ?? "",
      },
    });
  });
  await page.getByRole("button", { name: "Create 2 instances" }).first().click();
  const outcome = page.getByRole("alert").filter({ hasText: "Nothing was created" });
  await expect(outcome.getByRole("row", { name: /^first Could be created/ })).toBeVisible();
  await expect(
    outcome.getByRole("row", { name: /^second This name is already used/ }),
  ).toBeVisible();
  await expectAccessible(page);
  expect(page.url()).toBe(cart);

  await test.step("a link with other lines leaves the kept cart alone until it is asked to", async () => {
    await page.goto(cart.replace("second", "third"));
    const note = page.getByRole("note").filter({ hasText: "another cart than the one you keep" });
    await expect(note).toContainText("Your own cart has 2 lines");
    await note.getByRole("link", { name: "Show my cart" }).click();
    await expect(page.getByText("second", { exact: true })).toBeVisible();
    await expect(note).toHaveCount(0);
  });

  await page.getByRole("button", { name: "Remove line 2" }).click();
  await expect(outcome).toHaveCount(0);
  await page.getByRole("button", { name: "Create instance" }).first().click();
  await expect(page.getByRole("heading", { level: 1, name: "1 instance ordered" })).toBeVisible();
});

test("N01, N07: user data is checked while it is typed, stays out of the URL, and survives the cart", async ({
  page,
  customer,
  context,
}) => {
  await page.goto(`/${customer.handle}/cart?region=lulea`);
  await fillOrderForm(page, { product: "2 vCPU", system: "Debian" });
  await page.getByRole("button", { name: "Add user data" }).click();
  const field = page.getByLabel("User data", { exact: true });
  await field.fill(Buffer.from("#!/bin/sh\necho hello world").toString("base64"));
  await expect(field).toHaveAccessibleDescription(/This is Base64/);
  await field.fill("echo hello");
  await expect(field).toHaveAccessibleDescription(/Must start with #cloud-config/);
  const script = "#!/bin/sh\necho 'Grüße, 山田' > /etc/motd\n";
  await field.fill(script);
  await expect(field).not.toHaveAttribute("aria-invalid");
  await addToCart(page);
  await expect(page.getByText("with user data")).toBeVisible();
  expect(decodeURIComponent(page.url())).not.toContain("motd");

  await test.step("a reload keeps it; another tab says that it is missing", async () => {
    await page.reload();
    await expect(page.getByText("with user data")).toBeVisible();
    const other = await context.newPage();
    await other.goto(page.url());
    await expect(other.getByText("The link doesn't contain the user data")).toBeVisible();
    await other.getByRole("button", { name: "Create instance" }).first().click();
    await expect(other.getByRole("heading", { level: 1, name: "Cart" })).toBeVisible();
    await other.close();
  });
  await page.getByRole("link", { name: "Change line 1" }).click();
  await expect(field).toHaveValue(script);
});

test("the former URL of the form leads to the cart with its selection; products are a list or a grid", async ({
  page,
  customer,
}) => {
  await page.goto(`/${customer.handle}/instances/create?region=kajaani&type=cpu`);
  await expect(page).toHaveURL(new RegExp(`/${customer.handle}/cart\\?.*region=kajaani`));
  await expect(page.getByRole("radio", { name: /Kajaani/ })).toBeChecked();
  await page.getByRole("button", { name: "Grid" }).click();
  await expect(page).toHaveURL(/layout=grid/);
  await expect(page.getByRole("table")).toHaveCount(0);
  await page.getByRole("radio", { name: /^4 vCPU/ }).check();
  await page.reload();
  await expect(page.getByRole("radio", { name: /^4 vCPU/ })).toBeChecked();
  await expectAccessible(page);
  await page.goto(`/${customer.handle}/cart/overview`);
  await expect(page.getByText("Your cart is empty")).toBeVisible();
});

test("an instance of any state can be ordered again like this", async ({ page, signIn }) => {
  await signIn("owner@demo.test");
  await page.goto("/northwind/instances?search=infer-a");
  await page.getByRole("button", { name: "Actions for infer-a" }).click();
  await page.getByRole("menuitem", { name: "Create similar instance" }).click();
  await expect(page).toHaveURL(/\/northwind\/cart\?/);
  await expect(page.getByLabel("Hostname", { exact: true })).toHaveValue(/^infer-a-\d+$/);
  await expect(page.getByRole("checkbox", { checked: true })).toHaveCount(1);
  await expect(page.getByText("weren't recognized")).toHaveCount(0);
});
