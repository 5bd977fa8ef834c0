/** An hour of acting as a customer, in fake time: browser and server follow one clock that the story moves. */
import { api } from "#contracts/api.ts";
import { expect, test } from "./own-world.ts";
import { turnTwoFactorOn } from "./second-factor.ts";

/** Into the last half minute of a session's ten, when it is extended. */
const steps = [545, 30] as const;
const rounds = 6;
const lastSeconds = 110;

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
  const { now } = await mover.do(api.demo.moveClock, { body: { seconds: 1 } });
  await context.clock.install({ time: now });
  await page.goto("/admin/users?search=owner@demo.test");
  await page.getByRole("link", { name: "Demo Owner" }).click();
  await page.getByRole("button", { name: "Act as this person" }).click();
  await page.getByLabel("Reason").fill("Ticket 4714");
  const { pathname } = new URL(page.url());
  await page.getByRole("button", { name: "Act as Demo Owner" }).click();
  const bar = page.getByRole("complementary", { name: "Acting as a customer" });
  await expect(bar).toBeVisible();
  await expect(page.getByRole("heading", { name: "Overview" })).toBeVisible();

  const pass = async (seconds: number) => {
    await mover.do(api.demo.moveClock, { body: { seconds } });
    await mover.do(api.auth.refresh, {});
    await context.clock.runFor(seconds * 1_000);
  };
  for (let round = 0; round < rounds; round += 1) {
    const extended = page.waitForResponse((answer) => answer.url().endsWith("/auth/refresh"));
    for (const seconds of steps) await pass(seconds);
    expect((await extended).status()).toBe(200);
  }
  await expect(bar).toBeVisible();
  // The server is a little behind: it has to know the session still when the bar ends it.
  await context.clock.runFor(lastSeconds * 1_000);
  const secondLater = async () => {
    await context.clock.runFor(1_000);
    return new URL(page.url()).pathname;
  };
  await expect.poll(secondLater, { intervals: [300], timeout: 45_000 }).toBe(pathname);
  await expect(page.getByRole("heading", { level: 1, name: "Demo Owner" })).toBeVisible();
  await expect(bar).toHaveCount(0);
});
