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
  let probes = 0;
  const errors: Error[] = [];
  let hearings = 0;
  const listener = new Listener({
    pool,
    onNotice: (_channel, payload) => {
      if (payload === "probe") probes += 1;
      else received.push(payload);
    },
    onListening: () => {
      hearings += 1;
    },
    onError: (error) => errors.push(error),
    retryMs: 5,
  });
  await listener.start(["listener_test"]);
  // The server ends the next two connections while they start to listen. Each query waits until the backend is gone.
  const ends: Promise<unknown>[] = [];
  pool.on("acquire", ({ processID }: pg.PoolClient & { processID?: number }) => {
    if (ends.length < 2)
      ends.push(admin.query("SELECT pg_terminate_backend($1, 10000)", [processID]));
  });
  await admin.query(
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE 'LISTEN listener_test%'",
  );
  await expect.poll(() => ends.length, { timeout: 10_000 }).toBe(2);
  await Promise.all(ends);
  // A connection that ends after LISTEN may have counted too, so only a notification shows that the last one listens.
  await expect
    .poll(
      async () => {
        await admin.query("SELECT pg_notify('listener_test', 'probe')");
        return probes > 0;
      },
      { timeout: 10_000 },
    )
    .toBe(true);
  expect(hearings).toBeGreaterThanOrEqual(2);
  expect(errors.length).toBeGreaterThan(0);
  for (const payload of ["one", "two", "three"]) {
    await admin.query("SELECT pg_notify('listener_test', $1)", [payload]);
    await expect.poll(() => received.at(-1), { timeout: 10_000 }).toBe(payload);
  }
  expect(received).toEqual(["one", "two", "three"]);
  expect(pool.totalCount - pool.idleCount).toBe(1);
  listener.stop();
});
