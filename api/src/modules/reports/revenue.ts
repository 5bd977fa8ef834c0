/**
 * Revenue by product, region and day. A product's revenue in a month is the sum of its lines, each rounded once as on the
 * invoice; its cents are split over its regions and days by their exact cost, so that every sum of a report adds up.
 */
import type { Variant } from "#contracts/catalogue.ts";
import { splitCents } from "#contracts/rating.ts";
import type { Tx } from "../../core/db/db.ts";
import { resolveReportPeriod } from "./period.ts";
import {
  allowReportMemory,
  type MonthRow,
  type Period,
  readReportedUsage,
  type UsageCellRow,
} from "./store.ts";

/** Usage of a product in a region on a day. */
export interface RevenueCell {
  readonly productId: string;
  readonly regionHandle: string;
  /** First second of the UTC day. */
  readonly day: number;
  readonly seconds: number;
  readonly cents: number;
}

/** Exact costs are weights of a split, which need not be more exact than that. */
const unitsPerWeight = 1_000n;

const monthOf = (second: number): string => new Date(second * 1_000).toISOString().slice(0, 7);
const keyOf = (productId: string, second: number): string => `${productId} ${monthOf(second)}`;

export async function readRevenue(
  tx: Tx,
  period: Period,
  variant: Variant | null,
): Promise<RevenueCell[]> {
  if (period.to <= period.from) return [];
  const { cells, months } = await readReportedUsage(tx, period, variant);
  return splitMonths(cells, months);
}

function splitMonths(cells: readonly UsageCellRow[], months: readonly MonthRow[]): RevenueCell[] {
  const cents = new Map(months.map((row) => [keyOf(row.productId, row.month), row.cents]));
  const groups = Map.groupBy(cells, ({ productId, day }) => keyOf(productId, day));
  return [...groups].flatMap(([key, group]) => {
    const weights = group.map(({ units }) => Number((BigInt(units) + 999n) / unitsPerWeight));
    const parts = splitCents(cents.get(key) ?? 0, weights);
    return group.map(
      ({ units: _, ...cell }, position): RevenueCell => ({ ...cell, cents: parts[position] ?? 0 }),
    );
  });
}

export const sum = (values: readonly number[]): number =>
  values.reduce((total, value) => total + value, 0);

export const centsOf = (cells: readonly RevenueCell[]): number =>
  sum(cells.map(({ cents }) => cents));

/** With two digits after the point. */
export const hoursOf = (cells: readonly RevenueCell[]): number =>
  Math.round(sum(cells.map(({ seconds }) => seconds)) / 36) / 100;

/** Cents of the current month (UTC) until now. */
export async function readMonthRevenue(tx: Tx, now: Date): Promise<number> {
  await allowReportMemory(tx);
  return centsOf(await readRevenue(tx, resolveReportPeriod({}, now).used, null));
}
