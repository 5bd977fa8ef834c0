/**
 * Measures loading of the sign-in page and the instance list: bytes, requests and time to the first rows, with an
 * empty cache, on slow 4G and with 4x CPU throttling. Two baselines are measured in the same rounds: the same rows as
 * static HTML and as a minimal React page. `node bench/console.ts`
 */
/// <reference lib="dom" />
import { spawn } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import { brotliCompressSync } from "node:zlib";
import { type Browser, chromium, type Page } from "@playwright/test";
import { build } from "vite";
import { z } from "zod";
import { installedChromium } from "../tools/lib/chromium.ts";

const rounds = Number(process.argv[2] ?? 5);
const login = { email: "owner@demo.test", password: "northern-lights-2026" };
const settleMs = 4_000;
const listPath = "/northwind/instances";

interface Sample {
  /** When the rows or the form are painted. */
  shownMs: number;
  /** When the page reacts to input: the browser has taken over the server's rendering. */
  interactiveMs: number;
  lcpMs: number;
  blockedMs: number;
  shift: number;
  requests: number;
  apiCalls: number;
  kilobytes: number;
  scriptKilobytes: number;
}

declare global {
  interface Window {
    bench: {
      shownMs: number;
      interactiveMs: number;
      lcpMs: number;
      blockedMs: number;
      shift: number;
    };
  }
}

async function startLocalStack(): Promise<{ url: string; stop(): void }> {
  const child = spawn(process.execPath, ["e2e/support/start-stack.ts"], {
    stdio: ["ignore", "pipe", "ignore"],
  });
  const line = await new Promise<string>((resolve) =>
    createInterface({ input: child.stdout }).once("line", resolve),
  );
  return {
    url: z.object({ url: z.string() }).parse(JSON.parse(line)).url,
    stop: () => child.kill("SIGTERM"),
  };
}

/** Serves the two baselines, compressed and from memory. */
async function startBaselines(rows: string): Promise<{ url: string; stop(): void }> {
  const bundle = await build({
    configFile: false,
    root: new URL("./console/baseline/", import.meta.url).pathname,
    logLevel: "silent",
    build: { write: false, minify: true, target: "esnext" },
  });
  const files = new Map<string, { body: Buffer; type: string }>();
  const add = (path: string, text: string, type: string) =>
    files.set(path, { body: brotliCompressSync(text), type });
  for (const output of [bundle].flat()) {
    if (!("output" in output)) continue;
    for (const file of output.output) {
      const text = file.type === "chunk" ? file.code : file.source.toString();
      add(
        file.fileName === "index.html" ? "/react" : `/${file.fileName}`,
        text,
        file.fileName.endsWith(".js") ? "text/javascript" : "text/html",
      );
    }
  }
  add("/rows.json", rows, "application/json");
  const list = z
    .object({ data: z.array(z.object({ hostname: z.string(), status: z.string() })) })
    .parse(JSON.parse(rows));
  const cells = list.data.map((row) => `<tr><td>${row.hostname}<td>${row.status}`).join("");
  add(
    "/static",
    `<!doctype html><meta charset=utf-8><title>Baseline</title><table><tbody>${cells}</table>`,
    "text/html",
  );
  const server = createServer((request, response) => {
    const file = files.get(request.url ?? "");
    if (file === undefined) return response.writeHead(404).end();
    return response
      .writeHead(200, { "content-type": file.type, "content-encoding": "br" })
      .end(file.body);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  return {
    url: `http://127.0.0.1:${typeof address === "object" && address !== null ? address.port : 0}`,
    stop: () => server.close(),
  };
}

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

async function open(
  browser: Browser,
  url: string,
  selector: string,
  signedIn: boolean,
): Promise<{ page: Page; sample: Sample }> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  if (signedIn) await context.request.post(new URL("/auth/login", url).href, { data: login });
  const page = await context.newPage();
  const cdp = await context.newCDPSession(page);
  await cdp.send("Network.enable");
  await cdp.send("Network.emulateNetworkConditions", {
    offline: false,
    latency: 562.5,
    downloadThroughput: 180_000,
    uploadThroughput: 84_375,
  });
  await cdp.send("Emulation.setCPUThrottlingRate", { rate: 4 });
  const started = new Map<string, string>();
  const sizes = new Map<string, number>();
  cdp.on("Network.requestWillBeSent", ({ requestId, request }) =>
    started.set(requestId, request.url),
  );
  cdp.on("Network.loadingFinished", ({ requestId, encodedDataLength }) =>
    sizes.set(requestId, encodedDataLength),
  );
  await page.addInitScript(observePage, selector);
  await page.goto(url);
  await page.waitForSelector(selector);
  await page.waitForFunction(() => window.bench.interactiveMs > 0);
  // The live stream stays open, so the network is never idle: what comes late is given a fixed time.
  await sleep(settleMs);
  const metrics = await page.evaluate(() => window.bench);
  const addresses = [...started].filter(
    ([, address]) => address.startsWith("http") && !address.endsWith("/live"),
  );
  const totalBytes = (matches: (address: string) => boolean) =>
    addresses
      .filter(([, address]) => matches(address))
      .reduce((sum, [id]) => sum + (sizes.get(id) ?? 0), 0) / 1000;
  return {
    page,
    sample: {
      ...metrics,
      requests: addresses.length,
      apiCalls: addresses.filter(
        ([, address]) => /\/(auth|api)\//.test(new URL(address).pathname) && address !== url,
      ).length,
      kilobytes: totalBytes(() => true),
      scriptKilobytes: totalBytes((address) => address.endsWith(".js")),
    },
  };
}

/** Time from the click on a row's link to the heading of its page. The pointer rests on the link for 300 ms first, like a user's. */
async function measureDetailNavigation(page: Page): Promise<number> {
  const link = page.locator("tbody tr a").last();
  const name = (await link.innerText()).trim();
  await link.hover();
  await sleep(300);
  const clickedAt = await page.evaluate(() => performance.now());
  await link.click();
  await page.getByRole("heading", { level: 1, name }).waitFor();
  return (await page.evaluate(() => performance.now())) - clickedAt;
}

const median = (values: readonly number[]): number =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0;
const medians = (samples: readonly Sample[]): Record<string, number> =>
  Object.fromEntries(
    Object.keys(samples[0] ?? {}).map((key) => [
      key,
      median(samples.map((sample) => Number(Reflect.get(sample, key)))),
    ]),
  );

const stack = await startLocalStack();
const executablePath = installedChromium();
const browser = await chromium.launch({
  ...(executablePath === null ? {} : { executablePath }),
  args: [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
  ],
});
const apiContext = await browser.newContext();
await apiContext.request.post(`${stack.url}/auth/login`, { data: login });
const rows = await (
  await apiContext.request.get(
    `${stack.url}/api/v1/workspaces/northwind/instances?page=1&perPage=15`,
    {
      headers: { accept: "application/json" },
    },
  )
).text();
const baselines = await startBaselines(rows);
const pages: Record<string, [url: string, selector: string, signedIn: boolean]> = {
  "static HTML (baseline)": [`${baselines.url}/static`, "tbody tr", false],
  "minimal React (baseline)": [`${baselines.url}/react`, "tbody tr", false],
  "sign-in": [`${stack.url}/auth/login`, "input[type=password]", false],
  "instance list": [stack.url + listPath, "tbody tr a", true],
  overview: [`${stack.url}/northwind`, "h1", true],
};
const samples: Record<string, Sample[]> = {};
const details: number[] = [];
for (let round = 0; round < rounds; round++) {
  for (const [name, [url, selector, signedIn]] of Object.entries(pages)) {
    const { page, sample } = await open(browser, url, selector, signedIn);
    (samples[name] ??= []).push(sample);
    if (name === "instance list") details.push(await measureDetailNavigation(page));
    await page.context().close();
  }
}
const baseline = medians(samples["minimal React (baseline)"] ?? [])["shownMs"] ?? 1;
const lines = [
  "| page | shown ms | ÷ minimal React | interactive ms | LCP ms | blocked ms | shift | requests (API) | kB | JS kB |",
  "|---|---|---|---|---|---|---|---|---|---|",
  ...Object.entries(samples).map(([name, taken]) => {
    const result = medians(taken);
    const of = (key: string, digits = 0) => (result[key] ?? 0).toFixed(digits);
    return `| ${name} | ${of("shownMs")} | ${((result["shownMs"] ?? 0) / baseline).toFixed(2)} | ${of("interactiveMs")} | ${of("lcpMs")} | ${of("blockedMs")} | ${of("shift", 4)} | ${of("requests")} (${of("apiCalls")}) | ${of("kilobytes", 1)} | ${of("scriptKilobytes", 1)} |`;
  }),
  "",
  `List → detail, with the pointer on the link for 300 ms: ${median(details).toFixed(0)} ms.`,
];
const text = `${lines.join("\n")}\n`;
process.stdout.write(text);
const file = new URL("./console.md", import.meta.url);
const head = readFileSync(new URL("./console/template.md", import.meta.url), "utf8");
writeFileSync(file, `${head}\nMedians of ${rounds} rounds.\n\n${text}`);
await browser.close();
baselines.stop();
stack.stop();
process.exit(0);
