/** Handlers of the reports of all workspaces, for staff. */
import type { z } from "zod";
import type { Variant } from "#contracts/catalogue.ts";
import { maxExportRows } from "#contracts/export-limit.ts";
import type { reportGroupings, reports } from "#contracts/reports.ts";
import { type CsvValue, toCsv } from "../../core/lib/csv.ts";
import { type BaseContext, type Handlers, systemHandler } from "../../core/http/handlers.ts";
import type { Endpoint } from "#contracts/endpoint.ts";
import {
  type InstanceFacts,
  readInstanceFacts,
  toProductRows,
  toRegionRows,
  toSeries,
  toTotals,
} from "./instance-report.ts";
import { readOrderReport } from "./order-report.ts";
import { type ReportPeriod, resolveReportPeriod } from "./period.ts";

const systemReason = "reports cover every tenant";

type Query = z.output<(typeof reports)["bareMetal"]["query"]>;
type Context = Pick<BaseContext<Endpoint>, "tx" | "now"> & { readonly query: Query };

const shownPeriod = ({ timeFrom, timeTo }: ReportPeriod, now: Date) => ({
  timeFrom,
  timeTo,
  asOf: now.toISOString(),
});

/** Reads what the report of a variant is made of, and adds what every report shows. */
async function report<T>(
  { tx, now, query }: Context,
  variant: Variant,
  rest: (facts: InstanceFacts, period: ReportPeriod) => T,
) {
  const period = resolveReportPeriod(query, now);
  const facts = await readInstanceFacts(tx, variant, period);
  return {
    ...shownPeriod(period, now),
    ...toTotals(facts, query),
    ...rest(facts, period),
  };
}

const summary = (context: Context, variant: Variant) =>
  report(context, variant, (facts, { days }) => ({
    days: days.map((second) => new Date(second * 1_000).toISOString()),
    series: toSeries(facts, context.query, days),
  }));

const byProduct = (context: Context, variant: Variant) =>
  report(context, variant, (facts) => ({ rows: toProductRows(facts, context.query) }));

const byRegion = (context: Context, variant: Variant) =>
  report(context, variant, (facts) => ({ rows: toRegionRows(facts, context.query) }));

const centsPerDollar = 100;

const csvFile = <Column extends string>(
  name: string,
  { timeFrom, timeTo }: Pick<ReportPeriod, "timeFrom" | "timeTo">,
  columns: readonly Column[],
  rows: readonly Readonly<Record<Column, CsvValue>>[],
) => ({
  name: `boreal-${name}-${timeFrom.slice(0, 10)}-${timeTo.slice(0, 10)}.csv`,
  bytes: Uint8Array.from(Buffer.from(toCsv(columns, rows))),
});

const figureColumns = ["unitsTotal", "unitsSold", "unitsFree", "hours", "usd"] as const;
const productColumns = ["product", "productId", "status", ...figureColumns] as const;
const regionColumns = ["region", "name", ...figureColumns] as const;

const toFigureCells = ({
  units,
  hours,
  revenue,
}: Pick<ReturnType<typeof toProductRows>[number], "units" | "hours" | "revenue">) => ({
  unitsTotal: units.total,
  unitsSold: units.sold,
  unitsFree: units.free,
  hours,
  usd: revenue.cents / centsPerDollar,
});

async function exportInstances(
  context: Context & { readonly query: { readonly groupBy: (typeof reportGroupings)[number] } },
  variant: Variant,
  name: string,
) {
  if (context.query.groupBy === "product") {
    const { rows, ...period } = await byProduct(context, variant);
    return csvFile(
      name,
      period,
      productColumns,
      rows.map(({ product, status, ...row }) => ({
        product: product.name,
        productId: product.id,
        status,
        ...toFigureCells(row),
      })),
    );
  }
  const { rows, ...period } = await byRegion(context, variant);
  return csvFile(
    name,
    period,
    regionColumns,
    rows.map(({ region, ...row }) => ({
      region: region.handle,
      name: region.name,
      ...toFigureCells(row),
    })),
  );
}

const orderColumns = [
  "day",
  "product",
  "productId",
  "region",
  "orders",
  "instances",
  "cancelled",
  "failed",
  "usd",
] as const;

export const reportsHandlers: Handlers<typeof reports> = {
  bareMetal: systemHandler(systemReason, (context) => summary(context, "bare_metal")),
  bareMetalProducts: systemHandler(systemReason, (context) => byProduct(context, "bare_metal")),
  bareMetalResources: systemHandler(systemReason, (context) => byRegion(context, "bare_metal")),
  exportBareMetal: systemHandler(systemReason, (context) =>
    exportInstances(context, "bare_metal", "bare-metal"),
  ),
  virtual: systemHandler(systemReason, (context) => summary(context, "virtual_machine")),
  virtualProducts: systemHandler(systemReason, (context) => byProduct(context, "virtual_machine")),
  virtualResources: systemHandler(systemReason, (context) => byRegion(context, "virtual_machine")),
  exportVirtual: systemHandler(systemReason, (context) =>
    exportInstances(context, "virtual_machine", "virtual"),
  ),
  orders: systemHandler(systemReason, async ({ tx, now, query }) => {
    const period = resolveReportPeriod(query, now);
    const { rows, ...figures } = await readOrderReport(tx, period, query);
    const { page, perPage } = query;
    const lastPage = Math.max(1, Math.ceil(rows.length / perPage));
    return {
      ...shownPeriod(period, now),
      ...figures,
      data: rows.slice((page - 1) * perPage, page * perPage),
      meta: {
        page,
        perPage,
        total: rows.length,
        totalIsExact: true,
        lastPage,
        next: null,
        previous: null,
      },
    };
  }),
  exportOrders: systemHandler(systemReason, async ({ tx, now, query }) => {
    const period = resolveReportPeriod(query, now);
    const { rows } = await readOrderReport(tx, period, query);
    return csvFile(
      "orders",
      period,
      orderColumns,
      rows.slice(0, maxExportRows).map(({ product, region, revenue, ...row }) => ({
        ...row,
        product: product.name,
        productId: product.id,
        region: region.handle,
        usd: revenue.cents / centsPerDollar,
      })),
    );
  }),
};
