import { relative } from "node:path";
import type { Reporter, Suite, TestCase, TestError } from "@playwright/test/reporter";
import { root } from "./run-command.ts";
import { firstLines, type RunReport, writeReport } from "./run-report.ts";

export default class RunReporter implements Reporter {
  #suite: Suite | null = null;
  readonly #errors: string[] = [];

  onBegin(_config: unknown, suite: Suite): void {
    this.#suite = suite;
  }

  /** Called for errors of the run itself: an environment that does not start, a file that cannot be read. */
  onError(error: TestError): void {
    this.#errors.push(shorten(error));
  }

  onEnd(): void {
    const report: RunReport = {
      passed: 0,
      skipped: 0,
      failed: [],
      errors: this.#errors,
      fileDurationsMs: {},
    };
    for (const test of this.#suite?.allTests() ?? []) {
      const file = relative(root, test.location.file);
      const durationMs = test.results.reduce((sum, { duration }) => sum + duration, 0);
      report.fileDurationsMs[file] = (report.fileDurationsMs[file] ?? 0) + durationMs;
      const outcome = test.outcome();
      if (outcome === "expected") report.passed++;
      else if (outcome === "skipped") report.skipped++;
      else {
        report.failed.push({
          test: [file, test.parent.project()?.name, test.title].join(" › "),
          error: shorten(firstError(test)),
        });
      }
    }
    writeReport(report);
  }

  printsToStdio(): boolean {
    return false;
  }
}

/** Undefined if the spec never ran, for example because its setup failed. */
function firstError(test: TestCase): TestError | undefined {
  return test.results.flatMap(({ errors }) => errors)[0];
}

function shorten(error: TestError | undefined): string {
  const location = error?.location;
  return firstLines(
    error?.message ?? error?.value,
    location === undefined ? null : `${relative(root, location.file)}:${location.line}`,
  );
}
