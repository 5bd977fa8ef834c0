import type { Reporter, Suite, TestError } from "@playwright/test/reporter";
import { writeCounts } from "./counts.ts";

export default class CountingReporter implements Reporter {
  #suite: Suite | null = null;
  #errors = 0;

  onBegin(_config: unknown, suite: Suite): void {
    this.#suite = suite;
  }

  /** Of the run itself, not of a test: a world that does not start, a file that cannot be read. */
  onError(_error: TestError): void {
    this.#errors++;
  }

  onEnd(): void {
    const counts = { passed: 0, failed: this.#errors, skipped: 0 };
    for (const test of this.#suite?.allTests() ?? []) {
      const outcome = test.outcome();
      if (outcome === "expected") counts.passed++;
      else if (outcome === "skipped") counts.skipped++;
      else counts.failed++;
    }
    writeCounts(counts);
  }

  printsToStdio(): boolean {
    return false;
  }
}
