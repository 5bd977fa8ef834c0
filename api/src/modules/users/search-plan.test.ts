/** Searching among many users uses an index instead of scanning all of them. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { api } from "#contracts/api.ts";
import { type Sql, sql } from "../../core/db/db.ts";
import { buildListQuery } from "../../core/db/list.ts";
import { createUser, type TestUser } from "../../testing/users.ts";
import { startTestEnvironment, type TestEnvironment } from "../../testing/test-environment.ts";
import { listUsers } from "./store.ts";

const userRows = 20_000;
let env: TestEnvironment;
let admin: TestUser;
beforeAll(async () => {
  env = await startTestEnvironment();
  admin = await createUser(env, "admin@boreal.test", { staffRole: "Admin" });
  await env.db.owner.query(
    `INSERT INTO user_account (id, email, email_normalized, email_verified_at, status, first_name, last_name, locale, timezone, is_over_18, created_at, updated_at)
     SELECT gen_random_uuid(), key, key, $1::timestamptz, 'active', first, last, 'en', 'UTC', true, $1::timestamptz - n * interval '1 minute', $1
       FROM generate_series(1, $2) n,
            LATERAL (SELECT (ARRAY['anna', 'bernd', 'carla', 'vera'])[1 + n % 4] AS first, (ARRAY['Ahl', 'Brandt', 'Vogel'])[1 + n % 3] || n AS last) a,
            LATERAL (SELECT first || '.' || lower(last) || '@example.org' AS key) b`,
    [env.clock.now(), userRows],
  );
  await env.db.owner.query("VACUUM ANALYZE user_account");
});
afterAll(() => env.stop());

/** Rows that PostgreSQL read and discarded. */
async function wasted(query: Sql): Promise<number> {
  const plan = await env.db.withSystemRole("a test reads a query plan", (tx) =>
    tx.many<{ "QUERY PLAN": string }>(
      sql`EXPLAIN (ANALYZE, TIMING OFF, COSTS OFF, SUMMARY OFF) ${query}`,
    ),
  );
  const removed = plan.map((line) => /Removed by .*: (\d+)/.exec(line["QUERY PLAN"])?.[1] ?? "0");
  return removed.reduce((sum, rows) => sum + Number(rows), 0);
}

// Frequent terms are found quickly in any order; rare ones would require a full scan.
test.each(["zz", "xq", "@e", "qqqq", "vogel7777"])(
  "%s uses an index in every sort order",
  async (search) => {
    for (const orderBy of ["createdAt", "-email", "lastName"] as const) {
      const list = listUsers({ page: 1, perPage: 15, search, orderBy });
      expect([orderBy, (await wasted(buildListQuery(list))) < userRows / 10]).toEqual([
        orderBy,
        true,
      ]);
    }
  },
);

test("plans each term separately instead of using a generic plan", async () => {
  const onTheConnection = <T>(query: Sql) =>
    env.db.withSystemRole("a test uses the only connection", (tx) => tx.many<T>(query));
  await onTheConnection(sql`SET plan_cache_mode = force_generic_plan`);
  const response = await admin.client.call(api.users.list, { query: { search: "vera" } });
  expect(response.data.meta.total).toBe(1000);
  const plans =
    await onTheConnection(sql`SELECT custom_plans::int AS anew, generic_plans::int AS kept
      FROM pg_prepared_statements WHERE statement LIKE '%WITH page%name_normalized) LIKE%' AND statement NOT LIKE '%pg_prepared_statements%'
       AND statement NOT LIKE '%EXPLAIN%'`);
  expect(plans).toEqual([{ anew: 1, kept: 0 }]);
});
