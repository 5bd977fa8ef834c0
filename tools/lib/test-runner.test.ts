import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { firstLines, type RunReport } from "./run-report.ts";
import { runTests, type TestRunner } from "./test-runner.ts";

let folder = "";
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "boreal-test-runner-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Command of a process that writes this report and exits like a test runner. */
function reporting(report: Partial<RunReport> | null, exitCode?: number): string[] {
  const whole = { passed: 0, skipped: 0, failed: [], errors: [], fileDurationsMs: {}, ...report };
  const code = exitCode ?? (whole.failed.length + whole.errors.length > 0 ? 1 : 0);
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
const failures = (count: number, error = "expected 1 to be 2") =>
  names(count).map((test) => ({ test, error }));

describe("runTests", () => {
  it("repeats nothing when all passed", async () => {
    const run = runner(reporting({ passed: 3, skipped: 1 }));
    expect(await runTests(run, folder)).toMatchObject({ passed: 3, failed: 0, skipped: 1 });
    expect(run.repeated).toEqual([]);
  });

  it("passes and reports a flaky test that passes when repeated", async () => {
    const run = runner(reporting({ passed: 2, failed: failures(1) }), reporting({ passed: 1 }));
    const outcome = await runTests(run, folder);
    expect(outcome).toMatchObject({ passed: 3, failed: 0, flaky: failures(1) });
    expect(run.repeated).toEqual([names(1)]);
  });

  it("fails from the third flaky test on", async () => {
    const twice = runner(reporting({ failed: failures(2) }), reporting({ passed: 2 }));
    expect(await runTests(twice, folder)).toMatchObject({ passed: 2, failed: 0 });
    const thrice = runner(reporting({ failed: failures(3) }), reporting({ passed: 3 }));
    expect(await runTests(thrice, folder)).toMatchObject({ passed: 0, failed: 3 });
  });

  it("fails for a test that fails twice, next to a flaky test", async () => {
    const run = runner(
      reporting({ passed: 1, failed: failures(2) }),
      reporting({ passed: 1, failed: failures(1, "again") }),
    );
    const outcome = await runTests(run, folder);
    expect(outcome).toMatchObject({ passed: 2, failed: 1 });
    expect(outcome.flaky).toEqual(failures(2).slice(1));
    expect(outcome.failures).toEqual(failures(1, "again"));
  });

  it("counts a test that fails only in the repetition of its file", async () => {
    const run = runner(
      reporting({ passed: 1, failed: [{ test: "a.test.ts › x", error: "first" }] }),
      reporting({ passed: 1, failed: [{ test: "a.test.ts › y", error: "second" }] }),
    );
    expect(await runTests(run, folder)).toMatchObject({ passed: 1, failed: 1 });
  });

  it("does not repeat many failures or a run with errors outside of tests", async () => {
    const many = runner(reporting({ failed: failures(11) }));
    expect(await runTests(many, folder)).toMatchObject({ failed: 11 });
    const broken = runner(reporting({ failed: failures(1), errors: ["a leak"] }));
    expect(await runTests(broken, folder)).toMatchObject({
      failed: 2,
      failures: [...failures(1), { test: "outside of any test", error: "a leak" }],
    });
    expect([...many.repeated, ...broken.repeated]).toEqual([]);
  });

  it("fails if the runner crashes in the first run or in the repetition", async () => {
    expect(await runTests(runner(reporting(null, 0)), folder)).toMatchObject({
      failed: 1,
      failures: [{ test: "runner", error: "runner ended with 0 without reporting a failed test." }],
    });
    expect(await runTests(runner(reporting({ passed: 4 }, 3)), folder)).toMatchObject({
      failed: 1,
    });
    const second = runner(reporting({ passed: 1, failed: failures(1) }), reporting(null, 1));
    expect(await runTests(second, folder)).toMatchObject({ passed: 1, failed: 1 });
  });
});

describe("firstLines", () => {
  it("keeps the first lines of an error, without colors, and names its place", () => {
    const message = `\u001b[31mexpected\u001b[39m 1\n\n  to be 2\n${"x".repeat(300)}\nd\ne`;
    expect(firstLines(message, "a.test.ts:3").split("\n")).toEqual([
      "expected 1",
      "to be 2",
      `${"x".repeat(200)}…`,
      "d",
      "at a.test.ts:3",
    ]);
    expect(firstLines(undefined)).toBe("unknown error");
  });
});
