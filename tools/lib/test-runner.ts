/**
 * Runs a test runner, then repeats the failed tests one after the other. A test that passes in the repetition is
 * reported as flaky. The run fails from the third flaky test on: a single timeout does not fail a run, and no flaky
 * test stays hidden.
 */
import { join } from "node:path";
import { runCommand } from "./run-command.ts";
import { readReport, reportEnvironment, type RunReport } from "./run-report.ts";

export interface TestRunner {
  readonly name: string;
  readonly command: readonly string[];
  /** The command that repeats these tests (`file › title`) one after the other. */
  readonly repeat: (failed: readonly string[]) => readonly string[];
  readonly env?: Record<string, string>;
}

export interface TestOutcome {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  /** `file › title` of each test that failed first and passed when repeated. */
  readonly flaky: readonly string[];
  readonly fileDurationsMs: Readonly<Record<string, number>>;
}

/** More failures than this are not flaky tests, so repeating them would waste time. */
const MAX_REPEATED = 10;
const MAX_TOLERATED_FLAKY = 2;

/** The runners write their reports to `folder`. */
export async function runTests(runner: TestRunner, folder: string): Promise<TestOutcome> {
  const first = await runOnce(runner, runner.command, folder);
  if (first === null) return { passed: 0, failed: 1, skipped: 0, flaky: [], fileDurationsMs: {} };
  const { failed } = first;
  const shouldRepeat = failed.length > 0 && failed.length <= MAX_REPEATED && first.errors === 0;
  if (!shouldRepeat) return toOutcome(first, failed);
  console.log(`\nRepeating ${failed.length} failed one by one:\n  ${failed.join("\n  ")}\n`);
  const second = await runOnce(runner, runner.repeat(failed), folder);
  return toOutcome(first, second === null || second.errors > 0 ? failed : second.failed);
}

/** `stillFailed` are the tests that failed in the last run they were part of. */
export function toOutcome(first: RunReport, stillFailed: readonly string[]): TestOutcome {
  const flaky = first.failed.filter((test) => !stillFailed.includes(test));
  const tolerated = flaky.length <= MAX_TOLERATED_FLAKY ? flaky.length : 0;
  // A test that passed at first and failed when its file was repeated counts as failed too.
  const newlyFailed = stillFailed.filter((test) => !first.failed.includes(test)).length;
  return {
    passed: first.passed + tolerated - newlyFailed,
    failed: first.failed.length - tolerated + newlyFailed + first.errors,
    skipped: first.skipped,
    flaky,
    fileDurationsMs: first.fileDurationsMs,
  };
}

/** Returns null if the runner crashed before it wrote its report, or failed without reporting an error. */
async function runOnce(
  { name, env }: TestRunner,
  command: readonly string[],
  folder: string,
): Promise<RunReport | null> {
  const file = join(folder, `${name}.json`);
  const { code } = await runCommand(command, {
    show: true,
    env: { ...reportEnvironment(file), ...env },
  });
  const report = readReport(file);
  if (report === null || (code !== 0 && report.failed.length + report.errors === 0)) {
    console.error(`${name} ended with ${code} without reporting a failed test.`);
    return null;
  }
  return report;
}
