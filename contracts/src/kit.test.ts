import { expect, test } from "vitest";
import { z } from "zod";
import { pageQuery } from "./kit.ts";

const list = z.strictObject(pageQuery(15));
const sentences = (query: object) =>
  list.safeParse(query).error?.issues.map(({ message }) => message) ?? [];

test("a page out of range is refused in the words of one that is no number", () => {
  for (const page of ["0", "10001", "-1", "1.5", "first"])
    expect(sentences({ page }), page).toEqual(["A page is a whole number from 1 to 10,000"]);
  for (const perPage of ["0", "101", "ten"])
    expect(sentences({ perPage }), perPage).toEqual(["A page holds 1 to 100 rows"]);
  expect(list.parse({ page: "10000", perPage: "100" })).toMatchObject({
    page: 10_000,
    perPage: 100,
  });
});
