/** What only the demo answers. */
import type { demo as calls } from "#contracts/system.ts";
import { moveClock } from "../core/demo-clock.ts";
import { asSystem, type Handlers } from "../core/handlers.ts";

export const demo: Handlers<typeof calls> = {
  moveClock: asSystem("the clock is everybody's", async ({ tx, now, body }) => {
    const byMs = body.seconds * 1000;
    await moveClock(tx, byMs);
    return { now: new Date(now.getTime() + byMs).toISOString() };
  }),
};
