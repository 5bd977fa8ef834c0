/** Requests that meet at a row somebody holds, and all go on when it is let go: races that are sure to happen. */
import { type Sql, sql, type Tx } from "../core/db/db.ts";
import type { TestEnvironment } from "./test-environment.ts";

/** `row` selects it; at least that many requests wait for it, or for each other, before it is free. */
export async function runBlockedOnRow<T>(
  env: TestEnvironment,
  row: Sql,
  least: number,
  start: () => Promise<T>[],
): Promise<T[]> {
  let started: Promise<T>[] = [];
  await env.db.withSystemRole("a test holds a row", async (tx) => {
    await tx.execute(sql`${row} FOR UPDATE`);
    started = start();
    await waitForBlockedQueries(env, least);
  });
  return Promise.all(started);
}

/** A request waits for the row; what happens meanwhile is on disk before it goes on. */
export async function runDuringRowLock<T>(
  env: TestEnvironment,
  row: Sql,
  start: () => Promise<T>,
  meanwhile: (tx: Tx) => Promise<unknown>,
): Promise<T> {
  const { answer } = await env.db.withSystemRole("a test is quicker", async (tx) => {
    await tx.execute(sql`${row} FOR UPDATE`);
    const started = start();
    await waitForBlockedQueries(env, 1);
    await meanwhile(tx);
    return { answer: started };
  });
  return await answer;
}

/** Returns once at least that many requests wait for a row, or for each other. */
export async function waitForBlockedQueries(env: TestEnvironment, least: number): Promise<void> {
  let waiting = 0;
  while (waiting < least) {
    const { rows } = await env.db.owner.query<{ n: string }>(
      "SELECT count(*) AS n FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
    );
    waiting = Number(rows[0]?.n ?? 0);
  }
}
