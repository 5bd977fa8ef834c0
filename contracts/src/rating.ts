/**
 * Cost of an instance. The live cost in the console, the estimate and the invoice line all use these functions, so
 * they always agree. Amounts stay exact until a line is rounded once.
 */
import { withBilledTime } from "./billed-time.ts";

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

/** Divides and rounds half away from zero; `divisor` is more than 0. */
export function roundedQuotient(dividend: bigint, divisor: bigint): bigint {
  const magnitude = dividend < 0n ? -dividend : dividend;
  const quotient = (2n * magnitude + divisor) / (2n * divisor);
  return dividend < 0n ? -quotient : quotient;
}

/** Rounds an exact cost to cents, half away from zero. */
export const roundToCents = (units: bigint): number => Number(roundedQuotient(units, unitsPerCent));

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
  /** Of the price; `minimumBilledSeconds` if not given. */
  readonly minimumSeconds?: number | undefined;
  /** At most that many hours are charged in a month; no cap if not given. */
  readonly capHours?: number | undefined;
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

/** The intervals of one instance with their billed start and end, in order of time. */
export const billedIntervals = (intervals: readonly UsageInterval[]): UsageInterval[] =>
  withBilledTime(
    intervals.map(({ minimumSeconds = minimumBilledSeconds, ...interval }) => ({
      ...interval,
      minimumSeconds,
    })),
  ).map(({ billedStartSecond, billedEndSecond, ...interval }) => ({
    ...interval,
    startSecond: billedStartSecond,
    endSecond: billedEndSecond,
  }));

/**
 * Cost of one instance inside `[from, to)`, in cents: the sum over its intervals, oldest first, rounded once. The
 * minimum applies to the instance, not to each interval.
 */
export function costCents(intervals: readonly UsageInterval[], from: number, to: number): number {
  const billed = billedIntervals(intervals);
  if (!billed.some(({ capHours }) => capHours !== undefined))
    return roundToCents(
      billed.reduce(
        (sum, interval) =>
          sum + exactCost(interval.rateMicrosPerHour, billedSeconds(interval, from, to, 0)),
        0n,
      ),
    );
  const ended = billed.map((interval) => ({ ...interval, endSecond: interval.endSecond ?? to }));
  const first = Math.max(from, billed[0]?.startSecond ?? from);
  let units = 0n;
  for (let month = startOfMonth(first); month < to; month = startOfMonth(month, 1)) {
    const until = (second: number) => rateMonth(ended, month, Math.max(month, second)).units;
    units += until(Math.min(to, startOfMonth(month, 1))) - until(from);
  }
  return roundToCents(units);
}

/** First second of the calendar month (UTC) that contains `second`, or of a later one. */
function startOfMonth(second: number, later = 0): number {
  const date = new Date(second * 1_000);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + later) / 1_000;
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

/** An interval of an instance that may run at a quantity and have a monthly cap. */
export interface RatedInterval {
  readonly startSecond: number;
  readonly endSecond: number;
  readonly rateMicrosPerHour: number;
  readonly quantity?: number;
  /** At most that many hours are charged in a month; no cap if not given. */
  readonly capHours?: number | undefined;
}

/** Billed intervals of one instance, given in order of time and contiguous, by the rules of one price. */
export function billableIntervals<I extends RatedInterval>(
  intervals: readonly I[],
  { granularitySeconds = 1, minimumSeconds = 0 } = {},
): I[] {
  const rules = { granularitySeconds, minimumSeconds };
  const billed = withBilledTime(intervals.map((interval) => ({ ...interval, ...rules })));
  return intervals.map((interval, position) => ({
    ...interval,
    startSecond: billed[position]?.billedStartSecond ?? interval.startSecond,
    endSecond: billed[position]?.billedEndSecond ?? interval.endSecond,
  }));
}

export interface RatedMonth {
  /** Of each interval: billed seconds in the month, and exact cost in units, at most its cap. */
  readonly intervals: readonly { readonly seconds: number; readonly units: bigint }[];
  /** Exact cost of the instance in the month, in units. */
  readonly units: bigint;
  /** What the cap of the instance takes off the sum of the intervals: the highest cap, if all intervals have one. */
  readonly cutUnits: bigint;
}

/** Rates the billable intervals of one instance inside `[from, to)`, a calendar month. */
export function rateMonth(
  intervals: readonly RatedInterval[],
  from: number,
  to: number,
): RatedMonth {
  const rated = intervals.map(
    ({ startSecond, endSecond, rateMicrosPerHour, quantity = 1, capHours }) => {
      const seconds = billedSeconds({ startSecond, endSecond }, from, to, 0);
      const units = exactCost(rateMicrosPerHour, seconds, quantity);
      if (capHours === undefined) return { seconds, units, cap: null };
      const cap = exactCost(rateMicrosPerHour, capHours * Number(secondsPerHour), quantity);
      return { seconds, units: units > cap ? cap : units, cap };
    },
  );
  const sum = rated.reduce((total, { units }) => total + units, 0n);
  const billed = rated.filter(({ seconds }) => seconds > 0);
  const caps = billed.flatMap(({ cap }) => (cap === null ? [] : [cap]));
  const ceiling = caps.reduce((highest, cap) => (cap > highest ? cap : highest), 0n);
  const isCapped = caps.length > 0 && caps.length === billed.length && sum > ceiling;
  return {
    intervals: rated.map(({ seconds, units }) => ({ seconds, units })),
    units: isCapped ? ceiling : sum,
    cutUnits: isCapped ? sum - ceiling : 0n,
  };
}

const partsPerMillion = 1_000_000n;

/** `cents` × `ppm` / 1,000,000, rounded half away from zero: a discount, or the tax of a net amount. */
export const centsOfPpm = (cents: number, ppm: number): number =>
  Number(roundedQuotient(BigInt(cents) * BigInt(ppm), partsPerMillion));

/**
 * Tax in the next refund of `refundCents` (with tax), such that the taxes of all refunds add up to the tax of the
 * document: `refundedCents` and `refundedTaxCents` are what was refunded before.
 */
export function refundTaxCents(
  refundCents: number,
  document: { readonly totalCents: number; readonly taxCents: number },
  before: { readonly refundedCents: number; readonly refundedTaxCents: number },
): number {
  const share = BigInt(before.refundedCents + refundCents) * BigInt(document.taxCents);
  return Number(roundedQuotient(share, BigInt(document.totalCents))) - before.refundedTaxCents;
}

/**
 * Splits an amount by weights with the largest remainder, ties by order, so that the parts add up to it. For weights that
 * are amounts of which the total is a share, no part exceeds its weight.
 */
export function splitCents(total: number, weights: readonly number[]): number[] {
  const sum = weights.reduce((all, weight) => all + BigInt(weight), 0n);
  if (sum === 0n) return weights.map(() => 0);
  const shares = weights.map((weight, position) => {
    const exact = BigInt(total) * BigInt(weight);
    return { position, whole: exact / sum, rest: exact % sum };
  });
  const left = Number(BigInt(total) - shares.reduce((all, { whole }) => all + whole, 0n));
  const favored = new Set(
    shares
      .toSorted((one, other) => (one.rest === other.rest ? 0 : one.rest > other.rest ? -1 : 1))
      .slice(0, left)
      .map(({ position }) => position),
  );
  return shares.map(({ whole, position }) => Number(whole) + (favored.has(position) ? 1 : 0));
}

/** A percentage of the subtotal, at most `maximumCents`. */
export interface PercentDiscount {
  readonly ppm: number;
  readonly maximumCents: number | null;
}

export interface DocumentAmounts {
  readonly subtotalCents: number;
  readonly percentCents: number;
  /** What each credit pays, in the given order. */
  readonly creditCents: readonly number[];
  readonly discountCents: number;
  readonly netCents: number;
  readonly taxCents: number;
  readonly totalCents: number;
}

/**
 * Amounts of an invoice: first the percentage, then fixed credits in the given order, each at most the rest; tax of the
 * net, rounded once. A subtotal below 0 has neither discount nor tax.
 */
export function documentAmounts({
  lineCents,
  percent = null,
  creditCents = [],
  taxPpm,
}: {
  readonly lineCents: readonly number[];
  readonly percent?: PercentDiscount | null;
  readonly creditCents?: readonly number[];
  readonly taxPpm: number;
}): DocumentAmounts {
  const subtotalCents = lineCents.reduce((sum, cents) => sum + cents, 0);
  const discountable = Math.max(subtotalCents, 0);
  const share = percent === null ? 0 : centsOfPpm(discountable, percent.ppm);
  const percentCents = Math.min(share, percent?.maximumCents ?? share);
  let rest = discountable - percentCents;
  const used = creditCents.map((credit) => {
    const cents = Math.min(credit, rest);
    rest -= cents;
    return cents;
  });
  const discountCents = percentCents + used.reduce((sum, cents) => sum + cents, 0);
  const netCents = subtotalCents - discountCents;
  const taxCents = centsOfPpm(Math.max(netCents, 0), taxPpm);
  const totalCents = netCents + taxCents;
  return {
    subtotalCents,
    percentCents,
    creditCents: used,
    discountCents,
    netCents,
    taxCents,
    totalCents,
  };
}

/** `quantity` × a unit price in micro-dollars, in cents. */
export const centsOfUnits = (quantity: number, unitPriceMicros: number): number =>
  Number(roundedQuotient(BigInt(quantity) * BigInt(unitPriceMicros), 10_000n));
