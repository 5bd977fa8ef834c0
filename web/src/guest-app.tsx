/** The pages for guests, for the browser and for the server's rendering. They need no router and no query cache. */
import { I18nProvider } from "@lingui/react";
import { type ReactNode, StrictMode, useSyncExternalStore } from "react";
import { findGuestPage } from "./guest-pages/guest-pages.ts";
import { openPage, pageEntry, PageRedirect } from "./lib/browser/page-entry.ts";
import { perPage, serverPage } from "./lib/browser/page-scope.ts";
import { pageI18n } from "./lib/i18n/page-i18n.ts";
import { AuthLayout } from "./shell/auth-layout.tsx";
import { CodeNote } from "./shell/code-note.tsx";
import { GuestPageProblem } from "./shell/guest-page-problem.tsx";
import { ImpersonationHost } from "./shell/impersonation-host.tsx";

interface Shown {
  content: ReactNode;
  /** Counts the openings, because only the last one is shown. */
  opened: number;
  readonly listeners: Set<() => void>;
}

const store = perPage<Shown>(() => ({ content: null, opened: 0, listeners: new Set() }));

const subscribe = (listener: () => void) => {
  const { listeners } = store();
  listeners.add(listener);
  return () => listeners.delete(listener);
};
const shownContent = () => store().content;

/** Opens the page of the current URL, and again after a step within it. Resolves to false if it leads to another page. */
export async function showGuestPage(): Promise<boolean> {
  const page = store();
  const turn = ++page.opened;
  try {
    const content = await openContent();
    if (turn !== page.opened) return true;
    page.content = content;
  } catch (error) {
    if (error instanceof PageRedirect) {
      if (serverPage() === null) redirectTo(error);
      return false;
    }
    if (serverPage() !== null) throw error;
    page.content = <GuestPageProblem error={error} onRetry={() => void showGuestPage()} />;
  }
  for (const listener of page.listeners) listener();
  return true;
}

async function openContent(): Promise<ReactNode> {
  const { pathname } = pageEntry();
  const found = findGuestPage(pathname);
  if (found === null) throw new PageRedirect(pathname);
  const open = await found.load();
  return open(found.value);
}

const redirectTo = ({ path, state }: PageRedirect) => openPage(path, { state, replace: true });

export function GuestApp() {
  const content = useSyncExternalStore(subscribe, shownContent, shownContent);
  return (
    <StrictMode>
      <I18nProvider i18n={pageI18n()}>
        <ImpersonationHost />
        <AuthLayout>{content}</AuthLayout>
        <CodeNote />
      </I18nProvider>
    </StrictMode>
  );
}
