/**
 * `node tools/commands/keep-release.ts <web folder of the release before>`: makes this release serve the files of
 * the earlier ones too, where a release comes as a new folder or container image.
 */
import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { systemClock } from "#api/core/lib/clock.ts";
import { consoleFolders, keepRelease } from "./earlier-releases.ts";
import { root } from "../lib/run-command.ts";

const [before] = process.argv.slice(2);
if (before === undefined || !existsSync(join(before, "dist/assets"))) {
  console.error("Name the web folder of the release before: the one that holds dist/assets.");
  process.exitCode = 2;
} else {
  const own = consoleFolders(join(root, "web"));
  keepRelease(consoleFolders(resolve(before)), own, systemClock.now());
  console.log(`The files of the earlier releases are in ${own.earlier}`);
}
