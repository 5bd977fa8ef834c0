/**
 * The only place that reads the system time. All other code receives a Clock, so that tests and the demo can move it.
 */

export interface Clock {
  /** The current time; a new Date on every call. */
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };

/** Stands still until it is moved. */
export class ManualClock implements Clock {
  #atMs: number;

  constructor(start: Date | string) {
    this.#atMs = new Date(start).getTime();
  }

  now(): Date {
    return new Date(this.#atMs);
  }

  advance(byMs: number): void {
    this.#atMs += byMs;
  }

  set(to: Date | string): void {
    this.#atMs = new Date(to).getTime();
  }
}

/** Runs at a fixed offset from the system time; used by the demo. */
export class OffsetClock implements Clock {
  offsetMs: number;

  constructor(offsetMs = 0) {
    this.offsetMs = offsetMs;
  }

  now(): Date {
    return new Date(Date.now() + this.offsetMs);
  }
}
