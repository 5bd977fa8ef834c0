import { useRouter } from "@tanstack/react-router";
import { useEffect } from "react";

/** Runs when another page is gone to. */
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
