import { expect, test } from "vitest";
import {
  hasActiveFilters,
  nextOrder,
  searchForPage,
  searchForRows,
  withoutFilters,
} from "./list-search-params.ts";
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

test("clicking a column header sorts ascending, then descending, then in the default order", () => {
  expect([
    nextOrder(undefined, "name", "-createdAt"),
    nextOrder("name", "name", "-createdAt"),
    nextOrder("-name", "name", "-createdAt"),
    nextOrder("-name", "age", undefined),
    nextOrder("-age", "age", undefined),
  ]).toEqual(["name", "-name", undefined, "age", undefined]);
});

test("the column of the default order has two orders; one of them is the URL without an order", () => {
  expect([
    nextOrder(undefined, "name", "name"),
    nextOrder("-name", "name", "name"),
    nextOrder("name", "name", "name"),
    // The youngest first is the ascending order of an age.
    nextOrder(undefined, "-createdAt", "-createdAt"),
    nextOrder("createdAt", "-createdAt", "-createdAt"),
    nextOrder("name", "-createdAt", "-createdAt"),
    nextOrder(undefined, "createdAt", "-createdAt"),
  ]).toEqual(["-name", undefined, "-name", "createdAt", undefined, "-createdAt", "createdAt"]);
});

test("another number of rows opens the page with the row that was first", () => {
  const third = { ...meta, page: 3, perPage: 15 };
  expect(searchForRows({ status: "active", after: "n2", page: "3" }, third, "10")).toEqual({
    status: "active",
    after: undefined,
    before: undefined,
    page: "4",
    perPage: "10",
  });
  expect(searchForRows({ page: "3" }, third, "50")).toMatchObject({ page: undefined });
});

test("clearing the filters keeps the order and the rows per page", () => {
  const search = { orderBy: "name", perPage: "50", page: "2", search: "a", status: "active" };
  expect(withoutFilters(search)).toEqual({ orderBy: "name", perPage: "50" });
});

test("a long pagination shows both ends and the neighbors of the current page", () => {
  expect(paginationRange(1, 3)).toEqual([1, 2, 3]);
  expect(paginationRange(5, 10)).toEqual([1, null, 4, 5, 6, null, 10]);
});
