import { relative } from "node:path";
import type { Reporter, TestModule } from "vitest/node";
import { root } from "./run-command.ts";
import { type RunReport, writeReport } from "./run-report.ts";

export default class RunReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], errors: readonly unknown[]): void {
    const report: RunReport = {
      passed: 0,
      skipped: 0,
      failed: [],
      errors: errors.length,
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
      let failed = 0;
      for (const test of module.children.allTests()) {
        const { state } = test.result();
        if (state === "passed") report.passed++;
        else if (state === "failed") {
          failed++;
          report.failed.push(`${file} › ${test.fullName}`);
        } else report.skipped++;
      }
      // If a file's hooks fail, no test of it is marked as failed.
      if (failed === 0 && module.state() === "failed") report.failed.push(file);
    }
    writeReport(report);
  }
}
