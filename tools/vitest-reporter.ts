import type { Reporter, TestModule } from "vitest/node";
import { writeCounts } from "./counts.ts";

export default class CountingReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], errors: readonly unknown[]): void {
    // An error outside of any test (a leak, a broken setup) is a failure of its own.
    const counts = { passed: 0, failed: errors.length, skipped: 0 };
    for (const module of modules) {
      const tests = [...module.children.allTests()];
      // A file that could not be loaded has no tests to fail.
      if (tests.length === 0 && module.state() === "failed") counts.failed++;
      for (const test of tests) {
        const { state } = test.result();
        if (state === "passed") counts.passed++;
        else if (state === "failed") counts.failed++;
        else counts.skipped++;
      }
    }
    writeCounts(counts);
  }
}
