/**
 * Sends the console's page to a browser navigation: the template, the files it needs, its first answers, and its first
 * view rendered from them.
 */
import { parseCookie, stringifyCookie } from "cookie";
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
import type { PageLimits } from "./page-limits.ts";
import { createGuestViews } from "./guest-views.ts";
import {
  allowCardForm,
  cardFormRoutes,
  type CardFormSources,
  cardFormTag,
} from "./card-form-page.ts";
import type { FirstView, RenderFirstView } from "./page-rendering.ts";
import { hashSource, styleElement } from "./page-styles.ts";
import {
  apiTag,
  cookieDomainTag,
  fetchPreloadTag,
  type PageTemplate,
  type PageTemplates,
} from "./page-template.ts";
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
  readonly templates: PageTemplates;
  /** Null if the console was built without its server part. */
  readonly render: RenderFirstView | null;
  readonly limits: PageLimits;
  /** Origin of the API where that is another host; null on one origin. */
  readonly apiOrigin: string | null;
  /** What the card form loads; null without a payment provider. */
  readonly cardForm: CardFormSources | null;
}

/** What the request says about the page. */
interface OpenedPage {
  readonly template: PageTemplate;
  /** Whether it is one of the pages for guests, which another template shows. */
  readonly isForGuests: boolean;
  /** The path whose files and answers the page needs. */
  readonly path: string;
  readonly route: string | undefined;
  /** Whether the URL has no search parameters that the page depends on. */
  readonly isInitial: boolean;
  readonly theme: z.infer<typeof Theme>;
  readonly locale: string;
  readonly signedIn: boolean;
  /** The token of the invite link that the guest opened; null without one. */
  readonly inviteToken: string | null;
}

function lastWorkspacePath(request: FastifyRequest): string {
  const handle = readCookie(request.headers, "workspace") ?? "";
  return handlePattern.test(handle) ? `/${handle}` : "";
}

const inviteLinkPath = "/workspaces/users/join/";

/** The token of an invite link; null for another path. */
function inviteTokenOf(path: string): string | null {
  const token = path.startsWith(inviteLinkPath) ? path.slice(inviteLinkPath.length) : "";
  return /^[\w-]{1,128}$/.test(token) ? token : null;
}

/** The search parameters of pages for guests that change what they show. */
const guestParameters = /[?&](?:step|email)=/;

function openedPage(request: FastifyRequest, templates: PageTemplates): OpenedPage {
  const opened = trimTrailing(pathOf(request.originalUrl), "/");
  const cookies = parseCookie(request.headers.cookie ?? "");
  // The console asks who is signed in only if this cookie is there.
  const signedIn = cookies["csrf"] !== undefined;
  const invited = inviteTokenOf(opened);
  const inviteToken = invited ?? inviteTokenOf(readCookie(request.headers, "routeMe") ?? "");
  const shared = {
    theme: Theme.safeParse(cookies["theme"]).data ?? "system",
    locale: preferredLanguage(cookies["locale"] ?? request.headers["accept-language"] ?? ""),
    signedIn,
    inviteToken,
  };
  const own = templates.guests.route(opened);
  const route = templates.console.route(opened);
  const isSignIn = !signedIn && route !== undefined && templates.needsSession(route);
  if (own === undefined && !isSignIn) {
    // The console redirects the start page to the overview of the last workspace, which it keeps in a cookie.
    const path = opened === "" ? lastWorkspacePath(request) : opened;
    return {
      ...shared,
      template: templates.console,
      isForGuests: false,
      path,
      route: templates.console.route(path),
      isInitial: !/\?./.test(request.originalUrl),
    };
  }
  const signInPath = invited === null ? "/auth/login" : "/auth/invitation";
  const path = own === undefined ? signInPath : opened;
  const guestRoute = own ?? signInPath;
  return {
    ...shared,
    template: templates.guests,
    isForGuests: true,
    // The token of an email link is removed from the URL before its page is shown.
    path: guestRoute.includes("$token") ? guestRoute.replace("$token", "opened") : path,
    route: guestRoute,
    isInitial:
      own === undefined ||
      (!guestParameters.test(request.originalUrl) && cookies["page-state"] === undefined),
  };
}

/** Returns the handler of the page's route. */
export function createPageHandler(deps: PageDeps) {
  const { app, platform, templates, render, limits, apiOrigin } = deps;
  const reading = { app, platform, withinMs: answersWithinMs, limit: limits.readings };
  const guestViews = createGuestViews();
  return async (request: FastifyRequest, reply: FastifyReply): Promise<string | Buffer> => {
    const page = openedPage(request, templates);
    const { template, path, route, isInitial, signedIn, isForGuests, inviteToken } = page;
    const rowsCookie = readCookie(request.headers, rowsCookieName);
    const wanted = signedIn
      ? firstRequests(route, path, isInitial, rowsCookie)
      : guestRequests(route, inviteToken);
    const isAnswered = signedIn || isForGuests;
    const answers = isAnswered ? await readFirstAnswers(reading, request, reply, wanted) : null;
    const now = platform.clock.now();
    const cardForm = route !== undefined && cardFormRoutes.has(route) ? deps.cardForm : null;
    const hasAnswers = answers !== null && (answers.length > 0 || !signedIn);
    const json = hasAnswers ? answersJson(answers, now) : null;
    // A user with a session sees another text on a page for guests, or is led away from it.
    const isUsual = isForGuests !== signedIn;
    const isComplete = answers?.length === wanted.length && isInitial && isUsual;
    const renderView = async () =>
      render !== null && isComplete && json !== null
        ? await render(request, {
            href: isForGuests ? path : request.originalUrl,
            now,
            answers: json,
            cookies: cookiesOf(request, page),
          })
        : null;
    const isSameForGuests = isForGuests && !signedIn && inviteToken === null && isComplete;
    const view = isSameForGuests
      ? await guestViews(JSON.stringify([path, page.locale, answers]), now, renderView)
      : await renderView();
    const head = [
      cookieDomainTag(platform.cookieDomain),
      apiTag(apiOrigin),
      cardFormTag(cardForm),
      styleElement(view?.styles ?? ""),
      template.fileTags(route, view?.locale ?? page.locale, signedIn),
      ...(answers === null
        ? wanted.map(({ url }) => fetchPreloadTag((apiOrigin ?? "") + url))
        : []),
    ].join("");
    setHeaders(request, reply, page);
    if (cardForm !== null) allowCardForm(reply, cardForm);
    allowTexts(reply, {
      "style-src": view === null ? template.styles : [...template.styles, view.styles],
      "script-src": view === null ? [] : [view.script],
    });
    return send(request, reply, fill(page, { head, view, json }));
  };
}

/** The cookies that the first view depends on. */
const cookiesOf = (
  request: FastifyRequest,
  { theme, locale, isForGuests, inviteToken }: OpenedPage,
): string =>
  stringifyCookie({
    theme,
    locale,
    // A guest's page may show the invitation whose link was opened.
    routeMe: isForGuests && inviteToken !== null ? `${inviteLinkPath}${inviteToken}` : "",
    workspace: readCookie(request.headers, "workspace") ?? "",
    [rowsCookieName]: readCookie(request.headers, rowsCookieName) ?? "",
  });

function fill(
  page: OpenedPage,
  parts: { readonly head: string; readonly view: FirstView | null; readonly json: string | null },
): string {
  const { head, view, json } = parts;
  const locale = view?.locale ?? page.locale;
  const filled = page.template.html
    .replace('lang="en" data-theme="system"', `lang="${locale}" data-theme="${page.theme}"`)
    .replace("<!--boreal:head-->", () => head)
    .replace("<!--boreal:answers-->", () => (json === null ? "" : answersBlock(json)));
  if (view === null) return filled;
  return filled
    .replace("<title>", () => `<title>${view.titlePrefix}`)
    .replace('<div id="root"></div>', () => view.root);
}

function setHeaders(
  request: FastifyRequest,
  reply: FastifyReply,
  { isForGuests, signedIn }: OpenedPage,
): void {
  reply
    .header("Vary", "Accept, Accept-Encoding, Accept-Language, Sec-Fetch-Mode, Cookie")
    // A page of a session contains its data. A guest's page may be kept for Back, with what was typed.
    .header("Cache-Control", isForGuests && !signedIn ? "private, no-cache" : "no-store")
    .type("text/html; charset=utf-8");
  if (pagesWithLinkToken.test(pathOf(request.originalUrl)))
    reply.header("Referrer-Policy", "no-referrer");
}

/** Allows the style and script elements of this page, each by the hash of its text. */
function allowTexts(
  reply: FastifyReply,
  texts: Readonly<Record<"style-src" | "script-src", readonly string[]>>,
): void {
  let policy = String(reply.getHeader("content-security-policy"));
  for (const [directive, allowed] of Object.entries(texts)) {
    const sources = allowed.filter((text) => text !== "").map(hashSource);
    policy = policy.replace(`${directive} 'self'`, [`${directive} 'self'`, ...sources].join(" "));
  }
  reply.header("Content-Security-Policy", policy);
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
