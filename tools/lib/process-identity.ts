/**
 * A process id alone does not identify a process: the number is reused after a kill or a reboot.
 * A process is identified by its id and, where /proc exists, by its start time.
 */
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";

export type ProcessIdentity = { pid: number; startedTicks: string };

function startTicks(pid: number): string {
  try {
    // The second field is the command in parentheses and may contain spaces, so fields are counted after it.
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    return stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19] ?? "";
  } catch {
    return "";
  }
}

function isZombie(pid: number): boolean {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    return stat.slice(stat.lastIndexOf(")") + 2).startsWith("Z");
  } catch {
    return false;
  }
}

export function isPidAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return !isZombie(pid);
  } catch (error) {
    // EPERM: the process exists and belongs to another user.
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}

export function identifyProcess(pid: number): ProcessIdentity {
  return { pid, startedTicks: startTicks(pid) };
}

export function isSameProcessAlive(identity: ProcessIdentity): boolean {
  if (!isPidAlive(identity.pid)) return false;
  return identity.startedTicks === "" || startTicks(identity.pid) === identity.startedTicks;
}

/** The program name of a running process, or "" if it has ended. */
export function processName(pid: number): string {
  if (!isPidAlive(pid)) return "";
  if (existsSync("/proc/self/comm")) {
    try {
      return readFileSync(`/proc/${pid}/comm`, "utf8").trim();
    } catch {
      return "";
    }
  }
  try {
    return execFileSync("ps", ["-o", "comm=", "-p", String(pid)], { encoding: "utf8" }).trim();
  } catch {
    return "";
  }
}

/** Returns whether the process ended in time. Polls, because the kernel reports exits to the parent only. */
export async function waitUntilGone(
  identity: ProcessIdentity,
  timeoutMs: number,
): Promise<boolean> {
  const deadline = performance.now() + timeoutMs;
  while (isSameProcessAlive(identity)) {
    if (performance.now() > deadline) return false;
    await delay(25);
  }
  return true;
}
