/**
 * `node tools/commands/keep-release.ts <web folder of the previous release>`: makes this release serve the files of
 * earlier releases too. Needed where a release is a new folder or container image.
 */
import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { systemClock } from "#api/core/lib/clock.ts";
import { consoleFolders, keepRelease } from "./earlier-releases.ts";
import { root } from "../lib/run-command.ts";

const [previousFolder] = process.argv.slice(2);
if (previousFolder === undefined || !existsSync(join(previousFolder, "dist/assets"))) {
  console.error(
    "Pass the web folder of the previous release: the folder that contains dist/assets.",
  );
  process.exitCode = 2;
} else {
  const own = consoleFolders(join(root, "web"));
  keepRelease(consoleFolders(resolve(previousFolder)), own, systemClock.now());
  console.log(`Copied the files of earlier releases to ${own.earlier}`);
}
