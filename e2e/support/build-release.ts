/** `node e2e/support/build-release.ts <folder>`: builds the console as a release whose files all have other names. */
import { build } from "vite";

const [outDir = ""] = process.argv.slice(2);
await build({
  root: "web",
  logLevel: "error",
  build: { outDir, rolldownOptions: { output: { hashCharacters: "hex" } } },
});
