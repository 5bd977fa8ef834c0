import type { Page } from "@playwright/test";
import { acceptedKeys } from "#contracts/ssh-key-fixtures.ts";
import {
  fillOrderForm,
  goTo,
  instanceTimeout,
  openInstance,
  showAllProducts,
  statusOnPage,
} from "../support/console-actions.ts";
import { api } from "#contracts/api.ts";
import { signInAs } from "../support/api-client.ts";
import { expect, expectAccessible, test } from "../support/fixtures.ts";

const key = acceptedKeys.ed25519;

test.beforeEach(async ({ context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
});

const clipboard = (page: Page) => page.evaluate(() => navigator.clipboard.readText());

test("creates the first project and the first key of a workspace", { tag: "@phone" }, async ({
  page,
  customer,
}) => {
  await page.goto(`/${customer.handle}`);
  const steps = page.getByRole("main").getByRole("listitem");
  await expect(steps.filter({ hasText: "Add an SSH key" })).toBeVisible();
  await expect(steps.filter({ hasText: "Create an instance" })).toBeVisible();

  await test.step("creates a project; keeps the input after a mistake and validates the name", async () => {
    await goTo(page, "Projects");
    await page.getByRole("link", { name: "Create project" }).click();
    await page.getByRole("button", { name: "Create project" }).click();
    await expect(page.getByLabel("Name")).toHaveAccessibleDescription("Field is required");
    await page.getByLabel("Name").fill("Weather & <i>sea</i>");
    await page.getByLabel("Description").fill("Forecasts, hour by hour");
    await page.getByText("Amber").click();
    await page.getByRole("link", { name: "Cancel" }).click();
    await page
      .getByRole("alertdialog", { name: "Discard unsaved changes?" })
      .getByRole("button", { name: "Keep editing" })
      .click();
    await page.getByRole("button", { name: "Create project" }).click();
    await expect(
      page.getByRole("heading", { level: 1, name: "Weather & <i>sea</i>" }),
    ).toBeVisible();
    await expect(page.getByText("Project Weather & <i>sea</i> created")).toBeVisible();
    await expect(page.getByText("No instances in this project")).toBeVisible();
  });

  await test.step("rejects a second project with the same name", async () => {
    await goTo(page, "Projects");
    await page.getByRole("link", { name: "Create project" }).click();
    await page.getByLabel("Name").fill("weather & <I>sea</I>");
    await page.getByRole("button", { name: "Create project" }).click();
    await expect(page.getByLabel("Name")).toHaveAccessibleDescription(/already/i);
  });

  await test.step("marks the step as done after adding a key", async () => {
    await customer.call(api.credentials.create, {
      path: { workspace: customer.handle },
      body: { name: "laptop", publicKey: key.line },
    });
    await page.goto(`/${customer.handle}`);
    await expect(steps.filter({ hasText: "Add an SSH key (done)" })).toBeVisible();
    await expect(page.getByText("created the project")).toBeVisible();
  });
});

test("accepts a valid key and explains why an invalid one is rejected", async ({
  page,
  customer,
}) => {
  await page.goto(`/${customer.handle}/settings/credentials`);
  await expect(page.getByText("No SSH keys yet")).toBeVisible();
  await page.getByRole("button", { name: "Add key" }).click();
  const dialog = page.getByRole("dialog", { name: "Add SSH key" });
  const pasted = dialog.getByLabel("Public key", { exact: true });
  const add = dialog.getByRole("button", { name: "Add key" });
  await dialog.getByLabel("Name").fill("desk");

  const rejectedKeys: [text: string, message: RegExp][] = [
    ["", /required/],
    [
      "-----BEGIN OPENSSH PRIVATE KEY-----\nb3BlbnNz\n-----END OPENSSH PRIVATE KEY-----",
      /private key/,
    ],
    [`command="date" ${key.line}`, /options before the key/],
    [key.line.slice(0, 50) + "\n" + key.line.slice(50), /line breaks/],
    [`${key.line}\n${acceptedKeys.ecdsa256.line}`, /more than one key/],
    [key.line.slice(0, 60), /damaged/],
    ["ssh-dss AAAAB3NzaC1kc3MAAACBAP me@host", /ssh-dss/],
    ["hello", /starts with its type/],
  ];
  for (const [text, message] of rejectedKeys) {
    await pasted.fill(text);
    await add.click();
    await expect(pasted).toHaveAccessibleDescription(message);
  }

  await test.step("keeps the input after a click outside the dialog", async () => {
    await page.mouse.click(4, 4);
    await expect(dialog).toBeVisible();
    await expect(pasted).toHaveValue("hello");
  });

  await test.step("reads a key file and uses the comment as the name", async () => {
    await dialog.getByLabel("Name").fill("");
    await dialog.locator("input[type=file]").setInputFiles({
      name: "id_ed25519.pub",
      mimeType: "text/plain",
      buffer: Buffer.from(`\ufeff${key.line}\r\n`),
    });
    await expect(dialog.getByLabel("Name")).toHaveValue("laptop");
    await add.click();
    await expect(page.getByText("SSH key laptop added")).toBeVisible();
    await expect(dialog).toBeHidden();
    const row = page.getByRole("row", { name: /laptop/ });
    await expect(row).toContainText(key.fingerprint);
    await expect(row).toContainText("Default");
  });

  await test.step("rejects a duplicate key at its field", async () => {
    await page.getByRole("button", { name: "Add key" }).click();
    await pasted.fill(key.line);
    await add.click();
    await expect(pasted).toHaveAccessibleDescription("This key has already been added as laptop");
    await page.keyboard.press("Escape");
    await expect(dialog).toBeHidden();
  });

  await test.step("deletes the default key by its typed name after another key has become the default", async () => {
    await page.getByRole("button", { name: "Add key" }).click();
    await pasted.fill(acceptedKeys.ecdsa256.line);
    await dialog.getByLabel("Name").fill("a,b&c");
    await add.click();
    await page.getByRole("button", { name: "Actions for laptop" }).click();
    await page.getByRole("menuitem", { name: "Delete" }).click();
    const first = page.getByRole("dialog", { name: "Choose a new default key first" });
    await expect(first.getByLabel("New default key")).toHaveValue(/./);
    await expectAccessible(page);
    await first.getByRole("button", { name: "Make a,b&c the default" }).click();
    const question = page.getByRole("alertdialog", { name: "Delete SSH key laptop?" });
    await expect(question.getByRole("button", { name: "Delete laptop" })).toBeDisabled();
    await question.getByLabel("Type laptop to confirm").fill("laptop");
    await question.getByRole("button", { name: "Delete laptop" }).click();
    await expect(page.getByText("SSH key laptop deleted")).toBeVisible();
    await expect(page.getByRole("row", { name: /laptop/ })).toHaveCount(0);
    await expect(page.getByRole("row", { name: /a,b&c/ })).toContainText("Default");
  });
});

test("orders, uses and terminates an instance", { tag: "@phone" }, async ({
  page,
  customer,
  unique,
  stack,
}) => {
  test.setTimeout(180_000);
  const name = unique("train");

  await test.step("another customer orders the last unit of a product", async () => {
    await sellOut(stack.url, "8 × L40S", "keflavik", unique);
  });

  await test.step("N12: explains unavailable products and shows prices", async () => {
    await page.goto(`/${customer.handle}`);
    await page.getByRole("link", { name: "Create instance" }).click();
    await page.getByRole("radio", { name: /Keflavík/ }).check();
    await showAllProducts(page);
    const soldOut = page.getByRole("radio", { name: /^8 × L40S/ });
    await expect(soldOut).toHaveAccessibleName(/Sold out in Keflavík/);
    await expect(soldOut).toHaveAttribute("aria-disabled", "true");
    await expect(page.getByRole("radio", { name: /^8 × H100/ })).toHaveAccessibleName(
      /Not offered in Keflavík/,
    );
    await page.getByRole("radio", { name: /Luleå/ }).check();
    await expect(page.getByRole("radio", { name: /^1 × A100/ })).toHaveAccessibleDescription(
      /80 GB VRAM.*16 vCPU.*120 GB RAM.*480 GB disk.*US\$1\.32\/hour/,
    );
  });

  await test.step("names a missing product and key", async () => {
    await page.getByRole("button", { name: "Create instance" }).click();
    await expect(page.getByText("Check these fields")).toBeVisible();
    await expect(page.getByText("Choose a product")).toBeVisible();
    await page.getByRole("link", { name: "Product", exact: true }).click();
  });

  await test.step("C043: adds the first key in the order form", async () => {
    await expect(page.getByRole("heading", { name: "Add your first key" })).toBeVisible();
    await page.getByLabel("Public key", { exact: true }).fill("ssh-ed25519 AAAA");
    await page.getByRole("button", { name: "Add key" }).click();
    await expect(page.getByLabel("Public key", { exact: true })).toHaveAccessibleDescription(
      /damaged|cut/,
    );
    await page.getByLabel("Public key", { exact: true }).fill(key.line);
    await page.getByRole("button", { name: "Add key" }).click();
    await expect(page.getByRole("checkbox", { name: /laptop/ })).toBeChecked();
  });

  await test.step("names the invalid character of a hostname while typing", async () => {
    const hostname = page.getByLabel("Hostname", { exact: true });
    await hostname.fill("Train_01");
    await expect(hostname).toHaveValue("train_01");
    await expect(hostname).toHaveAccessibleDescription(/“_”/);
    await hostname.fill(name);
  });

  await test.step("shows the price in the summary and sends it with the order", async () => {
    await fillOrderForm(page, { product: "4 vCPU", system: "Debian" });
    const prices = page.getByText("US$0.08", { exact: true }).filter({ visible: true });
    await expect(prices.last()).toBeVisible();
    await page.getByRole("button", { name: "Create instance" }).click();
    await expect(page.getByText(`Creating ${name}`)).toBeVisible();
    await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
  });

  await test.step("becomes active step by step without a reload", async () => {
    await page.evaluate(() => sessionStorage.setItem("same document", "yes"));
    await expect(page.getByText(/^Setting up: step \d of 6$/)).toBeVisible();
    await expect(page.getByText("Billing starts when the instance is active")).toBeVisible();
    await expect(statusOnPage(page)).toContainText("Active", instanceTimeout);
    await page.getByRole("link", { name: "Timeline" }).click();
    await expect(page.getByText("Ready to sign in")).toBeVisible();
    await expect(page.getByText(/Requested by Robin Berg/)).toBeVisible();
    await page.getByRole("link", { name: "Overview", exact: true }).last().click();
  });

  await test.step("copies the ssh command", async () => {
    await page.getByRole("button", { name: "Copy SSH command" }).click();
    expect(await clipboard(page)).toMatch(/^ssh debian@\d+\.\d+\.\d+\.\d+$/);
  });

  await test.step("updates the cost live from the first second", async () => {
    await page.getByRole("link", { name: "Usage and cost" }).click();
    const row = page.getByRole("row", { name: /still billed/ });
    await expect(row).toContainText("US$0.");
    const before = await row.innerText();
    await expect.poll(() => row.innerText()).not.toBe(before);
    await page.getByRole("link", { name: "Overview", exact: true }).last().click();
    await expect(page.getByText("So far, updated every second")).toBeVisible();
  });

  await test.step("reboot", async () => {
    await page.getByRole("button", { name: "Reboot", exact: true }).click();
    const question = page.getByRole("alertdialog", { name: `Reboot ${name}?` });
    await expect(question).toContainText("Billing continues");
    await question.getByRole("button", { name: `Reboot ${name}` }).click();
    await expect(statusOnPage(page)).toContainText("Rebooting", instanceTimeout);
    await expect(statusOnPage(page)).toContainText("Active", instanceTimeout);
  });

  await test.step("powers off, shows that it is still billed, and powers on", async () => {
    await page.getByRole("button", { name: "Power off" }).click();
    await page
      .getByRole("alertdialog", { name: `Power off ${name}?` })
      .getByRole("button", { name: `Power off ${name}` })
      .click();
    await expect(statusOnPage(page)).toContainText("Stopped", instanceTimeout);
    await expect(page.getByText("Still billed while stopped").first()).toBeVisible();
    await expect(page.getByRole("button", { name: "Reboot", exact: true })).toBeDisabled();
    await expect(
      page.getByRole("button", { name: "Reboot", exact: true }),
    ).toHaveAccessibleDescription("Not available while the instance is stopped");
    await page.getByRole("button", { name: "Power on" }).click();
    await expect(statusOnPage(page)).toContainText("Active", instanceTimeout);
  });

  await test.step("the page was never reloaded", async () => {
    expect(await page.evaluate(() => sessionStorage.getItem("same document"))).toBe("yes");
    const kind = await page.evaluate(
      () => performance.getEntriesByType("navigation")[0]?.toJSON().type,
    );
    expect(kind).toBe("navigate");
  });

  await test.step("N19: terminate requires the typed name; only Escape and Cancel close the dialog", async () => {
    await page.getByRole("button", { name: "Terminate" }).click();
    const question = page.getByRole("alertdialog", { name: `Terminate ${name}?` });
    const confirmed = question.getByRole("button", { name: `Terminate ${name}` });
    await expect(question).toContainText("You can undo this for 24 hours, unbilled.");
    await expect(question).toContainText(
      /the disk and all data on it are permanently deleted, and the IP address [\d.]+ is released/,
    );
    await expect(confirmed).toBeDisabled();
    await question.getByLabel(`Type ${name} to confirm`).fill(name.slice(0, -1));
    await expect(confirmed).toBeDisabled();
    await page.mouse.click(4, 4);
    await expect(question.getByLabel(`Type ${name} to confirm`)).toHaveValue(name.slice(0, -1));
    await page.keyboard.press("Escape");
    await expect(question).toBeHidden();
    await page.getByRole("button", { name: "Terminate" }).click();
    await expect(question.getByLabel(`Type ${name} to confirm`)).toHaveValue("");
    await question.getByLabel(`Type ${name} to confirm`).fill(name);
    await confirmed.click();
    await expect(page.getByText(`Terminating ${name}. Billing has stopped.`)).toBeVisible();
  });

  await test.step("removes it from the list; its page still shows the cost", async () => {
    await expect(page).toHaveURL(`/${customer.handle}/instances`);
    await expect(page.getByRole("row", { name })).toHaveCount(0, instanceTimeout);
    await page.getByRole("link", { name: "Show terminated instances" }).click();
    await openInstance(page, name);
    await expect(statusOnPage(page)).toContainText("Terminated", instanceTimeout);
    await expect(page.getByText(/You can undo this termination for/)).toBeVisible();
    await page.getByRole("button", { name: "Delete now" }).click();
    const question = page.getByRole("alertdialog", { name: `Permanently delete ${name}?` });
    await question.getByLabel(`Type ${name} to confirm`).fill(name);
    await question.getByRole("button", { name: `Delete ${name}` }).click();
    await expect(page.getByText("This instance no longer exists.")).toBeVisible(instanceTimeout);
    await expect(page.getByText("Total. Billing has ended.")).toBeVisible();
    await expect(page.getByRole("button", { name: "Reboot", exact: true })).toHaveCount(0);
    await expect(page.getByRole("link", { name: "Create similar instance" })).toBeVisible();
  });
});

async function sellOut(
  url: string,
  product: string,
  region: string,
  unique: (prefix: string) => string,
): Promise<void> {
  const other = await signInAs(url, "other@demo.test");
  const path = { workspace: "other-company" };
  const keys = await other.call(api.credentials.list, { path });
  const getStock = async () => {
    const offer = await other.call(api.catalogue.offer, {});
    const item = offer.products.find(({ name }) => name === product);
    const free = item?.stock.find(({ regionHandle }) => regionHandle === region)?.free ?? 0;
    return { item, free, image: offer.images[0]?.id ?? "" };
  };
  for (let stock = await getStock(); stock.free > 0; stock = await getStock()) {
    await other.call(api.instances.order, {
      path,
      body: {
        region,
        virtualProduct: stock.item?.id ?? "",
        operatingsystem: stock.image,
        hostname: [unique("render")],
        workspaceCredential: keys.data.map(({ id }) => id),
        priceSnapshotId: stock.item?.priceSnapshotId ?? "",
      },
    });
  }
}
