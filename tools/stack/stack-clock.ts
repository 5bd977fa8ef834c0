/**
 * The clock of the emulators: the demo clock, which the server and the worker use too, plus an offset that the demo
 * seed sets while it creates past events.
 */
import { type Clock, systemClock } from "#api/core/lib/clock.ts";
import { openDatabase } from "#api/core/db/db.ts";
import { startDemoClock } from "#api/core/live/demo-clock.ts";

export type StackClock = {
  clock: Clock;
  setOffset(offsetMs: number): void;
  stop(): Promise<void>;
};

export async function startStackClock(databaseUrl: string, isDemo: boolean): Promise<StackClock> {
  if (!isDemo)
    return { clock: systemClock, setOffset: () => undefined, stop: async () => undefined };
  // The server reports a lost connection. The emulators then keep the last known offset.
  const onError = () => undefined;
  const db = openDatabase({ url: databaseUrl, poolSize: 2, onError });
  const demoClock = await startDemoClock(db, true, onError);
  let offsetMs = 0;
  return {
    clock: { now: () => new Date(demoClock.clock.now().getTime() + offsetMs) },
    setOffset(ms) {
      offsetMs = ms;
    },
    async stop() {
      demoClock.stop();
      await db.close();
    },
  };
}
