import { expect, test } from "vitest";
import { raw, sql } from "./db.ts";
import { buildListQuery, type ListQuery } from "./list.ts";
import { memoizeList } from "./memoized-lists.ts";

interface Filter {
  readonly name?: string | undefined;
  readonly page: number;
  readonly after?: string;
}
let builds = 0;
function build({ name, page, after }: Filter): ListQuery {
  builds += 1;
  return {
    from: sql`thing t`,
    alias: "t",
    where: name === undefined ? [] : [sql`t.name = ${name}`],
    sort: { column: raw("t.name"), type: "text" },
    descending: false,
    rowJson: sql`json_build_object('id', t.id)`,
    page: { page, perPage: 10, after },
  };
}

test("the statement of a filter is built once and is the one of its list", () => {
  const list = memoizeList(build);
  builds = 0;
  const filters: Filter[] = [
    { page: 1 },
    { page: 2 },
    { name: "a", page: 1 },
    { name: "b", page: 1 },
  ];
  for (const filter of [...filters, ...filters]) {
    const { statement } = list({ ...filter });
    const expected = buildListQuery(build(filter));
    expect([statement?.text, statement?.values]).toEqual([expected.text, expected.values]);
  }
  expect(builds).toBe(filters.length + filters.length * 2);
  expect(list({ name: undefined, page: 1 })).toBe(list({ page: 1 }));
});

test("long filters and cursors are not kept", () => {
  const list = memoizeList(build);
  expect(list({ name: "x".repeat(1_000), page: 1 }).statement).toBeUndefined();
  expect(list({ page: 1, after: "some-cursor" }).statement).toBeUndefined();
});

test("the number of kept statements is limited", () => {
  const list = memoizeList(build);
  const first = list({ page: 1 });
  for (let page = 2; page < 1_000; page += 1) list({ page });
  expect(list({ page: 1 })).not.toBe(first);
});
