import { expect, test } from "vitest";
import {
  networkError,
  ProblemError,
  reauthenticationCancelled,
} from "../../lib/api/problem-error.ts";
import { bulkConcurrency, type BulkState, runBulk } from "./bulk-run.ts";

const problem = (status: number, code: string, retryAfterSeconds?: number) =>
  new ProblemError({ status, code, message: code, requestId: null, retryAfterSeconds });

/** Runs `count` numbered items; returns the last state of each and what was sent. */
async function run(
  count: number,
  send: (item: number, attempt: number) => Promise<unknown> | undefined,
  controller = new AbortController(),
) {
  const items = Array.from({ length: count }, (_, index) => index + 1);
  const states = new Map<number, BulkState["kind"]>(items.map((item) => [item, "unsent"]));
  const sent: number[] = [];
  const waits: number[] = [];
  let running = 0;
  let mostRunning = 0;
  await runBulk({
    items,
    signal: controller.signal,
    send: async (item) => {
      sent.push(item);
      running += 1;
      mostRunning = Math.max(mostRunning, running);
      await Promise.resolve();
      try {
        await send(item, sent.filter((each) => each === item).length);
      } finally {
        running -= 1;
      }
    },
    onState: (item, { kind }) => states.set(item, kind),
    wait: async (milliseconds) => void waits.push(milliseconds),
  });
  return { states: [...states.values()], sent, waits, mostRunning };
}

test("sends each item once, and never more than a few at once", async () => {
  const { states, sent, mostRunning } = await run(100, () => undefined);
  expect(new Set(states)).toEqual(new Set(["done"]));
  expect(sent.toSorted((one, other) => one - other)).toEqual(
    Array.from({ length: 100 }, (_, index) => index + 1),
  );
  expect(mostRunning).toBe(bulkConcurrency);
});

test("C119: a rejected item does not stop the others", async () => {
  const { states } = await run(5, (item) =>
    item === 2
      ? Promise.reject(problem(409, "action_not_possible"))
      : item === 4
        ? Promise.reject(problem(403, "permission_denied_missing_role"))
        : undefined,
  );
  expect(states).toEqual(["done", "rejected", "done", "rejected", "done"]);
});

test.each([
  ["no connection", networkError()],
  ["an ended session", problem(401, "no_session")],
  ["maintenance", problem(423, "maintenance")],
  ["an unavailable server", problem(503, "unavailable")],
  ["a cancelled reauthentication", reauthenticationCancelled()],
  ["an aborted request", new DOMException("aborted", "AbortError")],
])("%s stops the run: the remaining items are not sent", async (_, error) => {
  const { states, sent } = await run(20, (item) => (item >= 6 ? Promise.reject(error) : undefined));
  expect(states.slice(0, 5)).toEqual(["done", "done", "done", "done", "done"]);
  const failed = states.filter((state) => state === "failed").length;
  const unsent = states.filter((state) => state === "unsent").length;
  expect(failed).toBeGreaterThanOrEqual(1);
  // Only those that were in flight with the first one.
  expect(failed).toBeLessThanOrEqual(bulkConcurrency);
  expect([failed + unsent, sent.length]).toEqual([15, 5 + failed]);
});

test("a server error fails its item and does not stop the others", async () => {
  const { states } = await run(4, (item) =>
    item === 1 ? Promise.reject(problem(500, "internal")) : undefined,
  );
  expect(states).toEqual(["failed", "done", "done", "done"]);
});

test("an item that exceeds the rate limit waits as long as the server says and is sent again", async () => {
  const { states, waits, sent } = await run(3, (item, attempt) =>
    item === 2 && attempt <= 2 ? Promise.reject(problem(429, "too_many_requests", 7)) : undefined,
  );
  expect(states).toEqual(["done", "done", "done"]);
  expect(waits).toEqual([7_000, 7_000]);
  expect(sent.filter((item) => item === 2)).toHaveLength(3);
});

test("a rate limit that never ends fails the item", async () => {
  const { states } = await run(1, () => Promise.reject(problem(429, "too_many_requests", 1)));
  expect(states).toEqual(["failed"]);
});

test("after a stop, requests in flight end and no further one is sent", async () => {
  const controller = new AbortController();
  const { states, sent } = await run(
    50,
    async (item) => {
      if (item === 3) controller.abort();
    },
    controller,
  );
  expect(sent.length).toBeLessThanOrEqual(3 + bulkConcurrency);
  expect(states.filter((state) => state === "done")).toHaveLength(sent.length);
  expect(states.filter((state) => state === "unsent")).toHaveLength(50 - sent.length);
});
