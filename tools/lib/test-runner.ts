/**
 * Runs a test runner, then repeats the failed tests one after the other. A test that passes in the repetition is
 * reported as flaky. The run fails from the third flaky test on: a single timeout does not fail a run, and no flaky
 * test stays hidden.
 */
import { join } from "node:path";
import { runCommand } from "./run-command.ts";
import { type Failure, readReport, reportEnvironment, type RunReport } from "./run-report.ts";

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
  /** What failed in the last run it was part of, with errors outside of any test. */
  readonly failures: readonly Failure[];
  /** What failed first and passed when repeated, with the first error. */
  readonly flaky: readonly Failure[];
  readonly fileDurationsMs: Readonly<Record<string, number>>;
}

/** More failures than this are not flaky tests, so repeating them would waste time. */
const MAX_REPEATED = 10;
const MAX_TOLERATED_FLAKY = 2;

/** The outcome of a group that failed as a whole. */
export function failedGroup(name: string, error: string): TestOutcome {
  const failures = [{ test: name, error }];
  return { passed: 0, failed: 1, skipped: 0, failures, flaky: [], fileDurationsMs: {} };
}

/** The runners write their reports to `folder`. */
export async function runTests(runner: TestRunner, folder: string): Promise<TestOutcome> {
  const first = await runOnce(runner, runner.command, folder);
  if (typeof first === "string") return failedGroup(runner.name, first);
  const { failed } = first;
  const shouldRepeat =
    failed.length > 0 && failed.length <= MAX_REPEATED && first.errors.length === 0;
  if (!shouldRepeat) return toOutcome(first, failed);
  const names = failed.map(({ test }) => test);
  console.log(`\nRepeating ${failed.length} failed one by one:\n  ${names.join("\n  ")}\n`);
  const second = await runOnce(runner, runner.repeat(names), folder);
  const repeated = typeof second !== "string" && second.errors.length === 0;
  return toOutcome(first, repeated ? second.failed : failed);
}

/** `stillFailed` are the tests that failed in the last run they were part of. */
export function toOutcome(first: RunReport, stillFailed: readonly Failure[]): TestOutcome {
  const lasting = new Set(stillFailed.map(({ test }) => test));
  const flaky = first.failed.filter(({ test }) => !lasting.has(test));
  const tolerated = flaky.length <= MAX_TOLERATED_FLAKY ? flaky.length : 0;
  // A test that passed at first and failed when its file was repeated counts as failed too.
  const atFirst = new Set(first.failed.map(({ test }) => test));
  const newlyFailed = stillFailed.filter(({ test }) => !atFirst.has(test)).length;
  const outside = first.errors.map((error) => ({ test: "outside of any test", error }));
  return {
    passed: first.passed + tolerated - newlyFailed,
    failed: first.failed.length - tolerated + newlyFailed + first.errors.length,
    skipped: first.skipped,
    failures: [...stillFailed, ...outside],
    flaky,
    fileDurationsMs: first.fileDurationsMs,
  };
}

/** Returns what went wrong if the runner crashed before it wrote its report, or failed without reporting an error. */
async function runOnce(
  { name, env }: TestRunner,
  command: readonly string[],
  folder: string,
): Promise<RunReport | string> {
  const file = join(folder, `${name}.json`);
  const { code } = await runCommand(command, {
    show: true,
    env: { ...reportEnvironment(file), ...env },
  });
  const report = readReport(file);
  if (report === null || (code !== 0 && report.failed.length + report.errors.length === 0)) {
    const problem = `${name} ended with ${code} without reporting a failed test.`;
    console.error(problem);
    return problem;
  }
  return report;
}
