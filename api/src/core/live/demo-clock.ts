/** Clock of the demo: it can be moved, and every process of the same database follows. */
import { type Clock, OffsetClock, systemClock } from "../lib/clock.ts";
import { type Database, sql, type Tx } from "../db/db.ts";
import { Listener } from "../db/listener.ts";

const channel = "boreal_clock";

export interface SyncedClock {
  readonly clock: Clock;
  /** Sets the clock to the offset in the database without waiting for a notification. */
  catchUp(): Promise<void>;
  stop(): void;
}

export async function startDemoClock(
  db: Database,
  demo: boolean,
  onError: (error: Error) => void,
): Promise<SyncedClock> {
  if (!demo) return { clock: systemClock, catchUp: async () => undefined, stop: () => undefined };
  const clock = new OffsetClock();
  const read = async () => {
    const found = await db.owner.query<{ offset_ms: string }>("SELECT offset_ms FROM demo_clock");
    clock.offsetMs = Number(found.rows[0]?.offset_ms ?? 0);
  };
  const listener = new Listener({
    pool: db.owner,
    onNotice: () => void read().catch(onError),
    onListening: () => void read().catch(onError),
    onError,
  });
  await listener.start([channel]);
  await read();
  return { clock, catchUp: read, stop: () => listener.stop() };
}

/** Moves the clock of every process forward; returns its total offset. */
export async function advanceDemoClock(tx: Tx, byMs: number): Promise<number> {
  const row = await tx.one<{ offset_ms: number }>(sql`
    INSERT INTO demo_clock (offset_ms) VALUES (${byMs})
    ON CONFLICT (singleton) DO UPDATE SET offset_ms = demo_clock.offset_ms + excluded.offset_ms RETURNING offset_ms`);
  await tx.execute(sql`SELECT pg_notify(${channel}, '')`);
  return row.offset_ms;
}
