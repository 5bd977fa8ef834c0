/** Setups and payments as Stripe's objects. The types of the `stripe` package require every field. */
import type Stripe from "stripe";
import type { Card, Failure, PaymentIntent, SetupIntent } from "./records.ts";
import { cardView } from "./views.ts";

/** Fields that the newest types no longer name and the official fixtures still have. */
type Legacy = { invoice: null; source: null };

export function failureView(failure: Failure, card: Card | undefined) {
  return {
    type: "card_error" as const,
    code: failure.code,
    ...(failure.declineCode !== null && { decline_code: failure.declineCode }),
    ...(failure.chargeId !== null && { charge: failure.chargeId }),
    doc_url: `https://stripe.com/docs/error-codes/${failure.code.replaceAll("_", "-")}`,
    message: failure.message,
    ...(card !== undefined && { payment_method: cardView(card) }),
  };
}

/** Where the browser goes for 3-D Secure; null unless the intent waits for it. */
const nextAction = (intent: SetupIntent | PaymentIntent, origin: string) =>
  intent.status === "requires_action"
    ? {
        type: "redirect_to_url",
        redirect_to_url: {
          return_url: null,
          url: `${origin}/3ds/${intent.id}?client_secret=${intent.clientSecret}`,
        },
      }
    : null;

type SetupView = Omit<Stripe.SetupIntent, "last_setup_error"> & { last_setup_error: unknown };
type PaymentView = Omit<Stripe.PaymentIntent, "last_payment_error" | "source"> & {
  last_payment_error: unknown;
} & Legacy;

export const setupView = (
  intent: SetupIntent,
  origin: string,
  card: Card | undefined,
): SetupView => ({
  id: intent.id,
  object: "setup_intent",
  allowed_payment_method_types: ["card"],
  application: null,
  automatic_payment_methods: null,
  cancellation_reason: intent.status === "canceled" ? "abandoned" : null,
  client_secret: intent.clientSecret,
  created: intent.created,
  customer: intent.customer,
  customer_account: null,
  description: intent.description,
  excluded_payment_method_types: null,
  flow_directions: null,
  last_setup_error: intent.failure === null ? null : failureView(intent.failure, card),
  latest_attempt: null,
  livemode: false,
  mandate: null,
  metadata: intent.metadata,
  next_action: nextAction(intent, origin),
  on_behalf_of: null,
  payment_method: intent.card,
  payment_method_configuration_details: null,
  payment_method_options: {
    card: { mandate_options: null, network: null, request_three_d_secure: "automatic" },
  },
  payment_method_types: ["card"],
  single_use_mandate: null,
  status: intent.status,
  usage: intent.usage,
});

export const paymentView = (
  intent: PaymentIntent,
  origin: string,
  card: Card | undefined,
): PaymentView => ({
  id: intent.id,
  object: "payment_intent",
  allowed_payment_method_types: ["card"],
  amount: intent.amount,
  amount_capturable: 0,
  amount_details: { tip: {} },
  amount_received: intent.received,
  application: null,
  application_fee_amount: null,
  automatic_payment_methods: null,
  canceled_at: intent.canceledAt,
  cancellation_reason: null,
  capture_method: "automatic_async",
  client_secret: intent.clientSecret,
  confirmation_method: "automatic",
  created: intent.created,
  currency: intent.currency,
  customer: intent.customer,
  customer_account: null,
  description: intent.description,
  excluded_payment_method_types: null,
  invoice: null,
  last_payment_error: intent.failure === null ? null : failureView(intent.failure, card),
  latest_charge: intent.charge,
  livemode: false,
  managed_payments: null,
  metadata: intent.metadata,
  next_action: nextAction(intent, origin),
  on_behalf_of: null,
  payment_method: intent.card,
  payment_method_configuration_details: null,
  payment_method_options: null,
  payment_method_types: ["card"],
  payment_record: null,
  processing: null,
  receipt_email: null,
  review: null,
  setup_future_usage: null,
  shipping: null,
  source: null,
  statement_descriptor: null,
  statement_descriptor_suffix: null,
  status: intent.status,
  transfer_data: null,
  transfer_group: null,
});
