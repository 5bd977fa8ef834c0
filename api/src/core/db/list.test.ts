import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { PageMeta } from "#contracts/endpoint.ts";
import { createUser, createWorkspace, type TestUser } from "../../testing/users.ts";
import { startTestEnvironment, type TestEnvironment } from "../../testing/test-environment.ts";
import { raw, sql } from "./db.ts";
import { ValidationError } from "../lib/problem-error.ts";
import {
  likeContains,
  type ListQuery,
  readListResponse,
  type SortColumn,
  resolveSort,
} from "./list.ts";

let env: TestEnvironment;
beforeAll(async () => {
  env = await startTestEnvironment();
  await env.db.owner.query(`
    CREATE TABLE list_probe (id uuid PRIMARY KEY DEFAULT gen_random_uuid(), word text NOT NULL, n bigint NOT NULL, at timestamptz NOT NULL, ip inet NOT NULL,
      -- Names that the list's own statement might want for itself.
      position integer NOT NULL DEFAULT 0, cursor text NOT NULL DEFAULT '', item text NOT NULL DEFAULT '');
    GRANT SELECT ON list_probe TO boreal_app`);
});
afterAll(() => env.stop());

const sorts = {
  word: { column: raw("p.word"), type: "text" },
  n: { column: raw("p.n"), type: "bigint" },
  at: { column: raw("p.at"), type: "timestamptz" },
  ip: { column: raw("p.ip"), type: "inet" },
} as const satisfies Record<string, SortColumn>;

const Page = z.object({
  data: z.array(z.object({ id: z.string(), ip: z.string() })),
  meta: PageMeta,
});

async function requestPage(list: Partial<ListQuery> & Pick<ListQuery, "page">) {
  const query: ListQuery = {
    from: sql`list_probe p`,
    alias: "p",
    where: [],
    sort: sorts.word,
    descending: false,
    rowJson: sql`json_build_object('id', p.id, 'ip', host(p.ip))`,
    ...list,
  };
  return env.db.withTenant(async (tx) => {
    return Page.parse(JSON.parse(await readListResponse(tx, query)));
  });
}

interface Probe {
  word: string;
  n: number;
  at: string;
  ip: string;
}
async function fill(rows: readonly Probe[]): Promise<void> {
  await env.db.owner.query("TRUNCATE list_probe");
  await env.db.owner.query(
    "INSERT INTO list_probe (word, n, at, ip) SELECT word, n, at, ip FROM json_populate_recordset(null::list_probe, $1)",
    [JSON.stringify(rows)],
  );
}
const allIds = async (sort: string, descending: boolean, filter: string) => {
  const direction = descending ? "DESC" : "ASC";
  const found = await env.db.owner.query<{ id: string }>(
    `SELECT id FROM list_probe p WHERE ${filter} ORDER BY ${sort} ${direction}, id ${direction}`,
  );
  return found.rows.map((row) => row.id);
};

// Few values, so that ties are frequent; with microseconds, spaces, quotes and non-ASCII letters.
const probes = fc.array(
  fc.record({
    word: fc.constantFrom("", "a", "A", "b c", "ß", "%", "z'\"\\", "日本"),
    n: fc.constantFrom(-5, 0, 7, 9007199254740991),
    at: fc.constantFrom(
      "2026-05-15T09:00:00.000001Z",
      "2026-05-15T09:00:00.000002Z",
      "0099-01-01T00:00:00Z",
    ),
    ip: fc.constantFrom("10.0.0.2", "10.0.0.10", "9.255.255.255", "2001:db8::1"),
  }),
  { maxLength: 25 },
);

test("paging forward and back over any rows visits each row exactly once, in one total order", {
  timeout: 120_000,
}, async () => {
  const pagingCase = fc.record({
    rows: probes,
    sort: fc.constantFrom("word", "n", "at", "ip"),
    descending: fc.boolean(),
    perPage: fc.integer({ min: 1, max: 8 }),
    onlyPositive: fc.boolean(),
  });
  await fc.assert(
    fc.asyncProperty(pagingCase, async ({ rows, sort, descending, perPage, onlyPositive }) => {
      await fill(rows);
      const list = { sort: sorts[sort], descending, where: onlyPositive ? [sql`p.n > 0`] : [] };
      const requested = await allIds(sort, descending, onlyPositive ? "n > 0" : "true");
      const lastPage = Math.max(1, Math.ceil(requested.length / perPage));
      const forward: string[][] = [];
      let page = await requestPage({ ...list, page: { page: 1, perPage } });
      for (;;) {
        forward.push(page.data.map((row) => row.id));
        expect(page.meta).toMatchObject({
          page: forward.length,
          perPage,
          total: requested.length,
          totalIsExact: true,
          lastPage,
        });
        // A page requested by its number equals the page its cursor leads to.
        expect(
          (await requestPage({ ...list, page: { page: forward.length, perPage } })).data,
        ).toEqual(page.data);
        if (page.meta.next === null) break;
        page = await requestPage({
          ...list,
          page: { page: forward.length + 1, perPage, after: page.meta.next },
        });
      }
      expect(forward.flat()).toEqual(requested);
      expect(forward).toHaveLength(lastPage);
      const backwardPages = [page.data.map((row) => row.id)];
      while (page.meta.previous !== null) {
        page = await requestPage({
          ...list,
          page: { page: lastPage - backwardPages.length, perPage, before: page.meta.previous },
        });
        backwardPages.unshift(page.data.map((row) => row.id));
        expect(page.meta.next).not.toBeNull();
      }
      expect(backwardPages).toEqual(forward);
    }),
    { numRuns: 60 },
  );
});

test("IP addresses are sorted numerically, not as text", async () => {
  const row = { word: "", n: 0, at: "2026-01-01T00:00:00Z" };
  await fill(["10.0.0.10", "10.0.0.9", "9.0.0.1", "2001:db8::1"].map((ip) => ({ ...row, ip })));
  const page = await requestPage({ sort: sorts.ip, page: { page: 1, perPage: 10 } });
  expect(page.data.map((shown) => shown.ip)).toEqual([
    "9.0.0.1",
    "10.0.0.9",
    "10.0.0.10",
    "2001:db8::1",
  ]);
});

test("a row inserted during paging moves no other row past the reader", async () => {
  const row = { n: 0, at: "2026-01-01T00:00:00Z", ip: "10.0.0.1" };
  await fill(["b", "c", "d", "e"].map((word) => ({ ...row, word })));
  const first = await requestPage({ page: { page: 1, perPage: 2 } });
  const rest = (await allIds("word", false, "true")).slice(2);
  await env.db.owner.query(
    "INSERT INTO list_probe (word, n, at, ip) VALUES ('a', 0, now(), '10.0.0.1')",
  );
  const second = await requestPage({ page: { page: 2, perPage: 2, after: first.meta.next ?? "" } });
  expect(second.data.map((shown) => shown.id)).toEqual(rest);
});

describe("totals", () => {
  test("counting stops at a thousand and says so; a stored total is exact beyond", async () => {
    await env.db.owner.query("TRUNCATE list_probe");
    await env.db.owner.query(
      "INSERT INTO list_probe (word, n, at, ip) SELECT 'w', g, now(), '10.0.0.1' FROM generate_series(1, 1500) g",
    );
    const counted = await requestPage({ page: { page: 1, perPage: 10 } });
    expect(counted.meta).toMatchObject({ total: 1000, totalIsExact: false });
    expect(counted.meta.next).not.toBeNull();
    const stored = await requestPage({ page: { page: 1, perPage: 10 }, total: sql`(SELECT 1500)` });
    expect(stored.meta).toMatchObject({ total: 1500, totalIsExact: true, lastPage: 150 });
    const filtered = await requestPage({
      page: { page: 1, perPage: 10 },
      where: [sql`p.n <= 1000`],
    });
    expect(filtered.meta).toMatchObject({ total: 1000, totalIsExact: true, lastPage: 100 });
  });

  test("a page past the end is empty and has the right total", async () => {
    await fill([{ word: "a", n: 1, at: "2026-01-01T00:00:00Z", ip: "10.0.0.1" }]);
    expect(await requestPage({ page: { page: 99, perPage: 10 } })).toEqual({
      data: [],
      meta: {
        page: 99,
        perPage: 10,
        total: 1,
        totalIsExact: true,
        lastPage: 1,
        next: null,
        previous: null,
      },
    });
  });
});

describe("a cursor that does not belong to the list", () => {
  const encode = (text: string) => Buffer.from(text).toString("base64url");
  const id = "01890000-0000-7000-8000-000000000000";
  test.each([
    ["nothing", ""],
    ["noise", "!!!!"],
    ["a key without an id", encode("word")],
    ["an id of dashes", encode(`word ${"-".repeat(36)}`)],
    ["a NUL in the key", encode(`a\0b ${id}`)],
    ["SQL", encode(`'; DROP TABLE list_probe; -- ${id}`)],
    ["a time that is none", encode(`yesterday-ish ${id}`)],
    ["a time out of range", encode(`999999-01-01 ${id}`)],
    ["a time too far from UTC", encode(`2026-01-01 00:00:00+99 ${id}`)],
    ["a time of no known zone", encode(`2026-01-01 00:00:00 Europe/Nowhere ${id}`)],
  ])("rejects %s on its own field", async (_, cursor) => {
    for (const field of ["after", "before"] as const) {
      const rejected = await requestPage({
        sort: sorts.at,
        page: { page: 1, perPage: 10, [field]: cursor },
      }).catch((error: unknown) => error);
      expect(rejected).toBeInstanceOf(ValidationError);
      expect(rejected).toMatchObject({ errors: { [field]: [{ code: "format" }] } });
    }
  });

  test("rejects a number too large for its column", async () => {
    const request = requestPage({
      sort: sorts.n,
      page: { page: 1, perPage: 10, after: encode(`99999999999999999999999 ${id}`) },
    });
    await expect(request).rejects.toBeInstanceOf(ValidationError);
  });
});

test("a search term matches literally, including wildcards", () => {
  expect(likeContains("50%_\\")).toBe("%50\\%\\_\\\\%");
});

test("sorts only by columns the list allows", () => {
  const fallback = { field: "word", descending: true } as const;
  expect(resolveSort(undefined, sorts, fallback)).toEqual({ sort: sorts.word, descending: true });
  expect(resolveSort("n", sorts, fallback)).toEqual({ sort: sorts.n, descending: false });
  expect(resolveSort("-n", sorts, fallback)).toEqual({ sort: sorts.n, descending: true });
  for (const odd of ["toString", "__proto__", "constructor", "n; DROP", "--n", ""]) {
    expect(resolveSort(odd, sorts, fallback)).toEqual({ sort: sorts.word, descending: true });
  }
});

describe("over HTTP", () => {
  let owner: TestUser;
  beforeAll(async () => {
    owner = await createUser(env, "owner@listed.test");
    await createWorkspace(env, owner, "listed");
  });

  test.each([
    "page=0",
    "page=-1",
    "page=abc",
    "page=1e3",
    "page=1.5",
    "page=%201",
    "page=10001",
    "perPage=0",
    "perPage=101",
    "page=1&page=2",
    "page=",
    "page[]=1",
  ])("rejects ?%s on its field", async (query) => {
    const response = await owner.client.send("GET", `/api/v1/workspaces/listed/projects?${query}`);
    expect(response.status).toBe(422);
    const { errors } = z
      .object({ errors: z.record(z.string(), z.unknown()) })
      .parse(await response.json());
    expect(Object.keys(errors)).toEqual([decodeURIComponent(query.split("=")[0] ?? "")]);
  });
});
