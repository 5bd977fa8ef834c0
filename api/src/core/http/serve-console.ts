/**
 * The console's files, and the rule of one origin: a request that navigates gets the console,
 * anything else the API (docs: spec/meanings, "Paths, pages and one origin").
 */
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import type { IncomingMessage } from "node:http";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import fastifyStatic from "@fastify/static";
import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { allEndpoints } from "#contracts/api.ts";
import { handlePattern, trimTrailing } from "#contracts/text.ts";
import { languageOf } from "./error-page.ts";
import { pathOf, unreadablePath, urlFault } from "./urls.ts";

/** Holds `dist/`, the release that is served, and `earlier/`, what is left of those before it. */
const ownFolder = fileURLToPath(new URL("../../../../web", import.meta.url));
export const consolePath = "/console-page";

/** Answered as they are, also to someone who types the address. */
const apiOnlyPaths =
  /^\/(?:assets\/|api\/openapi\.json$|health$|metrics$|favicon\.(?:svg|ico)$|social\.png$|release\.json$|robots\.txt$)/;
/**
 * GETs that change something refuse a navigation themselves, so that a link in a mail does nothing;
 * where a page has the same address, it answers, and asks before it calls.
 */
const mutatingGetPaths = allEndpoints
  .filter(
    ({ method, mutates, hasPageAtSamePath }) =>
      method === "GET" && mutates === true && hasPageAtSamePath !== true,
  )
  .map((endpoint) => new RegExp(`^${endpoint.path.replace(/:[a-zA-Z]+/g, "[^/]+")}$`));

/** Whether a browser opens the address as a page. */
export function isNavigation(request: IncomingMessage): boolean {
  if (request.method !== "GET" && request.method !== "HEAD") return false;
  const mode = request.headers["sec-fetch-mode"];
  if (mode !== undefined) return mode === "navigate";
  const accept = request.headers.accept ?? "";
  const html = accept.indexOf("text/html");
  const json = accept.indexOf("application/json");
  return html >= 0 && (json < 0 || html < json);
}

/** Fastify's rewriteUrl: sends navigations to the console's page, and what cannot be read to where it is refused. */
export function rewriteNavigation(request: IncomingMessage): string {
  const url = request.url ?? "/";
  if (urlFault(url, isNavigation(request)) !== null) return unreadablePath;
  const path = pathOf(url);
  if (
    !isNavigation(request) ||
    apiOnlyPaths.test(path) ||
    mutatingGetPaths.some((pattern) => pattern.test(path))
  )
    return url;
  return consolePath;
}

/** Written by the console's build (web/build/route-files.ts): what each page path needs at first. */
const RouteFiles = z.object({
  routes: z.record(z.string(), z.array(z.string())),
  locales: z.record(z.string(), z.string()),
});
const Theme = z.enum(["light", "dark", "system"]);

/** Their address or query holds a secret, which no file they load may be told. */
const pagesWithLinkToken = /^\/(?:auth\/(?:verify|reset|freeze|oauth)|workspaces\/users\/join)\//;

/** First answers of a page, requested while its scripts are still on their way. */
const preloads: ReadonlyMap<string, string> = new Map(
  allEndpoints.flatMap(({ path, preload }) =>
    (preload?.pages ?? []).map((page): [string, string] => [
      page,
      path.replaceAll(":", "$") + (preload?.query === undefined ? "" : `?${preload.query}`),
    ]),
  ),
);

/** Tells the console the domain of the cookies it shares with sibling hosts; nothing where there are none. */
export const cookieDomainTag = (domain: string | null): string =>
  domain === null ? "" : `<meta name="cookie-domain" content="${domain}">`;

/** Tells the console on which host its API is; nothing where it is the page's own. */
const apiTag = (origin: string | null): string =>
  origin === null ? "" : `<meta name="boreal-api" content="${origin}">`;

/** Which console is served, and what it is told of its set-up. */
export interface ConsoleOptions {
  /** The folder that holds `dist/` and `earlier/`; the repository's own where it is null. */
  readonly folder: string | null;
  /** Origin of the API where that is another host, such as `https://api.example.com`; null on one origin. */
  readonly apiOrigin: string | null;
  readonly cookieDomain: string | null;
  /** The address people open; others load the preview picture of a shared link from there. */
  readonly publicUrl: URL;
}

export async function serveConsole(app: FastifyInstance, options: ConsoleOptions): Promise<void> {
  const current = join(options.folder ?? ownFolder, "dist");
  const earlier = join(options.folder ?? ownFolder, "earlier");
  const page = loadPage(current, options);
  if (page === null) {
    app.log.warn("The console is not built; only the API answers");
    return;
  }
  await app.register(fastifyStatic, {
    // A file that a new build replaced while this process runs is found among the earlier ones.
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
  // As it was at the start, like the page itself: a build that goes on meanwhile is not served yet.
  const release = join(current, "release.json");
  if (existsSync(release)) {
    const named = readFileSync(release, "utf8");
    app.get("/release.json", { config: { console: true } }, (_request, reply) =>
      reply.type("application/json; charset=utf-8").header("Cache-Control", "no-cache").send(named),
    );
  }
  // One route a file, each marked as the console's: what is not listed here is not served.
  for (const file of new Set([...servedFiles(current), ...earlierFiles(earlier)])) {
    app.get(`/${file}`, { config: { console: true } }, (_request, reply) => reply.sendFile(file));
  }
  app.get(consolePath, { config: { console: true } }, (request, reply) => {
    const pathname = pathOf(request.originalUrl);
    const hasQuery = /\?./.test(request.originalUrl);
    const theme = Theme.safeParse(request.cookies["theme"]).data ?? "system";
    const locale = languageOf(
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
          page.headOf(trimTrailing(pathname, "/"), !hasQuery, locale, signedIn),
      );
  });
}

/** Built files without those for the server alone: the page's template, the manifest, the compressed copies. */
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

/** Pages that were open during a release still load these (tools/commands/earlier-releases.ts). */
const earlierFiles = (folder: string): string[] =>
  existsSync(join(folder, "assets"))
    ? servedFiles(folder).filter((file) => file.startsWith("assets/"))
    : [];

interface Page {
  readonly template: string;
  /** Links that preload what a page of this address needs, deepest chunk included. */
  headOf(path: string, asFirst: boolean, locale: string, signedIn: boolean): string;
}

function loadPage(folder: string, { apiOrigin, publicUrl }: ConsoleOptions): Page | null {
  const index = join(folder, "index.html");
  const routeFiles = join(folder, ".vite/routes.json");
  if (!existsSync(index) || !existsSync(routeFiles)) return null;
  const { routes, locales: catalogues } = RouteFiles.parse(
    JSON.parse(readFileSync(routeFiles, "utf8")),
  );
  // Fixed words before names: /workspaces/add is not a workspace's page.
  const known = Object.entries(routes)
    .map(([path, files]) => ({
      path,
      files,
      pattern: new RegExp(`^${path.replace(/\$[a-zA-Z]+/g, "([^/]+)").replace(/\/$/, "")}$`),
    }))
    .sort((one, other) => one.path.split("$").length - other.path.split("$").length);
  return {
    // Who previews a shared link asks for the picture by its full address.
    template: readFileSync(index, "utf8").replace(
      'property="og:image" content="/',
      `property="og:image" content="${publicUrl.origin}/`,
    ),
    headOf: (path, asFirst, locale, signedIn) => {
      const route = known.find(({ pattern }) => pattern.test(path));
      const catalogue = catalogues[locale];
      const files = [
        // A page nobody is signed in for gives way to the sign-in page, which shows nothing in its font.
        ...(route?.files ?? []).filter((file) => signedIn || !isFont(file)),
        ...(catalogue === undefined ? [] : [catalogue]),
      ];
      const calls = signedIn ? preloadsFor(route?.path, path, asFirst) : guestPreloadsFor(path);
      return [
        ...files.map(assetTag),
        ...calls.map((call) => fetchPreloadTag((apiOrigin ?? "") + call)),
      ].join("");
    },
  };
}

function preloadsFor(route: string | undefined, path: string, asFirst: boolean): string[] {
  const handle = path.split("/")[1] ?? "";
  const first =
    route === undefined || !asFirst || !handlePattern.test(handle)
      ? undefined
      : preloads.get(route);
  return ["/auth/self", ...(first === undefined ? [] : [first.replace("$workspace", handle)])];
}

function guestPreloadsFor(path: string): string[] {
  const first = preloads.get(path);
  return first === undefined ? [] : [first];
}

function assetTag(file: string): string {
  if (file.endsWith(".css")) return `<link rel="stylesheet" href="/${file}">`;
  return isFont(file)
    ? `<link rel="preload" as="font" type="font/woff2" href="/${file}" crossorigin="">`
    : `<link rel="modulepreload" href="/${file}">`;
}
const isFont = (file: string) => file.endsWith(".woff2");
const fetchPreloadTag = (call: string) =>
  `<link rel="preload" as="fetch" crossorigin="use-credentials" href="${call.replaceAll("&", "&amp;")}">`;
