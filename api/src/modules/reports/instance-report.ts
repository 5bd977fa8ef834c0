/** Reports of the instances of one type: units, billed hours and revenue, by product, region and day. */
import type { Variant } from "#contracts/catalogue.ts";
import { usd } from "#contracts/money.ts";
import {
  type InstanceReport,
  maxReportSeries,
  type ProductReportRow,
  type RegionReportRow,
  type ReportFigures,
} from "#contracts/reports.ts";
import type { Tx } from "../../core/db/db.ts";
import type { ReportPeriod } from "./period.ts";
import { centsOf, hoursOf, readRevenue, type RevenueCell, sum } from "./revenue.ts";
import {
  listReportedProducts,
  listReportedRegions,
  listUnits,
  type ReportedProduct,
  type ReportedRegion,
  type UnitsRow,
  allowReportMemory,
} from "./store.ts";

export interface Inclusion {
  readonly includeInactive: boolean;
  readonly includeDeleted: boolean;
}

export const isIncluded = (
  { status }: Pick<ReportedProduct, "status">,
  { includeInactive, includeDeleted }: Inclusion,
): boolean => status === "active" || (status === "inactive" ? includeInactive : includeDeleted);

export interface InstanceFacts {
  readonly products: readonly ReportedProduct[];
  readonly regions: readonly ReportedRegion[];
  readonly units: readonly UnitsRow[];
  readonly cells: readonly RevenueCell[];
}

/** What the reports of a variant in a period are made of. */
export async function readInstanceFacts(
  tx: Tx,
  variant: Variant,
  { used }: ReportPeriod,
): Promise<InstanceFacts> {
  await allowReportMemory(tx);
  const products = await listReportedProducts(tx);
  return {
    products: products.filter((product) => product.variant === variant),
    regions: await listReportedRegions(tx),
    units: await listUnits(tx, variant),
    cells: await readRevenue(tx, used, variant),
  };
}

type Facts = Pick<InstanceFacts, "products" | "units" | "cells">;

/** Virtual machines share what is free of a region, so that only the units of one product add up. */
function toUnits(rows: readonly UnitsRow[]): ReportFigures["units"] {
  const sold = sum(rows.map((row) => row.sold));
  const items = rows.flatMap((row) => (row.items === null ? [] : [row.items]));
  const isShared =
    items.length < rows.length && new Set(rows.map(({ productId }) => productId)).size > 1;
  if (isShared || rows.some((row) => row.free === null)) return { total: null, sold, free: null };
  const free = sum(rows.map((row) => row.free ?? 0));
  return { total: items.length > 0 ? sum(items) : sold + free, sold, free };
}

function toFigures({ products, units, cells }: Facts): ReportFigures {
  const count = (status: ReportedProduct["status"]) =>
    products.filter((product) => product.status === status).length;
  return {
    units: toUnits(units),
    hours: hoursOf(cells),
    revenue: usd(centsOf(cells)),
    active: count("active"),
    inactive: count("inactive"),
    deleted: count("deleted"),
  };
}

const ofProducts = (facts: Facts, ids: ReadonlySet<string>): Facts => ({
  products: facts.products.filter(({ id }) => ids.has(id)),
  units: facts.units.filter(({ productId }) => ids.has(productId)),
  cells: facts.cells.filter(({ productId }) => ids.has(productId)),
});

const included = (facts: InstanceFacts, inclusion: Inclusion): Facts =>
  ofProducts(
    facts,
    new Set(facts.products.filter((product) => isIncluded(product, inclusion)).map(({ id }) => id)),
  );

function toExcluded(facts: Facts, shown: Facts): InstanceReport["excluded"] {
  const ids = new Set(shown.products.map(({ id }) => id));
  const { products, cells } = ofProducts(
    facts,
    new Set(facts.products.map(({ id }) => id).filter((id) => !ids.has(id))),
  );
  return { products: products.length, hours: hoursOf(cells), revenue: usd(centsOf(cells)) };
}

/** Total of everything, and what the rows of a report leave out. */
export function toTotals(
  facts: InstanceFacts,
  inclusion: Inclusion,
): Pick<InstanceReport, "total" | "excluded"> {
  return {
    total: toFigures(facts),
    excluded: toExcluded(facts, included(facts, inclusion)),
  };
}

/** Rows of products, in the order of the catalog. */
export function toProductRows(facts: InstanceFacts, inclusion: Inclusion): ProductReportRow[] {
  const shown = included(facts, inclusion);
  return shown.products.map(({ id, name, status }) => ({
    product: { id, name },
    status,
    ...toFigures(ofProducts(shown, new Set([id]))),
  }));
}

/** Rows of the regions where a product is sold, rented or was used. */
export function toRegionRows(facts: InstanceFacts, inclusion: Inclusion): RegionReportRow[] {
  const shown = included(facts, inclusion);
  return facts.regions.flatMap((region): RegionReportRow[] => {
    const units = shown.units.filter(({ regionHandle }) => regionHandle === region.handle);
    const cells = shown.cells.filter(({ regionHandle }) => regionHandle === region.handle);
    const ids = new Set([...units, ...cells].map(({ productId }) => productId));
    const products = shown.products.filter(({ id }) => ids.has(id));
    return products.length === 0 ? [] : [{ region, ...toFigures({ products, units, cells }) }];
  });
}

const daySeconds = 86_400;
const dayOf = (second: number): number => Math.floor(second / daySeconds);

/** Revenue by day of the products with the highest revenue, and of all others together. */
export function toSeries(
  facts: InstanceFacts,
  inclusion: Inclusion,
  days: readonly number[],
): InstanceReport["series"] {
  const shown = included(facts, inclusion);
  const ids = new Set(shown.products.map(({ id }) => id));
  const byProduct = Map.groupBy(facts.cells, ({ productId }) => productId);
  const highest = shown.products
    .map(({ id, name }) => ({ product: { id, name }, cells: byProduct.get(id) ?? [] }))
    .filter(({ cells }) => centsOf(cells) > 0)
    .toSorted((one, other) => centsOf(other.cells) - centsOf(one.cells))
    .slice(0, maxReportSeries);
  const named = new Set(highest.map(({ product }) => product.id));
  const rest = facts.cells.filter(({ productId }) => !ids.has(productId) || !named.has(productId));
  const all = centsOf(rest) > 0 ? [...highest, { product: null, cells: rest }] : highest;
  return all.map(({ product, cells }) => {
    const byDay = Map.groupBy(cells, ({ day }) => dayOf(day));
    return {
      product,
      revenue: usd(centsOf(cells)),
      cents: days.map((day) => centsOf(byDay.get(dayOf(day)) ?? [])),
    };
  });
}
