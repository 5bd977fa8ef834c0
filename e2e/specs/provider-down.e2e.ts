import { acceptedKeys } from "#contracts/ssh-key-fixtures.ts";
import { api } from "#contracts/api.ts";
import { fillOrderForm, instanceTimeout, statusOnPage } from "../support/console-actions.ts";
import { z } from "zod";
import { expect, test } from "../support/fixtures.ts";

/** A different region per viewport, so that the specs do not affect each other. */
const regions = {
  desktop: { handle: "kajaani", name: /Kajaani/ },
  phone: { handle: "keflavik", name: /Keflavík/ },
};

test("an order waits for an unavailable region, shows this, and continues when it is back", async ({
  page,
  customer,
  unique,
  stack,
}, { project }) => {
  test.setTimeout(180_000);
  const region = project.name === "phone" ? regions.phone : regions.desktop;
  const name = unique("storm");
  const errors = new URL("/_control/faults", stack.cloudUrl);
  await customer.call(api.credentials.create, {
    path: { workspace: customer.handle },
    body: { name: "laptop", publicKey: acceptedKeys.ed25519.line },
  });
  await page.goto(`/${customer.handle}/cart`);
  await page.getByRole("radio", { name: region.name }).check();
  await fillOrderForm(page, { product: "2 vCPU", system: "Ubuntu" });
  await page.getByLabel("Hostname", { exact: true }).fill(name);

  const response = await fetch(errors, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ match: { region: region.handle }, kind: "down" }),
  });
  const { id } = z.object({ id: z.string() }).parse(await response.json());
  try {
    await page.getByRole("button", { name: "Create instance" }).click();
    await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
    await expect(
      page.getByText("The region isn't responding. Waiting for it to come back").first(),
    ).toBeVisible(instanceTimeout);
    await expect(statusOnPage(page)).not.toContainText("Error");
    await expect(page.getByText("Billing starts when the instance is active")).toBeVisible();
  } finally {
    await fetch(`${errors}/${id}`, { method: "DELETE" });
  }
  await expect(statusOnPage(page)).toContainText("Active", { timeout: 90_000 });
  await expect(page.getByText("waiting for it")).toHaveCount(0);
  await page.getByRole("link", { name: "Usage and cost" }).click();
  await expect(page.getByRole("row", { name: /still billed/ })).toHaveCount(1);
});
