/**
 * Payments port: customers, saved cards and payments at one payment provider, independent of the provider. The
 * implementation is Stripe (api/src/providers/stripe); no code outside that folder knows it.
 *
 * Card data never passes through Boreal: the browser sends it to the provider with a client secret of this port. Boreal
 * stores brand, last four digits and expiry, and never a client secret.
 *
 * Rules of every implementation, verified by the contract suite:
 * - Every amount is whole cents of US dollars.
 * - Every request that creates something carries a key of the caller's own row: repeating it with the same key creates
 *   nothing twice and returns the first result.
 * - A declined card and a missing authentication are results (`failure`), not errors.
 * - Everything else is a `PaymentsError`; no other error is thrown for a response of the provider.
 */

export interface PaymentsProvider {
  /** What the browser needs to load the provider's form. Not secret. */
  readonly browser: BrowserSettings;

  /** Returns the provider's id of the new customer. */
  createCustomer(customer: { workspaceId: string; name: string; key: string }): Promise<string>;

  /** Starts saving a card for payments without the customer present. The browser completes it. */
  startSetup(setup: {
    customerId: string;
    workspaceId: string;
    key: string;
  }): Promise<StartedIntent>;

  /** Throws `not_found`. */
  setup(setupId: string): Promise<CardSetup>;

  /** Null if the provider does not know the card, or it belongs to no customer. */
  card(cardId: string): Promise<ProviderCard | null>;

  /** The card can no longer be charged. Succeeds if it was removed before. */
  removeCard(cardId: string): Promise<void>;

  /** Starts a payment that the browser confirms. No money moves before. */
  startPayment(payment: NewPayment): Promise<StartedIntent>;

  /**
   * Charges a saved card without the customer present. Throws `unknown_outcome` if the response is lost: the card may
   * be charged.
   */
  charge(payment: NewPayment & { cardId: string }): Promise<ProviderPayment>;

  /** Throws `not_found`. */
  payment(paymentId: string): Promise<ProviderPayment>;

  /** Finds the payment of an own row after its response was lost; null if the provider never received it. */
  findPayment(customerId: string, reference: string): Promise<ProviderPayment | null>;

  /** Ends a payment that has not succeeded, and returns its final state. */
  cancelPayment(paymentId: string): Promise<ProviderPayment>;

  /**
   * Gives money back to the card of a payment. A payment that is disputed or refunded already is a `RejectedRefund`.
   * Throws `unknown_outcome` if the response is lost: the money may be on its way.
   */
  refund(refund: NewRefund): Promise<ProviderRefund | RejectedRefund>;

  /** Throws `not_found`. */
  findRefund(refundId: string): Promise<ProviderRefund>;

  /** All refunds of a payment, newest first; none if the provider does not know the payment. */
  refundsOf(paymentId: string): Promise<ProviderRefund[]>;

  /** Refunds that were made since, also by others than Boreal. */
  refundsSince(since: Date): Promise<ProviderRefund[]>;

  /** The payment of a charge; null for a charge without one. Throws `not_found`. */
  paymentOfCharge(chargeId: string): Promise<string | null>;

  /** Throws `not_found`. */
  dispute(disputeId: string): Promise<ProviderDispute>;

  /** Disputes that were opened since. */
  disputesSince(since: Date): Promise<ProviderDispute[]>;

  /**
   * What moved money between a customer and the account at the provider in [from, until), a page of the provider's list at
   * a time, the newest first. Fees, payouts to a bank, money without a payment, and movements in another currency than US
   * dollars are not in it.
   */
  movements(from: Date, until: Date): AsyncIterable<readonly ProviderMovement[]>;

  /**
   * Verifies the signature of a webhook over its raw body and returns what it is about; null for an event about an object
   * of another kind. Throws `bad_signature`. The event is a hint: read the object before acting on it.
   */
  readEvent(rawBody: string, signature: string, now: Date): PaymentsEvent | null;
}

export interface BrowserSettings {
  readonly provider: "stripe";
  readonly publishableKey: string;
  readonly scriptUrl: string;
  /** Origins that the page's Content-Security-Policy has to allow while it shows the form. */
  readonly scriptOrigins: readonly string[];
  readonly frameOrigins: readonly string[];
  readonly connectOrigins: readonly string[];
}

export interface NewPayment {
  customerId: string;
  workspaceId: string;
  /** Id of the own row; `findPayment` finds the payment by it. */
  reference: string;
  amountCents: number;
  /** Appears on the receipt of the provider. */
  description: string;
  key: string;
}

export interface StartedIntent {
  id: string;
  /** For the browser of the customer only: never stored and never logged. */
  clientSecret: string;
}

/** `requires_payment_method`: the browser has not confirmed it, or the card was declined and another may be tried. */
export type IntentStatus =
  | "requires_payment_method"
  | "requires_action"
  | "processing"
  | "succeeded"
  | "canceled";

export interface CardSetup {
  setupId: string;
  status: IntentStatus;
  customerId: string | null;
  workspaceId: string | null;
  cardId: string | null;
  failure: PaymentFailure | null;
}

export interface ProviderCard {
  cardId: string;
  customerId: string;
  /** Such as `visa`. */
  brand: string;
  last4: string;
  expMonth: number;
  expYear: number;
  /** The same for the same card number; null if the provider sends none. */
  fingerprint: string | null;
}

export interface ProviderPayment {
  paymentId: string;
  status: IntentStatus;
  customerId: string | null;
  workspaceId: string | null;
  reference: string | null;
  amountCents: number;
  /** What the provider received; 0 before the payment succeeds. */
  receivedCents: number;
  cardId: string | null;
  /** Why the last attempt failed; null if it did not. */
  failure: PaymentFailure | null;
}

/**
 * `authentication_required`: the bank wants the customer to confirm the payment. `declined`: `code` is the provider's
 * reason, such as `insufficient_funds` or `expired_card`.
 */
export type PaymentFailure =
  | { readonly kind: "authentication_required" }
  | { readonly kind: "declined"; readonly code: string };

export interface NewRefund {
  /** The provider's id of the payment. */
  paymentId: string;
  amountCents: number;
  /** Id of the own row; a refund of the provider names it. */
  reference: string;
  key: string;
}

/** `pending`: the money is not sent yet. `failed` may follow `succeeded` days later, when the bank sends the money back. */
export type RefundStatus = "pending" | "succeeded" | "failed" | "canceled";

export interface ProviderRefund {
  refundId: string;
  status: RefundStatus;
  /** The payment whose money goes back; null if the provider names none. */
  paymentId: string | null;
  /** Null for a refund that was not made by Boreal, but for example on the provider's website. */
  reference: string | null;
  amountCents: number;
  /** Why it failed, in the provider's words, such as `expired_or_canceled_card`; null if it did not. */
  failureCode: string | null;
}

/** Nothing was refunded. */
export interface RejectedRefund {
  rejected: "charge_already_refunded" | "charge_disputed";
}

export interface ProviderDispute {
  disputeId: string;
  paymentId: string | null;
  amountCents: number;
  /** The bank's reason, such as `fraudulent`. */
  reason: string;
  status: "open" | "won" | "lost";
  /** What the bank took back so far; 0 for an inquiry. */
  withdrawnCents: number;
  /** What it gave back so far. */
  reinstatedCents: number;
}

export interface ProviderMovement {
  readonly subject: { readonly kind: "payment" | "refund" | "dispute"; readonly id: string };
  /** The payment itself, or the one that is refunded or disputed. */
  readonly paymentId: string;
  /** Of a payment; null for one that was not made by Boreal, and for refunds and disputes. */
  readonly workspaceId: string | null;
  /** Before fees; negative for money that left the account. */
  readonly cents: number;
}

export interface PaymentsEvent {
  readonly eventId: string;
  readonly type: string;
  readonly subject: {
    readonly kind: "setup" | "payment" | "card" | "refund" | "charge" | "dispute";
    readonly id: string;
  };
}

/**
 * - `unknown_outcome`: the request was sent and its response is lost; it may have taken effect.
 * - `unavailable`: the provider does not respond, responds with an error of its own or limits the rate; a read has no
 *   effect and can be repeated.
 * - `rejected`: the provider rejects the request, such as cancelling a payment that succeeded.
 * - `not_found`: the provider has no such object.
 * - `bad_signature`: a webhook was not signed by the provider, or too long ago.
 */
export type PaymentsErrorKind =
  | "unknown_outcome"
  | "unavailable"
  | "rejected"
  | "not_found"
  | "bad_signature";

/** `message` is for logs only: it may quote the provider's response, which contains no card data. */
export class PaymentsError extends Error {
  override readonly name = "PaymentsError";
  readonly kind: PaymentsErrorKind;
  constructor(kind: PaymentsErrorKind, message: string, options?: ErrorOptions) {
    super(message, options);
    this.kind = kind;
  }
}
