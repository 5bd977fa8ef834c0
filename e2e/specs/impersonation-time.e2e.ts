/** An impersonation session of one hour: the server's clock is moved to its last seconds. */
import { advanceTime } from "../support/fake-time.ts";
import { expect, test } from "../support/isolated-stack.ts";
import { enableTwoFactor } from "../support/two-factor-actions.ts";

const hourSeconds = 3_600;
/** Remaining real time; the bar ends the session shortly before. */
const leftSeconds = 25;

test("ends impersonation after an hour and returns staff to the page where it started", async ({
  page,
  signIn,
  signInClient: apiClient,
}) => {
  test.slow();
  const mover = await apiClient("newcomer@demo.test");
  await signIn("support@demo.test");
  await enableTwoFactor(page);
  await page.goto("/admin/users?search=owner@demo.test");
  await page.getByRole("link", { name: "Demo Owner" }).click();
  await page.getByRole("button", { name: "Act as user" }).click();
  await page.getByLabel("Reason").fill("Ticket 4714");
  const { pathname } = new URL(page.url());
  await page.getByRole("button", { name: "Act as Demo Owner" }).click();
  const bar = page.getByRole("complementary", { name: "Acting as a customer" });
  await expect(bar).toBeVisible();
  await expect(page.getByRole("heading", { name: "Overview" })).toBeVisible();

  // An open page would send requests of its own while the clock is moved.
  await page.goto("about:blank");
  await advanceTime(page, mover, hourSeconds - leftSeconds);
  await page.goto("/northwind");
  await expect(bar).toBeVisible();
  await expect(page).toHaveURL(pathname, { timeout: leftSeconds * 1_000 });
  await expect(page.getByRole("heading", { level: 1, name: "Demo Owner" })).toBeVisible();
  await expect(bar).toHaveCount(0);
});
