/** Page, filters and sort of a list in the query string. */
import { useNavigate } from "@tanstack/react-router";
import type { PageMeta } from "#contracts/endpoint.ts";

/** The query of any list endpoint: every value is text. */
export interface ListSearchParams {
  readonly page?: string | undefined;
  readonly perPage?: string | undefined;
  readonly after?: string | undefined;
  readonly before?: string | undefined;
  readonly orderBy?: string | undefined;
  readonly search?: string | undefined;
}

/** Search parameters whose names only the page knows. */
export type SearchParams = Record<string, string | undefined>;

const paging = new Set(["page", "perPage", "after", "before", "orderBy"]);
const firstPage = { page: undefined, after: undefined, before: undefined };

const activeFilters = (search: object): readonly string[] =>
  Object.entries(search).flatMap(([name, value]) =>
    !paging.has(name) && value !== undefined && value !== "" ? [name] : [],
  );

/** Whether any filter or search is active: an empty result then shows "no results", not the empty state. */
export const hasActiveFilters = (search: object): boolean => activeFilters(search).length > 0;

/** How many filters are active, besides the search. */
export const countFilters = (search: object): number =>
  activeFilters(search).filter((name) => name !== "search").length;

/** Search parameters for page `number`: a neighbor by cursor, any other page by number. */
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

/** Search parameters for another number of rows per page; the page is the one with the first row of the current page. */
export function searchForRows<S extends ListSearchParams>(
  search: S,
  meta: PageMeta,
  perPage: string,
): S & ListSearchParams {
  const firstRow = (meta.page - 1) * meta.perPage;
  const page = Math.floor(firstRow / Number(perPage)) + 1;
  return { ...search, ...firstPage, perPage, page: page === 1 ? undefined : String(page) };
}

/** Search parameters without filters; the sort and the rows per page stay. */
export const withoutFilters = ({ orderBy, perPage }: ListSearchParams): ListSearchParams => ({
  ...(orderBy === undefined ? {} : { orderBy }),
  ...(perPage === undefined ? {} : { perPage }),
});

const opposite = (order: string): string => (order.startsWith("-") ? order.slice(1) : `-${order}`);

/** The field of an order: `createdAt` of `-createdAt`. */
export const orderField = (order: string): string => order.replace(/^-/, "");

/**
 * The next order when a column header is clicked: `first` (the column's ascending values), its opposite, then the
 * default order of the list. In the column of the default order these are two.
 */
export function nextOrder(
  current: string | undefined,
  first: string,
  fallback: string | undefined,
): string | undefined {
  const order = current ?? fallback;
  if (order === undefined || orderField(order) !== orderField(first)) return first;
  const next = opposite(order);
  if (fallback !== undefined && orderField(fallback) === orderField(first))
    return next === fallback ? undefined : next;
  return order === first ? next : undefined;
}

/** Updates filters in the query string and returns to the first page. */
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

/** Replaces the whole query string. */
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
