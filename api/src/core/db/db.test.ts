import pg from "pg";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { api } from "#contracts/api.ts";
import { createUser, createWorkspace } from "../../testing/users.ts";
import { startTestEnvironment, type TestEnvironment } from "../../testing/test-environment.ts";
import { sql } from "./db.ts";

let env: TestEnvironment;
beforeAll(async () => {
  env = await startTestEnvironment();
});
afterAll(() => env.stop());

/** Ends connections like a restart of PostgreSQL, but only for this test's database. */
async function endAllConnections(): Promise<number> {
  const name = await env.db.owner.query<{ name: string }>("SELECT current_database() AS name");
  const superuser = new pg.Client({ connectionString: inject("postgresUrl") });
  await superuser.connect();
  try {
    const ended = await superuser.query(
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1",
      [name.rows[0]?.name],
    );
    return ended.rowCount ?? 0;
  } finally {
    await superuser.end();
  }
}

test("a server responds again after PostgreSQL has ended its connections", async () => {
  const owner = await createUser(env, "owner@restart.test");
  await createWorkspace(env, owner, "restart");
  const list = () => owner.client.call(api.projects.list, { path: { workspace: "restart" } });
  expect((await list()).status).toBe(200);
  expect(await endAllConnections()).toBeGreaterThan(1);
  await expect.poll(async () => (await list()).status).toBe(200);
  await env.runDueJobs();
});

test("a transaction fails if its connection breaks, and the connection is not used again", async () => {
  const broken = env.db.withTenant(async (tx) => {
    await tx.one(sql`SELECT 1 AS one`);
    await endAllConnections();
    await tx.one(sql`SELECT 1 AS one`);
  });
  await expect(broken).rejects.toThrow();
  await expect
    .poll(() => env.db.withTenant((tx) => tx.one(sql`SELECT 1 AS one`)).catch(() => null))
    .toEqual({ one: 1 });
});
