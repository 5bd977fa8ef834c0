/** Entry of the pages for guests: sign-in, registration, email links. Each page is a document of its own. */
import "./brand.css";
import "./styles/base.css";
import { GuestApp, showGuestPage } from "./guest-app.tsx";
import { findGuestPage } from "./guest-pages/guest-pages.ts";
import { inviteTokenOf } from "./features/auth/shared/pending-invite.ts";
import { keepFirstAnswers } from "./lib/api/first-answers.ts";
import { takePageAnswers } from "./lib/api/page-answers.ts";
import { pageReceivedAt, syncServerTime } from "./lib/api/server-clock.ts";
import { cacheAheadFiles } from "./lib/browser/ahead-files.ts";
import { watchMissingCode } from "./lib/browser/missing-code-watch.ts";
import {
  acceptPassedState,
  onPageStep,
  pageEntry,
  renamePage,
  watchPageEntry,
} from "./lib/browser/page-entry.ts";
import { startReleaseWatch } from "./lib/browser/release.ts";
import { speakAtStart } from "./lib/i18n/i18n.ts";
import { toLocale } from "./lib/i18n/page-i18n.ts";
import { surviveTranslation } from "./lib/i18n/translated-page.ts";
import { sessionOfPage } from "./lib/session/page-session.ts";
import { saveReturnPath } from "./lib/session/return-path.ts";
import { startSession } from "./lib/session/session.ts";
import { userOfHistory } from "./lib/session/shared-session.ts";
import { showPage } from "./show-page.ts";

/** The server answers with a page for guests where a page of the console needs a session. */
function keepOpenedPath(): void {
  const { pathname, search, hash } = location;
  if (findGuestPage(pathname) !== null) return;
  saveReturnPath(pathname + search + hash, userOfHistory());
  renamePage(inviteTokenOf(pathname) === null ? "/auth/login" : "/auth/invitation");
}

startReleaseWatch(import.meta.url);
watchMissingCode();
surviveTranslation();
const answers = takePageAnswers();
if (answers !== null) {
  syncServerTime(answers.now, pageReceivedAt());
  keepFirstAnswers(answers);
}
startSession(null, answers === null ? null : sessionOfPage(answers));
keepOpenedPath();
acceptPassedState();
watchPageEntry();

/** It is a function, because chunks that it waits for may import this one, which must not wait for them in turn. */
async function start(): Promise<void> {
  // The server has chosen the language, by the cookie or by the browser's own.
  const [isShown] = await Promise.all([
    showGuestPage(),
    speakAtStart(toLocale(document.documentElement.lang) ?? "en"),
  ]);
  if (!isShown) return;
  const root = document.getElementById("root");
  if (root === null) throw new Error("The page has no root element");
  onPageStep(() => void showGuestPage());
  await showPage(root, <GuestApp />, {
    open: () => {
      const { sentTo, rejected } = pageEntry().state;
      // The server does not know what the previous page passed, so that its text may be another.
      return Promise.resolve(sentTo ?? rejected ?? location.pathname);
    },
    onDiscard: () => undefined,
  });
  cacheAheadFiles();
}

void start();
