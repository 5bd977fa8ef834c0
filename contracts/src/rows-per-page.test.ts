import fc from "fast-check";
import { expect, test } from "vitest";
import { rememberedRows, rememberRows, rowsPerPageOptions } from "./rows-per-page.ts";

test("each list has its own number of rows, and a later choice replaces an earlier one", () => {
  let cookie = rememberRows(null, "instances.list", "50");
  cookie = rememberRows(cookie, "tokens.list", "25");
  cookie = rememberRows(cookie, "instances.list", "100");
  expect(
    ["instances.list", "tokens.list", "projects.list"].map((id) => rememberedRows(cookie, id)),
  ).toEqual(["100", "25", null]);
  expect(cookie).toBe("instances.list:100|tokens.list:25");
});

test("a cookie that was written by hand has no effect beyond the offered numbers", () => {
  fc.assert(
    fc.property(fc.string(), fc.constantFrom("instances.list", "__proto__", ""), (cookie, id) => {
      const rows = rememberedRows(cookie, id);
      expect(rows === null || rowsPerPageOptions.includes(rows)).toBe(true);
      expect(rememberedRows(rememberRows(cookie, "a.list", "25"), "a.list")).toBe("25");
    }),
  );
  for (const cookie of ["instances.list:7", "instances.list:1000", "instances.list", ":50", "|:|"])
    expect(rememberedRows(cookie, "instances.list")).toBeNull();
});
