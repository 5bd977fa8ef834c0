/**
 * The files of earlier releases of the console. A page that is open during a release still loads files of
 * the release it started with, so these files stay for a week after they were replaced.
 */
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { z } from "zod";

export const retentionMs = 7 * 24 * 60 * 60 * 1_000;

/** When a release replaced each file of `assets/`, compressed copies included. */
const Replaced = z.record(z.string(), z.iso.datetime());

export interface ConsoleFolders {
  /** The release that is served; its `assets/` holds the files with a content hash in their names. */
  readonly current: string;
  /** Holds `assets/` with the files of earlier releases, and `replaced.json`. */
  readonly earlier: string;
}

export const consoleFolders = (web: string): ConsoleFolders => ({
  current: join(web, "dist"),
  earlier: join(web, "earlier"),
});

const filesIn = (folder: string): string[] => (existsSync(folder) ? readdirSync(folder) : []);

function readReplaced(earlier: string): Record<string, string> {
  const list = join(earlier, "replaced.json");
  if (!existsSync(list)) return {};
  return Replaced.parse(JSON.parse(readFileSync(list, "utf8")));
}

/**
 * Copies the files of the release `from`, and of the releases before it, to `to.earlier`. `from` is the release
 * about to be replaced, in the same or in another folder. Files that `to.current` contains are not copied.
 */
export function keepRelease(from: ConsoleFolders, to: ConsoleFolders, now: Date): void {
  const replaced = { ...readReplaced(from.earlier), ...readReplaced(to.earlier) };
  const current = new Set(filesIn(join(to.current, "assets")));
  const assets = join(to.earlier, "assets");
  mkdirSync(assets, { recursive: true });
  const sources = [join(from.earlier, "assets"), join(from.current, "assets")];
  for (const source of sources) {
    if (source === assets || source === join(to.current, "assets")) continue;
    for (const file of filesIn(source)) {
      if (current.has(file)) continue;
      if (!existsSync(join(assets, file))) cpSync(join(source, file), join(assets, file));
      replaced[file] ??= now.toISOString();
    }
  }
  const present = new Set(filesIn(assets));
  for (const [file, at] of Object.entries(replaced)) {
    const isRetained =
      present.has(file) && !current.has(file) && now.getTime() - Date.parse(at) <= retentionMs;
    if (isRetained) continue;
    delete replaced[file];
    rmSync(join(assets, file), { force: true });
  }
  // An interrupted copy leaves files without a replacement time; their age is unknown.
  for (const file of present)
    if (replaced[file] === undefined) rmSync(join(assets, file), { force: true });
  writeFileSync(join(to.earlier, "replaced.json"), `${JSON.stringify(replaced, null, 1)}\n`);
}

/** Replaces the served release by a finished build. */
export function replaceRelease(own: ConsoleFolders, built: string, now: Date): void {
  keepRelease(own, { ...own, current: built }, now);
  // A running server finds each file in one of the two folders, except between these two lines.
  rmSync(own.current, { recursive: true, force: true });
  renameSync(built, own.current);
}
