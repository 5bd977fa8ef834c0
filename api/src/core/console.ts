/**
 * The console's files, and the rule of one origin: a request that navigates gets the console,
 * anything else the API (docs: spec/meanings, "Paths, pages and one origin").
 */
import { existsSync, readFileSync } from "node:fs";
import type { IncomingMessage } from "node:http";
import fastifyStatic from "@fastify/static";
import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { allCalls } from "#contracts/api.ts";

const folder = new URL("../../../web/dist/", import.meta.url);
export const consolePath = "/console-page";

/** Answered as they are, also to someone who types the address. */
const alwaysApi = /^\/(?:assets\/|api\/openapi\.json$|health$|metrics$|favicon|social\.png|robots\.txt)/;
/** GETs that change something refuse a navigation themselves, so that a link in a mail does nothing. */
const changingGets = allCalls
  .filter((call) => call.method === "GET" && call.changes === true)
  .map((call) => new RegExp(`^${call.path.replace(/:[a-zA-Z]+/g, "[^/]+")}$`));

function navigates(request: IncomingMessage): boolean {
  if (request.method !== "GET" && request.method !== "HEAD") return false;
  const mode = request.headers["sec-fetch-mode"];
  if (mode !== undefined) return mode === "navigate";
  const accept = request.headers.accept ?? "";
  const html = accept.indexOf("text/html");
  const json = accept.indexOf("application/json");
  return html >= 0 && (json < 0 || html < json);
}

/** Fastify's rewriteUrl: sends navigations to the console's page. */
export function rewriteNavigation(request: IncomingMessage): string {
  const url = request.url ?? "/";
  const path = url.split("?")[0] ?? "/";
  if (!navigates(request) || alwaysApi.test(path) || changingGets.some((pattern) => pattern.test(path))) return url;
  return consolePath;
}

const Manifest = z.record(
  z.string(),
  z.object({ file: z.string(), src: z.string().optional(), isEntry: z.boolean().optional(), imports: z.array(z.string()).optional(), css: z.array(z.string()).optional() }),
);
const Theme = z.enum(["light", "dark", "system"]);

interface Page {
  template: string;
  /** Links that preload what a page of this address needs. */
  headOf(path: string): string;
}

export async function serveConsole(app: FastifyInstance): Promise<void> {
  const page = loadPage();
  if (page === null) {
    app.log.warn("The console is not built; only the API answers");
    return;
  }
  await app.register(fastifyStatic, {
    root: folder,
    wildcard: false,
    preCompressed: true,
    index: false,
    globIgnore: ["index.html", "**/*.br", "**/*.gz", ".vite/**"],
    setHeaders: (reply, path) => {
      reply.header("Cache-Control", path.includes("/assets/") ? "public, max-age=31536000, immutable" : "public, max-age=3600");
    },
  });
  app.get(consolePath, { config: { console: true } }, (request, reply) => {
    const path = (request.originalUrl.split("?")[0] ?? "/").replace(/\/+$/, "");
    const theme = Theme.safeParse(request.cookies["theme"]).data ?? "system";
    reply.header("Cache-Control", "no-store").header("Vary", "Accept, Sec-Fetch-Mode, Cookie").type("text/html; charset=utf-8");
    return page.template.replace("data-theme=\"system\"", `data-theme="${theme}"`).replace("<!--boreal:head-->", page.headOf(path));
  });
}

function loadPage(): Page | null {
  const index = new URL("index.html", folder);
  const manifestFile = new URL(".vite/manifest.json", folder);
  if (!existsSync(index) || !existsSync(manifestFile)) return null;
  const manifest = Manifest.parse(JSON.parse(readFileSync(manifestFile, "utf8")));
  const routes = routeChunks(manifest);
  return {
    template: readFileSync(index, "utf8"),
    headOf: (path) => {
      const found = routes.find((route) => route.pattern.test(path));
      const files = found === undefined ? [] : chunkFiles(manifest, found.key);
      const list = /^\/([a-z][a-z0-9-]+)\/instances$/.exec(path);
      const calls = ["/auth/self", ...(list === null ? [] : [`/api/v1/workspaces/${list[1]}/instances?page=1&perPage=15`])];
      const needsSession = !path.startsWith("/auth/");
      return [
        ...files.map((file) => (file.endsWith(".css") ? `<link rel="stylesheet" href="/${file}">` : `<link rel="modulepreload" href="/${file}">`)),
        ...(needsSession ? calls.map((call) => `<link rel="preload" as="fetch" crossorigin="use-credentials" href="${call.replace("&", "&amp;")}">`) : []),
      ].join("");
    },
  };
}

/** Route files in their URL order, most exact first: `$workspace.instances.index.tsx` is `/[^/]+/instances`. */
function routeChunks(manifest: z.infer<typeof Manifest>): { key: string; pattern: RegExp }[] {
  return Object.keys(manifest)
    .filter((key) => key.includes("src/routes/"))
    .map((key) => {
      const name = key.replace(/^.*src\/routes\//, "").replace(/\.tsx.*$/, "");
      const parts = name.split(/[./]/).filter((part) => part !== "" && part !== "index" && part !== "route" && !part.startsWith("_") && !part.startsWith("("));
      const dynamic = parts.filter((part) => part.startsWith("$")).length;
      const pattern = new RegExp(`^${parts.map((part) => (part.startsWith("$") ? "/[^/]+" : `/${part}`)).join("")}$`);
      return { key, pattern, dynamic };
    })
    .sort((one, other) => one.dynamic - other.dynamic);
}

function chunkFiles(manifest: z.infer<typeof Manifest>, key: string, seen = new Set<string>()): string[] {
  const chunk = manifest[key];
  if (chunk === undefined || seen.has(key) || chunk.isEntry === true) return [];
  seen.add(key);
  return [chunk.file, ...(chunk.css ?? []), ...(chunk.imports ?? []).flatMap((next) => chunkFiles(manifest, next, seen))];
}
