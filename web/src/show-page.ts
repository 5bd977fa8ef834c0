/** Shows the page: takes over the server's rendering, or renders into an empty page. */
import { type ReactNode, startTransition } from "react";
import { createRoot, hydrateRoot } from "react-dom/client";
import { nextTask } from "./lib/browser/idle.ts";
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

interface Opening {
  /** Prepares the first render and returns the URL of the page, which may have redirected. */
  readonly open: () => Promise<string>;
  /** Called when the browser renders the page although the server has. */
  readonly onDiscard: () => void;
}

export async function showPage(
  root: HTMLElement,
  app: ReactNode,
  { open, onDiscard }: Opening,
): Promise<void> {
  const { rendered, now, title } = root.dataset;
  if (rendered === undefined) return createRoot(root).render(app);
  setFirstView({ now: Number(now), title: title ?? "" });
  // The page is visible already: scrolling and input must not wait for evaluating, opening and hydrating it in one task.
  await nextTask();
  const opened = await open();
  await nextTask();
  if (opened !== rendered || isTranslated(root)) {
    onDiscard();
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
  // Only a transition yields to the browser between components.
  startTransition(() => {
    hydrateRoot(root, app, {
      // React has rendered the translated part anew; any other difference is a bug.
      onRecoverableError: (error) => {
        if (!wasTranslated) reportError(error);
      },
    });
  });
}
