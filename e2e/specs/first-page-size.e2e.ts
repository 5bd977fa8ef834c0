/** What the first pages of a visit load until they are interactive. Bytes depend on no clock, so they are a test. */
import { statSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Page } from "@playwright/test";
import { expect, test } from "../support/fixtures.ts";

const built = fileURLToPath(new URL("../../web/dist", import.meta.url));

/** The scripts that the page's HTML names, which are all that it waits for; `kilobytes` as brotli, without headers. */
async function firstScripts(page: Page, path: string) {
  const html = (await (await page.goto(path))?.text()) ?? "";
  const names = [...html.matchAll(/(?:src|href)="(\/[\w./-]+\.js)"/g)].map(([, name = ""]) => name);
  const files = [...new Set(names)];
  const bytes = files.reduce((sum, file) => sum + statSync(`${built}${file}.br`).size, 0);
  return { count: files.length, kilobytes: bytes / 1000 };
}

test("sign-in loads at most 94 kB of scripts", async ({ page }) => {
  const { count, kilobytes } = await firstScripts(page, "/auth/login");
  expect(count).toBeGreaterThan(2);
  expect(count).toBeLessThanOrEqual(8);
  expect(kilobytes).toBeLessThanOrEqual(94);
});

test("the list of instances loads at most 163 kB of scripts", async ({ page, signIn }) => {
  await signIn("owner@demo.test");
  const { count, kilobytes } = await firstScripts(page, "/northwind/instances");
  expect(count).toBeGreaterThan(2);
  expect(count).toBeLessThanOrEqual(7);
  expect(kilobytes).toBeLessThanOrEqual(163);
});
