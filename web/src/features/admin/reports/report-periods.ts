/** Periods that the reports offer: whole months in UTC, and the last days. */

export interface PeriodSearch {
  /** Inclusive; without it the current month until now. */
  readonly timeFrom?: string | undefined;
  /** Exclusive. */
  readonly timeTo?: string | undefined;
}

export type OfferedPeriod =
  | { readonly kind: "month"; readonly month: string; readonly search: PeriodSearch }
  | { readonly kind: "days"; readonly days: number; readonly search: PeriodSearch };

const earlierMonths = 11;
const dayMs = 86_400_000;

/** `now` in milliseconds. */
export function offeredPeriods(now: number): OfferedPeriod[] {
  const date = new Date(now);
  const monthStart = (offset: number) =>
    new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + offset)).toISOString();
  const months = Array.from({ length: earlierMonths + 1 }, (_, offset): OfferedPeriod => {
    const [timeFrom, timeTo] = [monthStart(-offset), monthStart(1 - offset)];
    return { kind: "month", month: timeFrom, search: offset === 0 ? {} : { timeFrom, timeTo } };
  });
  const tomorrow = (Math.floor(now / dayMs) + 1) * dayMs;
  const lastDays = (days: number): OfferedPeriod => ({
    kind: "days",
    days,
    search: {
      timeFrom: new Date(tomorrow - days * dayMs).toISOString(),
      timeTo: new Date(tomorrow).toISOString(),
    },
  });
  return [...months, lastDays(7), lastDays(30), lastDays(90), lastDays(365)];
}

/** Identifies a period in a menu; empty for the default. */
export const periodKey = ({ timeFrom, timeTo }: PeriodSearch): string =>
  [timeFrom, timeTo].filter((part) => part !== undefined).join("/");
