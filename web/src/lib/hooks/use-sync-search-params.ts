import { useNavigate, useRouter } from "@tanstack/react-router";
import { useEffect, useRef } from "react";
import { stringifySearch } from "../api/search-params.ts";
import { useDebouncedValue } from "./use-debounced-value.ts";

/** Keeps the address in step with a form: replaced after a pause, so that Back leads out of the form. */
export function useSyncSearchParams(search: object): void {
  const navigate = useNavigate();
  const router = useRouter();
  const last = useRef(search);
  last.current = search;
  const settled = useDebouncedValue(stringifySearch({ ...search }));
  useEffect(() => {
    // A navigation on its way out of the form must not be called back.
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
