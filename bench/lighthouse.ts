/**
 * Measures Lighthouse's performance score of sign-in, the instance list and the overview beside a minimal React page,
 * on its mobile and desktop profiles, over HTTP/2. Writes its section of results.md. `node bench/lighthouse.ts [ROUNDS]`
 */
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { chromium } from "@playwright/test";
import lighthouse, { desktopConfig } from "lighthouse";
import { installedChromium } from "../tools/lib/chromium.ts";
import { startBaselines } from "./console/baselines.ts";
import { createCertificate, startHttp2Proxy } from "./console/http2-proxy.ts";
import { browserArguments, readInstances, signIn, startLocalStack } from "./console/local-stack.ts";
import { writeResults } from "./results.ts";

const rounds = Number(process.argv[2] ?? 5);
const profiles = { mobile: undefined, desktop: desktopConfig };
/** The live stream of a signed-in page stays open: Lighthouse would wait 45 seconds for a quiet network. */
const maxWaitForLoad = 12_000;

interface Sample {
  readonly score: number;
  readonly fcpMs: number;
  readonly lcpMs: number;
  readonly blockedMs: number;
  readonly shift: number;
}

async function findFreePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === "object" && address !== null ? address.port : 0;
}

/** A browser of its own, because a new profile has an empty cache. */
async function measure(url: string, { profile, isSignedIn }: MeasuredPage["how"]): Promise<Sample> {
  const dataDir = mkdtempSync(join(tmpdir(), "boreal-lighthouse-"));
  const port = await findFreePort();
  const context = await chromium.launchPersistentContext(dataDir, {
    ...(executablePath === null ? {} : { executablePath }),
    args: [...browserArguments(certificate.publicKeyHash), `--remote-debugging-port=${port}`],
  });
  try {
    if (isSignedIn) await signIn(context, stack.url);
    const result = await lighthouse(
      url,
      { port, onlyCategories: ["performance"], maxWaitForLoad, logLevel: "error" },
      profiles[profile],
    );
    if (result === undefined || result.lhr.runtimeError !== undefined)
      throw new Error(`Lighthouse measured nothing: ${result?.lhr.runtimeError?.message}`);
    const { audits, categories } = result.lhr;
    const valueOf = (audit: string) => audits[audit]?.numericValue ?? Number.NaN;
    return {
      score: 100 * (categories["performance"]?.score ?? Number.NaN),
      fcpMs: valueOf("first-contentful-paint"),
      lcpMs: valueOf("largest-contentful-paint"),
      blockedMs: valueOf("total-blocking-time"),
      shift: valueOf("cumulative-layout-shift"),
    };
  } finally {
    await context.close();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

const executablePath = installedChromium();
const certificate = await createCertificate();
const stack = await startLocalStack();
const browser = await chromium.launch(executablePath === null ? {} : { executablePath });
const reader = await browser.newContext();
await signIn(reader, stack.url);
const baselines = await startBaselines(await readInstances(reader, stack.url));
await browser.close();
const stackProxy = await startHttp2Proxy(stack.url, certificate);
const baselineProxy = await startHttp2Proxy(baselines.url, certificate);

interface MeasuredPage {
  readonly name: string;
  readonly url: string;
  readonly how: { readonly profile: keyof typeof profiles; readonly isSignedIn: boolean };
  readonly samples: Sample[];
}

const pages: readonly MeasuredPage[] = [
  { name: "minimal React", url: `${baselineProxy.url}/react`, isSignedIn: false },
  { name: "sign-in", url: `${stackProxy.url}/auth/login`, isSignedIn: false },
  { name: "instance list", url: `${stackProxy.url}/northwind/instances`, isSignedIn: true },
  { name: "overview", url: `${stackProxy.url}/northwind`, isSignedIn: true },
].flatMap(({ name, url, isSignedIn }) =>
  (["mobile", "desktop"] as const).map((profile) => ({
    name,
    url,
    how: { profile, isSignedIn },
    samples: [],
  })),
);
for (let round = 0; round < rounds; round += 1)
  for (const { url, how, samples } of pages) samples.push(await measure(url, how));

const median = (values: readonly number[]): number =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN;
const rows = pages.map(({ name, how, samples }) => {
  const of = (key: keyof Sample, digits = 0) =>
    median(samples.map((sample) => sample[key])).toFixed(digits);
  return `| ${name} | ${how.profile} | ${of("score")} | ${of("fcpMs")} | ${of("lcpMs")} | ${of("blockedMs")} | ${of("shift", 4)} |`;
});
writeResults(`# Lighthouse

\`node bench/lighthouse.ts\`: the performance score of Lighthouse with its own mobile and desktop profiles, over HTTP/2, with an
empty cache; goal 95 on mobile. Medians of ${rounds} interleaved rounds; browser, server and database on the same cores.

| page | profile | score | first paint ms | largest paint ms | blocked ms | shift |
|---|---|---|---|---|---|---|
${rows.join("\n")}

- Load average of the computer at the end: ${loadavg()[0]?.toFixed(1)}.
`);
for (const server of [stackProxy, baselineProxy, baselines, stack]) server.stop();
process.exit(0);
