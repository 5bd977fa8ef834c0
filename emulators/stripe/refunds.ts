/** Refunds of charges. */
import type { Account } from "./account.ts";
import { behaviorOf } from "./cards.ts";
import { invalidRequest, missing } from "./errors.ts";
import type { Emit } from "./intents.ts";
import type { Charge, Refund } from "./records.ts";

export function createRefund(
  account: Account,
  emit: Emit,
  input: {
    charge?: string;
    paymentIntent?: string;
    amount?: number;
    metadata: Record<string, string>;
  },
): Refund {
  const charge = findCharge(account, input);
  const rest = charge.amount - charge.refunded;
  if (charge.disputed)
    throw invalidRequest(`Charge ${charge.id} has been charged back; cannot issue a refund.`, {
      code: "charge_disputed",
    });
  if (rest === 0)
    throw invalidRequest(`Charge ${charge.id} has already been refunded.`, {
      code: "charge_already_refunded",
    });
  const amount = input.amount ?? rest;
  if (amount <= 0 || amount > rest)
    throw invalidRequest(
      `Refund amount (${amount}) is greater than unrefunded amount on charge (${rest})`,
      {
        param: "amount",
      },
    );
  charge.refunded += amount;
  const refund: Refund = {
    id: account.newId("re"),
    charge: charge.id,
    paymentIntent: charge.paymentIntent,
    amount,
    currency: charge.currency,
    status: howItGoesOn(account, charge) === "waits" ? "pending" : "succeeded",
    failureReason: null,
    failedAt: null,
    metadata: input.metadata,
    created: account.now(),
  };
  account.refunds.set(refund.id, refund);
  emit("refund.created", refund.id);
  emit("charge.refunded", charge.id);
  return refund;
}

const howItGoesOn = (account: Account, charge: Charge) =>
  behaviorOf(account.cards.get(charge.card)?.number ?? "")?.refund;

/** Whether the money of the refund comes back after the response, because of the card. */
export const failsLater = (account: Account, { charge }: Refund): boolean => {
  const found = account.charges.get(charge);
  return found !== undefined && howItGoesOn(account, found) === "fails";
};

/** The card's bank sends the money back. */
export function failRefund(account: Account, emit: Emit, id: string): void {
  const refund = account.refunds.get(id);
  const charge = account.charges.get(refund?.charge ?? "");
  if (refund === undefined || charge === undefined) throw missing("refund", id);
  refund.status = "failed";
  refund.failureReason = "expired_or_canceled_card";
  refund.failedAt = account.now();
  charge.refunded -= refund.amount;
  emit("refund.failed", id);
}

const pendingSeconds = 60;

/** A pending refund is sent after a minute. */
export function sendPendingRefunds(account: Account, emit: Emit): void {
  for (const refund of account.refunds.values())
    if (refund.status === "pending" && account.now() - refund.created >= pendingSeconds) {
      refund.status = "succeeded";
      emit("refund.updated", refund.id);
    }
}

function findCharge(
  account: Account,
  { charge, paymentIntent }: { charge?: string; paymentIntent?: string },
): Charge {
  const id = charge ?? account.paymentIntents.get(paymentIntent ?? "")?.charge ?? "";
  const found = account.charges.get(id);
  if (found === undefined || found.failure !== null || found.isPending)
    throw missing(
      "charge",
      charge ?? paymentIntent ?? "",
      charge === undefined ? "payment_intent" : "charge",
    );
  return found;
}
