/** The dashboard of the staff area. Each figure is null for a role that may not see it. */
import { z } from "zod";
import {
  defineEndpoints,
  get,
  Id,
  orderBy,
  paginated,
  paginationQuery,
  staff,
  Timestamp,
} from "./endpoint.ts";
import { variants } from "./catalogue.ts";
import { Money } from "./money.ts";

/** Virtual products of which at most so many can be ordered are shown. */
export const lowStock = 2;

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
  /** Active virtual products of which few can be ordered, in all regions together. The first 5 by what is left. */
  lowStockProducts: z
    .object({
      count: z.int(),
      products: z.array(z.object({ id: Id, name: z.string(), free: z.int() })),
    })
    .nullable(),
  /** Contradictions of the ledger and other findings of its nightly check. */
  ledgerFindings: count,
  /** A reverse proxy that is not trusted, seen within the last hour; null without one. */
  untrustedProxy: z.object({ address: z.string(), lastSeenAt: Timestamp }).nullable(),
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
        /** The compute provider, and that of bare metal where the region has items. */
        providers: z.array(
          z.object({
            variant: z.enum(variants),
            /** Since when it does not respond: operations wait, and one at a time tries it. Null while it does. */
            unreachableSince: Timestamp.nullable(),
            /** The last answer that is recorded; null without one. */
            lastSuccessAt: Timestamp.nullable(),
            /** Operations that ended in the last 24 hours, and those of them that failed. */
            endedCommands: z.int(),
            failedCommands: z.int(),
          }),
        ),
        /** Operations that are queued or in progress. */
        openCommands: z.int(),
        findings: z.int(),
      }),
    )
    .nullable(),
});
export type Dashboard = z.infer<typeof Dashboard>;

/**
 * What the nightly checks of the ledger report: the check that failed, `long_unpaid` for a proposal to write off, and
 * `open_dispute` for a dispute that waits for an answer.
 */
const ledgerFindingKinds = [
  "unbalanced",
  "balances",
  "receivable",
  "invoice_status",
  "credit_notes",
  "lines",
  "rounding",
  "promo_grants",
  "promo_codes",
  "number_series",
  "history",
  "usage",
  "provider_balance",
  "long_unpaid",
  "open_dispute",
] as const;
export type LedgerFindingKind = (typeof ledgerFindingKinds)[number];

export const LedgerFinding = z.object({
  id: Id,
  kind: z.enum(ledgerFindingKinds),
  /**
   * Id of the workspace, the promo code or the dispute; the code of a number series; for `provider_balance` the provider's
   * id of a payment, refund or dispute, or that of the workspace.
   */
  reference: z.string(),
  /** The workspace it concerns; null if it concerns none. */
  workspace: z.object({ id: Id, handle: z.string(), name: z.string() }).nullable(),
  /** What was compared; amounts are cents. */
  detail: z.record(z.string(), z.union([z.string(), z.number()]).nullable()),
  firstSeenAt: Timestamp,
  lastSeenAt: Timestamp,
  /** When the check no longer found it; null while it is open. */
  resolvedAt: Timestamp.nullable(),
});
export type LedgerFinding = z.infer<typeof LedgerFinding>;

export const BrokenAuditChain = z.object({
  id: Id,
  /** The day (UTC) of its entries. */
  day: z.iso.date(),
  /** Whose entries it links; null for those of nobody in particular. */
  owner: z.object({ type: z.enum(["workspace", "user"]), id: Id, name: z.string() }).nullable(),
  entryCount: z.int(),
  /**
   * - `changed`: the content of an entry was changed.
   * - `out_of_order`: an entry was removed or inserted.
   * - `wrong_end`: the newest entries are missing, or there are more than recorded.
   * - `wrong_beginning`: the chain does not continue that of the day before.
   */
  fault: z.enum(["changed", "out_of_order", "wrong_end", "wrong_beginning"]),
});
export type BrokenAuditChain = z.infer<typeof BrokenAuditChain>;

export const dashboard = defineEndpoints("dashboard", {
  ledgerFindings: get("/admin/ledger-findings", {
    summary:
      "List what the nightly check of the ledger found: contradictions, open disputes, and proposals to write off",
    access: staff("staff.billing.view"),
    query: z.strictObject({
      ...paginationQuery(15),
      /** Default: open. */
      state: z.enum(["open", "resolved"]).optional(),
      orderBy: orderBy(["firstSeenAt", "lastSeenAt"]),
    }),
    response: paginated(LedgerFinding),
  }),
  auditChains: get("/admin/audit-chains", {
    summary: "List the chains of the activity log that were found changed, newest first",
    access: staff("staff.infra.view"),
    query: z.strictObject(paginationQuery(15)),
    response: paginated(BrokenAuditChain),
  }),
  view: get("/admin/dashboard", {
    summary: "Get what needs a person now, business figures, and the health of the regions",
    access: staff("staff.setup.view"),
    response: Dashboard,
  }),
});
