import { mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { LogFile } from "./log-file.ts";

const folder = mkdtempSync(join(tmpdir(), "boreal-log-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test("N62: rotates the log at its size limit, keeps one old file and appends after a restart", () => {
  const path = join(folder, "server.log");
  const line = `${"x".repeat(99)}\n`;
  for (let start = 0; start < 3; start++) {
    const log = new LogFile(path, 1_000);
    for (let n = 0; n < 25; n++) log.write(line);
    log.end();
    expect(statSync(`${path}.old`).size).toBe(1_000);
    expect(statSync(path).size).toBe(((start + 1) * 2_500) % 1_000);
  }
  expect(readFileSync(path, "utf8")).toBe(line.repeat(5));
});
