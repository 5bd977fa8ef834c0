/** Cost of a workspace in the current month: the lines of the future invoice, each rounded once. */
import type { Expenditure } from "#contracts/billing.ts";
import { usd } from "#contracts/money.ts";
import type { Tx } from "../../core/db/db.ts";
import { toEpochSeconds } from "./metering.ts";
import { type ExpenditureLine, listExpenditureLines, listInstanceCosts } from "./store.ts";

/** Returns the calendar month (UTC) that contains `at`. */
export function calendarMonth(at: Date): { start: Date; end: Date } {
  const month = (offset: number) =>
    new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + offset, 1));
  return { start: month(0), end: month(1) };
}

const sum = (amounts: number[]) => amounts.reduce((total, amount) => total + amount, 0);

function monthToDate(now: Date) {
  const { start, end } = calendarMonth(now);
  const seconds = {
    from: toEpochSeconds(start),
    to: toEpochSeconds(now),
    end: toEpochSeconds(end),
  };
  return { start, end, seconds };
}

const totals = (lines: readonly ExpenditureLine[]) => ({
  total: usd(sum(lines.map(({ cents }) => cents))),
  projected: usd(sum(lines.map(({ projectedCents }) => projectedCents))),
  hourlyRate: sum(lines.map(({ hourlyRate }) => hourlyRate)),
});

/**
 * The month's cost so far, and its forecast: the lines of the month if everything that is billed now is billed until
 * the month ends.
 */
export async function monthToDateTotals(tx: Tx, workspaceId: string, now: Date) {
  const { start, end, seconds } = monthToDate(now);
  const { total, projected, hourlyRate } = totals(
    await listExpenditureLines(tx, workspaceId, seconds),
  );
  return {
    monthToDate: total,
    projected,
    hourlyRate,
    asOf: now.toISOString(),
    periodStart: start.toISOString(),
    periodEnd: end.toISOString(),
  };
}

export async function monthToDateExpenditure(
  tx: Tx,
  workspaceId: string,
  now: Date,
): Promise<Expenditure> {
  const { start, seconds } = monthToDate(now);
  const [lines, instances] = await Promise.all([
    listExpenditureLines(tx, workspaceId, seconds),
    listInstanceCosts(tx, workspaceId, seconds),
  ]);
  return {
    periodStart: start.toISOString(),
    asOf: now.toISOString(),
    ...totals(lines),
    lines: lines.map((line) => ({
      project:
        line.projectId === null || line.projectName === null
          ? null
          : { id: line.projectId, name: line.projectName },
      product: { id: line.productId, name: line.productName },
      rateMicrosPerHour: line.rateMicrosPerHour,
      seconds: line.seconds,
      amount: usd(line.cents),
    })),
    byInstance: instances.map(({ cents, ...instance }) => ({ ...instance, amount: usd(cents) })),
  };
}
