import { useIsFetching } from "@tanstack/react-query";
import { useEffect, useState } from "react";

/**
 * True once everything else has been read for the first time. What a page only adds at its edge
 * waits for that, so that the thing itself comes first.
 */
export function useInitialQueriesSettled(): boolean {
  const fetching = useIsFetching();
  const [isSettled, setQuiet] = useState(false);
  useEffect(() => {
    if (isSettled || fetching > 0) return;
    const timer = setTimeout(() => setQuiet(true), 60);
    return () => clearTimeout(timer);
  }, [fetching, isSettled]);
  return isSettled;
}
