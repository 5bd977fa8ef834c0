/**
 * The time of what is emulated: the demo's clock, which the server and the worker follow too, and on top of it
 * what the filling of the demo asks for when it plays its past.
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
  // A lost connection shows in the server at once; the emulators only keep the last time they heard of.
  const onError = () => undefined;
  const db = openDatabase({ url: databaseUrl, poolSize: 2, onError });
  const followed = await startDemoClock(db, true, onError);
  let offsetMs = 0;
  return {
    clock: { now: () => new Date(followed.clock.now().getTime() + offsetMs) },
    setOffset(ms) {
      offsetMs = ms;
    },
    async stop() {
      followed.stop();
      await db.close();
    },
  };
}
