import { useNavigate, useRouter } from "@tanstack/react-router";
import { useEffect, useRef } from "react";
import { stringifySearch } from "../api/search-params.ts";
import { useDebouncedValue } from "./use-debounced-value.ts";

/** Keeps the URL in sync with a form. The entry is replaced after a pause, so that Back leaves the form. */
export function useSyncSearchParams(search: object): void {
  const navigate = useNavigate();
  const router = useRouter();
  const last = useRef(search);
  last.current = search;
  const settled = useDebouncedValue(stringifySearch({ ...search }));
  useEffect(() => {
    // Do not cancel a navigation that leaves the form.
    const isLeaving = router.state.status === "pending";
    if (isLeaving || router.state.location.searchStr === settled) return;
    void navigate({
      to: ".",
      search: () => ({ ...last.current }),
      replace: true,
      resetScroll: false,
    });
  }, [settled, navigate, router]);
}
