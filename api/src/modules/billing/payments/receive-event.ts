/**
 * Receives webhooks of the payment provider. An event is a hint: its object is read from the provider, and what it says
 * now is applied. The row that marks the event as processed and its effect are one transaction, so that a failure leaves
 * both undone and the provider delivers the event again.
 */
import type { webhooks as endpoints } from "#contracts/payments.ts";
import { createReason } from "#contracts/problem-reasons.ts";
import { type Handlers, preparedHandler } from "../../../core/http/handlers.ts";
import { publishLiveEvent } from "../../../core/live/live-events.ts";
import { ProblemError } from "../../../core/lib/problem-error.ts";
import {
  PaymentsError,
  type PaymentsEvent,
  type PaymentsProvider,
} from "../../../ports/payments.ts";
import {
  deleteCard,
  findCardOwner,
  findSetup,
  promoteNewest,
  replaceCard,
} from "./payment-methods-store.ts";
import { askPayments, isNotFound, type PaymentsDeps } from "./payments-deps.ts";
import { insertEvent } from "./payments-store.ts";
import { type Effect, readPayment, readPaymentOfDispute } from "./reported-payment.ts";
import { saveCard } from "./save-card.ts";
import { settleReportedRefund } from "./settle-refund.ts";

const reason = "an event of the payment provider belongs to no session";

export const webhookHandlers = (deps: PaymentsDeps): Handlers<typeof endpoints> => ({
  stripe: preparedHandler(reason, async ({ body, request, now }) => {
    // Without a provider there is nobody to send events, and repeating them would not help.
    if (deps.payments === null) throw new ProblemError("not_found");
    const { payments } = deps;
    const event = readEvent(payments, body, request.headers["stripe-signature"], now);
    const effect = event === null ? null : await readEffect(deps, payments, event);
    return async ({ tx, now: at }) => {
      const isNew = event !== null && (await insertEvent(tx, event, at));
      if (isNew) await effect?.(tx, at);
      return { received: true };
    };
  }),
});

function readEvent(
  payments: PaymentsProvider,
  body: string,
  signature: string | string[] | undefined,
  now: Date,
): PaymentsEvent | null {
  try {
    return payments.readEvent(body, typeof signature === "string" ? signature : "", now);
  } catch (error) {
    if (error instanceof PaymentsError && error.kind === "bad_signature")
      throw new ProblemError("bad_request", { reason: createReason("signature_invalid") });
    throw error;
  }
}

/** Reads the object of the event before the transaction starts. Null if it does not exist or is not Boreal's. */
async function readEffect(
  deps: PaymentsDeps,
  payments: PaymentsProvider,
  { subject: { kind, id } }: PaymentsEvent,
): Promise<Effect | null> {
  const readers = {
    setup: readSetup,
    payment: readPayment,
    card: readCard,
    refund: readRefund,
    charge: readRefundsOfCharge,
    dispute: readDispute,
  };
  try {
    return await askPayments(deps, () => readers[kind](payments, id));
  } catch (error) {
    if (isNotFound(error)) return null;
    throw error;
  }
}

async function readRefund(payments: PaymentsProvider, id: string): Promise<Effect> {
  const result = await payments.findRefund(id);
  return (tx, now) => settleReportedRefund(tx, result, now);
}

/** The event of a charge names no refund. */
async function readRefundsOfCharge(payments: PaymentsProvider, id: string): Promise<Effect | null> {
  const paymentId = await payments.paymentOfCharge(id);
  if (paymentId === null) return null;
  const results = await payments.refundsOf(paymentId);
  return async (tx, now) => {
    for (const result of results.toReversed()) await settleReportedRefund(tx, result, now);
  };
}

const readDispute = async (payments: PaymentsProvider, id: string): Promise<Effect> =>
  readPaymentOfDispute(payments, await payments.dispute(id));

async function readSetup(payments: PaymentsProvider, id: string): Promise<Effect | null> {
  const { status, cardId, customerId } = await payments.setup(id);
  const card = status === "succeeded" && cardId !== null ? await payments.card(cardId) : null;
  if (card === null || card.customerId !== customerId) return null;
  return async (tx, now) => {
    const setup = await findSetup(tx, id);
    if (setup === null) return;
    const { workspaceId, createdBy } = setup;
    const saved = await saveCard(tx, { workspaceId, provided: card, createdBy }, now);
    if (!saved.tooMany && saved.isNew)
      await publishLiveEvent(tx, workspaceId, { topic: "billing", id: saved.id });
  };
}

/** A card whose expiry the bank renewed, or that was removed at the provider. */
async function readCard(payments: PaymentsProvider, id: string): Promise<Effect> {
  const card = await payments.card(id);
  return async (tx, now) => {
    const stored = await findCardOwner(tx, id);
    if (stored === null) return;
    if (card === null) {
      await deleteCard(tx, stored.id);
      await promoteNewest(tx, stored.workspaceId, now);
    } else await replaceCard(tx, stored.id, { ...card, providerId: id }, now);
    await publishLiveEvent(tx, stored.workspaceId, { topic: "billing", id: stored.id });
  };
}
