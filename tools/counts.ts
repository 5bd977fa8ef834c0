/** What a test runner tells the closing line. */
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { z } from "zod";

const Counts = z.object({ passed: z.int(), failed: z.int(), skipped: z.int() });
export type Counts = z.infer<typeof Counts>;

/** Where a runner's reporter leaves its counts; unset when the runner is used by itself. */
const COUNTS_FILE_VARIABLE = "BOREAL_TEST_COUNTS";

export function writeCounts(counts: Counts): void {
  const file = process.env[COUNTS_FILE_VARIABLE];
  if (file !== undefined) writeFileSync(file, JSON.stringify(counts));
}

export function countsEnvironment(file: string): Record<string, string> {
  rmSync(file, { force: true });
  return { [COUNTS_FILE_VARIABLE]: file };
}

/** Null when the runner ended before it could count. */
export function readCounts(file: string): Counts | null {
  try {
    return Counts.parse(JSON.parse(readFileSync(file, "utf8")));
  } catch {
    return null;
  }
}
