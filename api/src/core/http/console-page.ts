/**
 * Sends the console's page to a browser navigation: the template, the files it needs, its first answers, and its first
 * view rendered from them.
 */
import { stringifyCookie } from "cookie";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import { rowsCookieName } from "#contracts/rows-per-page.ts";
import { handlePattern, trimTrailing } from "#contracts/text.ts";
import { acceptedEncoding, compress } from "./compression.ts";
import { readCookie } from "./cookies.ts";
import { preferredLanguage } from "./error-page.ts";
import {
  answersBlock,
  answersJson,
  firstRequests,
  guestRequests,
  readFirstAnswers,
} from "./page-answers.ts";
import { createGuestViews } from "./guest-views.ts";
import type { FirstView, RenderFirstView } from "./page-rendering.ts";
import { hashSource, styleElement } from "./page-styles.ts";
import { apiTag, cookieDomainTag, fetchPreloadTag, type PageTemplate } from "./page-template.ts";
import type { ServerDeps } from "./register-endpoints.ts";
import { pathOf } from "./urls.ts";

const Theme = z.enum(["light", "dark", "system"]);

/** The URL of these pages contains a secret, which must not reach other servers in the Referer header. */
const pagesWithLinkToken = /^\/(?:auth\/(?:verify|reset|freeze|oauth)|workspaces\/users\/join)\//;

/** A page that waits longer for its answers goes out without them. */
const answersWithinMs = 1_000;

interface PageDeps {
  readonly app: FastifyInstance;
  readonly platform: ServerDeps;
  readonly template: PageTemplate;
  /** Null if the console was built without its server part. */
  readonly render: RenderFirstView | null;
  /** Origin of the API where that is another host; null on one origin. */
  readonly apiOrigin: string | null;
}

/** What the request says about the page. */
interface OpenedPage {
  /** The path whose files and answers the page needs. */
  readonly path: string;
  readonly route: string | undefined;
  /** Whether the URL has no search parameters. */
  readonly isInitial: boolean;
  readonly theme: z.infer<typeof Theme>;
  readonly locale: string;
  readonly signedIn: boolean;
}

function lastWorkspacePath(request: FastifyRequest): string {
  const handle = readCookie(request.headers, "workspace") ?? "";
  return handlePattern.test(handle) ? `/${handle}` : "";
}

const isGuestPage = (route: string | undefined) => route?.startsWith("/auth/") === true;

/** As the console keeps the page that a guest wanted to open (web/src/lib/session/return-path.ts). */
const inviteLinkPath = /^\/workspaces\/users\/join\/([\w-]{1,128})$/;

/** The token of the invite link that the guest opened; null without one. */
const invitedBy = ({ headers }: FastifyRequest): string | null =>
  inviteLinkPath.exec(readCookie(headers, "routeMe") ?? "")?.[1] ?? null;

function openedPage(request: FastifyRequest, template: PageTemplate): OpenedPage {
  const opened = trimTrailing(pathOf(request.originalUrl), "/");
  // The console redirects the start page to the overview of the last workspace, which it keeps in a cookie.
  const path = opened === "" ? lastWorkspacePath(request) : opened;
  return {
    path,
    route: template.route(path),
    isInitial: !/\?./.test(request.originalUrl),
    theme: Theme.safeParse(request.cookies["theme"]).data ?? "system",
    locale: preferredLanguage(
      request.cookies["locale"] ?? request.headers["accept-language"] ?? "",
    ),
    // The console asks who is signed in only if this cookie is there.
    signedIn: request.cookies["csrf"] !== undefined,
  };
}

/** Returns the handler of the page's route. */
export function createPageHandler({ app, platform, template, render, apiOrigin }: PageDeps) {
  const reading = { app, platform, withinMs: answersWithinMs };
  const guestViews = createGuestViews();
  return async (request: FastifyRequest, reply: FastifyReply): Promise<string | Buffer> => {
    const page = openedPage(request, template);
    const { path, route, isInitial, signedIn } = page;
    const rowsCookie = readCookie(request.headers, rowsCookieName);
    const inviteToken = invitedBy(request);
    const wanted = signedIn
      ? firstRequests(route, path, isInitial, rowsCookie)
      : guestRequests(route, inviteToken);
    const isAnswered = signedIn || isGuestPage(route);
    const answers = isAnswered ? await readFirstAnswers(reading, request, reply, wanted) : null;
    const now = platform.clock.now();
    const hasAnswers = answers !== null && (answers.length > 0 || !signedIn);
    const json = hasAnswers ? answersJson(answers, now) : null;
    const isComplete = answers?.length === wanted.length && isInitial;
    const renderView = async () =>
      render !== null && isComplete && json !== null
        ? await render(request, { now, answers: json, cookies: cookiesOf(request, page) })
        : null;
    const isSameForGuests = !signedIn && inviteToken === null;
    const view = isSameForGuests
      ? await guestViews(JSON.stringify([route, page.locale, answers, isComplete]), now, renderView)
      : await renderView();
    const head = [
      cookieDomainTag(platform.cookieDomain),
      apiTag(apiOrigin),
      styleElement(view?.styles ?? ""),
      template.fileTags(route, view?.locale ?? page.locale, signedIn),
      ...(answers === null
        ? wanted.map(({ url }) => fetchPreloadTag((apiOrigin ?? "") + url))
        : []),
    ].join("");
    setHeaders(request, reply, path);
    allowStyles(reply, view === null ? template.styles : [...template.styles, view.styles]);
    return send(request, reply, fill(template, page, { head, view, json }));
  };
}

/** The cookies that the first view depends on. */
const cookiesOf = (request: FastifyRequest, { theme, locale, route }: OpenedPage): string =>
  stringifyCookie({
    theme,
    locale,
    // A guest's page may show the invitation whose link was opened.
    routeMe: isGuestPage(route) ? (readCookie(request.headers, "routeMe") ?? "") : "",
    workspace: readCookie(request.headers, "workspace") ?? "",
    [rowsCookieName]: readCookie(request.headers, rowsCookieName) ?? "",
  });

function fill(
  { html }: PageTemplate,
  page: OpenedPage,
  parts: { readonly head: string; readonly view: FirstView | null; readonly json: string | null },
): string {
  const { head, view, json } = parts;
  const locale = view?.locale ?? page.locale;
  const filled = html
    .replace('lang="en" data-theme="system"', `lang="${locale}" data-theme="${page.theme}"`)
    .replace("<!--boreal:head-->", () => head)
    .replace("<!--boreal:answers-->", () => (json === null ? "" : answersBlock(json)));
  if (view === null) return filled;
  return filled
    .replace("<title>", () => `<title>${view.titlePrefix}`)
    .replace('<div id="root"></div>', () => view.root);
}

function setHeaders(request: FastifyRequest, reply: FastifyReply, path: string): void {
  reply
    .header("Vary", "Accept, Accept-Encoding, Accept-Language, Sec-Fetch-Mode, Cookie")
    // It contains data of the session.
    .header("Cache-Control", "no-store")
    .type("text/html; charset=utf-8");
  if (pagesWithLinkToken.test(path)) reply.header("Referrer-Policy", "no-referrer");
}

/** Allows the style elements of this page, each by its hash. */
function allowStyles(reply: FastifyReply, styles: readonly string[]): void {
  const sources = styles.filter((text) => text !== "").map(hashSource);
  const policy = String(reply.getHeader("content-security-policy"));
  reply.header(
    "Content-Security-Policy",
    policy.replace("style-src 'self'", ["style-src 'self'", ...sources].join(" ")),
  );
}

/** The page contains no secret that another site could guess from its compressed size: see `maskToken`. */
async function send(
  request: FastifyRequest,
  reply: FastifyReply,
  html: string,
): Promise<string | Buffer> {
  const encoding = acceptedEncoding(request.headers["accept-encoding"]);
  if (encoding === null || request.method === "HEAD") return html;
  reply.header("Content-Encoding", encoding);
  return await compress(html, encoding);
}
