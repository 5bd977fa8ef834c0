/** Shows the page: takes over the server's rendering, or renders into an empty page. */
import type { ReactNode } from "react";
import { createRoot, hydrateRoot } from "react-dom/client";
import type { ConsoleRouter } from "./app.tsx";
import { markHydrating, markInteractive, setFirstView } from "./lib/browser/page-scope.ts";

/**
 * The server's rendering has classes instead of style attributes, which the Content-Security-Policy does not allow in
 * HTML (api/src/core/http/page-styles.ts).
 */
function restoreStyles(root: HTMLElement): void {
  for (const element of root.querySelectorAll<HTMLElement>("[data-style]")) {
    element.style.cssText = element.dataset["style"] ?? "";
    delete element.dataset["style"];
  }
}

/** The element in which browsers put translated text; authors must not use it. */
const translatedText: string = "font";

/** Whether the browser has replaced texts of the server's rendering, so that it cannot be taken over any more. */
const isTranslated = (root: HTMLElement): boolean => root.querySelector(translatedText) !== null;

export async function showPage(
  root: HTMLElement,
  router: ConsoleRouter,
  app: ReactNode,
): Promise<void> {
  const { rendered, now, title } = root.dataset;
  if (rendered === undefined) return createRoot(root).render(app);
  setFirstView({ now: Number(now), title: title ?? "" });
  // Without this mark the router's tree has boundaries that the server's does not have.
  router.ssr = { manifest: undefined };
  await router.load();
  if (router.state.location.href !== rendered || isTranslated(root)) {
    delete router.ssr;
    root.replaceChildren();
    createRoot(root).render(app);
    return markInteractive();
  }
  restoreStyles(root);
  // The browser may also translate the page while it is being taken over.
  let wasTranslated = false;
  new MutationObserver((_changes, observer) => {
    if (!isTranslated(root)) return;
    wasTranslated = true;
    observer.disconnect();
  }).observe(root, { childList: true, subtree: true });
  markHydrating();
  hydrateRoot(root, app, {
    // React has rendered the translated part anew; any other difference is a bug.
    onRecoverableError: (error) => {
      if (!wasTranslated) reportError(error);
    },
  });
}
