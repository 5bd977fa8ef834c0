/** Which files belong together in the build. */
import type { Rolldown } from "vite";

type Chunk = Rolldown.OutputChunk;

export const chunksOf = (bundle: Rolldown.OutputBundle): Chunk[] =>
  Object.values(bundle).filter((item): item is Chunk => item.type === "chunk");

/** The files of a chunk and of everything that it imports, with their stylesheets. */
export function filesOfChunk(
  chunk: Chunk,
  bundle: Rolldown.OutputBundle,
  seen = new Set<string>(),
): Set<string> {
  if (seen.has(chunk.fileName)) return seen;
  seen.add(chunk.fileName);
  for (const css of chunk.viteMetadata?.importedCss ?? []) seen.add(css);
  for (const name of chunk.imports) {
    const next = bundle[name];
    if (next?.type === "chunk") filesOfChunk(next, bundle, seen);
  }
  return seen;
}

/** The files of the entry of a document, such as `/index.html`. */
export function filesOfEntry(page: string, bundle: Rolldown.OutputBundle): Set<string> {
  const entry = chunksOf(bundle).find(
    ({ facadeModuleId }) => facadeModuleId?.endsWith(page) === true,
  );
  return entry === undefined ? new Set() : filesOfChunk(entry, bundle);
}
