import { relative } from "node:path";
import type { Reporter, Suite, TestError } from "@playwright/test/reporter";
import { root } from "./run-command.ts";
import { type RunReport, writeReport } from "./run-report.ts";

export default class RunReporter implements Reporter {
  #suite: Suite | null = null;
  #errors = 0;

  onBegin(_config: unknown, suite: Suite): void {
    this.#suite = suite;
  }

  /** Called for errors of the run itself: an environment that does not start, a file that cannot be read. */
  onError(_error: TestError): void {
    this.#errors++;
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
      else report.failed.push([file, test.parent.project()?.name, test.title].join(" › "));
    }
    writeReport(report);
  }

  printsToStdio(): boolean {
    return false;
  }
}
