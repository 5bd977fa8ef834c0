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

function holdBy(holder: { pid: number; startedTicks: string }, children: object[] = []): void {
  writeFileSync(join(folder, "lock.json"), JSON.stringify({ ...holder, children }));
}

/** A process id that was in use a moment ago and is not any more. */
async function deadPid(): Promise<number> {
  const child = spawn(process.execPath, ["--eval", ""]);
  await new Promise((resolve) => child.once("exit", resolve));
  return child.pid ?? 0;
}

test("a folder is held by one process at a time", () => {
  const lock = lockDirectory(folder, "lock.json");
  expect(() => lockDirectory(folder, "lock.json")).toThrow(DirectoryInUseError);
  expect(() => lockDirectory(folder, "lock.json")).toThrow(new RegExp(`process ${process.pid}`));

  lock.release();
  lockDirectory(folder, "lock.json").release();
  expect(existsSync(join(folder, "lock.json"))).toBe(false);
});

test("a holder that died is no holder", async () => {
  holdBy({ pid: await deadPid(), startedTicks: "1" });
  expect(lockDirectory(folder, "lock.json").orphans).toEqual([]);
});

test("a living process that only got the number of the dead holder is no holder", () => {
  const { pid, startedTicks } = identifyProcess(process.pid);
  holdBy({ pid, startedTicks: `${startedTicks}0` });
  lockDirectory(folder, "lock.json");
});

test("a lock that was half written when its holder died is no lock", () => {
  writeFileSync(join(folder, "lock.json"), '{"pid":12');
  lockDirectory(folder, "lock.json");
});

test("whoever takes over is told which children of the dead holder still run", async () => {
  const alive = identifyProcess(process.pid);
  const dead = { pid: await deadPid(), startedTicks: "1" };
  holdBy({ pid: await deadPid(), startedTicks: "1" }, [alive, dead]);
  expect(lockDirectory(folder, "lock.json").orphans).toEqual([alive]);
});
