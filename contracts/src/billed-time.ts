/**
 * Billed time of the intervals of one instance, and its cost in calendar months. The rules of a price are the clock unit,
 * the minimum per instance, and a monthly cap.
 */

/** An interval in which an instance runs at one price, half-open; `endSecond` is null while it runs. */
export interface RunInterval {
  readonly startSecond: number;
  readonly endSecond: number | null;
  /** Clock unit of the price; 1 if not given. */
  readonly granularitySeconds?: number;
  /** The least billed time of an instance; 0 if not given. */
  readonly minimumSeconds?: number;
}

export interface BilledTime {
  readonly billedStartSecond: number;
  /** Null while the interval runs. May be later than its end. */
  readonly billedEndSecond: number | null;
}

const onGrid = (anchor: number, second: number, unit: number): number =>
  anchor + Math.ceil((second - anchor) / unit) * unit;

/**
 * Adds the billed time to the intervals of one instance, given in order of time. Every boundary is moved up to a multiple
 * of the clock unit from the start of its stretch of contiguous intervals, so that no clock unit is billed twice. The
 * first stretch ends at least `minimumSeconds` after its start. No second is billed twice.
 */
export function withBilledTime<I extends RunInterval>(intervals: readonly I[]): (I & BilledTime)[] {
  const origin = intervals[0]?.startSecond ?? 0;
  let [anchor, billedUntil] = [origin, origin];
  let isFirstStretch = true;
  return intervals.map((interval, position) => {
    const { startSecond, endSecond, granularitySeconds = 1, minimumSeconds = 0 } = interval;
    if (position > 0 && intervals[position - 1]?.endSecond !== startSecond) {
      isFirstStretch = false;
      anchor = Math.max(startSecond, billedUntil);
      billedUntil = anchor;
    }
    const billedStartSecond = billedUntil;
    if (endSecond === null) return { ...interval, billedStartSecond, billedEndSecond: null };
    const isLastOfStretch = intervals[position + 1]?.startSecond !== endSecond;
    const minimumEnd = isFirstStretch && isLastOfStretch ? origin + minimumSeconds : origin;
    billedUntil = Math.max(onGrid(anchor, endSecond, granularitySeconds), minimumEnd, billedUntil);
    return { ...interval, billedStartSecond, billedEndSecond: billedUntil };
  });
}
