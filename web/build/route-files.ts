/**
 * Writes `.vite/routes.json`: for each page path, the files of its first view. The server names them in the HTML, so
 * that they load in parallel.
 */
import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import type { Plugin, Rolldown } from "vite";
import { fontsForRoute } from "./fonts.ts";

type Chunk = Rolldown.OutputChunk;

const splitComponent = /\/src\/routes\/(?<file>[^?]+)\.tsx\?tsr-split=(?:component|.*component)/;

/** `_console/$workspace/instances.index` → `/$workspace/instances`. */
export function routePath(file: string): string {
  const parts = file
    .split(/[./]/)
    .filter((part) => !part.startsWith("_") && part !== "index" && part !== "route");
  return `/${parts.join("/")}`;
}

/** The route file with all its layouts: `a/b/c` → `a`, `a/b`, `a/b/c`. */
function filesWithLayouts(file: string): string[] {
  const cuts = [...file.matchAll(/[./]/g)].map((match) => file.slice(0, match.index));
  return [...cuts, file];
}

export function routeFilesPlugin(): Plugin {
  let folder = "";
  let routesJson = "";
  return {
    name: "boreal:route-files",
    apply: "build",
    configResolved(config) {
      folder = resolve(config.root, config.build.outDir);
    },
    generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter((item): item is Chunk => item.type === "chunk");
      const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
      const collectFiles = (chunk: Chunk, seen: Set<string>): Set<string> => {
        if (seen.has(chunk.fileName)) return seen;
        seen.add(chunk.fileName);
        for (const css of chunk.viteMetadata?.importedCss ?? []) seen.add(css);
        for (const name of chunk.imports) {
          const next = byName.get(name);
          if (next !== undefined) collectFiles(next, seen);
        }
        return seen;
      };
      const entry = chunks.find((chunk) => chunk.isEntry);
      const always = entry === undefined ? new Set<string>() : collectFiles(entry, new Set());
      const ofFile = new Map<string, Chunk>();
      for (const chunk of chunks) {
        for (const id of chunk.moduleIds) {
          const file = splitComponent.exec(id)?.groups?.["file"];
          if (file !== undefined) ofFile.set(file, chunk);
        }
      }
      const routes: Record<string, string[]> = {};
      for (const file of ofFile.keys()) {
        const isLayout = [...ofFile.keys()].some(
          (other) => other !== file && other.startsWith(`${file}/`),
        );
        if (isLayout || file.startsWith("__")) continue;
        const files = filesWithLayouts(file).flatMap((part) => {
          const chunk = ofFile.get(part);
          return chunk === undefined ? [] : [...collectFiles(chunk, new Set())];
        });
        routes[routePath(file)] = [
          ...fontsForRoute(file, Object.keys(bundle)),
          ...[...new Set(files)].filter((name) => !always.has(name)),
        ];
      }
      const locales: Record<string, string> = {};
      for (const chunk of chunks) {
        const locale = /\/locales\/(?<name>\w+)\.po$/.exec(chunk.facadeModuleId ?? "")?.groups?.[
          "name"
        ];
        if (locale !== undefined && !always.has(chunk.fileName)) locales[locale] = chunk.fileName;
      }
      routesJson = JSON.stringify({ routes, locales }, null, 1);
    },
    async writeBundle() {
      const path = join(folder, ".vite/routes.json");
      await mkdir(dirname(path), { recursive: true });
      await writeFile(path, routesJson);
    },
  };
}
