/** Tables at widths between phone and wide window: columns are hidden or rows become cards; nothing overflows. */
import type { Page } from "@playwright/test";
import { api } from "#contracts/api.ts";
import { signInAs } from "../support/api-client.ts";
import { owner } from "../pages/page-spec.ts";
import { expect, test } from "../support/fixtures.ts";

/** Tablets, small laptops, and 720: a window of 1440 px at 200 % zoom. */
const windowWidths = [641, 720, 768, 900, 901, 1024, 1240, 1440];
const phoneWidths = [320, 360, 412];

/** Tables that are wider than their card, and pages that are wider than the window. */
const overflows = (page: Page) =>
  page.evaluate(() => {
    const tables = [...document.querySelectorAll("table")].flatMap((table) => {
      const card = table.parentElement;
      const excess = card === null ? 0 : table.scrollWidth - card.clientWidth;
      return excess > 0 ? [`${table.caption?.textContent ?? "table"}: ${excess} px`] : [];
    });
    const { scrollWidth, clientWidth } = document.documentElement;
    return scrollWidth > clientWidth
      ? [...tables, `page: ${scrollWidth - clientWidth} px`]
      : tables;
  });

async function expectFits(
  page: Page,
  widths: readonly number[],
  addresses: readonly string[],
): Promise<void> {
  for (const address of addresses) {
    await page.goto(address);
    await expect(page.getByRole("table").first()).toBeVisible();
    await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
    for (const width of widths) {
      await page.setViewportSize({ width, height: 900 });
      expect(await overflows(page), `${address} at ${width} px`).toEqual([]);
    }
  }
}

test("every table fits its card and the window at every width", async ({
  page,
  signIn,
  unique,
  stack,
  isMobile,
}) => {
  test.slow();
  const widths = isMobile ? phoneWidths : windowWidths;
  const apiClient = await signInAs(stack.url, owner);
  const path = { workspace: "northwind" };
  const [projects, instances] = await Promise.all([
    apiClient.call(api.projects.list, { path }),
    apiClient.call(api.instances.list, { path, query: { search: "infer-a" } }),
  ]);
  await apiClient.call(api.invites.create, {
    path,
    body: { emails: [`${unique("guest")}@example.org`], roleId: "team_member" },
  });
  const project = projects.data.find(({ name }) => name === "Vision")?.id ?? "";
  await signIn(owner);
  await expectFits(page, widths, [
    "/northwind/instances",
    "/northwind/projects",
    "/northwind/projects?view=map",
    `/northwind/projects/${project}`,
    `/northwind/instances/${instances.data[0]?.id}?tab=usage`,
    "/northwind/settings/credentials",
    "/northwind/settings/access-tokens",
    "/northwind/settings/team-members",
    "/northwind/settings/pending-team-members",
    "/northwind/activities",
    "/my-activities",
    "/workspaces",
    "/account/sessions",
  ]);

  const staff = await signInAs(stack.url, "it-admin@demo.test");
  const workspaces = await staff.call(api.adminWorkspaces.list, { query: { search: "northwind" } });
  const users = await staff.call(api.users.list, { query: { search: "member@demo.test" } });
  await signIn("it-admin@demo.test");
  await expectFits(page, widths, [
    "/admin/users",
    "/admin/workspaces",
    "/admin/staff",
    `/admin/workspaces/${workspaces.data[0]?.id}`,
    `/admin/users/${users.data[0]?.id}`,
  ]);
});

test("a narrow table of instances hides what the instance's page shows, and keeps its status and price", async ({
  page,
  signIn,
}) => {
  await signIn(owner);
  await page.setViewportSize({ width: 720, height: 900 });
  await page.goto("/northwind/instances");
  const headers = page.getByRole("table").getByRole("columnheader");
  await expect(headers).toHaveText(["Name", "Status", "Product", "Per hour", "Actions"]);
  await page.setViewportSize({ width: 641, height: 900 });
  const row = page.getByRole("row").filter({ hasText: "infer-a" });
  await expect(row.getByText("Keflavík")).toBeVisible();
});
