/**
 * Runs a test runner once, and the tests that failed a second time on their own. A test that passes then is flaky:
 * it is named, and the run fails only from the third flaky test on, so that one unlucky wait does not cost a run
 * and none stays hidden.
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

/** More failures than this are no accident, and repeating them would only take time. */
const MAX_REPEATED = 10;
const MAX_TOLERATED_FLAKY = 2;

/** `folder` receives the runners' reports. */
export async function runTests(runner: TestRunner, folder: string): Promise<TestOutcome> {
  const first = await runOnce(runner, runner.command, folder);
  if (first === null) return { passed: 0, failed: 1, skipped: 0, flaky: [], fileDurationsMs: {} };
  const { failed } = first;
  const isWorthRepeating = failed.length > 0 && failed.length <= MAX_REPEATED && first.errors === 0;
  if (!isWorthRepeating) return judge(first, failed);
  console.log(`\nRepeating ${failed.length} failed on their own:\n  ${failed.join("\n  ")}\n`);
  const second = await runOnce(runner, runner.repeat(failed), folder);
  return judge(first, second === null || second.errors > 0 ? failed : second.failed);
}

/** `stillFailed` are the tests that failed in the last run they were part of. */
export function judge(first: RunReport, stillFailed: readonly string[]): TestOutcome {
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

/** Null when the runner died before it reported, or ended with an error that it did not report. */
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
    console.error(`${name} ended with ${code} without naming a failed test.`);
    return null;
  }
  return report;
}
