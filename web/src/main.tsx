import { i18n } from "@lingui/core";
import { I18nProvider } from "@lingui/react";
import { QueryClientProvider } from "@tanstack/react-query";
import { createRouter, RouterProvider } from "@tanstack/react-router";
import { StrictMode, startTransition } from "react";
import { createRoot } from "react-dom/client";
import "./brand.css";
import "./styles/base.css";
import { PageError } from "./components/page-error.tsx";
import { guardNavigation } from "./lib/browser/guard-navigation.ts";
import { speakAtStart } from "./lib/i18n/i18n.ts";
import { isMissingCode, reportReachable } from "./lib/browser/missing-code.ts";
import { loadProblemReader } from "./lib/api/api-client.ts";
import { loadAhead } from "./lib/browser/idle.ts";
import { createQueryClient } from "./lib/api/query-client.ts";
import { checkRelease, startReleaseWatch } from "./lib/browser/release.ts";
import { parseSearch, settleSearchValidation, stringifySearch } from "./lib/api/search-params.ts";
import { startSession } from "./lib/session/session.ts";
import { surviveTranslation } from "./lib/i18n/translated-page.ts";
import { routeTree } from "./route-tree.gen.ts";

const queryClient = createQueryClient();

const router = createRouter({
  routeTree,
  context: { queryClient },
  parseSearch,
  stringifySearch,
  defaultPreload: "intent",
  defaultPreloadDelay: 65,
  // The query client decides about freshness.
  defaultPreloadStaleTime: 0,
  defaultPendingMs: 150,
  defaultPendingMinMs: 200,
  defaultErrorComponent: PageError,
  scrollRestoration: true,
});

declare module "@tanstack/react-router" {
  interface Register {
    router: typeof router;
  }
}

guardNavigation(router);
startReleaseWatch(import.meta.url);

const handledChunkErrors = new WeakSet<Error>();
window.addEventListener("vite:preloadError", ({ payload }) => {
  if (!isMissingCode(payload)) return;
  handledChunkErrors.add(payload);
  // By default the router reloads the page once for each missing chunk, which would lose typed text. This entry makes
  // it believe that it already did.
  sessionStorage.setItem(`tanstack_router_reload:${payload.message}`, "1");
  reportReachable(null);
  void checkRelease().then(reportReachable);
});
// A failed preload is ignored: the code is requested again when it is needed.
window.addEventListener("unhandledrejection", (event) => {
  if (event.reason instanceof Error && handledChunkErrors.has(event.reason)) event.preventDefault();
});

surviveTranslation();
startSession(queryClient);

/** It is a function, because chunks that it waits for may import this one, which must not wait for them in turn. */
async function start(): Promise<void> {
  // Matching the routes starts to load the schemas that the parameters of this URL are validated with.
  if (location.search !== "") router.matchRoutes(router.latestLocation);
  await Promise.all([speakAtStart(), settleSearchValidation()]);
  const root = document.getElementById("root");
  if (root === null) throw new Error("The page has no root element");
  startTransition(() =>
    createRoot(root).render(
      <StrictMode>
        <I18nProvider i18n={i18n}>
          <QueryClientProvider client={queryClient}>
            <RouterProvider router={router} />
          </QueryClientProvider>
        </I18nProvider>
      </StrictMode>,
    ),
  );
  loadAhead(loadProblemReader);
}

void start();
