import { useRouter } from "@tanstack/react-router";
import { useEffect } from "react";

/** Runs when the user navigates to another page. */
export function useOnNavigate(run: () => void): void {
  const router = useRouter();
  useEffect(
    () =>
      router.subscribe("onBeforeNavigate", ({ pathChanged }) => {
        if (pathChanged) run();
      }),
    [router, run],
  );
}
