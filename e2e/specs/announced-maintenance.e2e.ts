/** Announced maintenance tells all users and then closes the console, so this spec has an isolated stack. */
import { api } from "#contracts/api.ts";
import { goTo } from "../support/console-actions.ts";
import { expectAccessible } from "../support/fixtures.ts";
import { expect, test } from "../support/isolated-stack.ts";

// Staff sign in without a second factor.
test.use({ settings: { BOREAL_EMAIL_STEP: "never", BOREAL_STAFF_TWO_FACTOR: "optional" } });

test("announced maintenance counts down, can be hidden, changed and canceled, and starts by itself", async ({
  page,
  context,
  browser,
  stack,
  signIn,
  signInClient,
}) => {
  test.slow();
  await signIn("owner@demo.test");
  const customerContext = await browser.newContext({ baseURL: stack.url });
  await customerContext.addCookies(await context.cookies());
  await context.clearCookies();
  const customer = await customerContext.newPage();
  await customer.goto("/northwind/projects");
  const mover = await signInClient("member@demo.test");
  const moveClock = async (seconds: number) =>
    Date.parse((await mover.call(api.demo.moveClock, { body: { seconds } })).now);

  await signIn("it-admin@demo.test");
  await page.goto("/admin/maintenance");
  const start = new Date((await moveClock(1)) + 3 * 3_600_000);
  const dialog = page.getByRole("dialog");
  const announcedCard = page.getByRole("heading", { name: "Announced maintenance" });
  // All users of the demo have the same time zone.
  const { user } = await mover.call(api.auth.self, {});
  const wall = (at: Date) =>
    new Intl.DateTimeFormat("sv-SE", {
      timeZone: user.timezone,
      dateStyle: "short",
      timeStyle: "short",
    })
      .format(at)
      .replace(" ", "T");

  await test.step("needs a start that lies ahead", async () => {
    await page.getByRole("button", { name: "Announce maintenance" }).click();
    await dialog.getByRole("button", { name: "Announce" }).click();
    await expect(dialog.getByLabel("Start")).toHaveAttribute("aria-invalid", "true");
    await expectAccessible(page);
    await dialog.getByLabel("Start").fill(wall(start));
    await dialog.getByLabel("Message").fill("New storage");
    await dialog.getByRole("button", { name: "Announce" }).click();
    await expect(announcedCard).toBeVisible();
    await expectAccessible(page);
  });

  await test.step("customers see a countdown, which they may hide", async () => {
    await goTo(customer, "SSH keys");
    const notice = customer.getByRole("region", { name: "Announced maintenance" });
    await expect(notice.getByRole("timer")).toHaveText(/^(2 h 5\d|3 h)/);
    await expect(notice).toContainText("New storage");
    await expectAccessible(customer);
    await customer.getByRole("button", { name: "Hide", exact: true }).click();
    await expect(notice).toHaveCount(0);
    await customer.reload();
    await expect(customer.getByRole("heading", { name: "SSH keys", exact: true })).toBeVisible();
    await expect(notice).toHaveCount(0);
  });

  await test.step("it is canceled, and announced for a time that is near", async () => {
    await page.getByRole("button", { name: "Cancel the announcement" }).click();
    const question = page.getByRole("alertdialog");
    await question.getByRole("button", { name: "Cancel the announcement" }).click();
    await expect(announcedCard).toHaveCount(0);
    await page.getByRole("button", { name: "Announce maintenance" }).click();
    await dialog.getByLabel("Start").fill(wall(new Date((await moveClock(1)) + 5 * 60_000)));
    await dialog.getByLabel("Message").fill("New storage");
    await dialog.getByRole("button", { name: "Announce" }).click();
    await expect(announcedCard).toBeVisible();
  });

  await test.step("shortly before, it can't be hidden; then it starts by itself", async () => {
    await customer.goto("/northwind/projects");
    const notice = customer.getByRole("region", { name: "Announced maintenance" });
    await expect(notice.getByRole("timer")).toBeVisible();
    await expect(customer.getByRole("button", { name: "Hide", exact: true })).toHaveCount(0);
    await moveClock(5 * 60);
    await expect(customer.getByText(/^Maintenance since/)).toBeVisible({ timeout: 60_000 });
    await page.goto("/admin/maintenance");
    await expect(page.getByRole("button", { name: "End maintenance" })).toBeVisible();
    await page.getByRole("button", { name: "End maintenance" }).click();
    await expect(page.getByText("Maintenance ended")).toBeVisible();
  });
  await customerContext.close();
});
