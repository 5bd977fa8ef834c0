/** Requests that meet at a row somebody holds, and all go on when it is let go: races that are sure to happen. */
import { type Sql, sql } from "../core/db.ts";
import type { World } from "./world.ts";

/** `row` selects it; at least that many requests wait for it, or for each other, before it is free. */
export async function meetAt<T>(
  world: World,
  row: Sql,
  least: number,
  start: () => Promise<T>[],
): Promise<T[]> {
  let started: Promise<T>[] = [];
  await world.db.asSystem("a test holds a row", async (tx) => {
    await tx.run(sql`${row} FOR UPDATE`);
    started = start();
    await untilWaiting(world, least);
  });
  return Promise.all(started);
}

/** Returns once at least that many requests wait for a row, or for each other. */
export async function untilWaiting(world: World, least: number): Promise<void> {
  let waiting = 0;
  while (waiting < least) {
    const { rows } = await world.db.owner.query<{ n: string }>(
      "SELECT count(*) AS n FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
    );
    waiting = Number(rows[0]?.n ?? 0);
  }
}
