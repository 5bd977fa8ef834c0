/** Cost of a group of intervals by day, from the changes of their billed rate. */
import { roundToCents } from "./rating.ts";

const secondsPerDay = 86_400;

/** A change of the total billed rate of a group of intervals. */
export interface RateChange {
  /** Position of the day from the first one. */
  readonly day: number;
  /** Change of the exact cost of that day, in units. */
  readonly units: bigint;
  /** Change of the rate on every later day, in micro-dollars per hour. */
  readonly rateMicrosPerHour: bigint;
}

/**
 * Cost of a group of intervals on each day, in cents, each day rounded once. An interval is two changes: its rate is
 * added where it starts and subtracted where it ends.
 */
export function dailyCentsOfChanges(changes: readonly RateChange[], days: number): number[] {
  const units = Array.from({ length: days }, () => 0n);
  const rates = Array.from({ length: days }, () => 0n);
  for (const { day, units: change, rateMicrosPerHour } of changes) {
    units[day] = (units[day] ?? 0n) + change;
    rates[day] = (rates[day] ?? 0n) + rateMicrosPerHour;
  }
  let rate = 0n;
  return units.slice(0, days).map((change, day) => {
    const wholeDay = rate * BigInt(secondsPerDay);
    rate += rates[day] ?? 0n;
    return roundToCents(wholeDay + change);
  });
}
