/**
 * Writes `release.json`, which names the entry scripts of the console and of the pages for guests. An open page looks for
 * its own there to detect a new release. The file name contains a hash over all code that the page may load.
 */
import { writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import type { Plugin, Rolldown } from "vite";

export function releaseFile(): Plugin {
  let folder = "";
  let releaseJson = "";
  return {
    name: "boreal:release-file",
    apply: "build",
    configResolved(config) {
      folder = resolve(config.root, config.build.outDir);
    },
    generateBundle(_options, bundle) {
      const entryOf = (page: string) =>
        Object.values(bundle).find(
          (item): item is Rolldown.OutputChunk =>
            item.type === "chunk" && item.facadeModuleId?.endsWith(page) === true,
        )?.fileName;
      releaseJson = JSON.stringify({
        entry: entryOf("/index.html"),
        guestEntry: entryOf("/guests.html"),
      });
    },
    async writeBundle() {
      await writeFile(join(folder, "release.json"), releaseJson);
    },
  };
}
