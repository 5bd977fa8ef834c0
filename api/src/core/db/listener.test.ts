import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestDatabase } from "../../testing/test-database.ts";
import { Listener } from "./listener.ts";

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let pool: pg.Pool;
let admin: pg.Client;
beforeAll(async () => {
  database = await createTestDatabase();
  pool = new pg.Pool({ connectionString: database.url, max: 4 });
  pool.on("error", () => undefined);
  admin = new pg.Client({ connectionString: database.url });
  await admin.connect();
});
afterAll(async () => {
  await pool.end();
  await admin.end();
  await database.drop();
});

test("replaces a connection lost while it starts to listen by exactly one", async () => {
  const received: string[] = [];
  const errors: Error[] = [];
  let hearings = 0;
  const listener = new Listener({
    pool,
    onNotice: (_channel, payload) => received.push(payload),
    onListening: () => {
      hearings += 1;
    },
    onError: (error) => errors.push(error),
    retryMs: 5,
  });
  await listener.start(["listener_test"]);
  // The server ends the next connection before it can listen, twice.
  let toEnd = 2;
  pool.on("acquire", ({ processID }: pg.PoolClient & { processID?: number }) => {
    if (toEnd-- > 0) void admin.query("SELECT pg_terminate_backend($1)", [processID]);
  });
  await admin.query(
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE 'LISTEN listener_test%'",
  );
  await expect.poll(() => hearings, { timeout: 10_000 }).toBeGreaterThanOrEqual(2);
  expect(errors.length).toBeGreaterThan(0);
  for (const payload of ["one", "two", "three"]) {
    await admin.query("SELECT pg_notify('listener_test', $1)", [payload]);
    await expect.poll(() => received.at(-1), { timeout: 10_000 }).toBe(payload);
  }
  expect(received).toEqual(["one", "two", "three"]);
  expect(pool.totalCount - pool.idleCount).toBe(1);
  listener.stop();
});
