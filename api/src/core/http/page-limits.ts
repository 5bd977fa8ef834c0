/**
 * How many pages get their answers and their first view from the server at the same time. Above the limit a page goes
 * out at once without them, and the browser requests or renders them: a burst of page loads neither waits in a queue
 * nor holds memory for each page.
 */
import { Counter, type Registry } from "prom-client";

/** A page reads up to three answers, about 5 ms when PostgreSQL is not busy. */
const mostReadings = 32;
/** Renderings take turns on one thread, about 10 ms each. */
const mostRenderings = 8;

/** Runs work unless as much as allowed is running. */
export class ConcurrencyLimit {
  readonly #most: number;
  readonly #onReject: () => void;
  #running = 0;

  constructor(most: number, onReject: () => void) {
    this.#most = most;
    this.#onReject = onReject;
  }

  /** Null if too much is running. Work counts until it ends, even if its caller stops waiting. */
  run<T>(work: () => Promise<T>): Promise<T> | null {
    if (this.#running >= this.#most) {
      this.#onReject();
      return null;
    }
    return this.#count(work);
  }

  async #count<T>(work: () => Promise<T>): Promise<T> {
    this.#running++;
    try {
      return await work();
    } finally {
      this.#running--;
    }
  }
}

export interface PageLimits {
  readonly readings: ConcurrencyLimit;
  readonly renderings: ConcurrencyLimit;
}

/** Counts the pages above a limit in `boreal_pages_above_limit_total`. */
export function createPageLimits(registry: Registry): PageLimits {
  const counter = new Counter({
    name: "boreal_pages_above_limit_total",
    help: "Pages sent without answers or without a first view, because too many were being prepared",
    labelNames: ["without"],
    registers: [registry],
  });
  const limit = (most: number, without: "answers" | "view") => {
    counter.inc({ without }, 0);
    return new ConcurrencyLimit(most, () => counter.inc({ without }));
  };
  return {
    readings: limit(mostReadings, "answers"),
    renderings: limit(mostRenderings, "view"),
  };
}
