import { expect, test } from "../support/isolated-stack.ts";
import { expectAccessible } from "../support/fixtures.ts";

// Staff get in without a second factor, and no proxy is trusted. Requests come from the browser itself at first.
test.use({ settings: { TRUSTED_PROXIES: "" }, extraHTTPHeaders: {} });

test("N57: staff see in their area that the server does not trust its proxy", async ({
  page,
  signIn,
}) => {
  await signIn("support@demo.test");
  await page.goto("/admin/users");
  await expect(page.getByRole("heading", { name: "Users", exact: true })).toBeVisible();
  const banner = page.getByRole("note").filter({ hasText: "TRUSTED_PROXIES" });
  await expect(banner).toBeHidden();
  // What a proxy adds to each request.
  await page.setExtraHTTPHeaders({ "x-forwarded-for": "203.0.113.7" });
  await page.reload();
  await expect(banner).toContainText("a proxy at 127.0.0.1 that the server does not trust");
  await expectAccessible(page);
  // Customers have nothing to do with it.
  await signIn("owner@demo.test");
  await page.goto("/northwind/instances");
  await expect(page.getByRole("heading", { name: "Instances", exact: true })).toBeVisible();
  await expect(banner).toBeHidden();
});
