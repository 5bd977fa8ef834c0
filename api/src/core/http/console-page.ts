/** Sends the console's page to a browser navigation: the template, the files it needs, and its first answers. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import { handlePattern, trimTrailing } from "#contracts/text.ts";
import { readCookie } from "./cookies.ts";
import { preferredLanguage } from "./error-page.ts";
import { answersBlock, firstRequests, guestRequests, readFirstAnswers } from "./page-answers.ts";
import { apiTag, cookieDomainTag, fetchPreloadTag, type PageTemplate } from "./page-template.ts";
import type { ServerDeps } from "./register-endpoints.ts";
import { pathOf } from "./urls.ts";

const Theme = z.enum(["light", "dark", "system"]);

/** The URL of these pages contains a secret, which must not reach other servers in the Referer header. */
const pagesWithLinkToken = /^\/(?:auth\/(?:verify|reset|freeze|oauth)|workspaces\/users\/join)\//;

/** A page that waits longer for its answers goes out without them. */
const answersWithinMs = 400;

interface PageDeps {
  readonly app: FastifyInstance;
  readonly platform: ServerDeps;
  readonly template: PageTemplate;
  /** Origin of the API where that is another host; null on one origin. */
  readonly apiOrigin: string | null;
}

function lastWorkspacePath(request: FastifyRequest): string {
  const handle = readCookie(request.headers, "workspace") ?? "";
  return handlePattern.test(handle) ? `/${handle}` : "";
}

/** Returns the handler of the page's route. */
export function createPageHandler({ app, platform, template, apiOrigin }: PageDeps) {
  const reading = { app, platform, withinMs: answersWithinMs };
  return async (request: FastifyRequest, reply: FastifyReply): Promise<string> => {
    const opened = trimTrailing(pathOf(request.originalUrl), "/");
    // The console redirects the start page to the overview of the last workspace, which it keeps in a cookie.
    const path = opened === "" ? lastWorkspacePath(request) : opened;
    const route = template.route(path);
    const isInitial = !/\?./.test(request.originalUrl);
    const theme = Theme.safeParse(request.cookies["theme"]).data ?? "system";
    const locale = preferredLanguage(
      request.cookies["locale"] ?? request.headers["accept-language"] ?? "",
    );
    // The console asks who is signed in only if this cookie is there.
    const signedIn = request.cookies["csrf"] !== undefined;
    const wanted = signedIn ? firstRequests(route, path, isInitial) : [];
    const answers = signedIn ? await readFirstAnswers(reading, request, reply, wanted) : null;
    const preloads = signedIn ? wanted.map(({ url }) => url) : guestRequests(path);
    reply
      .header("Vary", "Accept, Accept-Language, Sec-Fetch-Mode, Cookie")
      // It contains data of the session.
      .header("Cache-Control", "no-store")
      .type("text/html; charset=utf-8");
    if (pagesWithLinkToken.test(path)) reply.header("Referrer-Policy", "no-referrer");
    const head = [
      cookieDomainTag(platform.cookieDomain),
      apiTag(apiOrigin),
      template.fileTags(route, locale, signedIn),
      ...(answers === null ? preloads.map((url) => fetchPreloadTag((apiOrigin ?? "") + url)) : []),
    ].join("");
    const block = answersBlock(answers ?? [], platform.clock.now());
    return template.html
      .replace('lang="en" data-theme="system"', `lang="${locale}" data-theme="${theme}"`)
      .replace("<!--boreal:head-->", () => head)
      .replace("<!--boreal:answers-->", () => block);
  };
}
