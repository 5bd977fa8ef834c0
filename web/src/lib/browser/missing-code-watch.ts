/** Reports code that Vite could not load, instead of an error. */
import { isMissingCode, reportReachable } from "./missing-code.ts";
import { checkRelease } from "./release.ts";

/** Call once. `onMissing` runs for each error. */
export function watchMissingCode(onMissing: (error: Error) => void = () => undefined): void {
  const handled = new WeakSet<Error>();
  window.addEventListener("vite:preloadError", ({ payload }) => {
    if (!isMissingCode(payload)) return;
    handled.add(payload);
    onMissing(payload);
    reportReachable(null);
    void checkRelease().then(reportReachable);
  });
  // A failed preload is ignored: the code is requested again when it is needed.
  window.addEventListener("unhandledrejection", (event) => {
    if (event.reason instanceof Error && handled.has(event.reason)) event.preventDefault();
  });
}
