import { expect, test } from "../support/isolated-stack.ts";
import { expectAccessible } from "../support/fixtures.ts";

// Staff need no second factor, and no proxy is trusted. At first the browser sends requests without proxy headers.
test.use({ settings: { TRUSTED_PROXIES: "" }, extraHTTPHeaders: {} });

test("N57: the staff area warns that the server does not trust its proxy", async ({
  page,
  signIn,
}) => {
  await signIn("support@demo.test");
  await page.goto("/admin/users");
  await expect(page.getByRole("heading", { name: "Users", exact: true })).toBeVisible();
  const banner = page.getByRole("note").filter({ hasText: "TRUSTED_PROXIES" });
  await expect(banner).toBeHidden();
  // Headers that a proxy adds to each request.
  await page.setExtraHTTPHeaders({ "x-forwarded-for": "203.0.113.7" });
  await page.reload();
  await expect(banner).toContainText("a proxy at 127.0.0.1 that the server does not trust");
  await expectAccessible(page);
  // Customers do not see the warning.
  await signIn("owner@demo.test");
  await page.goto("/northwind/instances");
  await expect(page.getByRole("heading", { name: "Instances", exact: true })).toBeVisible();
  await expect(banner).toBeHidden();
});
