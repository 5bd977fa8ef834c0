/** `node e2e/support/build-release.ts <folder>`: builds the console as a release with different file names. */
import { build } from "vite";

const [outDir = ""] = process.argv.slice(2);
await build({
  root: "web",
  logLevel: "error",
  build: { outDir, rolldownOptions: { output: { hashCharacters: "hex" } } },
});
