/** Usage of a workspace by day or hour, with its cost and energy. */
import { z } from "zod";
import { billingResource } from "./billing.ts";
import { can, defineEndpoints, fileDownload, get, Id, Timestamp } from "./endpoint.ts";
import { maxExportRows } from "./export-limit.ts";
import { TimeZone } from "./locale.ts";
import { Money } from "./money.ts";
import { ProjectBudget } from "./project-budgets.ts";

export const usageIntervals = ["day", "hour"] as const;
export type UsageInterval = (typeof usageIntervals)[number];

export const usageGroupings = ["project", "product", "instance"] as const;
export type UsageGrouping = (typeof usageGroupings)[number];

/** Longest period of a report, in days. */
export const maxUsageDays: Readonly<Record<UsageInterval, number>> = { day: 92, hour: 7 };

/** A report names the most expensive groups and sums the others. */
export const maxUsageGroups = 50;

const period = {
  /** First day; default: the first day of the current month. */
  from: z.iso.date().optional(),
  /** Last day; default: today. */
  to: z.iso.date().optional(),
  interval: z.enum(usageIntervals).default("day"),
  /** Days and hours start in this time zone. Invoices use UTC. */
  timeZone: TimeZone.default("UTC"),
};

/** Energy of the billed time at full load, in watt hours, and its emissions. An idle instance uses less. */
const energy = { wattHours: z.int(), gramsCo2: z.int() };

export const UsageGroup = z.object({
  /** `none`: without a project, or of a deleted one. `others`: the groups that are not named. */
  kind: z.enum([...usageGroupings, "none", "others"]),
  id: Id.nullable(),
  /** Empty for `none` and `others`. */
  name: z.string(),
  /** Of a project; null for other groups. */
  colour: z.string().nullable(),
  /** The budget of a project in the present month, whatever the period of the report; null without one. */
  budget: ProjectBudget.nullable(),
  seconds: z.int(),
  amount: Money,
  ...energy,
  /** Part of the amount in each interval, in cents. The parts add up to the amount. */
  cents: z.array(z.int()),
});
export type UsageGroup = z.infer<typeof UsageGroup>;

export const UsageReport = z.object({
  from: z.iso.date(),
  to: z.iso.date(),
  interval: z.enum(usageIntervals),
  timeZone: z.string(),
  groupBy: z.enum(usageGroupings),
  /** Usage until then is included. */
  asOf: Timestamp,
  /** Start of each interval. */
  starts: z.array(Timestamp),
  /**
   * Cost before discounts and tax: the sum of lines, each a project, product and price in a calendar month (UTC) that is
   * rounded once, as on the invoice.
   */
  total: Money,
  seconds: z.int(),
  ...energy,
  /** Number of groups, with those that `others` sums. */
  groupCount: z.int(),
  /** Highest amount first. */
  groups: z.array(UsageGroup).max(maxUsageGroups + 1),
});
export type UsageReport = z.infer<typeof UsageReport>;

export const billingUsage = defineEndpoints(billingResource, {
  usage: get("/api/v1/workspaces/:workspace/billing/usage", {
    summary: "Get the usage of up to 92 days by day, or of up to 7 days by hour",
    access: can("billing.view", "workspace"),
    query: z.strictObject({ ...period, groupBy: z.enum(usageGroupings).default("project") }),
    response: UsageReport,
  }),
  exportUsage: get("/api/v1/workspaces/:workspace/billing/usage/export", {
    summary: `Export usage as CSV: a row for each instance, price and interval (up to ${maxExportRows.toLocaleString("en")})`,
    access: can("billing.view", "workspace"),
    query: z.strictObject(period),
    responseFileType: "text/csv",
    response: fileDownload,
  }),
});
