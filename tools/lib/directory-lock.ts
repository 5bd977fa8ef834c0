/** One process per folder: a lock file that names its holder, and that a dead holder does not keep. */
import { readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { z } from "zod";
import { identifyProcess, isSameProcessAlive, type ProcessIdentity } from "./process-identity.ts";

const Identity = z.object({ pid: z.int().positive(), startedTicks: z.string() });
const LockHolder = Identity.extend({ children: z.array(Identity) });

export type DirectoryLock = {
  /** What the last holder had started and could not stop, when it died without releasing. */
  orphans: ProcessIdentity[];
  /** Notes a child, so that whoever takes the folder over after a kill -9 can end it. */
  adopt(pid: number): void;
  release(): void;
};

export class DirectoryInUseError extends Error {
  readonly holderPid: number;
  constructor(folder: string, holderPid: number) {
    super(`${folder} is in use by the running process ${holderPid}.`);
    this.name = "FolderInUse";
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
    // A half-written file is from a holder that died while writing it.
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

/** Throws FolderInUse while the holder lives. */
export function lockDirectory(folder: string, fileName: string): DirectoryLock {
  const file = `${folder}/${fileName}`;
  const self = { ...identifyProcess(process.pid), children: new Array<ProcessIdentity>() };
  let orphans: ProcessIdentity[] = [];
  while (!tryCreate(file, JSON.stringify(self))) {
    const found = readText(file);
    if (found === null) continue;
    const holder = parseHolder(found);
    if (holder && isSameProcessAlive(holder)) throw new DirectoryInUseError(folder, holder.pid);
    // Two starters may see the same dead holder: the rename lets one of them have it, and what it got is
    // looked at again, since the other may have put its own lock there in between.
    const aside = `${file}.${process.pid}`;
    try {
      renameSync(file, aside);
    } catch {
      continue;
    }
    const taken = readText(aside);
    if (taken !== found && taken !== null) {
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
