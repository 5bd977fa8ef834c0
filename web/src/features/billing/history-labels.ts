/** Labels of the types and states of the billing history. */
import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import type { HistoryStatus, HistoryType } from "#contracts/billing-history.ts";

export const historyTypeLabels: Readonly<Record<HistoryType, MessageDescriptor>> = {
  top_up: msg`Top-up`,
  invoice: msg`Invoice`,
  invoice_payment: msg`Payment`,
  promo_credit: msg`Promo credit`,
  manual_credit: msg`Credit from us`,
  credit_note: msg`Credit note`,
  refund: msg`Refund`,
  adjustment: msg`Adjustment`,
  chargeback: msg`Chargeback`,
};

export const historyStatusLabels: Readonly<Record<HistoryStatus, MessageDescriptor>> = {
  pending: msg`Pending`,
  succeeded: msg`Done`,
  failed: msg`Failed`,
};
