/** Every page works in an impersonation session, or explains why it is not available. */
import { readFileSync } from "node:fs";
import { api } from "#contracts/api.ts";
import { signInAs } from "../support/api-client.ts";
import { expect, test } from "../support/fixtures.ts";

const unknownId = "01900000-0000-7000-8000-000000000000";

/** The paths of all pages, with the workspace's handle and unknown ids as parameters. */
function pagesOf(handle: string): string[] {
  const tree = readFileSync(new URL("../../web/src/route-tree.gen.ts", import.meta.url), "utf8");
  const union =
    /fullPaths:(?<paths>[\s|]+"[^;]*?")\s*;?\s*fileRoutesByTo/.exec(tree)?.groups?.["paths"] ?? "";
  return [...union.matchAll(/"(?<path>\/[^"]*)"/g)]
    .map(({ groups }) => groups?.["path"] ?? "")
    .filter((path) => !/^\/(?:auth\/|\d{3}$)/.test(path))
    .map((path) => path.replace("$workspace", handle).replaceAll(/\$\w+/g, unknownId));
}

for (const email of ["it-admin@demo.test", "business-admin@demo.test", "support@demo.test"]) {
  test(`${email} opens every page as a customer`, async ({ page, signIn, baseURL }) => {
    test.slow();
    const problems: string[] = [];
    page.on("pageerror", (error) => problems.push(`${page.url()}: ${error.message}`));
    await signIn(email);
    const owner = await signInAs(baseURL ?? "", "owner@demo.test");
    const { user } = await owner.call(api.auth.self, {});
    await page.goto(`/admin/users/${user.id}`);
    await page.getByRole("button", { name: "Act as user" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Reason").fill("Every page");
    await dialog.getByRole("button", { name: /^Act as/ }).click();
    const bar = page.getByRole("complementary", { name: "Acting as a customer" });
    await expect(bar).toBeVisible();

    const pages = pagesOf("northwind");
    expect(pages.length).toBeGreaterThan(30);
    for (const path of pages) {
      await page.goto(path);
      await expect(page.getByRole("heading", { level: 1 }), path).toBeVisible();
      await expect(page.getByText("Something broke"), path).toHaveCount(0);
      await expect(page.getByText("Something went wrong"), path).toHaveCount(0);
    }
    expect(problems).toEqual([]);
  });
}
