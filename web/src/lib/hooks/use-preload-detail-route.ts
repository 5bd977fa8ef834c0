import { useRouter } from "@tanstack/react-router";
import { useEffect } from "react";

/** Not every browser tells when it has nothing to do; a moment after the rows it has little. */
const preloadDelayMs = 200;

function whenIdle(run: () => void): () => void {
  if ("requestIdleCallback" in window) {
    const asked = requestIdleCallback(run);
    return () => cancelIdleCallback(asked);
  }
  const asked = setTimeout(run, preloadDelayMs);
  return () => clearTimeout(asked);
}

/**
 * Fetches the code of the page a list's rows lead to (`instances.$instanceID` beside `instances.index`) once
 * the rows are there: a row's link then waits for its data alone, instead of for its code first.
 */
export function usePreloadDetailRoute(isReady: boolean): void {
  const router = useRouter();
  useEffect(() => {
    const list = router.state.matches.at(-1)?.routeId;
    if (!isReady || list === undefined || !list.endsWith("/")) return undefined;
    const details = Object.entries(router.routesById)
      .filter(([id]) => id.startsWith(`${list}$`) && !id.slice(list.length).includes("/"))
      .map(([, route]) => route);
    return whenIdle(() => {
      // What does not come now is asked for again by the link itself.
      for (const route of details) Promise.resolve(router.loadRouteChunk(route)).catch(() => {});
    });
  }, [router, isReady]);
}
