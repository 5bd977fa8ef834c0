/** Periods that the usage page offers. */
import type { UsageInterval } from "#contracts/usage.ts";

/** Search parameters of a period; empty for the current month by day, which is the default. */
export interface PeriodSearch {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly interval?: UsageInterval | undefined;
}

export type OfferedPeriod =
  | { readonly kind: "month"; readonly month: string; readonly search: PeriodSearch }
  | {
      readonly kind: "days";
      readonly days: number;
      readonly interval: UsageInterval;
      readonly search: PeriodSearch;
    };

const earlierMonths = 5;
const dayMs = 86_400_000;

const isoDay = (day: Date): string => day.toISOString().slice(0, 10);

/** The current month, earlier ones, and the last days. `today` is the date in the time zone of the page. */
export function offeredPeriods(today: string): OfferedPeriod[] {
  const day = new Date(today);
  const month = (offset: number, date: number) =>
    new Date(Date.UTC(day.getUTCFullYear(), day.getUTCMonth() + offset, date));
  const months = Array.from({ length: earlierMonths + 1 }, (_, offset): OfferedPeriod => {
    const [first, last] = [month(-offset, 1), month(1 - offset, 0)].map(isoDay);
    const search = offset === 0 ? {} : { from: first, to: last };
    return { kind: "month", month: first ?? "", search };
  });
  const days = (count: number, interval: UsageInterval): OfferedPeriod => ({
    kind: "days",
    days: count,
    interval,
    search: {
      from: isoDay(new Date(day.getTime() - (count - 1) * dayMs)),
      to: today,
      ...(interval === "hour" ? { interval } : {}),
    },
  });
  return [
    ...months,
    days(7, "day"),
    days(30, "day"),
    days(90, "day"),
    days(2, "hour"),
    days(7, "hour"),
  ];
}

/** Identifies a period in a menu; empty for the default. */
export const periodKey = ({ from, to, interval }: PeriodSearch): string =>
  [from, to, interval].filter((part) => part !== undefined).join("/");
