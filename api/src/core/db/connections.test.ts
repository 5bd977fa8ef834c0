/** Connections through poolers: role and limits are set before use, or the process does not start. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { createTestDatabase } from "../../testing/test-database.ts";
import { startAndFail } from "../../testing/failing-start.ts";
import { startSessionPooler, startTransactionPooler } from "../../testing/poolers.ts";
import type { UnfitDatabase } from "./database-errors.ts";
import { type Database, openDatabase, sql } from "./db.ts";

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let port: number;
const through = (pooler: { port: number }) => database.url.replace(`:${port}/`, `:${pooler.port}/`);
const stops: (() => Promise<void>)[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  port = Number(new URL(database.url).port);
  const db = openDatabase({ url: database.url, poolSize: 1, onError: () => undefined });
  await db.withSystemRole("a workspace of an unrelated tenant", (tx) =>
    tx.execute(sql`INSERT INTO workspace (id, handle, name, colour, created_at, updated_at)
      VALUES (gen_random_uuid(), 'elsewhere', 'Elsewhere', 'blue', now(), now())`),
  );
  await db.close();
});
afterAll(async () => {
  for (const stop of stops) await stop();
  await database.drop();
});

function open(url: string, onUnfit: (error: UnfitDatabase) => void = () => undefined): Database {
  const db = openDatabase({ url, poolSize: 2, onError: () => undefined, onUnfit });
  stops.push(() => db.close());
  return db;
}

test("N54: role, limits and tenant protection work behind a pooler that drops startup options", async () => {
  const pooler = await startSessionPooler(port);
  stops.unshift(() => pooler.stop());
  const db = open(through(pooler));
  const read = (tx: Parameters<Parameters<Database["withTenant"]>[0]>[0]) =>
    tx.one(sql`SELECT current_user AS role, current_setting('statement_timeout') AS statement,
      current_setting('lock_timeout') AS lock, current_setting('idle_in_transaction_session_timeout') AS idle,
      current_setting('TimeZone') AS zone, (SELECT count(*) FROM workspace) AS workspaces`);
  const limits = { statement: "15s", lock: "8s", idle: "30s", zone: "UTC" };
  expect(await db.withTenant(read)).toEqual({ ...limits, role: "boreal_app", workspaces: 0 });
  expect(await db.withSystemRole("a test sees every tenant", read)).toEqual({
    ...limits,
    role: "boreal_system",
    workspaces: 1,
  });
});

test("N55: startup fails with one sentence behind a pooler in transaction mode", async () => {
  const pooler = await startTransactionPooler(port);
  stops.unshift(() => pooler.stop());
  const { code, fatalMessages } = await startAndFail(through(pooler));
  expect(code).toBe(1);
  expect(fatalMessages).toEqual([
    "The pooler in front of PostgreSQL shares connections by transaction, in which roles and notifications do not hold. Connect to PostgreSQL directly, or through a pooler in session mode.",
  ]);
});

test("a connection that does not keep its role is never used, and the process is notified", async () => {
  const pooler = await startTransactionPooler(port);
  stops.unshift(() => pooler.stop());
  const errors: string[] = [];
  const db = open(through(pooler), (error) => errors.push(error.message));
  const one = z.object({ one: z.literal(1) });
  await db.owner.query("SELECT 1");
  // Both set a role on the one connection behind the pooler, and the first reads the second's.
  const outcomes = await Promise.allSettled([
    db.withTenant((tx) => tx.one(sql`SELECT 1 AS one`)),
    db.withSystemRole("a test", (tx) => tx.one(sql`SELECT 1 AS one`)),
  ]);
  const failed = outcomes.filter(({ status }) => status === "rejected");
  expect(failed.length).toBeGreaterThan(0);
  for (const outcome of outcomes)
    if (outcome.status === "fulfilled") expect(one.parse(outcome.value)).toEqual({ one: 1 });
  expect(errors[0]).toMatch(/does not keep its settings \(the role is boreal_\w+, not boreal_\w+/);
});
