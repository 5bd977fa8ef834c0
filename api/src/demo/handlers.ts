/** Endpoints that exist only in the demo. */
import type { demo as endpoints } from "#contracts/system.ts";
import { advanceDemoClock } from "../core/live/demo-clock.ts";
import { systemHandler, type Handlers } from "../core/http/handlers.ts";

/** `catchUp` applies the new time in this process before it responds; other processes follow shortly after. */
export const demoHandlers = (
  catchUp: () => Promise<void> = async () => undefined,
): Handlers<typeof endpoints> => ({
  moveClock: systemHandler(
    "the demo clock is shared by all tenants",
    async ({ tx, now, body, afterCommit }) => {
      const byMs = body.seconds * 1000;
      await advanceDemoClock(tx, byMs);
      afterCommit(catchUp);
      return { now: new Date(now.getTime() + byMs).toISOString() };
    },
  ),
});
