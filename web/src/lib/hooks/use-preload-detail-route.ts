import { useRouter } from "@tanstack/react-router";
import { useEffect } from "react";
import { whenIdle } from "../browser/idle.ts";

/**
 * Preloads the code of a list's detail page (`instances.$instanceID` beside `instances.index`) once the rows are
 * loaded: opening a row then waits for its data only.
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
      // A failed preload is repeated by the link itself.
      for (const route of details) Promise.resolve(router.loadRouteChunk(route)).catch(() => {});
    });
  }, [router, isReady]);
}
