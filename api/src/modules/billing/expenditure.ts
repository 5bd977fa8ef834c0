/** Cost of a workspace in the current month: the lines of the future invoice, each rounded once. */
import type { Expenditure } from "#contracts/billing.ts";
import { usd } from "#contracts/money.ts";
import type { Tx } from "../../core/db/db.ts";
import { toEpochSeconds } from "./metering.ts";
import { listExpenditureLines, listInstanceCosts } from "./store.ts";

/** Returns the calendar month (UTC) that contains `at`. */
export function calendarMonth(at: Date): { start: Date; end: Date } {
  const month = (offset: number) =>
    new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + offset, 1));
  return { start: month(0), end: month(1) };
}

export async function monthToDateExpenditure(
  tx: Tx,
  workspaceId: string,
  now: Date,
): Promise<Expenditure> {
  const { start, end } = calendarMonth(now);
  const period = { from: toEpochSeconds(start), to: toEpochSeconds(now), end: toEpochSeconds(end) };
  const [lines, instances] = await Promise.all([
    listExpenditureLines(tx, workspaceId, period),
    listInstanceCosts(tx, workspaceId, period),
  ]);
  const sum = (amounts: number[]) => amounts.reduce((total, amount) => total + amount, 0);
  return {
    periodStart: start.toISOString(),
    asOf: now.toISOString(),
    total: usd(sum(lines.map(({ cents }) => cents))),
    projected: usd(sum(lines.map(({ projectedCents }) => projectedCents))),
    hourlyRate: sum(instances.map(({ hourlyRate }) => hourlyRate)),
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
