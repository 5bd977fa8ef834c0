/** The only place that reads the machine's time. Everything else is handed a Clock, so that a test or the demo can move it. */

export interface Clock {
  /** The present moment; a fresh Date on every call. */
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

/** Runs with the machine, a distance ahead of it: the clock of the demo, which can be moved but never stands still. */
export class OffsetClock implements Clock {
  offsetMs: number;

  constructor(offsetMs = 0) {
    this.offsetMs = offsetMs;
  }

  now(): Date {
    return new Date(Date.now() + this.offsetMs);
  }
}
