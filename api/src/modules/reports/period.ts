/** The period of a report, with its UTC days. */
import { maxReportDays } from "#contracts/reports.ts";
import { fieldError } from "../../core/lib/problem-error.ts";
import type { Period } from "./store.ts";

interface PeriodRequest {
  readonly timeFrom?: string | undefined;
  readonly timeTo?: string | undefined;
}

export interface ReportPeriod {
  readonly timeFrom: string;
  readonly timeTo: string;
  readonly ordered: Period;
  /** Until now at most; empty in the future. */
  readonly used: Period;
  /** First second of each day, or of the part of it in the period, ascending. */
  readonly days: readonly number[];
}

const dayMs = 86_400_000;
const daySeconds = 86_400;

const secondAfter = (ms: number): number => Math.ceil(ms / 1_000);
const dayOf = (second: number): number => Math.floor(second / daySeconds) * daySeconds;

/**
 * Resolves the defaults, which are the current month until now. Usage is metered in whole seconds, so a period is too.
 * Throws a field error if it is reversed or too long.
 */
export function resolveReportPeriod({ timeFrom, timeTo }: PeriodRequest, now: Date): ReportPeriod {
  const to = timeTo === undefined ? now.getTime() : Date.parse(timeTo);
  const last = new Date(to - 1);
  const from =
    timeFrom === undefined
      ? Date.UTC(last.getUTCFullYear(), last.getUTCMonth())
      : Date.parse(timeFrom);
  if (to <= from || to - from > maxReportDays * dayMs)
    throw fieldError("timeTo", "period", { days: maxReportDays });
  // Rounded up: an order of the last second belongs to it, and no second is in two periods.
  const [fromSecond, toSecond] = [secondAfter(from), secondAfter(to)];
  const usedUntil = Math.min(toSecond, Math.floor(now.getTime() / 1_000));
  const end = Math.max(fromSecond, toSecond);
  const first = dayOf(fromSecond);
  const count = Math.max(1, Math.ceil((end - first) / daySeconds));
  return {
    timeFrom: new Date(fromSecond * 1_000).toISOString(),
    timeTo: new Date(toSecond * 1_000).toISOString(),
    ordered: { from: fromSecond, to: end },
    used: { from: fromSecond, to: Math.max(fromSecond, usedUntil) },
    days: Array.from({ length: count }, (_, day) => Math.max(fromSecond, first + day * daySeconds)),
  };
}
