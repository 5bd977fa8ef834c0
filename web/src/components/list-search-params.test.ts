import { expect, test } from "vitest";
import { hasActiveFilters, nextSort, searchForPage } from "./list-search-params.ts";
import { paginationRange } from "./pagination-range.ts";

const meta = {
  page: 3,
  perPage: 10,
  total: 95,
  totalIsExact: true,
  lastPage: 10,
  next: "n3",
  previous: "p3",
};

test("reaches neighboring pages by cursor and other pages by number", () => {
  const search = { status: "active", page: "3", after: "n2" };
  expect(searchForPage(search, meta, 4)).toMatchObject({
    status: "active",
    page: "4",
    after: "n3",
    before: undefined,
  });
  expect(searchForPage(search, meta, 2)).toMatchObject({
    page: "2",
    before: "p3",
    after: undefined,
  });
  expect(searchForPage(search, meta, 7)).toMatchObject({
    page: "7",
    before: undefined,
    after: undefined,
  });
  expect(searchForPage(search, meta, 1)).toMatchObject({
    page: undefined,
    before: undefined,
    after: undefined,
  });
});

test("page and sort alone are not active filters", () => {
  expect([
    hasActiveFilters({ page: "2", orderBy: "name" }),
    hasActiveFilters({ status: "error" }),
    hasActiveFilters({ search: "" }),
  ]).toEqual([false, true, false]);
});

test("clicking a column header sorts ascending, then descending, then not at all", () => {
  expect([
    nextSort(undefined, "name"),
    nextSort("name", "name"),
    nextSort("-name", "name"),
    nextSort("-name", "age"),
  ]).toEqual(["name", "-name", undefined, "age"]);
});

test("a long pagination shows both ends and the neighbors of the current page", () => {
  expect(paginationRange(1, 3)).toEqual([1, 2, 3]);
  expect(paginationRange(5, 10)).toEqual([1, null, 4, 5, 6, null, 10]);
});
