/** Reasons of invoices and of billing by staff; see problem-reasons.ts. */

const noParams = {};

export const staffBillingReasonParams = {
  not_a_staff_draft: noParams,
  invoice_is_not_owed: noParams,
  invoice_is_not_issued: noParams,
  invoice_payment_in_progress: noParams,
  /** Cents. */
  invoice_below_card_minimum: { minimum: "integer" },
  invoice_is_reversed: noParams,
  invoice_is_not_reversible: noParams,
  invoice_refund_in_progress: noParams,
  nothing_can_be_refunded: noParams,
  payment_is_disputed: noParams,
  approval_is_answered: noParams,
  approver_asked_for_it: noParams,
  promo_code_is_deleted: noParams,
  promo_code_is_not_deleted: noParams,
  promo_code_is_taken: noParams,
} as const;

export const staffBillingReasons = {
  // With `validation_failed`: the state of a document.
  not_a_staff_draft: () => "Only a draft that staff wrote can be issued or discarded",
  invoice_is_not_owed: () => "Nothing is owed for this invoice",
  invoice_is_not_issued: () => "Only an issued invoice can be paid",
  invoice_payment_in_progress: () => "A payment of this invoice is still being processed",
  invoice_below_card_minimum: ({ minimum }: { minimum: number }) =>
    `Card payments start at ${minimum} cents. This amount joins the next invoice`,
  invoice_is_reversed: () => "This invoice is reversed already",
  invoice_is_not_reversible: () => "Only an issued invoice can be reversed",
  invoice_refund_in_progress: () => "A refund of this invoice is still being processed",
  nothing_can_be_refunded: () => "Nothing of it was paid, or everything was given back",
  payment_is_disputed: () => "The customer disputes the payment at their bank",
  approval_is_answered: () => "This request is no longer open",
  approver_asked_for_it: () => "You asked for it yourself. Another person approves it",
  promo_code_is_deleted: () => "The promo code is deleted",
  promo_code_is_not_deleted: () => "The promo code is not deleted",
  promo_code_is_taken: () => "Another promo code has this name now",
} as const;
