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
import { z } from "zod";
import { allEndpoints } from "#contracts/api.ts";
import type { Endpoint } from "#contracts/endpoint.ts";
import { handlePattern, trimTrailing } from "#contracts/text.ts";
import { preferredLanguage } from "./error-page.ts";
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

/** Written by the console's build (web/build/route-files.ts): the files each page path needs first. */
const RouteFiles = z.object({
  routes: z.record(z.string(), z.array(z.string())),
  locales: z.record(z.string(), z.string()),
});
const Theme = z.enum(["light", "dark", "system"]);

/** The URL of these pages contains a secret, which must not reach other servers in the Referer header. */
const pagesWithLinkToken = /^\/(?:auth\/(?:verify|reset|freeze|oauth)|workspaces\/users\/join)\//;

/** First API request of a page by its route, preloaded while its scripts are still loading. */
const collectPreloads = (endpoints: readonly Endpoint[]): ReadonlyMap<string, string> =>
  new Map(
    endpoints.flatMap(({ path, preload }) =>
      (preload?.pages ?? []).map((page): [string, string] => [
        page,
        path.replaceAll(":", "$") + (preload?.query === undefined ? "" : `?${preload.query}`),
      ]),
    ),
  );
/** Pages of guests need open endpoints, and pages of a session the others. */
const isOpen = ({ access }: Endpoint) => access.kind === "open";
const guestPreloads = collectPreloads(allEndpoints.filter(isOpen));
const sessionPreloads = collectPreloads(allEndpoints.filter((endpoint) => !isOpen(endpoint)));

/** Passes the domain of cookies shared with sibling hosts to the console; empty if there is none. */
export const cookieDomainTag = (domain: string | null): string =>
  domain === null ? "" : `<meta name="cookie-domain" content="${domain}">`;

/** Passes the API's origin to the console; empty if it is the page's own. */
const apiTag = (origin: string | null): string =>
  origin === null ? "" : `<meta name="boreal-api" content="${origin}">`;

/** Which console is served, and its settings. */
export interface ConsoleOptions {
  /** The folder that holds `dist/` and `earlier/`; the repository's own where it is null. */
  readonly folder: string | null;
  /** Origin of the API where that is another host, such as `https://api.example.com`; null on one origin. */
  readonly apiOrigin: string | null;
  readonly cookieDomain: string | null;
  /** The URL users open; link previews load their image from there. */
  readonly publicUrl: URL;
}

export async function serveConsole(app: FastifyInstance, options: ConsoleOptions): Promise<void> {
  const current = join(options.folder ?? defaultFolder, "dist");
  const earlier = join(options.folder ?? defaultFolder, "earlier");
  const page = loadPage(current, options);
  if (page === null) {
    app.log.warn("The console is not built; only the API is served");
    return;
  }
  await app.register(fastifyStatic, {
    // Files replaced by a new build while this process runs are found in `earlier`.
    root: existsSync(earlier) ? [current, earlier] : [current],
    serve: false,
    preCompressed: true,
    setHeaders: (reply, path) => {
      reply.header(
        "Cache-Control",
        path.includes("/assets/") ? "public, max-age=31536000, immutable" : "public, max-age=3600",
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
  app.get(consolePath, { config: { console: true } }, (request, reply) => {
    const pathname = pathOf(request.originalUrl);
    const hasQuery = /\?./.test(request.originalUrl);
    const theme = Theme.safeParse(request.cookies["theme"]).data ?? "system";
    const locale = preferredLanguage(
      request.cookies["locale"] ?? request.headers["accept-language"] ?? "",
    );
    const signedIn = request.cookies["csrf"] !== undefined;
    reply
      .header("Vary", "Accept, Accept-Language, Sec-Fetch-Mode, Cookie")
      .type("text/html; charset=utf-8");
    if (pagesWithLinkToken.test(pathname)) reply.header("Referrer-Policy", "no-referrer");
    return page.template
      .replace('lang="en" data-theme="system"', `lang="${locale}" data-theme="${theme}"`)
      .replace(
        "<!--boreal:head-->",
        cookieDomainTag(options.cookieDomain) +
          apiTag(options.apiOrigin) +
          page.headTags(trimTrailing(pathname, "/"), !hasQuery, locale, signedIn),
      );
  });
}

/** Built files, without those only the server reads: the page template, the manifest and the compressed copies. */
const servedFiles = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .map((file) => file.replaceAll("\\", "/"))
    .filter(
      (file) =>
        file !== "index.html" &&
        file !== "release.json" &&
        !/(?:^|\/)\.vite(?:\/|$)|\.(?:br|gz)$/.test(file) &&
        statSync(join(folder, file)).isFile(),
    );

/** Pages left open during a release still load these (tools/commands/earlier-releases.ts). */
const earlierFiles = (folder: string): string[] =>
  existsSync(join(folder, "assets"))
    ? servedFiles(folder).filter((file) => file.startsWith("assets/"))
    : [];

interface Page {
  readonly template: string;
  /** Links that preload the files a page needs, including its deepest chunk. */
  headTags(path: string, isInitial: boolean, locale: string, signedIn: boolean): string;
}

function loadPage(folder: string, { apiOrigin, publicUrl }: ConsoleOptions): Page | null {
  const index = join(folder, "index.html");
  const routeFiles = join(folder, ".vite/routes.json");
  if (!existsSync(index) || !existsSync(routeFiles)) return null;
  const { routes, locales: catalogues } = RouteFiles.parse(
    JSON.parse(readFileSync(routeFiles, "utf8")),
  );
  // Static segments before parameters: /workspaces/add is not a page of a workspace.
  const patterns = Object.entries(routes)
    .map(([path, files]) => ({
      path,
      files,
      pattern: new RegExp(`^${path.replace(/\$[a-zA-Z]+/g, "([^/]+)").replace(/\/$/, "")}$`),
    }))
    .sort(
      (one, other) =>
        one.path.split("$").length - other.path.split("$").length ||
        // /docs/instances is a page of the documentation, not the instances of a workspace.
        other.path.indexOf("$") - one.path.indexOf("$"),
    );
  return {
    // Link previews need the image's absolute URL.
    template: readFileSync(index, "utf8").replace(
      'property="og:image" content="/',
      `property="og:image" content="${publicUrl.origin}/`,
    ),
    headTags: (path, isInitial, locale, signedIn) => {
      const route = patterns.find(({ pattern }) => pattern.test(path));
      const catalogue = catalogues[locale];
      const files = [
        // A page that needs a session redirects to sign-in, which does not use its font.
        ...(route?.files ?? []).filter((file) => signedIn || !isFont(file)),
        ...(catalogue === undefined ? [] : [catalogue]),
      ];
      const preloads = signedIn
        ? preloadsFor(route?.path, path, isInitial)
        : guestPreloadsFor(path);
      return [
        ...files.map(assetTag),
        ...preloads.map((url) => fetchPreloadTag((apiOrigin ?? "") + url)),
      ].join("");
    },
  };
}

function preloadsFor(route: string | undefined, path: string, isInitial: boolean): string[] {
  const handle = path.split("/")[1] ?? "";
  const first =
    route === undefined || !isInitial || !handlePattern.test(handle)
      ? undefined
      : sessionPreloads.get(route);
  return ["/auth/self", ...(first === undefined ? [] : [first.replace("$workspace", handle)])];
}

function guestPreloadsFor(path: string): string[] {
  const first = guestPreloads.get(path);
  return first === undefined ? [] : [first];
}

function assetTag(file: string): string {
  if (file.endsWith(".css")) return `<link rel="stylesheet" href="/${file}">`;
  return isFont(file)
    ? `<link rel="preload" as="font" type="font/woff2" href="/${file}" crossorigin="">`
    : `<link rel="modulepreload" href="/${file}">`;
}
const isFont = (file: string) => file.endsWith(".woff2");
const fetchPreloadTag = (url: string) =>
  `<link rel="preload" as="fetch" crossorigin="use-credentials" href="${url.replaceAll("&", "&amp;")}">`;
