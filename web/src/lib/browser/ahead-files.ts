/** Files that the build names in the page (web/build/ahead-files.ts), for when a request fails. */
import { loadAhead } from "./idle.ts";

/** Takes the file to the browser's cache, from which an import then has it also without a connection. */
async function cacheFile(path: string): Promise<void> {
  const response = await fetch(path, { priority: "low" });
  await response.arrayBuffer();
}

/** Loads them once the page is idle. Running them would take time that the user may need, and most visits never do. */
export function cacheAheadFiles(): void {
  const meta = document.querySelector<HTMLMetaElement>('meta[name="ahead"]');
  const paths = (meta?.content ?? "").split(" ").filter((path) => path !== "");
  loadAhead(() => Promise.all(paths.map(cacheFile)));
}
