/** The billing history: the movements of a workspace's balance as its customer reads them. */

/** Types of history entries. `adjustment` corrects by hand; `chargeback` is a payment that a bank took back. */
export const historyTypes = [
  "top_up",
  "invoice",
  "invoice_payment",
  "promo_credit",
  "manual_credit",
  "credit_note",
  "refund",
  "adjustment",
  "chargeback",
] as const;
export type HistoryType = (typeof historyTypes)[number];

export const historyStatuses = ["pending", "succeeded", "failed"] as const;
export type HistoryStatus = (typeof historyStatuses)[number];
