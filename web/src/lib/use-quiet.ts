import { useIsFetching } from "@tanstack/react-query";
import { useEffect, useState } from "react";

/**
 * True once everything else has been read for the first time. What a page only adds at its edge
 * waits for that, so that the thing itself comes first.
 */
export function useQuiet(): boolean {
  const fetching = useIsFetching();
  const [quiet, setQuiet] = useState(false);
  useEffect(() => {
    if (quiet || fetching > 0) return;
    const timer = setTimeout(() => setQuiet(true), 60);
    return () => clearTimeout(timer);
  }, [fetching, quiet]);
  return quiet;
}
