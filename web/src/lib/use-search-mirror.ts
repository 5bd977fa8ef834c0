import { useNavigate, useRouter } from "@tanstack/react-router";
import { useEffect, useRef } from "react";
import { stringifySearch } from "./search.ts";
import { useSettled } from "./use-settled.ts";

/** Keeps the address in step with a form: replaced after a pause, so that Back leads out of the form. */
export function useSearchMirror(search: object): void {
  const navigate = useNavigate();
  const router = useRouter();
  const last = useRef(search);
  last.current = search;
  const settled = useSettled(stringifySearch({ ...search }));
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
