/**
 * Reports of units, time, revenue and orders of all workspaces, for staff. Revenue is usage before discounts and tax, and
 * a month of it adds up to the subtotals of its invoices. docs/decisions/0056-reports.md
 */
import { z } from "zod";
import {
  defineEndpoints,
  fileDownload,
  get,
  Id,
  PageMeta,
  staff,
  Timestamp,
  TimestampInput,
} from "./endpoint.ts";
import { pageQuery } from "./page-query.ts";
import { maxExportRows } from "./export-limit.ts";
import { Money } from "./money.ts";

/** Longest period of a report. */
export const maxReportDays = 366;

/** The chart names the products with the highest revenue and sums the others. */
export const maxReportSeries = 6;

export const productStatuses = ["active", "inactive", "deleted"] as const;

const flag = z
  .enum(["true", "false"])
  .optional()
  .transform((text) => text === "true");

const reportQuery = {
  /** Inclusive; default: the start of the current month (UTC). */
  timeFrom: TimestampInput.optional(),
  /** Exclusive; default: now. */
  timeTo: TimestampInput.optional(),
  /** Rows of products that are not sold at present. */
  includeInactive: flag,
  /** Rows of deleted products. */
  includeDeleted: flag,
};

const period = {
  /** Half-open, in UTC. */
  timeFrom: Timestamp,
  timeTo: Timestamp,
  /** Units are as of now, and usage until then is included. */
  asOf: Timestamp,
};

/**
 * Units as of now. `total` and `free` are null while a provider does not report what is free, and for several virtual
 * products, which share what is free.
 */
const Units = z.object({ total: z.int().nullable(), sold: z.int(), free: z.int().nullable() });

const figures = {
  units: Units,
  /** Billed hours of all instances together. */
  hours: z.number(),
  revenue: Money,
  /** Products with these states. */
  active: z.int(),
  inactive: z.int(),
  deleted: z.int(),
};
const ReportFigures = z.object(figures);
export type ReportFigures = z.infer<typeof ReportFigures>;

const Product = z.object({ id: Id, name: z.string() });
const Region = z.object({ handle: z.string(), name: z.string() });

export const ProductReportRow = z.object({
  product: Product,
  status: z.enum(productStatuses),
  ...figures,
});
export type ProductReportRow = z.infer<typeof ProductReportRow>;

export const RegionReportRow = z.object({ region: Region, ...figures });
export type RegionReportRow = z.infer<typeof RegionReportRow>;

/** What the rows leave out: products that are inactive or deleted. Rows and excluded add up to the total. */
const Excluded = z.object({ products: z.int(), hours: z.number(), revenue: Money });

export const InstanceReport = z.object({
  ...period,
  /** Of all products, whatever the rows include. */
  total: ReportFigures,
  excluded: Excluded,
  /** Start of each UTC day; the first and the last one may be a part of a day. */
  days: z.array(Timestamp),
  /** Revenue by day, highest first. Without a product: all others, and those that are excluded. */
  series: z
    .array(
      z.object({
        product: Product.nullable(),
        revenue: Money,
        /** For each day. The cents of all series add up to the total. */
        cents: z.array(z.int()),
      }),
    )
    .max(maxReportSeries + 1),
});
export type InstanceReport = z.infer<typeof InstanceReport>;

const rowsOf = <T extends z.ZodType>(row: T) =>
  z.object({ ...period, total: ReportFigures, excluded: Excluded, rows: z.array(row) });

const orderFigures = {
  orders: z.int(),
  /** Instances ordered. */
  instances: z.int(),
  /** Of them, never active because the customer cancelled them. */
  cancelled: z.int(),
  /** Of them, never active because their creation failed. */
  failed: z.int(),
  /** Usage of the day, also of instances that were ordered earlier. */
  revenue: Money,
};

export const OrderReportRow = z.object({
  /** A day in UTC. */
  day: z.iso.date(),
  product: Product,
  region: Region,
  ...orderFigures,
});
export type OrderReportRow = z.infer<typeof OrderReportRow>;

export const OrderReport = z.object({
  ...period,
  /** Of all products. An order of several products is one order. */
  total: z.object(orderFigures),
  excluded: z.object({ rows: z.int(), revenue: Money }),
  /** Every day of the period, of all products. */
  days: z.array(z.object({ day: z.iso.date(), ...orderFigures })),
  /** Newest day first. */
  data: z.array(OrderReportRow),
  meta: PageMeta,
});
export type OrderReport = z.infer<typeof OrderReport>;

export const reportGroupings = ["product", "region"] as const;
const exportQuery = z.strictObject({
  ...reportQuery,
  groupBy: z.enum(reportGroupings).default("product"),
});
const viewer = staff("staff.report.view");

export const reports = defineEndpoints("reports", {
  bareMetal: get("/admin/reports/bare-metal", {
    summary: "Get the units, billed hours and revenue of bare metal, and its revenue by day",
    access: viewer,
    query: z.strictObject(reportQuery),
    response: InstanceReport,
  }),
  bareMetalProducts: get("/admin/reports/bare-metal/products", {
    summary: "Report bare metal by product",
    access: viewer,
    query: z.strictObject(reportQuery),
    response: rowsOf(ProductReportRow),
  }),
  bareMetalResources: get("/admin/reports/bare-metal/resources", {
    summary: "Report bare metal by region",
    access: viewer,
    query: z.strictObject(reportQuery),
    response: rowsOf(RegionReportRow),
  }),
  exportBareMetal: get("/admin/reports/bare-metal/export", {
    summary: "Export the report of bare metal as CSV: a row for each product or region",
    access: viewer,
    query: exportQuery,
    responseFileType: "text/csv",
    response: fileDownload,
  }),
  virtual: get("/admin/reports/virtual", {
    summary:
      "Get the units, billed hours and revenue of virtual machines, and their revenue by day",
    access: viewer,
    query: z.strictObject(reportQuery),
    response: InstanceReport,
  }),
  virtualProducts: get("/admin/reports/virtual/products", {
    summary: "Report virtual machines by product",
    access: viewer,
    query: z.strictObject(reportQuery),
    response: rowsOf(ProductReportRow),
  }),
  virtualResources: get("/admin/reports/virtual/resources", {
    summary: "Report virtual machines by region",
    access: viewer,
    query: z.strictObject(reportQuery),
    response: rowsOf(RegionReportRow),
  }),
  exportVirtual: get("/admin/reports/virtual/export", {
    summary: "Export the report of virtual machines as CSV: a row for each product or region",
    access: viewer,
    query: exportQuery,
    responseFileType: "text/csv",
    response: fileDownload,
  }),
  orders: get("/admin/reports/orders", {
    summary: "Report orders by day, product and region",
    access: staff("staff.report.orders"),
    query: z.strictObject({ ...reportQuery, ...pageQuery(15) }),
    response: OrderReport,
  }),
  exportOrders: get("/admin/reports/orders/export", {
    summary: `Export the report of orders as CSV: a row for each day, product and region (up to ${maxExportRows.toLocaleString("en")})`,
    access: staff("staff.report.orders"),
    query: z.strictObject(reportQuery),
    responseFileType: "text/csv",
    response: fileDownload,
  }),
});
