/** Deterministic races: requests block on a locked row and continue together when it is released. */
import { type Sql, sql, type Tx } from "../core/db/db.ts";
import type { TestEnvironment } from "./test-environment.ts";

/** Locks the row selected by `row` until at least `minBlocked` requests wait for it or for each other. */
export async function runBlockedOnRow<T>(
  env: TestEnvironment,
  row: Sql,
  minBlocked: number,
  start: () => Promise<T>[],
): Promise<T[]> {
  let started: Promise<T>[] = [];
  await env.db.withSystemRole("a test locks a row", async (tx) => {
    await tx.execute(sql`${row} FOR UPDATE`);
    started = start();
    await waitForBlockedQueries(env, minBlocked);
  });
  return Promise.all(started);
}

/** Lets a request block on the row while `meanwhile` runs and commits. */
export async function runDuringRowLock<T>(
  env: TestEnvironment,
  row: Sql,
  start: () => Promise<T>,
  meanwhile: (tx: Tx) => Promise<unknown>,
): Promise<T> {
  const { response } = await env.db.withSystemRole("a test changes a row first", async (tx) => {
    await tx.execute(sql`${row} FOR UPDATE`);
    const started = start();
    await waitForBlockedQueries(env, 1);
    await meanwhile(tx);
    return { response: started };
  });
  return await response;
}

/** Resolves when at least that many requests wait for a lock. */
export async function waitForBlockedQueries(
  env: TestEnvironment,
  minBlocked: number,
): Promise<void> {
  let waiting = 0;
  while (waiting < minBlocked) {
    const { rows } = await env.db.owner.query<{ n: string }>(
      "SELECT count(*) AS n FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
    );
    waiting = Number(rows[0]?.n ?? 0);
  }
}
