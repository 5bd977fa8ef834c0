/** Serves the baselines, compressed and from memory: the rows as static HTML, and a minimal React page. */
import { createServer } from "node:http";
import { brotliCompressSync } from "node:zlib";
import { build } from "vite";
import { z } from "zod";

const Rows = z.object({
  data: z.array(z.object({ hostname: z.string(), status: z.string() })).nonempty(),
});

/** `rows` is a response of the instance list. */
export async function startBaselines(rows: string): Promise<{ url: string; stop(): void }> {
  const files = new Map<string, { body: Buffer; type: string }>();
  const add = (path: string, text: string, type: string) =>
    files.set(path, { body: brotliCompressSync(text), type });
  for (const { path, text } of await buildReactPage())
    add(path, text, path.endsWith(".js") ? "text/javascript" : "text/html");
  const { data } = Rows.parse(JSON.parse(rows));
  const last = data.at(-1);
  add("/rows.json", rows, "application/json");
  add("/row.json", JSON.stringify(last), "application/json");
  const cells = data.map((row) => `<tr><td>${row.hostname}<td>${row.status}`).join("");
  add(
    "/static",
    `<!doctype html><meta charset=utf-8><title>Baseline</title><table><tbody>${cells}</table>`,
    "text/html",
  );
  const server = createServer((request, response) => {
    const file = files.get(request.url ?? "");
    if (file === undefined) return response.writeHead(404).end();
    const isScript = file.type === "text/javascript";
    return response
      .writeHead(200, {
        "content-type": file.type,
        "content-encoding": "br",
        "cache-control": isScript ? "public, max-age=31536000, immutable" : "no-store",
      })
      .end(file.body);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  return {
    url: `http://127.0.0.1:${typeof address === "object" && address !== null ? address.port : 0}`,
    stop: () => server.close(),
  };
}

async function buildReactPage(): Promise<{ path: string; text: string }[]> {
  const bundle = await build({
    configFile: false,
    root: new URL("./baseline/", import.meta.url).pathname,
    logLevel: "silent",
    build: { write: false, minify: true, target: "esnext" },
  });
  return [bundle].flat().flatMap((output) =>
    "output" in output
      ? output.output.map((file) => ({
          path: file.fileName === "index.html" ? "/react" : `/${file.fileName}`,
          text: file.type === "chunk" ? file.code : file.source.toString(),
        }))
      : [],
  );
}
