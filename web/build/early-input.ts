/** Writes the script that keeps early input beside the server's renderer, which puts it into the page. */
import { readFile } from "node:fs/promises";
import { minify, type Plugin } from "vite";

const source = new URL("../src/early-input.js", import.meta.url).pathname;

export function earlyInput(): Plugin {
  return {
    name: "boreal:early-input",
    apply: "build",
    async generateBundle() {
      const { code } = await minify(source, await readFile(source, "utf8"), { sourcemap: false });
      if (/<\/?script|<!--/i.test(code)) throw new Error("the script would end inside of the page");
      this.emitFile({ type: "asset", fileName: "early-input.js", source: code });
    },
  };
}
