/** Opens one page on a given line and measures what its user waits for. */
/// <reference lib="dom" />
import { setTimeout as sleep } from "node:timers/promises";
import type { BrowserContext, Page } from "@playwright/test";

/** A network and a processor, as the browser's developer tools emulate them. */
export interface Line {
  readonly latencyMs: number;
  readonly bytesPerSecond: number;
  readonly cpuSlowdown: number;
}

export interface MeasuredPage {
  readonly url: string;
  /** Matches once the page shows what it is for. */
  readonly selector: string;
}

export interface Sample {
  /** When the rows or the form are painted. */
  readonly shownMs: number;
  /** When the page reacts to input: the browser has taken over the server's rendering. */
  readonly interactiveMs: number;
  readonly lcpMs: number;
  readonly blockedMs: number;
  readonly shift: number;
  readonly requests: number;
  readonly apiCalls: number;
  readonly kilobytes: number;
  readonly scriptKilobytes: number;
  /** Until the page is interactive, without what is loaded ahead afterwards. */
  readonly firstRequests: number;
  readonly firstScriptKilobytes: number;
}

type Metrics = Pick<Sample, "shownMs" | "interactiveMs" | "lcpMs" | "blockedMs" | "shift">;

declare global {
  interface Window {
    bench: { -readonly [K in keyof Metrics]: Metrics[K] };
  }
}

/** The live stream stays open, so the network is never idle: what comes late is given a fixed time. */
const settleMs = 4_000;
/** How long the pointer rests on a link before the click, like a user's. */
const hoverMs = 300;

/**
 * Runs in the page and records when the selector matches something painted and the page is interactive, the largest
 * paint, blocking time and layout shifts.
 */
function observePage(selector: string): void {
  window.bench = { shownMs: 0, interactiveMs: 0, lcpMs: 0, blockedMs: 0, shift: 0 };
  const check = () => {
    const isPainted = performance.getEntriesByName("first-contentful-paint").length > 0;
    const isShown = isPainted && document.querySelector(selector) !== null;
    if (isShown && window.bench.shownMs === 0) window.bench.shownMs = performance.now();
    const isInteractive = isShown && document.querySelector("[data-rendered]") === null;
    if (isInteractive) window.bench.interactiveMs = performance.now();
    else requestAnimationFrame(check);
  };
  requestAnimationFrame(check);
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) window.bench.lcpMs = entry.startTime;
  }).observe({ type: "largest-contentful-paint", buffered: true });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries())
      window.bench.blockedMs += Math.max(0, entry.duration - 50);
  }).observe({ type: "longtask", buffered: true });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries())
      window.bench.shift += "value" in entry && typeof entry.value === "number" ? entry.value : 0;
  }).observe({ type: "layout-shift", buffered: true });
}

/** Opens the page in a new tab of the context. A context's first visit has an empty cache. */
export async function measurePage(
  context: BrowserContext,
  { url, selector }: MeasuredPage,
  line: Line,
): Promise<{ page: Page; sample: Sample }> {
  const page = await context.newPage();
  const cdp = await context.newCDPSession(page);
  await cdp.send("Network.enable");
  await cdp.send("Network.emulateNetworkConditions", {
    offline: false,
    latency: line.latencyMs,
    downloadThroughput: line.bytesPerSecond,
    uploadThroughput: line.bytesPerSecond / 2,
  });
  await cdp.send("Emulation.setCPUThrottlingRate", { rate: line.cpuSlowdown });
  const urls = new Map<string, string>();
  const sizes = new Map<string, number>();
  cdp.on("Network.requestWillBeSent", ({ requestId, request }) => urls.set(requestId, request.url));
  // A file from the cache is no request to the server.
  cdp.on("Network.requestServedFromCache", ({ requestId }) => urls.delete(requestId));
  cdp.on("Network.responseReceived", ({ requestId, response }) => {
    if (response.fromDiskCache === true) urls.delete(requestId);
  });
  cdp.on("Network.loadingFinished", ({ requestId, encodedDataLength }) =>
    sizes.set(requestId, encodedDataLength),
  );
  await page.addInitScript(observePage, selector);
  await page.goto(url);
  await page.waitForSelector(selector);
  await page.waitForFunction(() => window.bench.interactiveMs > 0);
  const kilobytes = (matches: (address: string) => boolean) =>
    [...urls]
      .filter(([, address]) => matches(address))
      .reduce((sum, [id]) => sum + (sizes.get(id) ?? 0), 0) / 1000;
  const isScript = (address: string) => address.endsWith(".js");
  const firstScriptKilobytes = kilobytes(isScript);
  const isSent = (address: string) => address.startsWith("http") && !address.endsWith("/live");
  const firstRequests = [...sizes.keys()].filter((id) => isSent(urls.get(id) ?? "")).length;
  await sleep(settleMs);
  const metrics: Metrics = await page.evaluate(() => window.bench);
  const sent = [...urls].filter(([, address]) => isSent(address));
  const isApiCall = (address: string) =>
    /^\/(?:auth|api)\//.test(new URL(address).pathname) && address !== url;
  return {
    page,
    sample: {
      ...metrics,
      requests: sent.length,
      apiCalls: sent.filter(([, address]) => isApiCall(address)).length,
      kilobytes: kilobytes(() => true),
      scriptKilobytes: kilobytes(isScript),
      firstRequests,
      firstScriptKilobytes,
    },
  };
}

/**
 * Milliseconds from the click on the last row's link to the heading of its page. `withHover` lets the pointer rest on
 * the link first.
 */
export async function measureDetailNavigation(page: Page, withHover: boolean): Promise<number> {
  const link = page.locator("tbody tr a").last();
  const name = (await link.innerText()).trim();
  if (withHover) {
    await link.hover();
    await sleep(hoverMs);
  }
  await page.evaluate(() => {
    addEventListener("click", () => performance.mark("clicked"), { capture: true, once: true });
  });
  await link.click();
  await page.getByRole("heading", { level: 1, name }).waitFor();
  return await page.evaluate(
    () => performance.now() - (performance.getEntriesByName("clicked")[0]?.startTime ?? 0),
  );
}
