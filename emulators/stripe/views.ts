/** The records of the account as Stripe's objects. The types of the `stripe` package require every field. */
import { createHash } from "node:crypto";
import type Stripe from "stripe";
import { behaviorOf } from "./cards.ts";
import type { Card, Charge, Customer, Refund } from "./records.ts";

const noAddress = {
  city: null,
  country: null,
  line1: null,
  line2: null,
  postal_code: null,
  state: null,
};
const noDetails = { address: noAddress, email: null, name: null, phone: null, tax_id: null };

export const customerView = (customer: Customer): Stripe.Customer => ({
  id: customer.id,
  object: "customer",
  address: null,
  balance: 0,
  created: customer.created,
  currency: null,
  default_source: null,
  delinquent: false,
  description: null,
  discount: null,
  email: customer.email,
  invoice_prefix: customer.id.slice(-8).toUpperCase(),
  invoice_settings: {
    custom_fields: null,
    default_payment_method: null,
    footer: null,
    rendering_options: null,
  },
  livemode: false,
  metadata: customer.metadata,
  name: customer.name,
  next_invoice_sequence: 1,
  phone: null,
  preferred_locales: [],
  shipping: null,
  tax_exempt: "none",
  test_clock: null,
});

/** The same for the same number. */
const fingerprintOf = (number: string) =>
  createHash("sha256").update(number).digest("base64url").slice(0, 16);

export function cardView(card: Card): Stripe.PaymentMethod {
  const behavior = behaviorOf(card.number);
  const brand = behavior?.brand ?? "visa";
  return {
    id: card.id,
    object: "payment_method",
    allow_redisplay: "unspecified",
    billing_details: noDetails,
    card: {
      brand,
      checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: "pass" },
      country: "US",
      display_brand: brand,
      exp_month: card.expMonth,
      exp_year: card.expYear,
      fingerprint: fingerprintOf(card.number),
      funding: "credit",
      generated_from: null,
      last4: card.number.slice(-4),
      networks: { available: [brand], preferred: null },
      regulated_status: "unregulated",
      three_d_secure_usage: { supported: true },
      wallet: null,
    },
    created: card.created,
    customer: card.customer,
    customer_account: null,
    livemode: false,
    metadata: {},
    type: "card",
  };
}

export function chargeView(
  charge: Charge,
  card: Card | undefined,
): Stripe.Charge & { invoice: null } {
  const brand = behaviorOf(card?.number ?? "")?.brand ?? "visa";
  const isPaid = charge.failure === null && !charge.isPending;
  return {
    id: charge.id,
    object: "charge",
    amount: charge.amount,
    amount_captured: isPaid ? charge.amount : 0,
    amount_refunded: charge.refunded,
    application: null,
    application_fee: null,
    application_fee_amount: null,
    balance_transaction: isPaid ? `txn_${charge.id.slice(3)}` : null,
    billing_details: noDetails,
    calculated_statement_descriptor: "BOREAL",
    captured: isPaid,
    created: charge.created,
    currency: charge.currency,
    customer: charge.customer,
    description: charge.description,
    disputed: charge.disputed,
    failure_balance_transaction: null,
    failure_code: charge.failure?.code ?? null,
    failure_message: charge.failure?.message ?? null,
    fraud_details: {},
    invoice: null,
    livemode: false,
    metadata: charge.metadata,
    on_behalf_of: null,
    outcome: null,
    paid: isPaid,
    payment_intent: charge.paymentIntent,
    payment_method: charge.card,
    payment_method_details: { type: "card", card: cardDetails(card, brand) },
    receipt_email: null,
    receipt_number: null,
    receipt_url: null,
    refunded: charge.refunded === charge.amount,
    refunds: null,
    review: null,
    shipping: null,
    source: null,
    source_transfer: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: charge.isPending ? "pending" : isPaid ? "succeeded" : "failed",
    transfer_data: null,
    transfer_group: null,
  };
}

const cardDetails = (
  card: Card | undefined,
  brand: string,
): Stripe.Charge.PaymentMethodDetails.Card => ({
  amount_authorized: null,
  authorization_code: null,
  brand,
  checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: "pass" },
  country: "US",
  electronic_commerce_indicator: null,
  exp_month: card?.expMonth ?? 1,
  exp_year: card?.expYear ?? 2000,
  fingerprint: fingerprintOf(card?.number ?? ""),
  funding: "credit",
  installments: null,
  last4: card?.number.slice(-4) ?? null,
  mandate: null,
  network: brand,
  network_transaction_id: null,
  regulated_status: "unregulated",
  three_d_secure: null,
  transaction_link_id: null,
  wallet: null,
});

export const refundView = (refund: Refund): Stripe.Refund => ({
  id: refund.id,
  object: "refund",
  amount: refund.amount,
  balance_transaction: null,
  charge: refund.charge,
  created: refund.created,
  currency: refund.currency,
  customer: null,
  customer_account: null,
  metadata: refund.metadata,
  payment_intent: refund.paymentIntent,
  payment_method: null,
  ...(refund.failureReason !== null && { failure_reason: refund.failureReason }),
  reason: null,
  receipt_number: null,
  source_transfer_reversal: null,
  status: refund.status,
  transfer_reversal: null,
});
