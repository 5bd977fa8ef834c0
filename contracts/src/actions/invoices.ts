/** What customers may do with an invoice. */
import type { Invoice } from "../invoices.ts";
import { minimumChargeCents, payments } from "../payments.ts";
import { createReason } from "../problem-reasons.ts";
import { defineAction } from "./action.ts";

/** The server decides under the lock of the account, and rejects the field `invoiceId`. */
const problem = "validation_failed";

type PaymentSubject = Pick<Invoice, "kind" | "status" | "outstanding" | "pendingPayment">;

/** Whether something is to be paid, by whatever way. */
export const isOwed = ({ kind, status, outstanding }: Omit<PaymentSubject, "pendingPayment">) =>
  kind === "invoice" && (status === "issued" || status === "overdue") && outstanding.cents > 0;

export const invoiceActions = {
  /** By card. */
  pay: defineAction<PaymentSubject>(payments.initialize3ds, {
    unavailable: (invoice) => {
      if (!isOwed(invoice)) return { ...createReason("invoice_is_not_owed"), problem };
      if (invoice.pendingPayment === "processing")
        return { ...createReason("invoice_payment_in_progress"), problem };
      return invoice.outstanding.cents < minimumChargeCents
        ? {
            ...createReason("invoice_below_card_minimum", { minimum: minimumChargeCents }),
            problem,
          }
        : null;
    },
  }),
};
