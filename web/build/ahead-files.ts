/**
 * Names in each document the files of code that a page needs when a request fails. The page loads them into the browser's
 * cache once it is idle (src/lib/browser/ahead-files.ts), because a lost connection loads nothing.
 */
import type { Plugin } from "vite";
import { chunksOf, filesOfChunk, filesOfEntry } from "./chunk-files.ts";

/** Code that reads and words problems, and on pages of the console code that shows toasts. */
const problems = ["/src/lib/api/parse-problem.ts"];
const codeAhead: Readonly<Record<string, readonly string[]>> = {
  "/index.html": [...problems, "/src/ui/toaster.tsx"],
  "/guests.html": problems,
};

export function aheadFiles(): Plugin {
  return {
    name: "boreal:ahead-files",
    apply: "build",
    transformIndexHtml: {
      order: "post",
      handler: (_html, { path, bundle = {} }) => {
        const loaded = filesOfEntry(path, bundle);
        const files = (codeAhead[path] ?? []).flatMap((module) => {
          const chunk = chunksOf(bundle).find(({ moduleIds, facadeModuleId }) =>
            [facadeModuleId ?? "", ...moduleIds].some((id) => id.endsWith(module)),
          );
          if (chunk === undefined) throw new Error(`No chunk contains ${module}`);
          return [...filesOfChunk(chunk, bundle)].filter(
            (name) => name.endsWith(".js") && !loaded.has(name),
          );
        });
        const content = [...new Set(files)].map((name) => `/${name}`).join(" ");
        return [{ tag: "meta", attrs: { name: "ahead", content }, injectTo: "head" }];
      },
    },
  };
}
