/** The file a test runner's reporter writes for `npm test`: which tests failed, and how long each test file took. */
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { z } from "zod";

const RunReport = z.object({
  passed: z.int(),
  skipped: z.int(),
  /** One entry per failed test, `file › title`; the same test has the same entry in every run. */
  failed: z.array(z.string()),
  /** Errors outside of any test: a leak, a failed setup, a file that cannot be loaded. */
  errors: z.int(),
  /** Milliseconds per test file, with its hooks. */
  fileDurationsMs: z.record(z.string(), z.number()),
});
export type RunReport = z.infer<typeof RunReport>;

/** The file the reporter writes to; unset when a runner is used without `npm test`. */
const REPORT_FILE_VARIABLE = "BOREAL_TEST_REPORT";

export function writeReport(report: RunReport): void {
  const file = process.env[REPORT_FILE_VARIABLE];
  if (file !== undefined) writeFileSync(file, JSON.stringify(report));
}

export function reportEnvironment(file: string): Record<string, string> {
  rmSync(file, { force: true });
  return { [REPORT_FILE_VARIABLE]: file };
}

/** Returns null if the runner ended before it wrote its report. */
export function readReport(file: string): RunReport | null {
  try {
    return RunReport.parse(JSON.parse(readFileSync(file, "utf8")));
  } catch {
    return null;
  }
}
