/**
 * `npm test`: everything, and one line at the end that counts it. Static checks and the build of the console
 * count as one test each. A runner that dies counts as a failure, whatever it had counted before.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ensureChromium } from "./browser.ts";
import { buildConsole } from "./build-console.ts";
import { type Counts, countsEnvironment, readCounts } from "./counts.ts";
import { runCommand, seconds } from "./run-command.ts";
import { runStaticChecks } from "./static-checks.ts";

const scratch = mkdtempSync(join(tmpdir(), "boreal-npm-test-"));
process.once("exit", () => rmSync(scratch, { recursive: true, force: true }));

type Part = { name: string; counts: Counts; durationMs: number };
const parts: Part[] = [];

async function part(name: string, run: () => Promise<Counts>): Promise<void> {
  console.log(`\n=== ${name} ===`);
  const startedAt = performance.now();
  const counts = await run().catch((error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    return { passed: 0, failed: 1, skipped: 0 };
  });
  parts.push({ name, counts, durationMs: performance.now() - startedAt });
}

async function runner(
  name: string,
  command: string[],
  env: Record<string, string> = {},
): Promise<Counts> {
  const file = join(scratch, `${name}.json`);
  const { code } = await runCommand(command, {
    show: true,
    env: { ...countsEnvironment(file), ...env },
  });
  const counts = readCounts(file) ?? { passed: 0, failed: 0, skipped: 0 };
  if (code !== 0 && counts.failed === 0) {
    console.error(`${name} ended with ${code} without naming a failed test.`);
    counts.failed = 1;
  }
  return counts;
}

await part("Static checks", async () => {
  const results = await runStaticChecks();
  const passed = results.filter((result) => result.passed).length;
  return { passed, failed: results.length - passed, skipped: 0 };
});
await part("Unit and integration tests", () => runner("vitest", ["vitest", "run"]));
await part("Console build", async () => {
  console.log((await buildConsole()) ? "built" : "up to date");
  return { passed: 1, failed: 0, skipped: 0 };
});
await part("Browser stories", () =>
  runner("playwright", ["playwright", "test"], { CHROMIUM_PATH: ensureChromium() }),
);

console.log("\n=== Summary ===");
const total = { passed: 0, failed: 0, skipped: 0 };
for (const { name, counts, durationMs } of parts) {
  console.log(
    `${name}: ${counts.passed} ok, ${counts.failed} not, ${counts.skipped} skipped, ${seconds(durationMs)}`,
  );
  total.passed += counts.passed;
  total.failed += counts.failed;
}
process.exitCode = total.failed === 0 ? 0 : 1;
console.log(`\n${total.passed} passed, ${total.failed} failed`);
