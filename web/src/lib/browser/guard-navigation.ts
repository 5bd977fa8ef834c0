/**
 * Navigates only when the code of the target page is loaded. If it fails to load, the URL and the current page stay
 * as they are, and a note offers a retry.
 */
import type { AnyRoute, RegisteredRouter } from "@tanstack/react-router";
import { isWriting } from "../api/api-client.ts";
import { forgetMissingPage, reportMissingPage } from "./missing-code.ts";
import { mayReloadForRelease } from "./release.ts";

/** Whether the code of the page is loaded. A lazy component drops its `preload` once it is. */
async function hasCode({ options: { component } }: AnyRoute): Promise<boolean> {
  if (component?.preload === undefined) return true;
  // `preload` never rejects: the error is kept for the render.
  await component.preload();
  return component.preload === undefined;
}

/** Whether only the router wrote the location state; other state would be lost by a reload. */
const isPlainState = (state: object): boolean =>
  Object.keys(state).every((name) => name === "key" || name.startsWith("__"));

/** These pages pass typed values to each other in memory. */
const isSignIn = (pathname: string): boolean => /^\/(?:auth|onboarding)\//.test(pathname);

export function guardNavigation(router: RegisteredRouter): void {
  router.history.block({
    enableBeforeUnload: false,
    blockerFn: async ({ currentLocation, nextLocation, action }) => {
      if (nextLocation.pathname === currentLocation.pathname) return false;
      const isReload =
        action === "PUSH" &&
        isPlainState(nextLocation.state) &&
        !isSignIn(currentLocation.pathname) &&
        !isWriting() &&
        mayReloadForRelease();
      if (isReload) {
        location.assign(nextLocation.href);
        return true;
      }
      const [routes] = router.getMatchedRoutes(nextLocation.pathname);
      const loaded = await Promise.all(routes.map(hasCode));
      if (loaded.every(Boolean)) {
        forgetMissingPage();
        return false;
      }
      reportMissingPage(nextLocation.href, () => router.history.push(nextLocation.href));
      return true;
    },
  });
}
