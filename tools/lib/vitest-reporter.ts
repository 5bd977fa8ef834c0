import { relative } from "node:path";
import type { Reporter, SerializedError, TestModule } from "vitest/node";
import { root } from "./run-command.ts";
import { firstLines, type RunReport, writeReport } from "./run-report.ts";

export default class RunReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], errors: readonly SerializedError[]): void {
    const report: RunReport = {
      passed: 0,
      skipped: 0,
      failed: [],
      errors: errors.map(shorten),
      fileDurationsMs: {},
    };
    for (const module of modules) {
      const file = relative(root, module.moduleId);
      const {
        prepareDuration,
        environmentSetupDuration,
        collectDuration,
        setupDuration,
        duration,
      } = module.diagnostic();
      report.fileDurationsMs[file] =
        prepareDuration + environmentSetupDuration + collectDuration + setupDuration + duration;
      const failedBefore = report.failed.length;
      for (const test of module.children.allTests()) {
        const { state, errors: testErrors } = test.result();
        if (state === "passed") report.passed++;
        else if (state === "failed") {
          report.failed.push({
            test: `${file} › ${test.fullName}`,
            error: shorten(testErrors?.[0]),
          });
        } else report.skipped++;
      }
      // If hooks fail, no test is marked as failed.
      for (const suite of module.children.allSuites()) {
        for (const error of suite.errors()) {
          report.failed.push({ test: `${file} › ${suite.fullName}`, error: shorten(error) });
        }
      }
      for (const error of module.errors())
        report.failed.push({ test: file, error: shorten(error) });
      if (module.state() === "failed" && report.failed.length === failedBefore) {
        report.failed.push({ test: file, error: shorten(undefined) });
      }
    }
    writeReport(report);
  }
}

/** The place is the first one in our files: an assertion of a library is called from there. */
function shorten(error: SerializedError | undefined): string {
  const own = error?.stacks?.find(({ file }) => !file.includes("node_modules"));
  return firstLines(error?.message, own ? `${relative(root, own.file)}:${own.line}` : null);
}
