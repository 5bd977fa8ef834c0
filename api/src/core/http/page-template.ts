/** The two documents of the console: their templates and the files that each page path needs first. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { styleElement } from "./page-styles.ts";

/** Written by the console's build (web/build/route-files.ts): the files each page path needs first. */
const RouteFiles = z.object({
  routes: z.record(z.string(), z.array(z.string())),
  /** Pages for guests, which belong to a document of their own. */
  guests: z.record(z.string(), z.array(z.string())).default({}),
  /** Pages in whose place a guest sees sign-in. */
  needSession: z.array(z.string()).default([]),
  locales: z.record(z.string(), z.string()),
});

export interface PageTemplate {
  readonly html: string;
  /** Texts of its style elements: the stylesheets of every page, so that the first paint waits for no other file. */
  readonly styles: readonly string[];
  /** The route of a path, such as `/$workspace/instances`. */
  route(path: string): string | undefined;
  /** Links that load the files of a route in parallel, including its deepest chunk. */
  fileTags(route: string | undefined, locale: string, signedIn: boolean): string;
}

/** Passes the domain of cookies shared with sibling hosts to the console; empty if there is none. */
export const cookieDomainTag = (domain: string | null): string =>
  domain === null ? "" : `<meta name="cookie-domain" content="${domain}">`;

/** Passes the API's origin to the console; empty if it is the page's own. */
export const apiTag = (origin: string | null): string =>
  origin === null ? "" : `<meta name="boreal-api" content="${origin}">`;

/** Text inside an element or an attribute. */
export const escapeHtml = (text: string): string =>
  text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");

/** Starts a request before the scripts are loaded. */
export const fetchPreloadTag = (url: string): string =>
  `<link rel="preload" as="fetch" crossorigin="use-credentials" href="${url.replaceAll("&", "&amp;")}">`;

/** As the build writes it. */
const stylesheetLink = /<link rel="stylesheet" crossorigin href="\/(assets\/[\w.-]+\.css)">/g;

export interface PageTemplates {
  /** The console, and the error pages. */
  readonly console: PageTemplate;
  /** Sign-in, registration and the pages of email links. */
  readonly guests: PageTemplate;
  /** Whether a page of the console needs a session, by its route. */
  readonly needsSession: (route: string) => boolean;
}

/** Null if the console is not built. */
export function loadPageTemplates(folder: string, publicUrl: URL): PageTemplates | null {
  const index = join(folder, "index.html");
  const routeFiles = join(folder, ".vite/routes.json");
  if (!existsSync(index) || !existsSync(routeFiles)) return null;
  const { routes, guests, needSession, locales } = RouteFiles.parse(
    JSON.parse(readFileSync(routeFiles, "utf8")),
  );
  const load = (file: string, files: Record<string, string[]>) =>
    loadPageTemplate({ folder, file, publicUrl, routes: files, catalogues: locales });
  const withSession = new Set(needSession);
  return {
    console: load("index.html", routes),
    guests: load(existsSync(join(folder, "guests.html")) ? "guests.html" : "index.html", guests),
    needsSession: (route) => withSession.has(route),
  };
}

interface TemplateFiles {
  readonly folder: string;
  readonly file: string;
  readonly publicUrl: URL;
  readonly routes: Readonly<Record<string, readonly string[]>>;
  readonly catalogues: Readonly<Record<string, string>>;
}

function loadPageTemplate(template: TemplateFiles): PageTemplate {
  const { folder, file: page, publicUrl, routes, catalogues } = template;
  // Static segments before parameters: /workspaces/add is not a page of a workspace.
  const patterns = Object.keys(routes)
    .map((route) => ({
      route,
      pattern: new RegExp(`^${route.replace(/\$[a-zA-Z]+/g, "([^/]+)").replace(/\/$/, "")}$`),
    }))
    .sort(
      (one, other) =>
        one.route.split("$").length - other.route.split("$").length ||
        // /docs/instances is a page of the documentation, not the instances of a workspace.
        other.route.indexOf("$") - one.route.indexOf("$"),
    );
  const styles: string[] = [];
  // Link previews need the image's absolute URL.
  const html = readFileSync(join(folder, page), "utf8")
    .replace('property="og:image" content="/', `property="og:image" content="${publicUrl.origin}/`)
    .replace(stylesheetLink, (_link, file: string) => {
      const text = readFileSync(join(folder, file), "utf8");
      styles.push(text);
      return styleElement(text);
    });
  return {
    html,
    styles,
    route: (path) => patterns.find(({ pattern }) => pattern.test(path))?.route,
    fileTags: (route, locale, signedIn) => {
      const files = route === undefined ? [] : (routes[route] ?? []);
      const catalogue = catalogues[locale];
      return [
        // A page that needs a session redirects to sign-in, which does not use its font.
        ...files.filter((file) => signedIn || !isFont(file)),
        ...(catalogue === undefined ? [] : [catalogue]),
      ]
        .map(assetTag)
        .join("");
    },
  };
}

function assetTag(file: string): string {
  if (file.endsWith(".css")) return `<link rel="stylesheet" href="/${file}">`;
  return isFont(file)
    ? `<link rel="preload" as="font" type="font/woff2" href="/${file}" crossorigin="">`
    : `<link rel="modulepreload" href="/${file}">`;
}
const isFont = (file: string) => file.endsWith(".woff2");
