import type { api } from "#contracts/api.ts";
import { maxExportRows } from "#contracts/export-limit.ts";
import { csvHeader, csvLines, type CsvValue } from "../../core/lib/csv.ts";
import type { Handlers } from "../../core/http/handlers.ts";
import { gramsCo2Of, readUsage, reportUsage, type UsageCell, wattHoursOf } from "./usage.ts";
import { resolvePeriod, type UsagePeriod } from "./usage-period.ts";

export const billingUsageHandlers: Handlers<typeof api.billingUsage> = {
  usage: ({ tx, workspace, query: { groupBy, ...request }, now }) =>
    reportUsage(tx, workspace.id, { period: resolvePeriod(request, now), groupBy, now }),
  exportUsage: async ({ tx, workspace, query, now }) => {
    const period = resolvePeriod(query, now);
    const cells = await readUsage(tx, workspace.id, { period, byInstance: true, now });
    const rows = cells
      .toSorted((one, other) => one.interval - other.interval)
      .slice(0, maxExportRows)
      .map((cell) => toCsvRow(cell, period));
    return {
      name: `boreal-usage-${workspace.handle}-${period.from}-${period.to}.csv`,
      bytes: Uint8Array.from(Buffer.from(csvHeader(columns) + csvLines(columns, rows))),
    };
  },
};

const columns = [
  "start",
  "project",
  "product",
  "instance",
  "instanceId",
  "region",
  "seconds",
  "usdPerHour",
  "usd",
  "kwhAtMost",
  "gramsCo2AtMost",
] as const;

const microsPerDollar = 1_000_000;
const centsPerDollar = 100;

/** Energy with three and emissions with one digit after the point. */
const round = (value: number, digits: number): number =>
  Math.round(value * 10 ** digits) / 10 ** digits;

const toCsvRow = (
  cell: UsageCell,
  { bounds }: UsagePeriod,
): Record<(typeof columns)[number], CsvValue> => ({
  start: new Date((bounds[cell.interval] ?? 0) * 1_000).toISOString(),
  project: cell.row.projectName,
  product: cell.row.productName,
  instance: cell.row.hostname,
  instanceId: cell.row.instanceId,
  region: cell.row.regionHandle,
  seconds: cell.seconds,
  usdPerHour: cell.row.rateMicrosPerHour / microsPerDollar,
  usd: cell.cents / centsPerDollar,
  kwhAtMost: round(wattHoursOf(cell) / 1_000, 3),
  gramsCo2AtMost: round(gramsCo2Of(cell), 1),
});
