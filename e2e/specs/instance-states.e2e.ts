/** Instances in states other than active, and instances in the default project. */
import { api } from "#contracts/api.ts";
import { signInAs } from "../support/api-client.ts";
import { createInstances } from "../support/instances.ts";
import { owner } from "../pages/page-spec.ts";
import { expect, test } from "../support/fixtures.ts";

test("a failed instance shows no price, power actions or unexecuted steps; a stopped one is shown as billed", async ({
  page,
  signIn,
  stack,
}) => {
  const apiClient = await signInAs(stack.url, owner);
  const idOf = async (search: string, status: string) => {
    const path = { workspace: "northwind" };
    const { data } = await apiClient.call(api.instances.list, { path, query: { search, status } });
    return data[0]?.id ?? "";
  };
  await signIn(owner);

  await page.goto(`/northwind/instances/${await idOf("render-no-capacity", "error")}`);
  const steps = page.getByRole("listitem").filter({ hasText: /done|failed/ });
  await expect(
    steps.filter({ hasText: "No capacity was available for this product" }),
  ).toBeVisible();
  await expect(steps.filter({ hasText: "Host requested" })).toBeVisible();
  await expect(page.getByText("Installed and booted")).toHaveCount(0);
  await expect(page.getByText("Nothing was billed").first()).toBeVisible();
  await expect(page.getByText("Per hour", { exact: true })).toHaveCount(0);
  await expect(page.getByText("Power at full load")).toHaveCount(0);

  await page.goto(`/northwind/instances/${await idOf("batch-07", "stopped")}?tab=usage`);
  await expect(page.getByRole("row", { name: /still billed/ })).toBeVisible();
  await expect(page.getByText("still running")).toHaveCount(0);
  await page.getByRole("main").getByRole("link", { name: "Overview" }).click();
  await expect(
    page.getByRole("heading", { name: "Connect with SSH (once it's running again)" }),
  ).toBeVisible();
  await expect(page.getByText("Power at full load")).toHaveCount(0);
});

test("an order without a selected project uses and shows the default project", async ({
  page,
  customer,
}) => {
  const path = { workspace: customer.handle };
  const { data } = await customer.call(api.projects.list, { path });
  const defaultProject = data.find(({ isDefault }) => isDefault);
  await customer.call(api.projects.update, {
    path: { ...path, project: defaultProject?.id ?? "" },
    body: { name: "Unsorted" },
  });
  await createInstances(customer, ["plain-1"]);
  await page.goto(`/${customer.handle}/cart`);
  await expect(page.getByLabel("Project").getByRole("option")).toHaveText(["Unsorted"]);
  await expect(page.getByText("No project")).toHaveCount(0);
  await expect(page.getByRole("definition").filter({ hasText: "Unsorted" })).toBeVisible();
  await page.goto(`/${customer.handle}/instances`);
  const row = page.getByRole("row").filter({ hasText: "plain-1" });
  await expect(row).toContainText("Unsorted");
  await row.getByRole("link", { name: "plain-1" }).click();
  await expect(page.getByText("project Unsorted")).toBeVisible();
});
