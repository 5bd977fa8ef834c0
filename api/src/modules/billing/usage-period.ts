/** Days and hours of a period in a time zone. */
import { maxUsageDays, type UsageInterval } from "#contracts/usage.ts";
import { fieldError } from "../../core/lib/problem-error.ts";

export interface PeriodRequest {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly interval: UsageInterval;
  readonly timeZone: string;
}

export interface UsagePeriod {
  /** First and last day. */
  readonly from: string;
  readonly to: string;
  readonly interval: UsageInterval;
  readonly timeZone: string;
  /** Start of each interval and end of the last one, in seconds since 1970, ascending. */
  readonly bounds: readonly number[];
}

const dayMs = 86_400_000;
const hourSeconds = 3_600;

/** Resolves the defaults, which are the current month. Throws a field error if the period is reversed or too long. */
export function resolvePeriod(
  { from: first, to: last, interval, timeZone }: PeriodRequest,
  now: Date,
): UsagePeriod {
  const today = new Intl.DateTimeFormat("en-CA", { timeZone }).format(now);
  const to = last ?? today;
  const from = first ?? `${to.slice(0, 8)}01`;
  const days = (Date.parse(to) - Date.parse(from)) / dayMs + 1;
  const maximum = maxUsageDays[interval];
  if (days < 1 || days > maximum) throw fieldError("to", "period", { days: maximum });
  const dayStarts = Array.from({ length: days + 1 }, (_, day) =>
    startOfDay(new Date(Date.parse(from) + day * dayMs), timeZone),
  );
  const bounds = interval === "day" ? dayStarts : hoursOf(dayStarts);
  return { from, to, interval, timeZone, bounds };
}

/** Hours of elapsed time, so a day of a change to or from summer time has 23 or 25. */
function hoursOf(dayStarts: readonly number[]): number[] {
  const [start, end] = [dayStarts[0] ?? 0, dayStarts.at(-1) ?? 0];
  const count = Math.ceil((end - start) / hourSeconds);
  return [...Array.from({ length: count }, (_, hour) => start + hour * hourSeconds), end];
}

/** First second of a calendar day (given as its midnight in UTC) in a time zone. */
function startOfDay(day: Date, timeZone: string): number {
  const withOffsetAt = (instant: number) => day.getTime() - offsetMs(new Date(instant), timeZone);
  // The offset at midnight in UTC may differ from the one at the start of the day, after a change of the clocks.
  const estimate = withOffsetAt(day.getTime());
  const start = withOffsetAt(estimate);
  const localTime = start + offsetMs(new Date(start), timeZone);
  // Where the clocks skip midnight, the day starts with the first second that exists.
  return Math.floor((localTime < day.getTime() ? estimate : start) / 1_000);
}

/** How far the clocks of the time zone are ahead of UTC. */
function offsetMs(instant: Date, timeZone: string): number {
  const { year, month, day, hour, minute, second } = Object.fromEntries(
    new Intl.DateTimeFormat("en-US", {
      timeZone,
      hourCycle: "h23",
      year: "numeric",
      month: "numeric",
      day: "numeric",
      hour: "numeric",
      minute: "numeric",
      second: "numeric",
    })
      .formatToParts(instant)
      .map(({ type, value }) => [type, Number(value)]),
  );
  const local = Date.UTC(
    year ?? 0,
    (month ?? 1) - 1,
    day ?? 1,
    hour ?? 0,
    minute ?? 0,
    second ?? 0,
  );
  return local - Math.floor(instant.getTime() / 1_000) * 1_000;
}
