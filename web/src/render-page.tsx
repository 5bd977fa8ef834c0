/**
 * Entry of the server: renders the first view of a page from its first answers. The API loads the bundle of this file
 * (api/src/core/http/page-rendering.ts).
 */
import { AsyncLocalStorage } from "node:async_hooks";
import { createMemoryHistory } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { prerender } from "react-dom/static";
import { App, createConsoleRouter } from "./app.tsx";
import { addToQueryCache, type PageAnswers } from "./lib/api/page-answers.ts";
import { createQueryClient } from "./lib/api/query-client.ts";
import {
  BrowserOnlyError,
  type ServerPage,
  setServerPageSource,
} from "./lib/browser/page-scope.ts";
import { renderedTitle, titlePlaceholder } from "./lib/hooks/use-page-title.ts";
import { activateLocale, browserLocale } from "./lib/i18n/i18n.ts";
import { isLoginAttempt } from "./lib/session/login-attempt.ts";
import { sessionOfPage } from "./lib/session/page-session.ts";
import { setSession } from "./lib/session/session-state.ts";

export interface PageRequest extends ServerPage {
  /** Path with query, as opened. */
  readonly href: string;
  readonly answers: PageAnswers;
  /** Aborts at the time limit. */
  readonly signal: AbortSignal;
}

export interface RenderedPage {
  readonly html: string;
  readonly title: string;
  /** Language of the page. */
  readonly locale: string;
}

const pages = new AsyncLocalStorage<ServerPage>();

setServerPageSource(() => {
  const page = pages.getStore();
  if (page === undefined) throw new Error("This code runs only while a page is rendered");
  return page;
});

/** Null if the page redirects, or needs more than its first answers. */
export const renderPage = (page: PageRequest): Promise<RenderedPage | null> =>
  pages.run(page, () => render(page));

async function render({ href, answers, signal }: PageRequest): Promise<RenderedPage | null> {
  const self = sessionOfPage(answers);
  if (self !== null && isLoginAttempt(self)) return null;
  const isOwn = self !== null && self.userSession.authType !== "impersonate";
  const locale = isOwn ? self.user.locale : browserLocale();
  await activateLocale(locale);
  if (self !== null) setSession({ self, status: "signed-in" });
  const queryClient = createQueryClient();
  try {
    addToQueryCache(queryClient, answers);
    const history = createMemoryHistory({ initialEntries: [href] });
    const router = createConsoleRouter(queryClient, history);
    await router.load();
    const { matches, location } = router.state;
    // A page that redirects has no matches. Only these layouts tell when they are interactive.
    const layout = self === null ? "/_auth" : "/_console";
    const isShown =
      matches.some(({ routeId }) => routeId === layout) &&
      matches.every(({ status }) => status === "success");
    if (!isShown || location.href !== href || queryClient.isFetching() > 0 || signal.aborted)
      return null;
    const html = await renderToText(<App queryClient={queryClient} router={router} />, signal);
    if (html === null) return null;
    const title = renderedTitle();
    return { html: html.replaceAll(titlePlaceholder, () => escapeText(title)), title, locale };
  } finally {
    queryClient.clear();
  }
}

async function renderToText(app: ReactNode, signal: AbortSignal): Promise<string | null> {
  let failure: unknown = null;
  const { prelude } = await prerender(app, {
    signal,
    // Everything is sent in one piece, so that the page needs no script to put it together.
    progressiveChunkSize: Number.POSITIVE_INFINITY,
    onError: (error) => {
      failure = error;
    },
  });
  if (failure instanceof BrowserOnlyError) return null;
  if (failure !== null) throw failure;
  return await new Response(prelude).text();
}

const escapeText = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
