import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { DirectoryInUseError, lockDirectory } from "./directory-lock.ts";
import { identifyProcess } from "./process-identity.ts";

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "boreal-lock-test-"));
});

afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

function writeLock(holder: { pid: number; startedTicks: string }, children: object[] = []): void {
  writeFileSync(join(folder, "lock.json"), JSON.stringify({ ...holder, children }));
}

/** The id of a process that has just ended. */
async function deadPid(): Promise<number> {
  const child = spawn(process.execPath, ["--eval", ""]);
  await new Promise((resolve) => child.once("exit", resolve));
  return child.pid ?? 0;
}

test("only one process at a time can lock a directory", () => {
  const lock = lockDirectory(folder, "lock.json");
  expect(() => lockDirectory(folder, "lock.json")).toThrow(DirectoryInUseError);
  expect(() => lockDirectory(folder, "lock.json")).toThrow(new RegExp(`process ${process.pid}`));

  lock.release();
  lockDirectory(folder, "lock.json").release();
  expect(existsSync(join(folder, "lock.json"))).toBe(false);
});

test("ignores the lock of a dead process", async () => {
  writeLock({ pid: await deadPid(), startedTicks: "1" });
  expect(lockDirectory(folder, "lock.json").orphans).toEqual([]);
});

test("ignores a lock whose process id now belongs to another process", () => {
  const { pid, startedTicks } = identifyProcess(process.pid);
  writeLock({ pid, startedTicks: `${startedTicks}0` });
  lockDirectory(folder, "lock.json");
});

test("ignores a partially written lock file", () => {
  writeFileSync(join(folder, "lock.json"), '{"pid":12');
  lockDirectory(folder, "lock.json");
});

test("returns the surviving children of the dead holder", async () => {
  const alive = identifyProcess(process.pid);
  const dead = { pid: await deadPid(), startedTicks: "1" };
  writeLock({ pid: await deadPid(), startedTicks: "1" }, [alive, dead]);
  expect(lockDirectory(folder, "lock.json").orphans).toEqual([alive]);
});
