import { useEffect, useRef } from "react";

/** Runs as the page opens, once: for what can be spent only once. */
export function useOnMount(run: () => void): void {
  const hasRun = useRef(false);
  useEffect(() => {
    if (hasRun.current) return;
    hasRun.current = true;
    run();
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once
  }, []);
}
