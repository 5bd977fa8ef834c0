import { setImmediate as nextTurn, setTimeout as delay } from "node:timers/promises";
import { expect, inject, onTestFinished, test } from "vitest";
import { DatabasePulse, Sockets } from "./database-pulse.ts";

/** A response takes less than that even from a busy server. */
const limits = { everyMs: 5, responseMs: 400 };

function startPulse() {
  const changes: (Error | null)[] = [];
  const url = inject("postgresUrl");
  const pulse = new DatabasePulse(url, limits, new Sockets(), (problem) => changes.push(problem));
  onTestFinished(() => pulse.stop());
  pulse.start();
  return { pulse, changes };
}

/** Keeps the event loop from reading a response, after the timers of this turn and before those of the next. */
async function block(ms: number): Promise<void> {
  await nextTurn();
  const end = performance.now() + ms;
  while (performance.now() < end);
}

test("a process that was blocked itself reports no outage", async () => {
  const { pulse, changes } = startPulse();
  for (let round = 0; round < 4; round += 1) {
    await delay(40);
    await block(500);
    await block(500);
  }
  await delay(40);
  expect(changes).toEqual([]);
  expect(pulse.problem).toBeNull();
});

test("a process that stays blocked reports an outage all the same", async () => {
  const { changes } = startPulse();
  await delay(40);
  // A check that begins and ends between two turns succeeds, and the count starts again.
  for (let turn = 0; turn < 100 && changes.length === 0; turn += 1) await block(500);
  expect(changes[0]).toBeInstanceOf(Error);
  await expect.poll(() => changes.at(-1)).toBeNull();
});
