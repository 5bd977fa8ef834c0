/** The console's router and its root element, for the browser and for the server's rendering. */
import { I18nProvider } from "@lingui/react";
import { type QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { createRouter, Link, type RouterHistory, RouterProvider } from "@tanstack/react-router";
import { StrictMode } from "react";
import { PageError } from "./components/page-error.tsx";
import { parseSearch, stringifySearch } from "./lib/api/search-params.ts";
import { PageLinkContext, type PageLinkProps } from "./lib/browser/page-link.tsx";
import { pageI18n } from "./lib/i18n/page-i18n.ts";
import { routeTree } from "./route-tree.gen.ts";

/** `history` is null in a browser, which has its own. */
export const createConsoleRouter = (queryClient: QueryClient, history: RouterHistory | null) =>
  createRouter({
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
    // On the server it would write a script into the page.
    scrollRestoration: history === null,
    ...(history === null ? {} : { history }),
  });

export type ConsoleRouter = ReturnType<typeof createConsoleRouter>;

declare module "@tanstack/react-router" {
  interface Register {
    router: ConsoleRouter;
  }
}

const routerLink = ({ href, ...rest }: PageLinkProps) => <Link to={href} {...rest} />;

interface AppProps {
  readonly queryClient: QueryClient;
  readonly router: ConsoleRouter;
}

export const App = ({ queryClient, router }: AppProps) => (
  <StrictMode>
    <I18nProvider i18n={pageI18n()}>
      <QueryClientProvider client={queryClient}>
        <PageLinkContext value={routerLink}>
          <RouterProvider router={router} />
        </PageLinkContext>
      </QueryClientProvider>
    </I18nProvider>
  </StrictMode>
);
