/** The file a test runner's reporter writes for `npm test`: which tests failed and why, and how long each file took. */
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { stripVTControlCharacters } from "node:util";
import { z } from "zod";

const Failure = z.object({
  /** `file › title`; the same test has the same name in every run. */
  test: z.string(),
  /** The first lines of its error. */
  error: z.string(),
});
export type Failure = z.infer<typeof Failure>;

const RunReport = z.object({
  passed: z.int(),
  skipped: z.int(),
  failed: z.array(Failure),
  /** The first lines of each error outside of any test: a leak, a failed setup, a file that cannot be loaded. */
  errors: z.array(z.string()),
  /** Milliseconds per test file, with its hooks. */
  fileDurationsMs: z.record(z.string(), z.number()),
});
export type RunReport = z.infer<typeof RunReport>;

/** Enough for what was expected and what was received. */
const ERROR_LINES = 4;
const ERROR_LINE_LENGTH = 200;

/** The first lines of an error, without colors and empty lines; `place` is where it was thrown. */
export function firstLines(message: string | undefined, place: string | null = null): string {
  const lines = stripVTControlCharacters(message ?? "unknown error")
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "")
    .slice(0, ERROR_LINES)
    .map((line) =>
      line.length > ERROR_LINE_LENGTH ? `${line.slice(0, ERROR_LINE_LENGTH)}…` : line,
    );
  return [...lines, ...(place === null ? [] : [`at ${place}`])].join("\n");
}

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
