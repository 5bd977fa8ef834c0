/** A dispute as Stripe's object. */
import type Stripe from "stripe";
import { transactionView } from "./balance-transaction-view.ts";
import type { Dispute } from "./records.ts";

const evidenceFields = [
  "access_activity_log",
  "billing_address",
  "cancellation_policy",
  "cancellation_policy_disclosure",
  "cancellation_rebuttal",
  "customer_communication",
  "customer_email_address",
  "customer_name",
  "customer_purchase_ip",
  "customer_signature",
  "duplicate_charge_documentation",
  "duplicate_charge_explanation",
  "duplicate_charge_id",
  "product_description",
  "receipt",
  "refund_policy",
  "refund_policy_disclosure",
  "refund_refusal_explanation",
  "service_date",
  "service_documentation",
  "shipping_address",
  "shipping_carrier",
  "shipping_date",
  "shipping_documentation",
  "shipping_tracking_number",
  "uncategorized_file",
  "uncategorized_text",
] as const;

/** One transaction for what the bank took back, and one for what it gave back. */
export const transactionsOf = (dispute: Dispute): Stripe.BalanceTransaction[] => {
  const { withdrawn, reinstated, withdrawnAt, reinstatedAt, created } = dispute;
  return (
    [
      { cents: -withdrawn, category: "dispute", at: withdrawnAt },
      { cents: reinstated, category: "dispute_reversal", at: reinstatedAt },
    ] as const
  )
    .filter(({ cents }) => cents !== 0)
    .map(({ cents, category, at }) =>
      transactionView(dispute, {
        id: `${category}_${dispute.id.slice(3)}`,
        type: "adjustment",
        category,
        cents,
        created: at ?? created,
      }),
    );
};

type DisputeView = Omit<Stripe.Dispute, "evidence"> & { evidence: object };

export const disputeView = (dispute: Dispute): DisputeView => ({
  id: dispute.id,
  object: "dispute",
  amount: dispute.amount,
  balance_transactions: transactionsOf(dispute),
  charge: dispute.charge,
  created: dispute.created,
  currency: dispute.currency,
  enhanced_eligibility_types: [],
  evidence: {
    ...Object.fromEntries(evidenceFields.map((field) => [field, null])),
    enhanced_evidence: {},
  },
  evidence_details: {
    due_by: dispute.created + 7 * 86_400,
    enhanced_eligibility: {},
    has_evidence: false,
    past_due: false,
    submission_count: 0,
    submission_method: "not_submitted",
  },
  intended_submission_method: null,
  is_charge_refundable: false,
  livemode: false,
  metadata: {},
  payment_intent: dispute.paymentIntent,
  reason: "fraudulent",
  status: dispute.status,
});
