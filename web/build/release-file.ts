/**
 * Writes `release.json`, which names the file every page starts with. An open page compares it with its own
 * and learns that there is a new release. The name holds a hash over all code the page may load.
 */
import { writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import type { Plugin, Rolldown } from "vite";

export function releaseFile(): Plugin {
  let folder = "";
  let written = "";
  return {
    name: "boreal:release-file",
    apply: "build",
    configResolved(config) {
      folder = resolve(config.root, config.build.outDir);
    },
    generateBundle(_options, bundle) {
      const entry = Object.values(bundle).find(
        (item): item is Rolldown.OutputChunk => item.type === "chunk" && item.isEntry,
      );
      written = JSON.stringify({ entry: entry?.fileName });
    },
    async writeBundle() {
      await writeFile(join(folder, "release.json"), written);
    },
  };
}
