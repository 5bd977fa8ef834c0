import "./brand.css";
import "./styles/base.css";
import { App, createConsoleRouter } from "./app.tsx";
import { guardNavigation } from "./lib/browser/guard-navigation.ts";
import { speakAtStart } from "./lib/i18n/i18n.ts";
import { watchMissingCode } from "./lib/browser/missing-code-watch.ts";
import { acceptPassedState } from "./lib/browser/page-entry.ts";
import { cacheAheadFiles } from "./lib/browser/ahead-files.ts";
import { nextTask } from "./lib/browser/idle.ts";
import { settleSearchValidation } from "./lib/api/search-params.ts";
import { pageReceivedAt, syncServerTime } from "./lib/api/server-clock.ts";
import { createQueryClient } from "./lib/api/query-client.ts";
import { startReleaseWatch } from "./lib/browser/release.ts";
import { addToQueryCache, takePageAnswers } from "./lib/api/page-answers.ts";
import { sessionOfPage } from "./lib/session/page-session.ts";
import { startSession } from "./lib/session/session.ts";
import { showPage } from "./show-page.ts";
import { surviveTranslation } from "./lib/i18n/translated-page.ts";

const queryClient = createQueryClient();

// As the router marks the first entry of its history.
acceptPassedState({ __TSR_index: 0, __TSR_key: "passed", key: "passed" });
startReleaseWatch(import.meta.url);

watchMissingCode(({ message }) => {
  // By default the router reloads the page once for each missing chunk, which would lose typed text. This entry makes
  // it believe that it already did.
  sessionStorage.setItem(`tanstack_router_reload:${message}`, "1");
});

surviveTranslation();
const pageAnswers = takePageAnswers();
if (pageAnswers !== null) {
  syncServerTime(pageAnswers.now, pageReceivedAt());
  addToQueryCache(queryClient, pageAnswers);
}
startSession(queryClient, pageAnswers === null ? null : sessionOfPage(pageAnswers));

/** It is a function, because chunks that it waits for may import this one, which must not wait for them in turn. */
async function start(): Promise<void> {
  // The code has run in one task: scrolling and input must not wait for the router too.
  await nextTask();
  const router = createConsoleRouter(queryClient, null);
  guardNavigation(router);
  // Matching the routes starts to load the schemas that the parameters of this URL are validated with.
  const { pathname, search } = router.latestLocation;
  if (location.search !== "") router.matchRoutes(pathname, search);
  await Promise.all([speakAtStart(), settleSearchValidation()]);
  const root = document.getElementById("root");
  if (root === null) throw new Error("The page has no root element");
  await showPage(root, <App queryClient={queryClient} router={router} />, {
    open: async () => {
      // Without this mark the router's tree has boundaries that the server's does not have.
      router.ssr = { manifest: undefined };
      await router.load();
      return router.state.location.href;
    },
    onDiscard: () => {
      delete router.ssr;
    },
  });
  cacheAheadFiles();
}

void start();
