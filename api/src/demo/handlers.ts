/** What only the demo answers. */
import type { demo as calls } from "#contracts/system.ts";
import { advanceDemoClock } from "../core/live/demo-clock.ts";
import { systemHandler, type Handlers } from "../core/http/handlers.ts";

/** `catchUp`: whoever moved the clock finds it moved, though other processes follow a moment later. */
export const demoHandlers = (
  catchUp: () => Promise<void> = async () => undefined,
): Handlers<typeof calls> => ({
  moveClock: systemHandler("the clock is everybody's", async ({ tx, now, body, afterCommit }) => {
    const byMs = body.seconds * 1000;
    await advanceDemoClock(tx, byMs);
    afterCommit(catchUp);
    return { now: new Date(now.getTime() + byMs).toISOString() };
  }),
});
