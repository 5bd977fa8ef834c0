import { z } from "zod";
import { Variant } from "./catalogue.ts";
import { can, get, Id, post, Timestamp, defineEndpoints } from "./endpoint.ts";
import { wholeNumberText } from "./field-problem.ts";
import { LimitRequestInput, WorkspaceLimit, WorkspaceLimits } from "./limits.ts";
import { defineResource } from "./resource.ts";
import { billingRoles, businessAdmins, contributors } from "./roles.ts";
import { Money, RateMicros } from "./money.ts";

/** A line as on the invoice: one project, product and price, rounded once. */
export const UsageLine = z.object({
  project: z.object({ id: Id, name: z.string() }).nullable(),
  product: z.object({ id: Id, name: z.string() }),
  rateMicrosPerHour: RateMicros,
  seconds: z.int(),
  amount: Money,
});

export const Expenditure = z.object({
  periodStart: Timestamp,
  asOf: Timestamp,
  total: Money,
  /** The month's total if all instances keep running as they do now. */
  projected: Money,
  hourlyRate: RateMicros,
  lines: z.array(UsageLine),
  byInstance: z.array(
    z.object({
      id: Id,
      hostname: z.string(),
      status: z.string(),
      seconds: z.int(),
      amount: Money,
      hourlyRate: RateMicros,
    }),
  ),
});
export type Expenditure = z.infer<typeof Expenditure>;

export const Estimate = z.object({
  hourlyRate: RateMicros,
  hourly: Money,
  monthly: Money,
  hoursPerMonth: z.int(),
  priceSnapshotId: Id,
});
export type Estimate = z.infer<typeof Estimate>;

/** An invoice or credit note as a result of the workspace search. */
const FoundDocument = z.object({
  id: Id,
  kind: z.enum(["invoice", "credit_note"]),
  number: z.string(),
  total: Money,
  issuedAt: Timestamp,
});

export const billingResource = defineResource("billing", {
  permissions: {
    "billing.view": {
      roles: billingRoles,
      effect: "read",
      scope: "any_token",
      whileImpersonating: businessAdmins,
    },
    "billing.estimate": {
      roles: { ...contributors, billing_administrator: "all" },
      effect: "read",
      scope: "any_token",
      whileImpersonating: businessAdmins,
    },
    "billing.info_update": {
      roles: billingRoles,
      effect: "write",
      whileImpersonating: businessAdmins,
    },
    "billing.payment_method_manage": { roles: billingRoles, effect: "write" },
    "billing.promo_use": {
      roles: billingRoles,
      effect: "write",
      whileImpersonating: businessAdmins,
    },
    "billing.limit_request": {
      roles: billingRoles,
      effect: "write",
      whileImpersonating: businessAdmins,
    },
    "billing.alert_manage": {
      roles: billingRoles,
      effect: "write",
      whileImpersonating: businessAdmins,
    },
  },
  liveTopic: {
    name: "billing",
    permission: "billing.view",
    staleReads: ["billing.", "activity.", "search."],
  },
  hasActivity: true,
  search: { permission: "billing.view", result: FoundDocument },
});

export const billing = defineEndpoints(billingResource, {
  currentExpenditure: get("/api/v1/workspaces/:workspace/billing/current-expenditure", {
    summary: "Get month-to-date usage (UTC) by upcoming invoice line and by instance",
    access: can("billing.view", "workspace"),
    response: Expenditure,
  }),
  estimatedCost: get("/api/v1/workspaces/:workspace/billing/estimated-cost", {
    summary: "Estimate the cost per hour and per month (730 hours)",
    access: can("billing.estimate", "workspace"),
    query: z.strictObject({
      product: Id,
      variant: Variant.default("virtual_machine"),
      quantity: wholeNumberText(1, 20, 2).optional(),
    }),
    response: Estimate,
  }),
  limits: get("/api/v1/workspaces/:workspace/billing/limits", {
    summary: "List the limits of the workspace with what it uses of them",
    access: can("billing.view", "workspace"),
    response: WorkspaceLimits,
  }),
  requestLimitChange: post("/api/v1/workspaces/:workspace/billing/limits/request-change", {
    summary: "Request a higher limit. Staff answer the request",
    access: can("billing.limit_request", "workspace"),
    body: LimitRequestInput,
    response: WorkspaceLimit,
    status: 201,
  }),
});
