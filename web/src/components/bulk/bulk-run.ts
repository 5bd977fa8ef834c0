/** Runs one request for each of several items: a few at once, with the result of each. */
import { ProblemError } from "../../lib/api/problem-error.ts";

export type BulkState =
  /** The request has not been sent. */
  | { readonly kind: "unsent" }
  | { readonly kind: "running" }
  | { readonly kind: "done" }
  /** The server rejected the request for this item; a retry would be rejected again. */
  | { readonly kind: "rejected"; readonly problem: ProblemError }
  /** The request may succeed when it is repeated. `problem` is what was thrown. */
  | { readonly kind: "failed"; readonly problem: unknown };

interface BulkRun<Item> {
  readonly items: readonly Item[];
  /** Sends the request of an item; throws a ProblemError. */
  readonly send: (item: Item) => Promise<unknown>;
  readonly onState: (item: Item, state: BulkState) => void;
  /** Aborted: no further request is sent. Requests in flight end as usual. */
  readonly signal: AbortSignal;
  readonly wait: (milliseconds: number) => Promise<void>;
}

/** The number of requests in flight at once. */
export const bulkConcurrency = 4;
/** How often an item waits for the rate limit before it counts as failed. */
const maxRateLimitWaits = 5;

/** Whether the problem is about this item, so that the others may still succeed. */
const isRejection = (problem: unknown): problem is ProblemError =>
  problem instanceof ProblemError &&
  [400, 403, 404, 409, 422].includes(problem.status) &&
  // Not about the item: the user did not reauthenticate.
  problem.code !== "not_confirmed";

/** Whether the problem concerns all items: no connection, an ended session, maintenance, no reauthentication. */
const concernsAll = (problem: unknown): boolean =>
  !(problem instanceof ProblemError) ||
  problem.code === "not_confirmed" ||
  [0, 401, 423, 429, 502, 503, 504].includes(problem.status);

/** Seconds until the rate limit allows the next request; null for any other problem. */
const rateLimitSeconds = (problem: unknown): number | null =>
  problem instanceof ProblemError && problem.status === 429
    ? (problem.retryAfterSeconds ?? 1)
    : null;

/**
 * Resolves when no request is in flight any more. A problem that concerns all items stops the run: the remaining items
 * stay unsent.
 */
export async function runBulk<Item>(run: BulkRun<Item>): Promise<void> {
  const { items, send, onState, signal, wait } = run;
  const queue = [...items];
  const stop = new AbortController();
  const stopped = AbortSignal.any([signal, stop.signal]);

  const handle = async (item: Item): Promise<void> => {
    onState(item, { kind: "running" });
    for (let waits = 0; ; waits += 1) {
      try {
        await send(item);
        return onState(item, { kind: "done" });
      } catch (problem) {
        const seconds = rateLimitSeconds(problem);
        if (seconds !== null && waits < maxRateLimitWaits && !stopped.aborted) {
          await wait(seconds * 1_000);
          continue;
        }
        if (isRejection(problem)) return onState(item, { kind: "rejected", problem });
        if (concernsAll(problem)) stop.abort();
        return onState(item, { kind: "failed", problem });
      }
    }
  };
  const work = async (): Promise<void> => {
    while (!stopped.aborted) {
      const item = queue.shift();
      if (item === undefined) return;
      await handle(item);
    }
  };
  await Promise.all(Array.from({ length: bulkConcurrency }, work));
}
