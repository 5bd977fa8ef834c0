import { beforeAll, expect, test } from "vitest";
import { instances } from "#contracts/instances.ts";
import { projects } from "#contracts/projects.ts";
import {
  loadSearchValidation,
  parseSearch,
  settleSearchValidation,
  stringifySearch,
  validateSearchFor,
} from "./search-params.ts";
import { setServerPageSource } from "../browser/page-scope.ts";
import { suggestHandle } from "../../features/workspaces/suggest-handle.ts";

let cookies = "";
setServerPageSource(() => ({ cookies, now: 0, isApple: false }));
beforeAll(() => loadSearchValidation(instances.list));

test("keeps the valid parameters of a hand-written URL and drops the rest", () => {
  const read = validateSearchFor(instances.list);
  expect(
    read(parseSearch("?page=2&status=active,stopped&regionHandle=lulea&perPage=abc&color=red")),
  ).toEqual({
    page: "2",
    status: "active,stopped",
    regionHandle: "lulea",
  });
  expect(read(parseSearch("?page=0&status=flying"))).toEqual({});
});

test("keeps the parameters of a link until the schema of the endpoint is loaded", async () => {
  const read = validateSearchFor(projects.list);
  expect(read(parseSearch("?page=2&search=&perPage=abc"))).toEqual({
    page: "2",
    perPage: "abc",
    search: undefined,
  });
  await settleSearchValidation();
  expect(read(parseSearch("?page=2&perPage=abc"))).toEqual({ page: "2" });
});

test("adds the rows per page that the user chose, unless the URL names them", () => {
  cookies = "rows=instances.list%3A50";
  const read = validateSearchFor(instances.list);
  expect(read(parseSearch("?page=2"))).toEqual({ page: "2", perPage: "50" });
  expect(read(parseSearch("?perPage=25"))).toEqual({ perPage: "25" });
  cookies = "";
});

test("removes dropped parameters from the URL", () => {
  const address = parseSearch("?page=abc&status=flying&color=red&search=gpu");
  expect({ ...address, ...validateSearchFor(instances.list)(address) }).toEqual({ search: "gpu" });
});

test("keeps the URL readable", () => {
  expect(stringifySearch({ status: "active,stopped", search: "a b", page: undefined })).toBe(
    "?status=active,stopped&search=a+b",
  );
  expect(stringifySearch({})).toBe("");
});

test("derives a valid handle from a name, also from one without Latin letters", () => {
  expect(
    ["Northwind AB", "  Älvsbyn & Söner ", "Nørd Æsir", "42 Things", ""].map(suggestHandle),
  ).toEqual(["northwind-ab", "alvsbyn-soner", "nord-aesir", "things", ""]);
  expect(suggestHandle("日本語")).toMatch(/^workspace-[a-z0-9]{4}$/);
  expect(suggestHandle("admin")).toBe("admin-1");
});
