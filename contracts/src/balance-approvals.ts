/** Amounts that a staff member wants to add to a balance and that a second person approves first. */
import { z } from "zod";
import {
  commaSeparated,
  defineEndpoints,
  get,
  Id,
  orderBy,
  paginated,
  paginationQuery,
  post,
  searchTerm,
  staff,
  Timestamp,
} from "./endpoint.ts";
import { Money } from "./money.ts";
import { defineResource } from "./resource.ts";
import { multilineText } from "./text.ts";

/** Where money that staff add comes from: a gift of ours, or a bank transfer that arrived. */
export const creditSources = ["goodwill", "bank"] as const;
export type CreditSource = (typeof creditSources)[number];

export const balanceApprovalStatuses = ["pending", "approved", "rejected"] as const;

const Person = z.object({ id: Id, name: z.string() });

export const BalanceApproval = z.object({
  id: Id,
  workspace: z.object({ id: Id, handle: z.string(), name: z.string() }),
  amount: Money,
  source: z.enum(creditSources),
  reason: z.string(),
  status: z.enum(balanceApprovalStatuses),
  createdBy: Person,
  createdAt: Timestamp,
  answeredBy: Person.nullable(),
  answeredAt: Timestamp.nullable(),
  note: z.string().nullable(),
});
export type BalanceApproval = z.infer<typeof BalanceApproval>;

export const balanceApprovalsResource = defineResource("balanceApprovals", { hasActivity: true });

export const balanceApprovalListQuery = z.strictObject({
  ...paginationQuery(15),
  search: searchTerm,
  /** Default: pending. */
  status: commaSeparated(balanceApprovalStatuses),
  workspaceId: Id.optional(),
  orderBy: orderBy(["createdAt"]),
});

export const balanceApprovals = defineEndpoints(balanceApprovalsResource, {
  list: get("/admin/balance-approvals", {
    summary: "List amounts that wait for the approval of a second person",
    access: staff("staff.workspace.balance_view"),
    query: balanceApprovalListQuery,
    response: paginated(BalanceApproval),
  }),
  approve: post("/admin/balance-approvals/:balanceApproval/approve", {
    summary: "Approve an amount that another person wants to add to a balance, and add it",
    access: staff("staff.workspace.balance_add"),
    requiresReauthentication: true,
    response: BalanceApproval,
    idempotent: true,
  }),
  reject: post("/admin/balance-approvals/:balanceApproval/reject", {
    summary: "Reject an amount that waits for approval, or take back one's own",
    access: staff("staff.workspace.balance_add"),
    requiresReauthentication: true,
    idempotent: true,
    body: z.strictObject({ note: multilineText(1000).pipe(z.string().min(1)) }),
    response: BalanceApproval,
  }),
});
