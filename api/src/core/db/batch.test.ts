import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestEnvironment, type TestEnvironment } from "../../testing/test-environment.ts";
import { isDatabaseError, sql, type Tx } from "./db.ts";

let env: TestEnvironment;
beforeAll(async () => {
  env = await startTestEnvironment();
});
afterAll(() => env.stop());

const one = (tx: Tx) => tx.one<{ value: number }>(sql`SELECT 1 AS value`);
/** PostgreSQL finds the error when it runs the statement. */
const failing = (tx: Tx, text: string) => tx.one(sql`SELECT ${text}::text::integer AS value`);
const outcome = (work: Promise<unknown>) =>
  work.then(JSON.stringify, (error: Error) => error.message);

test("statements of one batch get their own rows, the first time and when PostgreSQL knows them", async () => {
  for (let time = 0; time < 3; time += 1) {
    const results = await env.db.withTenant(
      (tx) =>
        Promise.all([
          one(tx),
          tx.tuples(sql`SELECT n, n::text, NULL FROM generate_series(1, 3) n`),
          tx.many(sql`SELECT 1 AS value WHERE false`),
          tx.execute(sql`SET LOCAL plan_cache_mode = auto`),
          one(tx),
        ]),
      { readOnly: true, pipelineCommit: true },
    );
    expect(results).toEqual([
      { value: 1 },
      [
        [1, "1", null],
        [2, "2", null],
        [3, "3", null],
      ],
      [],
      0,
      { value: 1 },
    ]);
  }
});

test("a transaction may have several batches, and sees its own writes", async () => {
  const counts = await env.db.withSystemRole("a test", async (tx) => {
    await tx.execute(sql`CREATE TEMPORARY TABLE batch_probe (n integer) ON COMMIT DROP`);
    const written = Promise.all(
      [1, 2, 3].map((n) => tx.execute(sql`INSERT INTO batch_probe VALUES (${n})`)),
    );
    expect(await written).toEqual([1, 1, 1]);
    return await tx.one<{ count: number }>(sql`SELECT count(*) AS count FROM batch_probe`);
  });
  expect(counts).toEqual({ count: 3 });
});

test.each([true, false])(
  "an error reaches its statement and those after it, and the connection stays usable (COMMIT in the batch: %s)",
  async (pipelineCommit) => {
    const outcomes: Promise<string>[] = [];
    const backend = (tx: Tx) => tx.one<{ pid: number }>(sql`SELECT pg_backend_pid() AS pid`);
    const before = await env.db.withTenant(backend);
    const transaction = env.db.withTenant(
      async (tx) => {
        const first = one(tx);
        const second = failing(tx, "word");
        const third = one(tx);
        outcomes.push(outcome(first), outcome(second), outcome(third));
        await second;
      },
      { readOnly: true, pipelineCommit },
    );
    const error: unknown = await transaction.catch((thrown: unknown) => thrown);
    expect(isDatabaseError(error, "22P02")).toBe(true);
    const message = 'invalid input syntax for type integer: "word"';
    expect(await Promise.all(outcomes)).toEqual(['{"value":1}', message, message]);
    expect(await env.db.withTenant(backend)).toEqual(before);
    expect(await env.db.withTenant((tx) => failing(tx, "7"))).toEqual({ value: 7 });
  },
);

test("a statement that PostgreSQL could not parse is parsed again, and so are those it skipped", async () => {
  const skipped = sql`SELECT 5 AS skipped`;
  for (let time = 0; time < 2; time += 1) {
    const failed = env.db.withTenant(
      async (tx) => {
        const broken = tx.one(sql`SELECT * FROM missing_table`);
        const later = tx.one(skipped);
        later.catch(() => undefined);
        return await broken;
      },
      { readOnly: true, pipelineCommit: true },
    );
    await expect(failed).rejects.toThrow('relation "missing_table" does not exist');
  }
  expect(await env.db.withTenant((tx) => tx.one(skipped))).toEqual({ skipped: 5 });
});

test("a statement whose values cannot be written fails alone", async () => {
  const circular: Record<string, unknown> = {};
  circular["self"] = circular;
  const outcomes = env.db.withTenant(
    (tx) =>
      Promise.all([
        outcome(one(tx)),
        outcome(tx.one(sql`SELECT ${circular}::json AS value`)),
        outcome(tx.one(sql`SELECT 2 AS value`)),
      ]),
    { readOnly: true, pipelineCommit: true },
  );
  expect(await outcomes).toEqual([
    '{"value":1}',
    expect.stringContaining("circular"),
    '{"value":2}',
  ]);
  expect(await env.db.withTenant(one)).toEqual({ value: 1 });
});

test("a read-only transaction cannot write, and its settings end with it", async () => {
  const setting = (tx: Tx) =>
    tx.one<{ value: string | null }>(sql`SELECT current_setting('app.user_id', true) AS value`);
  const inside = await env.db.withTenant(
    async (tx) => {
      const set = tx.execute(sql`SELECT set_config('app.user_id', 'someone', true)`);
      const read = setting(tx);
      await set;
      return await read;
    },
    { readOnly: true, pipelineCommit: true },
  );
  expect(inside.value).toBe("someone");
  expect((await env.db.withTenant(setting)).value ?? "").toBe("");
  await expect(
    env.db.withTenant((tx) => tx.execute(sql`CREATE TABLE batch_written (n integer)`), {
      readOnly: true,
    }),
  ).rejects.toThrow("read-only transaction");
});
