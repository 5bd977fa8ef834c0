/** What staff see when a provider changes an instance without an operation of Boreal. */
import { api } from "#contracts/api.ts";
import { z } from "zod";
import { createInstances } from "../support/instances.ts";
import { expect, expectAccessible, test } from "../support/fixtures.ts";

const World = z.object({ servers: z.array(z.looseObject({ id: z.string(), name: z.string() })) });

/** Longer than the interval of the comparisons, 30 seconds. */
const comparison = { timeout: 90_000 };

test("an instance that was stopped at its provider is a finding until the customer starts it", {
  tag: "@phone",
}, async ({ page, customer, signIn, stack, unique }) => {
  test.setTimeout(240_000);
  const hostname = unique("found");
  const path = { workspace: customer.handle };
  await createInstances(customer, [hostname]);
  const own = async () => (await customer.call(api.instances.list, { path })).data[0];
  await expect.poll(async () => (await own())?.status, { timeout: 120_000 }).toBe("active");
  const world = await fetch(new URL("/_control/world", stack.cloudUrl));
  const { servers } = World.parse(await world.json());
  const server = servers.find(({ name }) => name === hostname);
  await fetch(new URL(`/_control/servers/${server?.id}/state`, stack.cloudUrl), {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ vmState: "stopped" }),
  });

  await signIn("it-admin@demo.test");
  await page.goto("/admin/infrastructure");
  const finding = page.getByRole("row").filter({ hasText: hostname });
  await expect(async () => {
    await page.reload();
    await expect(finding).toBeVisible({ timeout: 2_000 });
  }).toPass(comparison);
  await expect(finding).toContainText("Instance changed");
  await expect(finding).toContainText("Active → Stopped, without an operation of ours");
  await expect(finding.getByRole("link", { name: customer.handle })).toHaveAttribute(
    "href",
    /^\/admin\/workspaces\//,
  );
  await expectAccessible(page);

  await customer.call(api.instances.reset, {
    path: { ...path, instance: (await own())?.id ?? "" },
    body: { action: "power_on" },
  });
  await expect(async () => {
    await page.reload();
    await expect(page.getByRole("heading", { level: 1, name: "Infrastructure" })).toBeVisible();
    await expect(finding).toHaveCount(0, { timeout: 2_000 });
  }).toPass(comparison);
  await page.goto("/admin/infrastructure?state=resolved");
  await expect(page.getByRole("button", { name: "Resolved", pressed: true })).toBeVisible();
  await expect(finding).toContainText("Instance changed");
});

test("staff have the catalog of a region read again, and find the operation in the list", async ({
  page,
  signIn,
}) => {
  await signIn("it-admin@demo.test");
  await page.goto("/admin/infrastructure");
  await page.getByRole("button", { name: "Read the catalog again" }).click();
  const dialog = page.getByRole("dialog", { name: "Read the catalog again" });
  await dialog.getByRole("button", { name: "Read again" }).click();
  await expect(dialog.getByLabel("Region")).toHaveAttribute("aria-invalid", "true");
  await dialog.getByLabel("Region").selectOption({ label: "Luleå" });
  await dialog.getByLabel("Type").selectOption({ label: "Bare metal" });
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Read again" }).click();
  await expect(page.getByText("Reading the catalog of Luleå")).toBeVisible();
  await expect(async () => {
    await page.goto("/admin/commands");
    const row = page.getByRole("row").filter({ hasText: "bare_metal_region lulea" }).first();
    await expect(row).toContainText("Catalog read", { timeout: 2_000 });
    await expect(row).toContainText("Succeeded");
  }).toPass({ timeout: 40_000 });
});
