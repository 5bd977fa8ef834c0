/** The balance of a workspace, and how long it lasts. */
import { usd } from "#contracts/money.ts";
import type { BalanceForecast } from "#contracts/payments.ts";
import { type DocumentAmounts, documentAmounts } from "#contracts/rating.ts";
import type { Tx } from "../../../core/db/db.ts";
import { monthToDateTotals } from "../expenditure.ts";
import { toAccountBalance } from "../history.ts";
import { type Balances, readBalances } from "../ledger.ts";
import { listActiveGrants } from "../promo-store.ts";
import { findFirstToStop, readUninvoicedCents } from "../store.ts";
import { readTaxOfWorkspace } from "../tax.ts";

const microsPerCent = 10_000n;
const secondsPerHour = 3_600n;
/** A balance that lasts longer has no end worth showing. */
const longestSeconds = 10 * 365 * 86_400;

/** Balance and promo credit, in cents. */
type Funds = Pick<Balances, "balance" | "promo">;
/** Amounts of the invoice of usage that costs these cents before discounts and tax. */
type InvoiceOf = (usageCents: number) => DocumentAmounts;

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
  const invoiceOf = await readInvoiceRules(tx, workspaceId, balances, now);
  const isPaidAfter = (seconds: number) =>
    invoiceOf(uninvoiced + centsOfUse(seconds, hourlyRate)).totalCents <=
    Math.max(balances.balance, 0);
  const seconds = hourlyRate === 0 ? null : lastSecond(isPaidAfter);
  return {
    ...toAccountBalance(balances),
    accrued: usd(uninvoiced),
    accruedTotal: usd(invoiceOf(uninvoiced).totalCents),
    hourlyRate,
    lastsUntil: seconds === null ? null : new Date(now.getTime() + seconds * 1_000).toISOString(),
    stopsFirst: await findFirstToStop(tx, workspaceId),
  };
}

/**
 * Cents that are left of balance and promo credit once the usage that is not invoiced yet is paid, with its tax; negative
 * if they are too little.
 */
export async function readCentsLeft(
  tx: Tx,
  workspaceId: string,
  funds: Funds,
  now: Date,
): Promise<number> {
  const invoiceOf = await readInvoiceRules(tx, workspaceId, funds, now);
  const { creditCents, totalCents } = invoiceOf(await readUninvoicedCents(tx, workspaceId, now));
  return funds.balance + funds.promo - (creditCents[0] ?? 0) - totalCents;
}

/** With the workspace's discounts, promo credit and tax as they are now. */
async function readInvoiceRules(
  tx: Tx,
  workspaceId: string,
  { promo }: Funds,
  now: Date,
): Promise<InvoiceOf> {
  const { ratePpm } = await readTaxOfWorkspace(tx, workspaceId, now);
  const grants = await listActiveGrants(tx, workspaceId, now);
  const percent = grants.find(({ kind }) => kind === "percent");
  return (usageCents) =>
    documentAmounts({
      lineCents: [usageCents],
      percent:
        percent?.percentPpm == null
          ? null
          : { ppm: percent.percentPpm, maximumCents: percent.maximum?.cents ?? null },
      creditCents: [promo],
      taxPpm: ratePpm,
    });
}

/** Rounded up, so that an amount that is just enough counts as such. */
function centsOfUse(seconds: number, rateMicrosPerHour: number): number {
  const units = BigInt(seconds) * BigInt(rateMicrosPerHour);
  const perCent = microsPerCent * secondsPerHour;
  return Number((units + perCent - 1n) / perCent);
}

/** The last second at which the condition, which never holds again, still holds; null if it does for years. */
function lastSecond(holds: (second: number) => boolean): number | null {
  if (holds(longestSeconds)) return null;
  let [last, first] = [0, longestSeconds];
  while (first - last > 1) {
    const middle = Math.floor((last + first) / 2);
    if (holds(middle)) last = middle;
    else first = middle;
  }
  return last;
}
