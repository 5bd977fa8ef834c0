/**
 * Measures loading of the console beside two baselines in the same rounds: the same rows as static HTML and as a
 * minimal React page. On slow 4G with 4x CPU throttling and on a fast line, over HTTP/1.1 and HTTP/2, with an empty and
 * a warm cache. Prints the results and writes console.md. `node bench/console.ts [ROUNDS]`
 */
import { readFileSync, writeFileSync } from "node:fs";
import { loadavg } from "node:os";
import { type Browser, chromium } from "@playwright/test";
import { installedChromium } from "../tools/lib/chromium.ts";
import { startBaselines } from "./console/baselines.ts";
import { createCertificate, startHttp2Proxy } from "./console/http2-proxy.ts";
import { browserArguments, readInstances, signIn, startLocalStack } from "./console/local-stack.ts";
import {
  type Line,
  measureDetailNavigation,
  type MeasuredPage,
  measurePage,
  type Sample,
} from "./console/measure-page.ts";

const rounds = Number(process.argv[2] ?? 5);
const slow4G: Line = { latencyMs: 562.5, bytesPerSecond: 180_000, cpuSlowdown: 4 };
const fast: Line = { latencyMs: 40, bytesPerSecond: 1_280_000, cpuSlowdown: 1 };

const pageNames = ["static HTML", "minimal React", "sign-in", "instance list", "overview"] as const;
type PageName = (typeof pageNames)[number];
const baselineName = "minimal React";
/** Pages whose second visit and navigation to a row are measured. */
const listNames: readonly PageName[] = [baselineName, "instance list"];

/** One table: a line and a protocol. */
interface Table {
  readonly title: string;
  readonly line: Line;
  readonly pages: Readonly<Record<PageName, MeasuredPage>>;
  readonly first: Map<PageName, Sample[]>;
  readonly second: Map<PageName, Sample[]>;
  readonly hovered: Map<PageName, number[]>;
  readonly direct: Map<PageName, number[]>;
}

const createTable = (title: string, line: Line, baselineUrl: string, url: string): Table => ({
  title,
  line,
  pages: {
    "static HTML": { url: `${baselineUrl}/static`, selector: "tbody tr" },
    "minimal React": { url: `${baselineUrl}/react`, selector: "tbody tr" },
    "sign-in": { url: `${url}/auth/login`, selector: "input[type=password]" },
    "instance list": { url: `${url}/northwind/instances`, selector: "tbody tr a" },
    overview: { url: `${url}/northwind`, selector: "h1" },
  },
  first: new Map(),
  second: new Map(),
  hovered: new Map(),
  direct: new Map(),
});

function add<T>(samples: Map<PageName, T[]>, name: PageName, sample: T): void {
  samples.set(name, [...(samples.get(name) ?? []), sample]);
}

/** `stackUrl` is where the session is created. */
async function measure(browser: Browser, table: Table, name: PageName, stackUrl: string) {
  const { line, pages, first, second, hovered, direct } = table;
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  if (name !== "sign-in") await signIn(context, stackUrl);
  const { page, sample } = await measurePage(context, pages[name], line);
  add(first, name, sample);
  if (listNames.includes(name)) {
    add(hovered, name, await measureDetailNavigation(page, true));
    await page.close();
    const again = await measurePage(context, pages[name], line);
    add(second, name, again.sample);
    add(direct, name, await measureDetailNavigation(again.page, false));
  }
  await context.close();
}

const median = (values: readonly number[]): number =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0;
const medianOf = (samples: readonly Sample[] | undefined, key: keyof Sample): number =>
  median((samples ?? []).map((sample) => sample[key]));

function describe({ title, first, second, hovered, direct }: Table): string {
  const ratio = (samples: Map<PageName, Sample[]>, name: PageName) =>
    (
      medianOf(samples.get(name), "shownMs") / medianOf(samples.get(baselineName), "shownMs")
    ).toFixed(2);
  const rows = pageNames.map((name) => {
    const of = (key: keyof Sample, digits = 0) => medianOf(first.get(name), key).toFixed(digits);
    return `| ${name} | ${of("shownMs")} | ${ratio(first, name)} | ${of("interactiveMs")} | ${of("lcpMs")} | ${of("blockedMs")} | ${of("shift", 4)} | ${of("firstRequests")} | ${of("firstScriptKilobytes", 1)} | ${of("requests")} (${of("apiCalls")}) | ${of("kilobytes", 1)} | ${of("scriptKilobytes", 1)} |`;
  });
  const repeated = listNames.map((name) => {
    const shown = medianOf(second.get(name), "shownMs").toFixed(0);
    const requests = medianOf(second.get(name), "requests");
    const click = (values: Map<PageName, number[]>) => median(values.get(name) ?? []).toFixed(0);
    return `| ${name} | ${shown} | ${ratio(second, name)} | ${requests} | ${click(hovered)} | ${click(direct)} |`;
  });
  return [
    `## ${title}`,
    "",
    "| page | shown ms | ÷ minimal React | interactive ms | LCP ms | blocked ms | shift | until interactive: requests | JS kB | in all: requests (API) | kB | JS kB |",
    "|---|---|---|---|---|---|---|---|---|---|---|---|",
    ...rows,
    "",
    "| page | second visit, shown ms | ÷ minimal React | requests | list → detail after 300 ms of hover, ms | without hover, ms |",
    "|---|---|---|---|---|---|",
    ...repeated,
  ].join("\n");
}

const stack = await startLocalStack();
const certificate = await createCertificate();
const executablePath = installedChromium();
const browser = await chromium.launch({
  ...(executablePath === null ? {} : { executablePath }),
  args: browserArguments(certificate.publicKeyHash),
});
const apiContext = await browser.newContext();
await signIn(apiContext, stack.url);
const baselines = await startBaselines(await readInstances(apiContext, stack.url));
const stackProxy = await startHttp2Proxy(stack.url, certificate);
const baselineProxy = await startHttp2Proxy(baselines.url, certificate);
const tables = [
  createTable("Slow 4G, 4x CPU, HTTP/1.1", slow4G, baselines.url, stack.url),
  createTable("Slow 4G, 4x CPU, HTTP/2", slow4G, baselineProxy.url, stackProxy.url),
  createTable("Fast line, HTTP/1.1", fast, baselines.url, stack.url),
  createTable("Fast line, HTTP/2", fast, baselineProxy.url, stackProxy.url),
];
for (let round = 0; round < rounds; round++)
  for (const table of tables)
    for (const name of pageNames) await measure(browser, table, name, stack.url);

const text = `${tables.map(describe).join("\n\n")}\n`;
process.stdout.write(text);
const head = readFileSync(new URL("./console/template.md", import.meta.url), "utf8");
writeFileSync(
  new URL("./console.md", import.meta.url),
  `${head}\nMedians of ${rounds} rounds; load average of the computer at the end: ${loadavg()[0]?.toFixed(1)}.\n\n${text}`,
);
await browser.close();
for (const server of [stackProxy, baselineProxy, baselines, stack]) server.stop();
process.exit(0);
