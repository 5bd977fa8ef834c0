/** What an alert threshold says about a workspace now. `modules/spending-alerts` sends its alerts and carries out its action. */
import { type AlertThreshold, alertLevels } from "#contracts/spending-alerts.ts";
import { usd } from "#contracts/money.ts";
import type { Tx } from "../../core/db/db.ts";
import { findThreshold, type ThresholdRow } from "./alert-threshold-store.ts";
import { calendarMonth } from "./expenditure.ts";
import { monthSeconds } from "./limits.ts";
import { readUsage } from "./limits-store.ts";

export {
  findThreshold,
  listDueThresholds,
  lockThreshold,
  removeThreshold,
  saveNewVersion,
  saveThresholdState,
  type ThresholdRow,
} from "./alert-threshold-store.ts";

/** The state of a threshold in the month of `now`; a new month starts without alerts. */
export function thisMonth(row: ThresholdRow, now: Date): ThresholdRow {
  const { start } = calendarMonth(now);
  return row.month.getTime() === start.getTime()
    ? row
    : { ...row, month: start, level: 0, passedAt: null, terminateAt: null };
}

export const toAlertThreshold = (row: ThresholdRow): AlertThreshold => ({
  amount: usd(row.amount),
  action: row.action,
  passedAt: row.passedAt?.toISOString() ?? null,
  terminateAt: row.terminateAt?.toISOString() ?? null,
});

/** Null without a threshold. */
export async function readAlertThreshold(
  tx: Tx,
  workspaceId: string,
  now: Date,
): Promise<AlertThreshold | null> {
  const row = await findThreshold(tx, workspaceId);
  return row === null ? null : toAlertThreshold(thisMonth(row, now));
}

/** Cents that the month has cost until now, of all projects, whatever the caller sees. */
export async function readMonthCost(tx: Tx, workspaceId: string, now: Date): Promise<number> {
  const { from, now: second } = monthSeconds(now);
  const month = { from, now: second, end: second };
  return (await readUsage(tx, workspaceId, month)).monthly_spend;
}

/** The highest percentage of `alertLevels` that the cost has reached; 0 below the first. */
export const reachedLevel = (spent: number, amount: number): number =>
  alertLevels.findLast((level) => spent * 100 >= amount * level) ?? 0;

/**
 * The amount and the month's cost if the threshold rejects orders now; null otherwise. It does not wait for the job that
 * sends the alerts. Call it after `findReachedLimits`, whose lock the threshold's changes take too.
 */
export async function findReachedThreshold(
  tx: Tx,
  workspaceId: string,
  now: Date,
): Promise<{ amount: number; spent: number } | null> {
  const threshold = await findThreshold(tx, workspaceId);
  if (threshold === null || threshold.action === "notify") return null;
  const { amount } = threshold;
  const spent = await readMonthCost(tx, workspaceId, now);
  return spent >= amount ? { amount, spent } : null;
}
