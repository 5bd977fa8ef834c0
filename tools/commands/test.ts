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
import { runTests, type TestOutcome } from "../lib/test-runner.ts";

const scratch = mkdtempSync(join(tmpdir(), "boreal-npm-test-"));
process.once("exit", () => rmSync(scratch, { recursive: true, force: true }));

/** Duration in seconds of each test file, slowest first; stays after the run. */
const timesFile = join(root, "dist", "test-times.tsv");
const slowestFileCount = 8;

type TestGroup = { name: string; outcome: TestOutcome; durationMs: number };
const groups: TestGroup[] = [];
const none: TestOutcome = { passed: 0, failed: 0, skipped: 0, flaky: [], fileDurationsMs: {} };

async function runGroup(name: string, run: () => Promise<TestOutcome>): Promise<void> {
  console.log(`\n=== ${name} ===`);
  const startedAt = performance.now();
  const outcome = await run().catch((error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    return { ...none, failed: 1 };
  });
  groups.push({ name, outcome, durationMs: performance.now() - startedAt });
}

await runGroup("Static checks", async () => {
  const results = await runStaticChecks();
  const passed = results.filter((result) => result.passed).length;
  return { ...none, passed, failed: results.length - passed };
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
      command: ["playwright", "test"],
      repeat: () => ["playwright", "test", "--last-failed", "--workers=1"],
      env: { CHROMIUM_PATH: ensureChromium() },
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
  const { passed, failed, skipped, flaky } = outcome;
  console.log(
    `${name}: ${passed} passed, ${failed} failed, ${skipped} skipped, ${seconds(durationMs)}`,
  );
  for (const test of flaky) console.log(`  flaky: ${test}`);
  total.passed += passed;
  total.failed += failed;
}
process.exitCode = total.failed === 0 ? 0 : 1;
console.log(`\n${total.passed} passed, ${total.failed} failed`);
