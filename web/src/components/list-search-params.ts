/** Page, filters and order of a list, as they stand in the address bar. */
import { useNavigate } from "@tanstack/react-router";
import type { PageMeta } from "#contracts/endpoint.ts";

/** The query of any list call: every value is text. */
export interface ListSearchParams {
  readonly page?: string | undefined;
  readonly perPage?: string | undefined;
  readonly after?: string | undefined;
  readonly before?: string | undefined;
  readonly orderBy?: string | undefined;
  readonly search?: string | undefined;
}

/** A search whose names only the page knows. */
export type SearchParams = Record<string, string | undefined>;

const paging = new Set(["page", "perPage", "after", "before", "orderBy"]);
const firstPage = { page: undefined, after: undefined, before: undefined };

/** Whether something narrows the list: no rows are then "no results", not an empty list. */
export const hasActiveFilters = (search: object): boolean =>
  Object.entries(search).some(
    ([name, value]) => !paging.has(name) && value !== undefined && value !== "",
  );

/** The search that leads to page `number`: by cursor to a neighbour, by number elsewhere. */
export function searchForPage<S extends ListSearchParams>(
  search: S,
  meta: PageMeta,
  number: number,
): S & ListSearchParams {
  const base = { ...search, ...firstPage, page: number === 1 ? undefined : String(number) };
  if (number === meta.page + 1 && meta.next !== null) return { ...base, after: meta.next };
  if (number === meta.page - 1 && number > 1 && meta.previous !== null)
    return { ...base, before: meta.previous };
  return base;
}

/** The search with every narrowing taken away; the order stays. */
export const withoutFilters = (search: ListSearchParams): ListSearchParams =>
  search.orderBy === undefined ? {} : { orderBy: search.orderBy };

/** The next order when a column's head is pressed: up, down, none. */
export function nextSort(current: string | undefined, field: string): string | undefined {
  if (current === field) return `-${field}`;
  return current === `-${field}` ? undefined : field;
}

/** Changes filters in the address bar, and goes back to the first page. */
export function useUpdateSearch() {
  const navigate = useNavigate();
  return (changes: Readonly<Record<string, string | undefined>>, how: { replace?: boolean } = {}) =>
    void navigate({
      to: ".",
      search: (now: SearchParams): SearchParams => ({ ...now, ...firstPage, ...changes }),
      replace: how.replace ?? false,
      resetScroll: false,
    });
}

/** Puts a whole search into the address bar. */
export function useReplaceSearch() {
  const navigate = useNavigate();
  return (search: ListSearchParams) =>
    void navigate({
      to: ".",
      search: (): SearchParams => ({ ...search }),
      replace: true,
      resetScroll: false,
    });
}
