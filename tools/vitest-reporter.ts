import type { Reporter, TestModule } from "vitest/node";
import { writeCounts } from "./counts.ts";

export default class CountingReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], errors: readonly unknown[]): void {
    // An error outside of any test (a leak, a broken setup) is a failure of its own.
    const counts = { passed: 0, failed: errors.length, skipped: 0 };
    for (const module of modules) {
      let failed = 0;
      for (const test of module.children.allTests()) {
        const { state } = test.result();
        if (state === "passed") counts.passed++;
        else if (state === "failed") failed++;
        else counts.skipped++;
      }
      // A file that could not be loaded or prepared has no test that failed.
      counts.failed += failed === 0 && module.state() === "failed" ? 1 : failed;
    }
    writeCounts(counts);
  }
}
