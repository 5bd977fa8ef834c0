/**
 * Writes `.vite/routes.json`: for each page path, the files of its first view. The server names them in the HTML, so
 * that they load in parallel. Pages for guests are apart, because they belong to another document. `needSession` lists
 * the pages in whose place the server sends a guest to sign-in.
 */
import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import type { Plugin, Rolldown } from "vite";
import { chunksOf, filesOfChunk, filesOfEntry } from "./chunk-files.ts";
import { guestPageNames, guestPaths } from "../src/guest-pages/guest-paths.ts";
import { isEagerFile } from "./eager-routes.ts";
import { fontsForRoute } from "./fonts.ts";

type Chunk = Rolldown.OutputChunk;

const splitComponent = /\/src\/routes\/(?<file>[^?]+)\.tsx\?tsr-split=(?:component|.*component)/;
const wholeRoute = /\/src\/routes\/(?<file>[^?]+)\.tsx$/;

/** The file of the route whose component a module contains; undefined for other modules. */
function routeFileOf(id: string): string | undefined {
  const whole = wholeRoute.exec(id)?.groups?.["file"];
  return whole !== undefined && isEagerFile(whole)
    ? whole
    : splitComponent.exec(id)?.groups?.["file"];
}

/** Route files whose guard requires a session. */
const forSessions = /^(?:_console|onboarding)(?:[./]|$)|^index$/;

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
      const chunks = chunksOf(bundle);
      const always = filesOfEntry("/index.html", bundle);
      const alwaysForGuests = filesOfEntry("/guests.html", bundle);
      const ofFile = new Map<string, Chunk>();
      for (const chunk of chunks) {
        for (const id of chunk.moduleIds) {
          const file = routeFileOf(id);
          if (file !== undefined) ofFile.set(file, chunk);
        }
      }
      const routes: Record<string, string[]> = {};
      const needSession: string[] = [];
      for (const file of ofFile.keys()) {
        const isLayout = [...ofFile.keys()].some(
          (other) => other !== file && other.startsWith(`${file}/`),
        );
        if (isLayout || file.startsWith("__")) continue;
        const files = filesWithLayouts(file).flatMap((part) => {
          const chunk = ofFile.get(part);
          return chunk === undefined ? [] : [...filesOfChunk(chunk, bundle)];
        });
        if (forSessions.test(file)) needSession.push(routePath(file));
        routes[routePath(file)] = [
          ...fontsForRoute(file, Object.keys(bundle)),
          ...[...new Set(files)].filter((name) => !always.has(name)),
        ];
      }
      // The error pages are part of the first chunks. Without an entry they would be taken for workspaces.
      for (const id of chunks.flatMap(({ moduleIds }) => moduleIds)) {
        const errorPage = /\/src\/routes\/(?<file>_minimal\/\w+)\.tsx$/.exec(id)?.groups?.["file"];
        if (errorPage !== undefined) routes[routePath(errorPage)] = [];
      }
      const guests: Record<string, string[]> = {};
      for (const name of guestPageNames) {
        const chunk = chunks.find(({ moduleIds }) =>
          moduleIds.some((id) => id.endsWith(`/src/guest-pages/${name}.tsx`)),
        );
        const files = chunk === undefined ? [] : [...filesOfChunk(chunk, bundle)];
        guests[guestPaths[name]] = files.filter((file) => !alwaysForGuests.has(file));
      }
      const locales: Record<string, string> = {};
      for (const chunk of chunks) {
        const locale = /\/locales\/(?<name>\w+)\.po$/.exec(chunk.facadeModuleId ?? "")?.groups?.[
          "name"
        ];
        if (locale !== undefined && !always.has(chunk.fileName)) locales[locale] = chunk.fileName;
      }
      routesJson = JSON.stringify({ routes, needSession, guests, locales }, null, 1);
    },
    async writeBundle() {
      const path = join(folder, ".vite/routes.json");
      await mkdir(dirname(path), { recursive: true });
      await writeFile(path, routesJson);
    },
  };
}
