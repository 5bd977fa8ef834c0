/**
 * Cost of an instance. The live cost in the console, the estimate and the invoice line all use these functions, so
 * they always agree. Amounts stay exact until a line is rounded once.
 */

/** One hour at one micro-dollar is 3,600 units; one cent is 36,000,000. */
const unitsPerCent = 36_000_000n;
const secondsPerHour = 3_600n;

/** Hours of a month in every estimate. */
export const hoursPerMonth = 730;

/** Minimum billed seconds of an instance that was ever active. */
export const minimumBilledSeconds = 60;

/** Exact cost of `seconds` at `rateMicrosPerHour`, in units (micro-dollars × seconds / hour). */
export function exactCost(rateMicrosPerHour: number, seconds: number, quantity = 1): bigint {
  return BigInt(rateMicrosPerHour) * BigInt(seconds) * BigInt(quantity);
}

/** Rounds an exact cost to cents, half away from zero. */
export function roundToCents(units: bigint): number {
  const magnitude = units < 0n ? -units : units;
  const cents = (2n * magnitude + unitsPerCent) / (2n * unitsPerCent);
  return Number(units < 0n ? -cents : cents);
}

/** Cents of 730 hours. */
export function monthlyEstimateCents(rateMicrosPerHour: number, quantity = 1): number {
  return roundToCents(
    exactCost(rateMicrosPerHour, hoursPerMonth * Number(secondsPerHour), quantity),
  );
}

/** Cents of one hour, as in a price list. */
export function hourlyCents(rateMicrosPerHour: number, quantity = 1): number {
  return roundToCents(exactCost(rateMicrosPerHour, Number(secondsPerHour), quantity));
}

/** A billed interval of an instance in whole UTC seconds, half-open; `end` is null while it runs. */
export interface UsageInterval {
  readonly startSecond: number;
  readonly endSecond: number | null;
  readonly rateMicrosPerHour: number;
}

/**
 * Billed seconds of an interval inside `[from, to)`. An interval that has ended counts at least `minimum` seconds.
 */
export function billedSeconds(
  interval: Pick<UsageInterval, "startSecond" | "endSecond">,
  from: number,
  to: number,
  minimum = minimumBilledSeconds,
): number {
  const end =
    interval.endSecond === null ? to : Math.max(interval.endSecond, interval.startSecond + minimum);
  return Math.max(0, Math.min(end, to) - Math.max(interval.startSecond, from));
}

/**
 * Cost of one instance inside `[from, to)`, in cents: the sum over its intervals, oldest first, rounded once. The
 * minimum applies to the instance, not to each interval: only the first one has it.
 */
export function costCents(intervals: readonly UsageInterval[], from: number, to: number): number {
  return roundToCents(
    intervals.reduce((sum, interval, position) => {
      const seconds = billedSeconds(interval, from, to, position === 0 ? minimumBilledSeconds : 0);
      return sum + exactCost(interval.rateMicrosPerHour, seconds);
    }, 0n),
  );
}
