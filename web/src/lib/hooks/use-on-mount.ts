import { useEffect, useRef } from "react";

/** Runs once when the component mounts, for effects that must not repeat, such as consuming a token. */
export function useOnMount(run: () => void): void {
  const hasRun = useRef(false);
  useEffect(() => {
    if (hasRun.current) return;
    hasRun.current = true;
    run();
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once
  }, []);
}
