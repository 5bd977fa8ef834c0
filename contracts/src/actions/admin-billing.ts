/** What staff may do with invoices, refunds, promo codes and amounts that wait for approval. */
import { adminBilling, type AdminInvoice, type RefundOptions } from "../admin-billing.ts";
import { type BalanceApproval, balanceApprovals } from "../balance-approvals.ts";
import { createReason, type ReasonCode } from "../problem-reasons.ts";
import { type PromoCode, promoCodes } from "../promo-codes.ts";
import { defineAction, type StateDenial } from "./action.ts";

/** The server decides under the locks of the account, and rejects the field that names the change. */
const rejected = (code: StatelessReason): StateDenial => ({
  ...createReason(code),
  problem: "validation_failed",
});
type StatelessReason = Extract<
  ReasonCode,
  | "not_a_staff_draft"
  | "invoice_is_not_owed"
  | "invoice_is_not_issued"
  | "invoice_payment_in_progress"
  | "invoice_is_reversed"
  | "invoice_is_not_reversible"
  | "invoice_refund_in_progress"
  | "nothing_can_be_refunded"
  | "payment_is_disputed"
>;

/** The close of the month decides about its own drafts. */
const draftDenial = ({
  status,
  periodStart,
}: Pick<AdminInvoice, "status" | "periodStart">): StateDenial | null =>
  status === "draft" && periodStart === null ? null : rejected("not_a_staff_draft");

type ReversalSubject = Pick<AdminInvoice, "kind" | "status" | "isPaymentInProgress" | "refunds">;

function reversalDenial(invoice: ReversalSubject): StateDenial | null {
  const { kind, status, isPaymentInProgress, refunds } = invoice;
  if (status === "reversed") return rejected("invoice_is_reversed");
  if (kind !== "invoice" || (status !== "issued" && status !== "overdue" && status !== "paid"))
    return rejected("invoice_is_not_reversible");
  if (isPaymentInProgress) return rejected("invoice_payment_in_progress");
  return refunds.some((refund) => refund.status === "pending")
    ? rejected("invoice_refund_in_progress")
    : null;
}

export const adminInvoiceActions = {
  issueDraft: defineAction<Pick<AdminInvoice, "status" | "periodStart">>(adminBilling.issueDraft, {
    unavailable: draftDenial,
  }),
  discardDraft: defineAction<Pick<AdminInvoice, "status" | "periodStart">>(
    adminBilling.discardDraft,
    { unavailable: draftDenial },
  ),
  writeOff: defineAction<
    Pick<AdminInvoice, "kind" | "status" | "outstanding" | "isPaymentInProgress">
  >(adminBilling.writeOff, {
    unavailable: ({ kind, status, outstanding, isPaymentInProgress }) => {
      const isOwed = kind === "invoice" && (status === "issued" || status === "overdue");
      if (!isOwed || outstanding.cents <= 0) return rejected("invoice_is_not_owed");
      return isPaymentInProgress ? rejected("invoice_payment_in_progress") : null;
    },
  }),
  /** Also of a paid invoice: a customer who pays twice has the money in the balance. */
  recordBankPayment: defineAction<Pick<AdminInvoice, "kind" | "number">>(
    adminBilling.recordBankPayment,
    {
      unavailable: ({ kind, number }) =>
        kind === "invoice" && number !== null ? null : rejected("invoice_is_not_issued"),
    },
  ),
  reverse: defineAction<ReversalSubject>(adminBilling.reverse, { unavailable: reversalDenial }),
  reverseAndCreateNew: defineAction<ReversalSubject>(adminBilling.reverseAndCreateNew, {
    unavailable: reversalDenial,
  }),
  refund: defineAction<RefundOptions>(adminBilling.refund, {
    unavailable: ({ card, balance, isDisputed }) => {
      if (isDisputed) return rejected("payment_is_disputed");
      return card.cents + balance.cents === 0 ? rejected("nothing_can_be_refunded") : null;
    },
  }),
};

type ApprovalSubject = Pick<BalanceApproval, "status" | "createdBy">;

export const balanceApprovalActions = {
  approve: defineAction<ApprovalSubject>(balanceApprovals.approve, {
    unavailable: ({ status, createdBy }, { userId }) => {
      if (status !== "pending") return createReason("approval_is_answered");
      return createdBy.id === userId ? createReason("approver_asked_for_it") : null;
    },
  }),
  reject: defineAction<ApprovalSubject>(balanceApprovals.reject, {
    unavailable: ({ status }) =>
      status === "pending" ? null : createReason("approval_is_answered"),
  }),
};

type PromoSubject = Pick<PromoCode, "deletedAt">;

export const promoCodeActions = {
  edit: defineAction<PromoSubject>(promoCodes.update, {
    unavailable: ({ deletedAt }) =>
      deletedAt === null ? null : createReason("promo_code_is_deleted"),
  }),
  remove: defineAction<PromoSubject>(promoCodes.remove, {
    unavailable: ({ deletedAt }) =>
      deletedAt === null ? null : { ...createReason("promo_code_is_deleted"), isRepeat: true },
  }),
  restore: defineAction<PromoSubject>(promoCodes.restore, {
    unavailable: ({ deletedAt }) =>
      deletedAt === null ? { ...createReason("promo_code_is_not_deleted"), isRepeat: true } : null,
  }),
};
