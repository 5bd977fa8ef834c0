/** The hosts that the providers report, while one of them is down. */
import { z } from "zod";
import { expect, expectAccessible, test } from "../support/fixtures.ts";

/** Longer than a region's response is kept. */
const readAgain = { timeout: 40_000 };

test("staff see the hosts of all regions, and which region is not responding", {
  tag: "@phone",
}, async ({ page, signIn, stack }) => {
  test.setTimeout(120_000);
  await signIn("it-admin@demo.test");
  await page.goto("/admin/infrastructure");
  await page.getByRole("link", { name: "OpenStack hosts" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "OpenStack hosts" })).toBeVisible();
  await expect(page.getByRole("row").filter({ hasText: "lulea-cpu-01" })).toContainText("Up");
  await expect(page.getByRole("row").filter({ hasText: "lulea-cpu-01" })).toContainText(/\d+ of/);
  await expect(page.getByText(/L40S \d+\/24/)).toBeVisible();
  await expectAccessible(page);

  const faults = new URL("/_control/faults", stack.cloudUrl);
  const response = await fetch(faults, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({
      match: { region: "keflavik", pathPattern: "os-hypervisors" },
      kind: "down",
    }),
  });
  const { id } = z.object({ id: z.string() }).parse(await response.json());
  try {
    await expect(async () => {
      await page.getByRole("button", { name: "Read again" }).click();
      await expect(page.getByText("Keflavík isn't responding")).toBeVisible({ timeout: 2_000 });
    }).toPass(readAgain);
    await expect(page.getByRole("row").filter({ hasText: "lulea-cpu-01" })).toBeVisible();
    await expectAccessible(page);
  } finally {
    await fetch(`${faults}/${id}`, { method: "DELETE" });
  }
  await expect(async () => {
    await page.getByRole("button", { name: "Read again" }).click();
    await expect(page.getByText("isn't responding")).toBeHidden({ timeout: 2_000 });
  }).toPass(readAgain);
});

test("staff see the bare-metal hosts with their power and item, and what host groups install", async ({
  page,
  signIn,
}) => {
  await signIn("it-admin@demo.test");
  await page.goto("/admin/infrastructure/foreman?search=cpu-1");
  const host = page.getByRole("row").filter({ hasText: "cpu-1.lulea.boreal.test" });
  await expect(host).toContainText("Luleå");
  await expect(host).toContainText(/O(n|ff)/);
  await expectAccessible(page);
  await host.getByRole("link", { name: /^BRL/ }).click();
  await expect(page).toHaveURL(/\/admin\/bare-metal-products\/.+\/items\//);

  await page.goto("/admin/infrastructure/hostgroups");
  await expect(page.getByRole("row").filter({ hasText: "Erase disks" })).toContainText(
    "Erases disks",
  );
  await expectAccessible(page);
});

test("support does not see the infrastructure", async ({ page, signIn }) => {
  await signIn("support@demo.test");
  await page.goto("/admin/infrastructure/openstack");
  await expect(page.getByRole("heading", { name: "You don't have access to this" })).toBeVisible();
});
