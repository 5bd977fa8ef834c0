/** An hour of acting as a customer, in fake time. */
import { FakeTime } from "./fake-time.ts";
import { expect, test } from "./own-world.ts";
import { turnTwoFactorOn } from "./second-factor.ts";

const hourSeconds = 3_600;
const lastSeconds = 60;
/** Gone through one by one. */
const shownSeconds = 15;

test("after an hour the bar takes staff back to where they began, by itself", async ({
  context,
  page,
  signIn,
  visitor,
}) => {
  test.slow();
  const mover = await visitor("newcomer@demo.test");
  await signIn("support@demo.test");
  await turnTwoFactorOn(page);
  const time = new FakeTime(context, mover);
  await time.install();
  await page.goto("/admin/users?search=owner@demo.test");
  await page.getByRole("link", { name: "Demo Owner" }).click();
  await page.getByRole("button", { name: "Act as this person" }).click();
  await page.getByLabel("Reason").fill("Ticket 4714");
  const { pathname } = new URL(page.url());
  await page.getByRole("button", { name: "Act as Demo Owner" }).click();
  const bar = page.getByRole("complementary", { name: "Acting as a customer" });
  await expect(bar).toBeVisible();
  await expect(page.getByRole("heading", { name: "Overview" })).toBeVisible();

  await time.stop();
  await time.pass(hourSeconds - lastSeconds);
  await expect(bar).toBeVisible();
  // The server stays where it is, as it has to know the session still; the bar's call takes a real moment.
  await context.clock.runFor((lastSeconds - shownSeconds) * 1_000);
  const secondLater = async () => {
    await context.clock.runFor(1_000);
    return new URL(page.url()).pathname;
  };
  await expect.poll(secondLater, { intervals: [400], timeout: 30_000 }).toBe(pathname);
  await context.clock.resume();
  await expect(page.getByRole("heading", { level: 1, name: "Demo Owner" })).toBeVisible();
  await expect(bar).toHaveCount(0);
});
