/** Promo codes: created by staff, redeemed by customers. */
import { z } from "zod";
import { billingResource } from "./billing.ts";
import {
  can,
  commaSeparated,
  defineEndpoints,
  get,
  Id,
  noContent,
  orderBy,
  paginated,
  paginationQuery,
  post,
  put,
  del,
  searchTerm,
  staff,
  Timestamp,
} from "./endpoint.ts";
import { createFieldError, failsWith, fieldIssue } from "./field-problem.ts";
import { Money } from "./money.ts";
import { defineResource } from "./resource.ts";

/** As codes are compared and stored: NFKC, trimmed, upper case. */
export const normalizePromoCode = (text: string): string =>
  text.normalize("NFKC").trim().toUpperCase();

/** The form of a code that can be created. */
const codePattern = /^[A-Z0-9][A-Z0-9_-]{2,39}$/;

export const promoKinds = ["credit", "percent"] as const;
export const promoStatuses = ["scheduled", "active", "exhausted", "expired", "disabled"] as const;
/** A deleted code keeps its status and is listed on request only. */
export const promoListStatuses = [...promoStatuses, "deleted"] as const;

const day = /^\d{4}-\d{2}-\d{2}$/;
/** A day as the end means the end of that UTC day; a day as the start its beginning. */
const moment = (isEnd: boolean) =>
  z
    .string()
    .max(40)
    .refine(
      (text) =>
        (day.test(text) ? z.iso.date() : Timestamp).safeParse(text).success &&
        !text.startsWith("0000"),
      failsWith("invalid_format", { format: "timestamp" }),
    )
    .transform((text) => {
      const at = Date.parse(day.test(text) ? `${text}T00:00:00Z` : text);
      return new Date(isEnd && day.test(text) ? at + 86_400_000 : at).toISOString();
    });

const centsOf = z.int().min(1).max(100_000_000);

export const PromoCodeInput = z
  .strictObject({
    code: z
      .string()
      .max(100)
      .transform(normalizePromoCode)
      .refine(
        (code) => codePattern.test(code),
        failsWith("format", { rule: "invalid_characters" }),
      ),
    kind: z.enum(promoKinds),
    /** Of a credit. */
    amountCents: centsOf.nullable().default(null),
    /** Of a percentage, in parts per million of the subtotal. */
    percentPpm: z.int().min(1).max(1_000_000).nullable().default(null),
    /** For how many monthly invoices a percentage is used. */
    months: z.int().min(1).max(120).nullable().default(null),
    /** At most that much per invoice; null for no maximum. */
    maximumCents: centsOf.nullable().default(null),
    /** How often all workspaces together may redeem it; null for no limit. */
    maxUses: z.int().min(1).max(1_000_000).nullable().default(null),
    perWorkspace: z.int().min(1).max(100).default(1),
    startsAt: moment(false).nullable().default(null),
    endsAt: moment(true).nullable().default(null),
    /** For how many days a redeemed credit is valid; null for no end. */
    grantDays: z.int().min(1).max(3650).nullable().default(null),
    /** Only workspaces without an issued invoice. */
    newWorkspacesOnly: z.boolean().default(false),
    isDisabled: z.boolean().default(false),
  })
  .superRefine((input, context) => {
    const needs = (field: "amountCents" | "percentPpm" | "months", isNeeded: boolean) => {
      if (isNeeded && input[field] === null)
        context.addIssue(fieldIssue(createFieldError("required"), [field]));
      if (!isNeeded && input[field] !== null)
        context.addIssue(fieldIssue(createFieldError("unknown_field"), [field]));
    };
    needs("amountCents", input.kind === "credit");
    needs("percentPpm", input.kind === "percent");
    needs("months", input.kind === "percent");
    if (input.kind === "credit" && input.maximumCents !== null)
      context.addIssue(fieldIssue(createFieldError("unknown_field"), ["maximumCents"]));
    if (input.kind === "percent" && input.grantDays !== null)
      context.addIssue(fieldIssue(createFieldError("unknown_field"), ["grantDays"]));
    if (input.endsAt !== null && input.startsAt !== null && input.endsAt <= input.startsAt)
      context.addIssue(fieldIssue(createFieldError("invalid"), ["endsAt"]));
  });
export type PromoCodeInput = z.output<typeof PromoCodeInput>;

export const PromoCode = z.object({
  id: Id,
  code: z.string(),
  kind: z.enum(promoKinds),
  status: z.enum(promoStatuses),
  amount: Money.nullable(),
  percentPpm: z.int().nullable(),
  months: z.int().nullable(),
  maximum: Money.nullable(),
  maxUses: z.int().nullable(),
  used: z.int(),
  perWorkspace: z.int(),
  startsAt: Timestamp,
  /** Exclusive. */
  endsAt: Timestamp.nullable(),
  grantDays: z.int().nullable(),
  newWorkspacesOnly: z.boolean(),
  isDisabled: z.boolean(),
  createdAt: Timestamp,
  updatedAt: Timestamp,
  /** Null unless it is deleted. */
  deletedAt: Timestamp.nullable(),
});
export type PromoCode = z.infer<typeof PromoCode>;

/** What a workspace has of a code. */
export const PromoGrant = z.object({
  id: Id,
  code: z.string(),
  kind: z.enum(promoKinds),
  /** Of a credit: what is left of it. */
  remaining: Money.nullable(),
  percentPpm: z.int().nullable(),
  maximum: Money.nullable(),
  /** Of a percentage: for how many more invoices. */
  monthsLeft: z.int().nullable(),
  validUntil: Timestamp.nullable(),
  createdAt: Timestamp,
});
export type PromoGrant = z.infer<typeof PromoGrant>;

export const billingPromo = defineEndpoints(billingResource, {
  redeemPromoCode: post("/api/v1/workspaces/:workspace/billing/use-promo-code", {
    summary: "Redeem a promo code. Upper and lower case are the same",
    access: can("billing.promo_use", "workspace"),
    body: z.strictObject({ code: z.string().min(1).max(100) }),
    response: PromoGrant,
    status: 201,
    idempotent: true,
  }),
});

export const promoCodesResource = defineResource("promoCodes", { hasActivity: true });

export const promoCodeListQuery = z.strictObject({
  ...paginationQuery(15),
  search: searchTerm,
  /** Default: all that are not deleted. */
  status: commaSeparated(promoListStatuses),
  orderBy: orderBy(["createdAt", "code"]),
});

export const promoCodes = defineEndpoints(promoCodesResource, {
  list: get("/admin/promotional-code", {
    summary: "List promo codes",
    access: staff("staff.promo.view"),
    query: promoCodeListQuery,
    response: paginated(PromoCode),
  }),
  create: post("/admin/promotional-code", {
    summary: "Create a promo code",
    access: staff("staff.promo.manage"),
    requiresReauthentication: true,
    body: PromoCodeInput,
    response: PromoCode,
    status: 201,
    idempotent: true,
  }),
  update: put("/admin/promotional-code/:promoCode", {
    summary: "Change a promo code. What was redeemed stays as it is",
    access: staff("staff.promo.manage"),
    requiresReauthentication: true,
    body: PromoCodeInput,
    response: PromoCode,
  }),
  remove: del("/admin/promotional-code/:promoCode", {
    summary: "Delete a promo code. What was redeemed stays as it is",
    access: staff("staff.promo.manage"),
    requiresReauthentication: true,
    response: noContent,
  }),
  restore: post("/admin/promotional-code/:promoCode/restore", {
    summary: "Restore a deleted promo code, with its number of uses",
    access: staff("staff.promo.manage"),
    requiresReauthentication: true,
    response: PromoCode,
  }),
});
