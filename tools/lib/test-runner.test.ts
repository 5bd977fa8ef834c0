import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { RunReport } from "./run-report.ts";
import { runTests, type TestRunner } from "./test-runner.ts";

let folder = "";
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "boreal-test-runner-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Command of a process that writes this report and exits like a test runner. */
function reporting(report: Partial<RunReport> | null, exitCode?: number): string[] {
  const whole = { passed: 0, skipped: 0, failed: [], errors: 0, fileDurationsMs: {}, ...report };
  const code = exitCode ?? (whole.failed.length + whole.errors > 0 ? 1 : 0);
  const write =
    report === null
      ? ""
      : `require("node:fs").writeFileSync(process.env.BOREAL_TEST_REPORT, ${JSON.stringify(JSON.stringify(whole))});`;
  return [process.execPath, "-e", `${write} process.exitCode = ${code}`];
}

function runner(first: string[], second?: string[]): TestRunner & { repeated: string[][] } {
  const repeated: string[][] = [];
  return {
    name: "runner",
    command: first,
    repeat: (failed) => {
      repeated.push([...failed]);
      return second ?? reporting(null, 1);
    },
    repeated,
  };
}

const names = (count: number) => Array.from({ length: count }, (_, n) => `a.test.ts › ${n}`);

describe("runTests", () => {
  it("repeats nothing when all passed", async () => {
    const run = runner(reporting({ passed: 3, skipped: 1 }));
    expect(await runTests(run, folder)).toMatchObject({ passed: 3, failed: 0, skipped: 1 });
    expect(run.repeated).toEqual([]);
  });

  it("passes and reports a flaky test that passes when repeated", async () => {
    const run = runner(reporting({ passed: 2, failed: names(1) }), reporting({ passed: 1 }));
    const outcome = await runTests(run, folder);
    expect(outcome).toMatchObject({ passed: 3, failed: 0, flaky: names(1) });
    expect(run.repeated).toEqual([names(1)]);
  });

  it("fails from the third flaky test on", async () => {
    const twice = runner(reporting({ failed: names(2) }), reporting({ passed: 2 }));
    expect(await runTests(twice, folder)).toMatchObject({ passed: 2, failed: 0 });
    const thrice = runner(reporting({ failed: names(3) }), reporting({ passed: 3 }));
    expect(await runTests(thrice, folder)).toMatchObject({ passed: 0, failed: 3 });
  });

  it("fails for a test that fails twice, next to a flaky test", async () => {
    const run = runner(
      reporting({ passed: 1, failed: names(2) }),
      reporting({ passed: 1, failed: names(1) }),
    );
    const outcome = await runTests(run, folder);
    expect(outcome).toMatchObject({ passed: 2, failed: 1, flaky: ["a.test.ts › 1"] });
  });

  it("counts a test that fails only in the repetition of its file", async () => {
    const run = runner(
      reporting({ passed: 1, failed: ["a.test.ts › x"] }),
      reporting({ passed: 1, failed: ["a.test.ts › y"] }),
    );
    expect(await runTests(run, folder)).toMatchObject({ passed: 1, failed: 1 });
  });

  it("does not repeat many failures or a run with errors outside of tests", async () => {
    const many = runner(reporting({ failed: names(11) }));
    expect(await runTests(many, folder)).toMatchObject({ failed: 11 });
    const broken = runner(reporting({ failed: names(1), errors: 1 }));
    expect(await runTests(broken, folder)).toMatchObject({ failed: 2 });
    expect([...many.repeated, ...broken.repeated]).toEqual([]);
  });

  it("fails if the runner crashes in the first run or in the repetition", async () => {
    expect(await runTests(runner(reporting(null, 0)), folder)).toMatchObject({ failed: 1 });
    expect(await runTests(runner(reporting({ passed: 4 }, 3)), folder)).toMatchObject({
      failed: 1,
    });
    const second = runner(reporting({ passed: 1, failed: names(1) }), reporting(null, 1));
    expect(await runTests(second, folder)).toMatchObject({ passed: 1, failed: 1 });
  });
});
