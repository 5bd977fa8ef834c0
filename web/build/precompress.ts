/** Writes brotli and gzip beside every text file of the build, so that the server only has to pick one. */
import { readdir, readFile, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { Plugin } from "vite";

const text = /\.(?:js|css|html|svg|json|txt|webmanifest)$/;
const brotli = promisify(brotliCompress);
const gz = promisify(gzip);

async function compressFile(path: string): Promise<void> {
  const content = await readFile(path);
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: 11,
    [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
  };
  await writeFile(`${path}.br`, await brotli(content, { params }));
  await writeFile(`${path}.gz`, await gz(content, { level: 9 }));
}

export function precompressPlugin(): Plugin {
  let folder = "";
  let isWritten = false;
  return {
    name: "boreal:precompress",
    apply: "build",
    enforce: "post",
    configResolved(config) {
      folder = resolve(config.root, config.build.outDir);
    },
    buildStart() {
      isWritten = false;
    },
    writeBundle() {
      isWritten = true;
    },
    closeBundle: {
      sequential: true,
      order: "post",
      async handler() {
        // Also runs after a build that failed, and must not put an error of its own in the place of the cause.
        if (!isWritten) return;
        const files = await readdir(folder, { recursive: true });
        // The template is filled in for each request, so only the server can compress it.
        const served = files.filter(
          (file) => text.test(file) && file !== "index.html" && !file.startsWith(".vite"),
        );
        await Promise.all(served.map((file) => compressFile(join(folder, file))));
      },
    },
  };
}
