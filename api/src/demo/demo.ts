/** What only the demo answers. */
import type { demo as calls } from "#contracts/system.ts";
import { moveClock } from "../core/demo-clock.ts";
import { asSystem, type Handlers } from "../core/handlers.ts";

/** `catchUp`: whoever moved the clock finds it moved, though other processes follow a moment later. */
export const demoHandlers = (
  catchUp: () => Promise<void> = async () => undefined,
): Handlers<typeof calls> => ({
  moveClock: asSystem("the clock is everybody's", async ({ tx, now, body, afterwards }) => {
    const byMs = body.seconds * 1000;
    await moveClock(tx, byMs);
    afterwards(catchUp);
    return { now: new Date(now.getTime() + byMs).toISOString() };
  }),
});
