/**
 * Serves the console's files and applies the single-origin rule: a browser navigation gets the console, any other
 * request the API.
 */
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import type { IncomingMessage } from "node:http";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import fastifyStatic from "@fastify/static";
import type { FastifyInstance } from "fastify";
import type { Registry } from "prom-client";
import { allEndpoints } from "#contracts/api.ts";
import type { CardFormSources } from "./card-form-page.ts";
import { createPageHandler } from "./console-page.ts";
import { apiPolicy } from "./cross-origin.ts";
import { createPageLimits } from "./page-limits.ts";
import { loadRenderer } from "./page-rendering.ts";
import { loadPageTemplates } from "./page-template.ts";
import type { ServerDeps } from "./register-endpoints.ts";
import { documentHeaders } from "./security-headers.ts";
import { pathOf, unreadablePath, findUrlProblem } from "./urls.ts";

/** Contains `dist/`, the release being served, and `earlier/`, the files of previous releases. */
const defaultFolder = fileURLToPath(new URL("../../../../web", import.meta.url));
export const consolePath = "/console-page";

/** Served as they are, even to a browser navigation. */
const apiOnlyPaths =
  /^\/(?:assets\/|api\/openapi\.json$|health$|metrics$|favicon\.(?:svg|ico)$|social\.png$|release\.json$|robots\.txt$)/;
/**
 * Mutating GET endpoints reject navigations, so that a link in an email changes nothing. Where a console page has the
 * same path, the page is served and asks before it calls the endpoint.
 */
const mutatingGetPaths = allEndpoints
  .filter(
    ({ method, mutates, hasPageAtSamePath }) =>
      method === "GET" && mutates === true && hasPageAtSamePath !== true,
  )
  .map((endpoint) => new RegExp(`^${endpoint.path.replace(/:[a-zA-Z]+/g, "[^/]+")}$`));

/** Whether a browser opens the URL as a page. */
export function isNavigation(request: IncomingMessage): boolean {
  if (request.method !== "GET" && request.method !== "HEAD") return false;
  const mode = request.headers["sec-fetch-mode"];
  if (mode !== undefined) return mode === "navigate";
  const accept = request.headers.accept ?? "";
  const html = accept.indexOf("text/html");
  const json = accept.indexOf("application/json");
  return html >= 0 && (json < 0 || html < json);
}

/**
 * Fastify's rewriteUrl: routes navigations to the console's page and unreadable URLs to the path that rejects them.
 */
export function rewriteNavigation(request: IncomingMessage): string {
  const url = request.url ?? "/";
  if (findUrlProblem(url, isNavigation(request)) !== null) return unreadablePath;
  const path = pathOf(url);
  if (
    !isNavigation(request) ||
    apiOnlyPaths.test(path) ||
    mutatingGetPaths.some((pattern) => pattern.test(path))
  )
    return url;
  return consolePath;
}

/** Which console is served, and its settings. */
export interface ConsoleOptions {
  /** The folder that holds `dist/` and `earlier/`; the repository's own where it is null. */
  readonly folder: string | null;
  /** Origin of the API where that is another host, such as `https://api.example.com`; null on one origin. */
  readonly apiOrigin: string | null;
  /** The URL users open; link previews load their image from there. */
  readonly publicUrl: URL;
  readonly metrics: Registry;
  /** What the card form loads; null without a payment provider. */
  readonly cardForm: CardFormSources | null;
}

export async function serveConsole(
  app: FastifyInstance,
  platform: ServerDeps,
  options: ConsoleOptions,
): Promise<void> {
  const current = join(options.folder ?? defaultFolder, "dist");
  const earlier = join(options.folder ?? defaultFolder, "earlier");
  const templates = loadPageTemplates(current, options.publicUrl);
  if (templates === null) {
    app.log.warn("The console is not built; only the API is served");
    return;
  }
  await app.register(fastifyStatic, {
    // Files replaced by a new build while this process runs are found in `earlier`.
    root: existsSync(earlier) ? [current, earlier] : [current],
    serve: false,
    preCompressed: true,
    setHeaders: (reply, path) => {
      for (const name of documentHeaders) reply.removeHeader(name);
      reply
        .header("Content-Security-Policy", apiPolicy)
        .header(
          "Cache-Control",
          path.includes("/assets/")
            ? "public, max-age=31536000, immutable"
            : "public, max-age=3600",
        );
    },
  });
  // Read once at startup, like the page itself, so that a build in progress is not announced yet.
  const releaseFile = join(current, "release.json");
  if (existsSync(releaseFile)) {
    const release = readFileSync(releaseFile, "utf8");
    app.get("/release.json", { config: { console: true } }, (_request, reply) =>
      reply
        .type("application/json; charset=utf-8")
        .header("Cache-Control", "no-cache")
        .send(release),
    );
  }
  // One route per file, each marked as the console's; unlisted files are not served.
  for (const file of new Set([...servedFiles(current), ...earlierFiles(earlier)])) {
    app.get(`/${file}`, { config: { console: true } }, (_request, reply) => reply.sendFile(file));
  }
  const { apiOrigin, metrics, cardForm } = options;
  const limits = createPageLimits(metrics);
  const render = await loadRenderer(current, limits.renderings);
  const page = createPageHandler({
    app,
    platform,
    templates,
    render,
    limits,
    apiOrigin,
    cardForm,
  });
  app.get(consolePath, { config: { console: true } }, page);
}

/** Built files, without those only the server reads: the page templates, the manifest, the renderer and the compressed copies. */
const servedFiles = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .map((file) => file.replaceAll("\\", "/"))
    .filter(
      (file) =>
        file !== "index.html" &&
        file !== "guests.html" &&
        file !== "release.json" &&
        !/(?:^|\/)\.(?:vite|server)(?:\/|$)|\.(?:br|gz)$/.test(file) &&
        statSync(join(folder, file)).isFile(),
    );

/** Pages left open during a release still load these (tools/commands/earlier-releases.ts). */
const earlierFiles = (folder: string): string[] =>
  existsSync(join(folder, "assets"))
    ? servedFiles(folder).filter((file) => file.startsWith("assets/"))
    : [];
