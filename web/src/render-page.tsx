/**
 * Entry of the server: renders the first view of a page from its first answers. The API loads the bundle of this file
 * (api/src/core/http/page-rendering.ts).
 */
import { AsyncLocalStorage } from "node:async_hooks";
import { createMemoryHistory } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { prerender } from "react-dom/static";
import { App, createConsoleRouter } from "./app.tsx";
import { GuestApp, showGuestPage } from "./guest-app.tsx";
import { findGuestPage } from "./guest-pages/guest-pages.ts";
import { keepFirstAnswers } from "./lib/api/first-answers.ts";
import { addToQueryCache, type PageAnswers } from "./lib/api/page-answers.ts";
import { createQueryClient } from "./lib/api/query-client.ts";
import { setServerPageEntry } from "./lib/browser/page-entry.ts";
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
  if (self === null)
    return findGuestPage(href) === null ? null : renderGuestPage(href, answers, signal);
  if (isLoginAttempt(self)) return null;
  const isOwn = self.userSession.authType !== "impersonate";
  const locale = isOwn ? self.user.locale : browserLocale();
  await activateLocale(locale);
  setSession({ self, status: "signed-in" });
  const queryClient = createQueryClient();
  try {
    addToQueryCache(queryClient, answers);
    const history = createMemoryHistory({ initialEntries: [href] });
    const router = createConsoleRouter(queryClient, history);
    await router.load();
    const { matches, location } = router.state;
    // A page that redirects has no matches. Only the console's layout tells when it is interactive.
    const isShown =
      matches.some(({ routeId }) => routeId === "/_console") &&
      matches.every(({ status }) => status === "success");
    if (!isShown || location.href !== href || queryClient.isFetching() > 0 || signal.aborted)
      return null;
    return await renderApp(<App queryClient={queryClient} router={router} />, locale, signal);
  } finally {
    queryClient.clear();
  }
}

/** The rendering is the same for every guest: it does not depend on a token in the path. */
async function renderGuestPage(
  path: string,
  answers: PageAnswers,
  signal: AbortSignal,
): Promise<RenderedPage | null> {
  const locale = browserLocale();
  await activateLocale(locale);
  setServerPageEntry(path);
  keepFirstAnswers(answers);
  const isShown = await showGuestPage();
  return isShown && !signal.aborted ? await renderApp(<GuestApp />, locale, signal) : null;
}

async function renderApp(
  app: ReactNode,
  locale: string,
  signal: AbortSignal,
): Promise<RenderedPage | null> {
  const html = await renderToText(app, signal);
  if (html === null) return null;
  const title = renderedTitle();
  return { html: html.replaceAll(titlePlaceholder, () => escapeText(title)), title, locale };
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
