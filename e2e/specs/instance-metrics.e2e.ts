/** Metrics of instances: charts with tables, and regions that measure nothing. */
import { api } from "#contracts/api.ts";
import { owner } from "../pages/page-spec.ts";
import { signInAs } from "../support/api-client.ts";
import { expect, expectAccessible, test } from "../support/fixtures.ts";

test("metrics are charts with tables, with the cost of idle GPUs; a region without any says so", async ({
  page,
  signIn,
  stack,
}) => {
  const customer = await signInAs(stack.url, owner);
  const { data } = await customer.call(api.instances.list, {
    path: { workspace: "northwind" },
    query: { status: "active", perPage: "100" },
  });
  // The oldest has values of the whole period.
  const measured = data.findLast(
    ({ region, product }) => region.handle !== "kajaani" && product.gpuCount > 0,
  );
  const unmeasured = data.find(({ region }) => region.handle === "kajaani");
  if (measured === undefined || unmeasured === undefined)
    throw new Error("the demo has no such instances");
  await signIn(owner);

  await test.step("shows a chart for each kind, whose values a table has too", async () => {
    await page.goto(`/northwind/instances/${measured.id}?tab=metrics`);
    for (const title of ["GPU", "CPU", "Memory", "Network", "Disk"])
      await expect(
        page.getByRole("slider", { name: new RegExp(`^${title}, 24 hours`) }),
      ).toBeVisible();
    await expect(
      page.getByText(
        /The GPUs? (?:was|were) idle for [\d.]+ of [\d.]+ hours?, which cost about US\$/,
      ),
    ).toBeVisible();
    const card = page.locator("section").filter({
      has: page.getByRole("heading", { name: "CPU", exact: true }),
    });
    await card.getByRole("button", { name: "Show as table" }).click();
    await expect(
      card
        .getByRole("table")
        .getByRole("cell", { name: /^\d.*%$/ })
        .first(),
    ).toBeVisible();
    await expectAccessible(page);
  });

  await test.step("another period", async () => {
    await page.getByRole("button", { name: "7 days" }).click();
    await expect(page.getByRole("button", { name: "7 days" })).toHaveAttribute(
      "aria-pressed",
      "true",
    );
    await expect(page.getByRole("slider", { name: /^CPU, 7 days/ })).toBeVisible();
  });

  await test.step("a region that measures nothing says so", async () => {
    await page.goto(`/northwind/instances/${unmeasured.id}?tab=metrics`);
    await expect(page.getByRole("heading", { name: "No metrics for this instance" })).toBeVisible();
    await expect(page.getByText("Kajaani doesn't measure its instances.")).toBeVisible();
    await expectAccessible(page);
  });
});
