import { expect, test } from "vitest";
import {
  isSameView,
  maxSavedViews,
  parseViews,
  type SavedView,
  viewSearch,
  withoutView,
  withView,
} from "./saved-views.ts";

const view = (name: string, search = ""): SavedView => ({ name, search, columns: [] });

test("a view keeps filters and order, and no page", () => {
  expect(
    viewSearch({
      status: "active,frozen",
      orderBy: "-email",
      search: "a b&c",
      page: "3",
      perPage: "50",
      after: "x",
      before: "y",
      role: undefined,
      kind: "",
    }),
  ).toBe("orderBy=-email&search=a+b%26c&status=active%2Cfrozen");
  expect(viewSearch({ b: "2", a: "1" })).toBe(viewSearch({ a: "1", b: "2" }));
});

test("views are in the order of their names, and a name is used once", () => {
  const views = withView(withView([], view("B")), view("A"));
  expect(withView(views, view("B", "status=active"))).toEqual([
    view("A"),
    view("B", "status=active"),
  ]);
  expect(withoutView(views, "A")).toEqual([view("B")]);
});

test("views are the same when search and columns are", () => {
  expect(isSameView(view("A", "x=1"), view("B", "x=1"))).toBe(true);
  expect(isSameView(view("A", "x=1"), view("A", "x=2"))).toBe(false);
  expect(isSameView(view("A"), { ...view("A"), columns: ["email"] })).toBe(false);
});

test("stored text that holds no views is ignored", () => {
  for (const text of ["", "{", "null", "7", '{"name":"A"}', '[1,null,{"name":"A"}]'])
    expect(parseViews(text)).toEqual([]);
  expect(parseViews(JSON.stringify([view("A"), { name: 1 }]))).toEqual([view("A")]);
  const many = Array.from({ length: 50 }, (_, number) => view(String(number)));
  expect(parseViews(JSON.stringify(many)).length).toBe(maxSavedViews);
});
