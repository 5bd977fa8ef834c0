/** Pages that meet a problem that passes by itself. */
import { expect, expectAccessible, test } from "../support/fixtures.ts";
import { startStallingProxy } from "../support/stalling-proxy.ts";

test("a page that meets a 503 opens by itself once the server answers", { tag: "@phone" }, async ({
  page,
  customer,
  stack,
}) => {
  const proxy = await startStallingProxy(stack.url);
  const failed = page.getByRole("heading", { name: "Something broke on our side" });
  /** Lets the page's timers run until it shows the element. */
  const waitUntilVisible = (element: typeof failed) =>
    expect
      .poll(
        async () => {
          await page.clock.runFor(2_000);
          return element.isVisible();
        },
        { timeout: 30_000 },
      )
      .toBe(true);
  await page.clock.install();
  await page.goto(`${proxy.url}/workspaces`);
  await expect(page.getByRole("link", { name: customer.handle }).first()).toBeVisible();
  proxy.fail();
  // With a parameter, the list is not among the page's first answers.
  const address = `${proxy.url}/${customer.handle}/settings/credentials?page=1`;
  await page.goto(address);
  await waitUntilVisible(failed);
  const wait = page.getByText(/^This page opens as soon as the server responds\. Next try in/);
  await expect(wait).toBeVisible();
  await expect(page.getByRole("button", { name: "Try again" })).toBeVisible();
  await expectAccessible(page);

  await test.step("it stays there, with longer waits, while the server does not answer", async () => {
    const requests: string[] = [];
    page.on("request", (request) => requests.push(request.url()));
    for (let second = 0; second < 20; second += 1) await page.clock.runFor(1_000);
    await expect(failed).toBeVisible();
    expect(requests.length).toBeLessThanOrEqual(4);
  });

  await test.step("it opens without a click when the server answers", async () => {
    proxy.pass();
    await waitUntilVisible(page.getByRole("heading", { name: "SSH keys", exact: true }));
    await expect(page).toHaveURL(address);
  });
  await proxy.stop();
});

test("pages outside a workspace state that the connection is lost", async ({
  page,
  context,
  signIn,
}) => {
  await signIn("owner@demo.test");
  const note = page.getByText("Connection lost. Reconnecting.");
  for (const path of ["/account/general", "/workspaces"]) {
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expect(page.locator("#root[data-rendered]")).toHaveCount(0);
    await expect(note).toHaveCount(0);
    await context.setOffline(true);
    await expect(note).toBeVisible();
    await context.setOffline(false);
    await expect(note).toHaveCount(0);
  }
  await signIn("support@demo.test");
  await page.goto("/admin/users");
  // The server has rendered the page; its code has to arrive before the connection is lost.
  await expect(page.locator("#root[data-rendered]")).toHaveCount(0);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await context.setOffline(true);
  await expect(note).toBeVisible();
});
