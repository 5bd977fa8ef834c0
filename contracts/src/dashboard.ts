/** The dashboard of the staff area. Each figure is null for a role that may not see it. */
import { z } from "zod";
import { defineEndpoints, get, staff, Timestamp } from "./endpoint.ts";
import { Money } from "./money.ts";

/** Failed operations of so many hours are shown. */
export const failedOperationHours = 24;

const count = z.int().nullable();

/** What needs a person now, in the order of the page. */
const Attention = z.object({
  /** Operations and steps that wait for staff. */
  waitingCommands: count,
  /** In the last 24 hours. */
  failedCommands: count,
  /** Chains of the activity log that were found changed. */
  brokenAuditChains: count,
  /** Emails that could not be sent so far. */
  failingEmails: count,
  /** Other jobs of the queue that failed and are repeated. */
  failingJobs: count,
  /** Open differences between Boreal and the providers. */
  findings: count,
  overdueInvoices: z.object({ count: z.int(), amount: Money }).nullable(),
  limitRequests: count,
  /** Amounts that wait for the approval of a second person. */
  balanceApprovals: count,
  failedDataCopies: count,
  /** Active bare-metal products of which no item can be sold. */
  soldOutProducts: count,
});

export const Dashboard = z.object({
  asOf: Timestamp,
  attention: Attention,
  figures: z.object({
    users: count,
    workspaces: count,
    /** Instances that are not terminated. */
    instances: count,
    /** Usage of the current month (UTC) before discounts and tax, as in the reports. */
    revenue: Money.nullable(),
  }),
  /** In the order of the catalog; null for a role that may not see it. */
  regions: z
    .array(
      z.object({
        handle: z.string(),
        name: z.string(),
        /** Since when its provider does not respond; null while it does. */
        unreachableSince: Timestamp.nullable(),
        /** Operations that are queued or in progress. */
        openCommands: z.int(),
        findings: z.int(),
      }),
    )
    .nullable(),
});
export type Dashboard = z.infer<typeof Dashboard>;

export const dashboard = defineEndpoints("dashboard", {
  view: get("/admin/dashboard", {
    summary: "Get what needs a person now, business figures, and the health of the regions",
    access: staff("staff.setup.view"),
    response: Dashboard,
  }),
});
