/** The payments port on Stripe. The version of the API is the one of the `stripe` package. */
import Stripe from "stripe";
import {
  type BrowserSettings,
  type CardSetup,
  type IntentStatus,
  type NewPayment,
  type PaymentFailure,
  PaymentsError,
  type PaymentsProvider,
  type ProviderCard,
  type ProviderPayment,
} from "../../ports/payments.ts";
import { readStripeEvent } from "./stripe-events.ts";
import { asPaymentsError, isMissing, type RequestKind } from "./stripe-errors.ts";
import { stripeMovements } from "./stripe-movements.ts";
import { stripeRefunds } from "./stripe-refunds.ts";

export interface StripeOptions {
  secretKey: string;
  publishableKey: string;
  /** Any of them may have signed a webhook, so that a secret can be rotated. */
  webhookSecrets: readonly string[];
  /** `https://api.stripe.com`, or the emulator's URL. */
  apiUrl: string;
  scriptUrl: string;
  /** Default: 20 s. Stripe answers a charge within seconds. */
  timeoutMs?: number;
}

const stripeApiUrl = "https://api.stripe.com";
const defaultTimeoutMs = 20_000;
/** Payments of one customer that are searched for a lost one; the newest come first. */
const searchedPayments = 100;

const metadataFor = (payment: { workspaceId: string; reference?: string }) => ({
  workspace_id: payment.workspaceId,
  ...(payment.reference !== undefined && { payment_id: payment.reference }),
});

export function createStripeProvider(options: StripeOptions): PaymentsProvider {
  const { protocol, hostname, port } = new URL(options.apiUrl);
  const stripe = new Stripe(options.secretKey, {
    host: hostname,
    ...(port !== "" && { port }),
    protocol: protocol === "http:" ? "http" : "https",
    timeout: options.timeoutMs ?? defaultTimeoutMs,
    // A repeated request carries the same key, so nothing happens twice.
    maxNetworkRetries: 1,
    telemetry: false,
  });

  const request = async <T>(kind: RequestKind, send: () => Promise<T>): Promise<T> => {
    try {
      return await send();
    } catch (error) {
      throw asPaymentsError(error, kind);
    }
  };
  const orNull = async <T>(send: () => Promise<T>): Promise<T | null> => {
    try {
      return await request("read", send);
    } catch (error) {
      if (error instanceof PaymentsError && error.kind === "not_found") return null;
      throw error;
    }
  };
  const paymentParams = (payment: NewPayment) => ({
    amount: payment.amountCents,
    currency: "usd",
    customer: payment.customerId,
    allowed_payment_method_types: ["card" as const],
    description: payment.description,
    metadata: metadataFor(payment),
  });

  return {
    browser: browserSettings(options),
    createCustomer: async ({ workspaceId, name, key }) => {
      const created = await request("change", () =>
        stripe.customers.create(
          { name, metadata: metadataFor({ workspaceId }) },
          { idempotencyKey: key },
        ),
      );
      return created.id;
    },
    startSetup: async ({ customerId, workspaceId, key }) =>
      started(
        await request("change", () =>
          stripe.setupIntents.create(
            {
              customer: customerId,
              usage: "off_session",
              allowed_payment_method_types: ["card" as const],
              metadata: metadataFor({ workspaceId }),
            },
            { idempotencyKey: key },
          ),
        ),
      ),
    setup: async (setupId) =>
      toSetup(await request("read", () => stripe.setupIntents.retrieve(setupId))),
    card: async (cardId) => {
      const found = await orNull(() => stripe.paymentMethods.retrieve(cardId));
      return found === null ? null : toCard(found);
    },
    removeCard: async (cardId) => {
      try {
        await request("change", () => stripe.paymentMethods.detach(cardId));
      } catch (error) {
        // Without a customer it is removed already; Stripe answers 400 for it.
        const isGone = error instanceof PaymentsError && (await isDetached(error, cardId));
        if (!isGone) throw error;
      }
    },
    startPayment: async (payment) =>
      started(
        await request("change", () =>
          stripe.paymentIntents.create(paymentParams(payment), { idempotencyKey: payment.key }),
        ),
      ),
    charge: async (payment) => {
      try {
        const charged = await stripe.paymentIntents.create(
          {
            ...paymentParams(payment),
            payment_method: payment.cardId,
            off_session: true,
            confirm: true,
          },
          { idempotencyKey: payment.key },
        );
        return toPayment(charged);
      } catch (error) {
        // The result of a declined charge is in the error.
        if (error instanceof Stripe.errors.StripeCardError && error.payment_intent !== undefined)
          return toPayment(error.payment_intent);
        throw asPaymentsError(error, "change");
      }
    },
    payment: async (paymentId) =>
      toPayment(await request("read", () => stripe.paymentIntents.retrieve(paymentId))),
    findPayment: async (customerId, reference) => {
      const page = await request("read", () =>
        stripe.paymentIntents.list({ customer: customerId, limit: searchedPayments }),
      );
      const found = page.data.find(({ metadata }) => metadata["payment_id"] === reference);
      return found === undefined ? null : toPayment(found);
    },
    cancelPayment: async (paymentId) =>
      toPayment(await request("change", () => stripe.paymentIntents.cancel(paymentId))),
    ...stripeRefunds(stripe, request),
    movements: (from, until) => stripeMovements(stripe, request, from, until),
    readEvent: (rawBody, signature, now) =>
      readStripeEvent(rawBody, signature, options.webhookSecrets, now),
  };

  async function isDetached(error: PaymentsError, cardId: string): Promise<boolean> {
    if (isMissing(error)) return true;
    if (error.kind !== "rejected") return false;
    const card = await orNull(() => stripe.paymentMethods.retrieve(cardId));
    return card === null || card.customer === null;
  }
}

/** Stripe's script frames its form from its own origin, and 3-D Secure from hooks.stripe.com. */
function browserSettings({ apiUrl, scriptUrl, publishableKey }: StripeOptions): BrowserSettings {
  const script = new URL(scriptUrl).origin;
  const isStripe = apiUrl === stripeApiUrl;
  return {
    provider: "stripe",
    publishableKey,
    scriptUrl,
    scriptOrigins: [script],
    frameOrigins: isStripe ? [script, "https://hooks.stripe.com"] : [script],
    connectOrigins: isStripe ? [stripeApiUrl] : [],
  };
}

function started({ id, client_secret: clientSecret }: Stripe.SetupIntent | Stripe.PaymentIntent) {
  if (clientSecret === null) throw new PaymentsError("rejected", `${id} has no client secret`);
  return { id, clientSecret };
}

const idOf = (object: string | { id: string } | null | undefined): string | null =>
  typeof object === "string" ? object : (object?.id ?? null);

const statuses: Readonly<Record<string, IntentStatus>> = {
  requires_payment_method: "requires_payment_method",
  requires_confirmation: "requires_payment_method",
  requires_action: "requires_action",
  requires_capture: "processing",
  processing: "processing",
  succeeded: "succeeded",
  canceled: "canceled",
};
/** A state that a later version of the API adds is not final. */
const toStatus = (status: string): IntentStatus => statuses[status] ?? "processing";

/** Codes of errors that say that the customer has to confirm. */
const authenticationCodes = new Set([
  "authentication_required",
  "payment_intent_authentication_failure",
  "setup_intent_authentication_failure",
]);

function toFailure(
  error: { code?: string; decline_code?: string } | null | undefined,
): PaymentFailure | null {
  if (error === null || error === undefined) return null;
  const code = error.code ?? "card_declined";
  if (authenticationCodes.has(code)) return { kind: "authentication_required" };
  return { kind: "declined", code: error.decline_code ?? code };
}

const toSetup = (setup: Stripe.SetupIntent): CardSetup => ({
  setupId: setup.id,
  status: toStatus(setup.status),
  customerId: idOf(setup.customer),
  workspaceId: setup.metadata?.["workspace_id"] ?? null,
  cardId: idOf(setup.payment_method),
  failure: toFailure(setup.last_setup_error),
});

const toPayment = (payment: Stripe.PaymentIntent): ProviderPayment => ({
  paymentId: payment.id,
  status: toStatus(payment.status),
  customerId: idOf(payment.customer),
  workspaceId: payment.metadata["workspace_id"] ?? null,
  reference: payment.metadata["payment_id"] ?? null,
  amountCents: payment.amount,
  receivedCents: payment.amount_received,
  cardId: idOf(payment.payment_method ?? payment.last_payment_error?.payment_method),
  failure: payment.status === "succeeded" ? null : toFailure(payment.last_payment_error),
});

function toCard({ id, customer, card }: Stripe.PaymentMethod): ProviderCard | null {
  const customerId = idOf(customer);
  if (card === undefined || customerId === null) return null;
  return {
    cardId: id,
    customerId,
    brand: card.brand,
    last4: card.last4,
    expMonth: card.exp_month,
    expYear: card.exp_year,
    fingerprint: card.fingerprint ?? null,
  };
}
