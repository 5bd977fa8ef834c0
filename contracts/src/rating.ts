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

const secondsPerDay = 86_400;

/**
 * Cost of one instance on each of `days` UTC days from `firstDay` (the second in which the first day starts) up to
 * `now`, in cents. Each day is rounded once, so the sum may differ from `costCents` by a few cents.
 */
export function dailyCostCents(
  intervals: readonly UsageInterval[],
  { firstDay, days, now }: { firstDay: number; days: number; now: number },
): number[] {
  return Array.from({ length: days }, (_, day) => {
    const from = firstDay + day * secondsPerDay;
    return costCents(intervals, from, Math.max(from, Math.min(now, from + secondsPerDay)));
  });
}

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
