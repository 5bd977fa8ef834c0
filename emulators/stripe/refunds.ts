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
    status: "succeeded",
    metadata: input.metadata,
    created: account.now(),
  };
  account.refunds.set(refund.id, refund);
  emit("refund.created", refund.id);
  emit("charge.refunded", charge.id);
  const card = account.cards.get(charge.card);
  if (behaviorOf(card?.number ?? "")?.refundFails === true) {
    refund.status = "failed";
    charge.refunded -= amount;
    emit("refund.failed", refund.id);
  }
  return refund;
}

function findCharge(
  account: Account,
  { charge, paymentIntent }: { charge?: string; paymentIntent?: string },
): Charge {
  const id = charge ?? account.paymentIntents.get(paymentIntent ?? "")?.charge ?? "";
  const found = account.charges.get(id);
  if (found === undefined || found.failure !== null)
    throw missing(
      "charge",
      charge ?? paymentIntent ?? "",
      charge === undefined ? "payment_intent" : "charge",
    );
  return found;
}
