import { i18n } from "@lingui/core";
import { I18nProvider } from "@lingui/react";
import { QueryClientProvider } from "@tanstack/react-query";
import { createRouter, RouterProvider } from "@tanstack/react-router";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import "./brand.css";
import "./styles/base.css";
import { PageProblem } from "./blocks/page-problem.tsx";
import { isServerThere } from "./lib/client.ts";
import { browserLocale, speak } from "./lib/i18n.ts";
import { createQueryClient } from "./lib/query-client.ts";
import { parseSearch, stringifySearch } from "./lib/search.ts";
import { startSession } from "./lib/session.ts";
import { surviveTranslation } from "./lib/translated-page.ts";
import { routeTree } from "./route-tree.gen.ts";

const queryClient = createQueryClient();

const router = createRouter({
  routeTree,
  context: { queryClient },
  parseSearch,
  stringifySearch,
  defaultPreload: "intent",
  defaultPreloadDelay: 65,
  // Freshness is the query client's business.
  defaultPreloadStaleTime: 0,
  defaultPendingMs: 150,
  defaultPendingMinMs: 200,
  defaultErrorComponent: PageProblem,
  scrollRestoration: true,
});

declare module "@tanstack/react-router" {
  interface Register {
    router: typeof router;
  }
}

// A tab that outlived a release asks for files that are gone: the new release is one reload away.
const missed = new WeakSet<Error>();
window.addEventListener("vite:preloadError", ({ payload }) => {
  missed.add(payload);
  void isServerThere().then((isThere) => {
    // Where nobody answers, a reload takes the page away, with what is typed on it.
    if (!isThere || sessionStorage.getItem("reloaded") === import.meta.url) return;
    sessionStorage.setItem("reloaded", import.meta.url);
    location.reload();
  });
});
// Fetched ahead of its use, it is nobody's yet: whoever needs it asks again.
window.addEventListener("unhandledrejection", (event) => {
  if (event.reason instanceof Error && missed.has(event.reason)) event.preventDefault();
});

surviveTranslation();
startSession(queryClient);
await speak(browserLocale());

const root = document.getElementById("root");
if (root === null) throw new Error("The page has no root element");
createRoot(root).render(
  <StrictMode>
    <I18nProvider i18n={i18n}>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </I18nProvider>
  </StrictMode>,
);
