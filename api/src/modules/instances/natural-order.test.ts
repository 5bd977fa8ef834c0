/** Lists sorted by name: digits compare as numbers, by key across pages, from an index. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { api } from "#contracts/api.ts";
import { sql } from "../../core/db/db.ts";
import { buildListQuery } from "../../core/db/list.ts";
import { insertInstance } from "../../testing/instances.ts";
import { createCredential, createProject } from "../../testing/order-instances.ts";
import {
  createUser,
  createWorkspace,
  type TestUser,
  type TestWorkspace,
} from "../../testing/users.ts";
import { startTestEnvironment, type TestEnvironment } from "../../testing/test-environment.ts";
import { instancesListQuery } from "./store.ts";

let env: TestEnvironment;
let owner: TestUser;
beforeAll(async () => {
  env = await startTestEnvironment();
  owner = await createUser(env, "owner@natural.test");
});
afterAll(() => env.stop());

const list = async ({ handle }: TestWorkspace, query: object) =>
  (await owner.client.call(api.instances.list, { path: { workspace: handle }, query })).data;

/** Names in the order of the list, read to the end by `after`. */
async function readAll(workspace: TestWorkspace, query: object): Promise<string[]> {
  const names: string[] = [];
  let after: string | null = null;
  do {
    const cursor: object = after === null ? {} : { after };
    const { data, meta } = await list(workspace, { ...query, ...cursor });
    names.push(...data.map(({ hostname }) => hostname));
    after = meta.next;
  } while (after !== null);
  return names;
}

const ordered = [
  "1",
  "02-web",
  "9",
  "10",
  "a",
  "a-1",
  "a-1-2",
  "a-1-10",
  // Equal as numbers: the bytes decide.
  "batch-002",
  "batch-02",
  "batch-2",
  "batch-3",
  "batch-10",
  "batch-18446744073709551615",
  // Beyond 64 bits.
  "batch-18446744073709551616",
  "batch-99999999999999999999999999999999999999",
  "batch-100000000000000000000000000000000000000",
  "batcha",
  "z9",
  "z10",
];

describe("instances sorted by name", () => {
  let workspace: TestWorkspace;
  beforeAll(async () => {
    workspace = await createWorkspace(env, owner, "natural");
    // Inserted by a fixed rule that is neither the order nor its reverse.
    const mixed = ordered.toSorted(
      (one, other) => other.length - one.length || (one < other ? 1 : -1),
    );
    for (const hostname of mixed) await insertInstance(env, workspace, owner, { hostname });
  });

  test.each([1, 3, 7, 100])(
    "pages of %d rows follow the natural order in both directions",
    async (perPage) => {
      const query = { perPage: String(perPage) };
      expect(await readAll(workspace, { ...query, orderBy: "hostname" })).toEqual(ordered);
      expect(await readAll(workspace, { ...query, orderBy: "-hostname" })).toEqual(
        ordered.toReversed(),
      );
    },
  );

  test("a page requested by its number is the page its cursor leads to, forward and back", async () => {
    const query = { orderBy: "hostname", perPage: "7" };
    const first = await list(workspace, query);
    const second = await list(workspace, { ...query, page: "2" });
    const byCursor = await list(workspace, { ...query, page: "2", after: first.meta.next });
    expect(byCursor.data).toEqual(second.data);
    const back = await list(workspace, { ...query, before: byCursor.meta.previous });
    expect(back.data).toEqual(first.data);
  });

  test("instances of the same name are each listed once, by id", async () => {
    const twins = await createWorkspace(env, owner, "twins");
    const ids: string[] = [];
    for (let made = 0; made < 5; made += 1) {
      ids.push(await insertInstance(env, twins, owner, { hostname: "twin", status: "terminated" }));
      env.clock.advance(1);
    }
    const query = { orderBy: "hostname", status: "terminated", perPage: "2" };
    const first = await list(twins, query);
    const second = await list(twins, { ...query, page: "2", after: first.meta.next });
    const third = await list(twins, { ...query, page: "3", after: second.meta.next });
    const seen = [first, second, third].flatMap(({ data }) => data.map(({ id }) => id));
    expect(seen).toEqual(ids.toSorted());
  });

  test("a cursor of the earlier order of bytes still opens a page", async () => {
    const { data } = await list(workspace, { orderBy: "hostname", perPage: "100" });
    const row = data.find(({ hostname }) => hostname === "batch-10");
    const after = Buffer.from(`batch-10 ${row?.id ?? ""}`).toString("base64url");
    const page = await list(workspace, { orderBy: "hostname", perPage: "2", after });
    expect(page.data.map(({ hostname }) => hostname)).toEqual([
      "batch-18446744073709551615",
      "batch-18446744073709551616",
    ]);
  });

  test("a list without rows is empty", async () => {
    const empty = await createWorkspace(env, owner, "nothing");
    expect(await list(empty, { orderBy: "hostname" })).toMatchObject({
      data: [],
      meta: { total: 0, next: null, previous: null },
    });
  });
});

test("names of projects and keys sort the same way, with accents and any letter case", async () => {
  const workspace = await createWorkspace(env, owner, "words");
  const names = [
    "Anlage 2",
    "anlage 10",
    "Ärzte",
    "Straße 9",
    "Straße 10",
    "Zürich",
    "日本 2",
    "日本 10",
  ];
  for (const name of names.toReversed()) {
    await createProject(env, workspace, owner, name);
    await createCredential(env, workspace, owner, name);
  }
  const path = { workspace: workspace.handle };
  const readNames = async (endpoint: typeof api.projects.list | typeof api.credentials.list) => {
    const seen: string[] = [];
    let after: string | null = null;
    do {
      const query: object = { perPage: "3", ...(after === null ? {} : { after }) };
      const { data, meta } = (await owner.client.call(endpoint, { path, query })).data;
      seen.push(...data.map(({ name }) => name));
      after = meta.next;
    } while (after !== null);
    return seen;
  };
  expect((await readNames(api.projects.list)).filter((name) => names.includes(name))).toEqual(
    names,
  );
  expect(await readNames(api.credentials.list)).toEqual(names);
});

test("a page in the middle of many instances is found in the index", async () => {
  const workspace = await createWorkspace(env, owner, "many");
  const id = await insertInstance(env, workspace, owner, { hostname: "model" });
  await env.db.owner.query(
    `INSERT INTO instance SELECT (jsonb_populate_record(i, jsonb_build_object(
         'id', gen_random_uuid(), 'hostname', 'node-' || n))).*
       FROM instance i, generate_series(1, 20000) n WHERE i.id = $1`,
    [id],
  );
  await env.db.owner.query("VACUUM ANALYZE instance");
  const last = { orderBy: "hostname", perPage: "15", page: "700" };
  const { meta } = await list(workspace, last);
  for (const orderBy of ["hostname", "-hostname"]) {
    const query = buildListQuery(
      instancesListQuery(
        { page: 701, perPage: 15, orderBy, after: meta.next ?? undefined },
        env.clock.now(),
      ),
    );
    const plan = await env.db.withTenant(async (tx) => {
      await tx.execute(sql`SELECT set_config('app.workspace_id', ${workspace.id}, true)`);
      return tx.many<{ "QUERY PLAN": string }>(
        sql`EXPLAIN (ANALYZE, TIMING OFF, COSTS OFF, SUMMARY OFF) ${query}`,
      );
    });
    const lines = plan.map((line) => line["QUERY PLAN"]);
    expect(lines.filter((line) => line.includes("instance_hostname_natural_idx"))).toHaveLength(1);
    const discarded = lines.map((line) => Number(/Removed by .*: (\d+)/.exec(line)?.[1] ?? "0"));
    expect(Math.max(0, ...discarded)).toBeLessThan(50);
  }
});
