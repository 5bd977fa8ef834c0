/** Writes a brotli and a gzip copy of every text file of the build, so that the server only selects one. */
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
        // This also runs after a failed build and must not hide the cause with an error of its own.
        if (!isWritten) return;
        const files = await readdir(folder, { recursive: true });
        // The server fills in the templates per request, so only the server can compress them.
        const served = files.filter(
          (file) =>
            text.test(file) && !/^(?:index|guests)\.html$/.test(file) && !file.startsWith(".vite"),
        );
        await Promise.all(served.map((file) => compressFile(join(folder, file))));
      },
    },
  };
}
