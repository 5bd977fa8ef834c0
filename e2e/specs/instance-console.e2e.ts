/** The console of an instance: its log, and its screen and keyboard in the page. */
import type { Page } from "@playwright/test";
import { z } from "zod";
import { api } from "#contracts/api.ts";
import { instanceTimeout, openInstance, statusOnPage } from "../support/console-actions.ts";
import { expect, expectAccessible, test } from "../support/fixtures.ts";
import { createInstances } from "../support/instances.ts";

const World = z.object({ servers: z.array(z.object({ id: z.string(), name: z.string() })) });
const Screen = z.object({ text: z.string() });

/** What the emulated server shows on its screen. */
async function screenText(cloudUrl: string, name: string): Promise<string> {
  const world = World.parse(await (await fetch(new URL("/_control/world", cloudUrl))).json());
  const id = world.servers.find((server) => server.name === name)?.id ?? "";
  const response = await fetch(new URL(`/_control/servers/${id}/screen`, cloudUrl));
  return response.ok ? Screen.parse(await response.json()).text : "";
}

/** The number of pixels of the picture that are not the background. */
const inkPixels = (page: Page) =>
  page.getByRole("application").evaluate((element) => {
    const canvas = element.querySelector("canvas");
    const context = canvas?.getContext("2d");
    if (canvas === null || !context) return 0;
    const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
    let count = 0;
    for (let at = 0; at < data.length; at += 4) if ((data[at + 1] ?? 0) > 128) count += 1;
    return count;
  });

test("the screen shows what the instance shows, and types what the user types or pastes", async ({
  page,
  customer,
  unique,
  stack,
}) => {
  const name = unique("screen");
  await createInstances(customer, [name]);
  await page.goto(`/${customer.handle}/instances`);
  await openInstance(page, name);
  await expect(statusOnPage(page)).toContainText("Active", instanceTimeout);
  const shown = () => screenText(stack.cloudUrl, name);

  await test.step("the log shows the messages of the start, and is read again on request", async () => {
    await page.getByRole("link", { name: "Console", exact: true }).click();
    const log = page.getByRole("region", { name: "Console log" });
    await expect(log).toContainText(`setting hostname to ${name}`);
    await page.getByRole("button", { name: "Refresh" }).click();
    await expect(log).toContainText(`${name} login:`);
    await expectAccessible(page);
  });

  await test.step("opens a real picture", async () => {
    await page.getByRole("button", { name: "Open console" }).click();
    await expect(page.getByRole("button", { name: "Ctrl+Alt+Del" })).toBeEnabled();
    await expect.poll(() => inkPixels(page)).toBeGreaterThan(1_000);
    await expectAccessible(page);
  });

  await test.step("keys go to the instance, and change the picture", async () => {
    const before = await inkPixels(page);
    await page.keyboard.type("root");
    await expect.poll(shown).toMatch(/login: root$/);
    await expect.poll(() => inkPixels(page)).toBeGreaterThan(before);
    await page.getByRole("button", { name: "Ctrl+Alt+Del" }).click();
    await expect.poll(shown).toContain("Ctrl+Alt+Delete received");
  });

  await test.step("Shift+Esc gives the keyboard back to the page", async () => {
    await page.getByRole("application").locator("canvas").focus();
    await page.keyboard.press("Shift+Escape");
    await page.keyboard.press("Tab");
    await page.keyboard.type("x");
    expect(await shown()).not.toMatch(/x$/);
  });

  await test.step("pasted text is typed with Shift, and what has no key is named first", async () => {
    await page.getByRole("button", { name: "Paste text" }).click();
    const dialog = page.getByRole("dialog", { name: "Paste text" });
    await dialog.getByLabel("Text").fill("größe €");
    await expect(dialog.getByText("ö ß €")).toBeVisible();
    await expect(dialog.getByRole("button", { name: "Type text" })).toHaveAccessibleDescription(
      "Some characters can't be typed",
    );
    await expectAccessible(page);
    await dialog.getByLabel("Text").fill('\nEcho "A_b|C~$1"');
    await dialog.getByRole("button", { name: "Type text" }).click();
    await expect.poll(shown).toMatch(/\n\$ Echo "A_b\|C~\$1"$/);
  });

  await test.step("N18: a lost connection says so, and is opened again", async () => {
    const { data } = await customer.call(api.instances.list, {
      path: { workspace: customer.handle },
    });
    const path = { workspace: customer.handle, instance: data[0]?.id ?? "" };
    await customer.call(api.instances.reset, { path, body: { action: "power_off" } });
    await expect(page.getByRole("alert")).toContainText(
      "The instance is off, or has no screen right now.",
      instanceTimeout,
    );
    await page.getByRole("button", { name: "Open again" }).click();
    await expect(page.getByRole("alert")).toContainText(
      "Not available while the instance is stopped",
    );
    await customer.call(api.instances.reset, { path, body: { action: "power_on" } });
    await expect(statusOnPage(page)).toContainText("Active", instanceTimeout);
    await page.getByRole("button", { name: "Open again" }).click();
    await expect(page.getByRole("button", { name: "Ctrl+Alt+Del" })).toBeEnabled();
  });

  await test.step("the activity names who opened the console", async () => {
    await page.goto(`/${customer.handle}/activities`);
    await expect(page.getByText(new RegExp(`opened the console of ${name}`)).first()).toBeVisible();
  });
});
