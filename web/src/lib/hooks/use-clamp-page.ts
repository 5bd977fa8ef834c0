import { useEffect } from "react";
import type { PageMeta } from "#contracts/endpoint.ts";

/** Navigates from a page past the end to the last existing page. */
export function useClampPage(
  page: { data: readonly unknown[]; meta: PageMeta } | undefined,
  goTo: (number: number) => void,
): void {
  const last = Math.max(1, page?.meta.lastPage ?? 1);
  const isPast =
    page !== undefined && page.data.length === 0 && page.meta.total > 0 && page.meta.page > 1;
  useEffect(() => {
    if (isPast) goTo(last);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once for each page past the end
  }, [isPast, last]);
}
