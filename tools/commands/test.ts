/**
 * `npm test`: runs everything and ends with one line of counts. Each static check and the console build count as
 * one test. A test runner that crashes counts as a failure, regardless of the tests it has passed.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ensureChromium } from "../lib/chromium.ts";
import { buildConsole } from "./build-console.ts";
import { root, seconds } from "../lib/run-command.ts";
import { runStaticChecks } from "./static-checks.ts";
import { firstLines, type Failure } from "../lib/run-report.ts";
import { failedGroup, runTests, type TestOutcome } from "../lib/test-runner.ts";

const scratch = mkdtempSync(join(tmpdir(), "boreal-npm-test-"));
process.once("exit", () => rmSync(scratch, { recursive: true, force: true }));

/** Duration in seconds of each test file, slowest first; stays after the run. */
const timesFile = join(root, "dist", "test-times.tsv");
const slowestFileCount = 8;

type TestGroup = { name: string; outcome: TestOutcome; durationMs: number };
const groups: TestGroup[] = [];
const none: TestOutcome = {
  passed: 0,
  failed: 0,
  skipped: 0,
  failures: [],
  flaky: [],
  fileDurationsMs: {},
};

async function runGroup(name: string, run: () => Promise<TestOutcome>): Promise<void> {
  console.log(`\n=== ${name} ===`);
  const startedAt = performance.now();
  const outcome = await run().catch((error: unknown) => {
    const message = error instanceof Error ? error.message : String(error);
    console.error(message);
    return failedGroup(name, firstLines(message));
  });
  groups.push({ name, outcome, durationMs: performance.now() - startedAt });
}

await runGroup("Static checks", async () => {
  const results = await runStaticChecks();
  const failures = results.flatMap(({ name, error }) =>
    error === null ? [] : [{ test: name, error: firstLines(error) }],
  );
  const failed = failures.length;
  return { ...none, passed: results.length - failed, failed, failures };
});
await runGroup("Unit and integration tests", () =>
  runTests(
    {
      name: "vitest",
      command: ["vitest", "run"],
      repeat: (failed) => [
        "vitest",
        "run",
        "--no-file-parallelism",
        ...new Set(failed.map((test) => test.split(" › ")[0] ?? test)),
      ],
    },
    scratch,
  ),
);
await runGroup("Console build", async () => {
  console.log((await buildConsole()) ? "built" : "up to date");
  return { ...none, passed: 1 };
});
await runGroup("Browser specs", () =>
  runTests(
    {
      name: "playwright",
      // A CI log keeps its last lines only: passed specs are dots.
      command: ["playwright", "test", "--reporter=dot,./tools/lib/playwright-reporter.ts"],
      repeat: () => ["playwright", "test", "--last-failed", "--workers=1"],
      env: {
        CHROMIUM_PATH: ensureChromium(),
        // Modules that one server has compiled serve the servers that start later.
        NODE_COMPILE_CACHE: join(scratch, "compiled"),
      },
    },
    scratch,
  ),
);

const fileTimes = groups
  .flatMap(({ outcome }) => Object.entries(outcome.fileDurationsMs))
  .sort(([, a], [, b]) => b - a)
  .map(([file, durationMs]) => `${(durationMs / 1_000).toFixed(1)}\t${file}`);
mkdirSync(join(root, "dist"), { recursive: true });
writeFileSync(timesFile, `${fileTimes.join("\n")}\n`);

console.log("\n=== Summary ===");
console.log(`Slowest test files, in seconds (all in ${timesFile}):`);
for (const line of fileTimes.slice(0, slowestFileCount)) console.log(`  ${line}`);
const total = { passed: 0, failed: 0 };
for (const { name, outcome, durationMs } of groups) {
  const { passed, failed, skipped, failures, flaky } = outcome;
  console.log(
    `${name}: ${passed} passed, ${failed} failed, ${skipped} skipped, ${seconds(durationMs)}`,
  );
  for (const failure of failures) printFailure("failed", failure);
  for (const failure of flaky) printFailure("flaky", failure);
  total.passed += passed;
  total.failed += failed;
}
process.exitCode = total.failed === 0 ? 0 : 1;
console.log(`\n${total.passed} passed, ${total.failed} failed`);

function printFailure(kind: string, { test, error }: Failure): void {
  console.log(`  ${kind}: ${test}`);
  for (const line of error.split("\n")) console.log(`    ${line}`);
}
