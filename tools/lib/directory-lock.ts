/** Lock file that limits a directory to one process. It names its holder; the lock of a dead process is ignored. */
import { readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { z } from "zod";
import { identifyProcess, isSameProcessAlive, type ProcessIdentity } from "./process-identity.ts";

const Identity = z.object({ pid: z.int().positive(), startedTicks: z.string() });
const LockHolder = Identity.extend({ children: z.array(Identity) });

export type DirectoryLock = {
  /** Child processes of the previous holder that still run because it died without stopping them. */
  orphans: ProcessIdentity[];
  /** Records a child process, so that the next holder can end it if this process is killed. */
  adopt(pid: number): void;
  release(): void;
};

export class DirectoryInUseError extends Error {
  readonly holderPid: number;
  constructor(folder: string, holderPid: number) {
    super(`${folder} is in use by the running process ${holderPid}.`);
    this.name = "DirectoryInUseError";
    this.holderPid = holderPid;
  }
}

function readText(file: string): string | null {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return null;
  }
}

function parseHolder(text: string): z.infer<typeof LockHolder> | null {
  try {
    return LockHolder.parse(JSON.parse(text));
  } catch {
    // The holder died while writing the file.
    return null;
  }
}

function tryCreate(file: string, text: string): boolean {
  try {
    writeFileSync(file, text, { flag: "wx", mode: 0o600 });
    return true;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "EEXIST") return false;
    throw error;
  }
}

/** Throws DirectoryInUseError while the holder is alive. */
export function lockDirectory(folder: string, fileName: string): DirectoryLock {
  const file = `${folder}/${fileName}`;
  const self = { ...identifyProcess(process.pid), children: new Array<ProcessIdentity>() };
  let orphans: ProcessIdentity[] = [];
  while (!tryCreate(file, JSON.stringify(self))) {
    const lockText = readText(file);
    if (lockText === null) continue;
    const holder = parseHolder(lockText);
    if (holder && isSameProcessAlive(holder)) throw new DirectoryInUseError(folder, holder.pid);
    // Two processes may find the same dead holder: only one rename succeeds. The renamed file is compared again,
    // because the other process may have created its own lock in the meantime.
    const aside = `${file}.${process.pid}`;
    try {
      renameSync(file, aside);
    } catch {
      continue;
    }
    const renamedText = readText(aside);
    if (renamedText !== lockText && renamedText !== null) {
      renameSync(aside, file);
      continue;
    }
    rmSync(aside, { force: true });
    orphans = (holder?.children ?? []).filter(isSameProcessAlive);
  }
  return {
    orphans,
    adopt(pid) {
      self.children.push(identifyProcess(pid));
      writeFileSync(`${file}.next`, JSON.stringify(self), { mode: 0o600 });
      renameSync(`${file}.next`, file);
    },
    release() {
      rmSync(file, { force: true });
    },
  };
}
