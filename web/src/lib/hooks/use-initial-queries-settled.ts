import { useIsFetching } from "@tanstack/react-query";
import { startTransition, useEffect, useState } from "react";

/**
 * True after the page's initial queries have settled. Secondary content waits for it so that primary content loads
 * first.
 */
export function useInitialQueriesSettled(): boolean {
  const fetching = useIsFetching();
  const [isSettled, setQuiet] = useState(false);
  useEffect(() => {
    if (isSettled || fetching > 0) return;
    // A transition yields to the browser between components: what follows is not urgent.
    const timer = setTimeout(() => startTransition(() => setQuiet(true)), 60);
    return () => clearTimeout(timer);
  }, [fetching, isSettled]);
  return isSettled;
}
