/** Pages whose first view comes from the server, before and after the browser takes it over. */
import type { Page } from "@playwright/test";
import { expect } from "./fixtures.ts";

/** Paths of the API requests that the page has sent, without its live stream. */
export function watchRequests(page: Page): string[] {
  const paths: string[] = [];
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    const isApi = /^\/(?:api|auth|admin)\//.test(pathname) && !pathname.endsWith("/live");
    if (isApi && request.resourceType() !== "document") paths.push(pathname);
  });
  return paths;
}

/** Errors and warnings in the browser's console, such as those of a failed hydration. */
export function watchConsole(page: Page): string[] {
  const messages: string[] = [];
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type())) messages.push(message.text());
  });
  return messages;
}

/** Waits until the browser has taken over the server's rendering. */
export const untilInteractive = (page: Page) =>
  expect(page.locator("#root:not([data-rendered]) h1")).toBeVisible();

/** Makes code arrive later than the page, as on a slow line. */
export async function slowDown(
  page: Page,
  bytesPerSecond = 200_000,
): Promise<{ setOffline: (offline: boolean) => Promise<void> }> {
  const session = await page.context().newCDPSession(page);
  const setOffline = async (offline: boolean) => {
    await session.send("Network.emulateNetworkConditions", {
      offline,
      latency: 150,
      downloadThroughput: bytesPerSecond,
      uploadThroughput: bytesPerSecond,
    });
  };
  await setOffline(false);
  return { setOffline };
}

/** Opens a page and returns while its code is still loading. */
export async function openEarly(page: Page, path: string): Promise<void> {
  await page.goto(path, { waitUntil: "commit" });
  await expect(page.locator("#root[data-rendered] h1")).toBeVisible();
  // A user sees nothing before this element is there, which follows the script that keeps early input.
  await expect(page.locator("#rendered")).toBeAttached();
}
