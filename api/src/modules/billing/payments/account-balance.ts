/** The balance of a workspace, and how long it lasts. */
import { usd } from "#contracts/money.ts";
import type { BalanceForecast } from "#contracts/payments.ts";
import type { Tx } from "../../../core/db/db.ts";
import { monthToDateTotals } from "../expenditure.ts";
import { toAccountBalance } from "../history.ts";
import { readBalances } from "../ledger.ts";
import { findFirstToStop, readUninvoicedCents } from "../store.ts";

const microsPerCent = 10_000n;
const secondsPerHour = 3_600n;
/** A balance that lasts longer has no end worth showing. */
const longestSeconds = 10 * 365 * 86_400;

export async function accountBalance(
  tx: Tx,
  workspaceId: string,
  now: Date,
): Promise<BalanceForecast> {
  const [balances, { hourlyRate }, uninvoiced] = await Promise.all([
    readBalances(tx, workspaceId),
    monthToDateTotals(tx, workspaceId, now),
    readUninvoicedCents(tx, workspaceId, now),
  ]);
  const left = balances.balance + balances.promo - uninvoiced;
  const seconds = secondsLeft(left, hourlyRate);
  return {
    ...toAccountBalance(balances),
    accrued: usd(uninvoiced),
    hourlyRate,
    lastsUntil: seconds === null ? null : new Date(now.getTime() + seconds * 1_000).toISOString(),
    stopsFirst: await findFirstToStop(tx, workspaceId),
  };
}

/** Whole seconds that an amount pays for at a rate; null if nothing is used, or for years. */
export function secondsLeft(cents: number, rateMicrosPerHour: number): number | null {
  if (rateMicrosPerHour === 0) return null;
  if (cents <= 0) return 0;
  const seconds = (BigInt(cents) * microsPerCent * secondsPerHour) / BigInt(rateMicrosPerHour);
  return seconds > BigInt(longestSeconds) ? null : Number(seconds);
}
