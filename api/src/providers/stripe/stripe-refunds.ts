/** Refunds and disputes of Stripe in the terms of the port. */
import Stripe from "stripe";
import type {
  NewRefund,
  PaymentsProvider,
  ProviderDispute,
  ProviderRefund,
  RefundStatus,
  RejectedRefund,
} from "../../ports/payments.ts";
import { asPaymentsError, type RequestKind } from "./stripe-errors.ts";

export type Send = <T>(kind: RequestKind, send: () => Promise<T>) => Promise<T>;
/** Refunds of one payment that are read; the newest come first. */
const listedRefunds = 100;
/** Objects per page of a list, and the most that a list returns. */
const page = { limit: 100 };
const most = { limit: 10_000 };

const createdSince = (since: Date) => ({
  ...page,
  created: { gte: Math.floor(since.getTime() / 1000) },
});

export const stripeRefunds = (
  stripe: Stripe,
  request: Send,
): Pick<
  PaymentsProvider,
  | "refund"
  | "findRefund"
  | "refundsOf"
  | "refundsSince"
  | "paymentOfCharge"
  | "dispute"
  | "disputesSince"
> => ({
  refund: async ({ paymentId, amountCents, reference, key }: NewRefund) => {
    try {
      const refund = await stripe.refunds.create(
        {
          payment_intent: paymentId,
          amount: amountCents,
          metadata: { refund_id: reference },
        },
        { idempotencyKey: key },
      );
      return toRefund(refund);
    } catch (error) {
      const rejected = toRejection(error);
      if (rejected !== null) return { rejected };
      throw asPaymentsError(error, "change");
    }
  },
  findRefund: async (refundId) =>
    toRefund(await request("read", () => stripe.refunds.retrieve(refundId))),
  refundsOf: async (paymentId) => {
    const found = await request("read", () =>
      stripe.refunds.list({ payment_intent: paymentId, limit: listedRefunds }),
    );
    return found.data.map(toRefund);
  },
  refundsSince: async (since) => {
    const list = () => stripe.refunds.list(createdSince(since)).autoPagingToArray(most);
    return (await request("read", list)).map(toRefund);
  },
  paymentOfCharge: async (chargeId) =>
    idOf((await request("read", () => stripe.charges.retrieve(chargeId))).payment_intent),
  dispute: async (disputeId) =>
    toDispute(await request("read", () => stripe.disputes.retrieve(disputeId))),
  disputesSince: async (since) => {
    const list = () => stripe.disputes.list(createdSince(since)).autoPagingToArray(most);
    return (await request("read", list)).map(toDispute);
  },
});

function toRejection(error: unknown): RejectedRefund["rejected"] | null {
  if (!(error instanceof Stripe.errors.StripeError)) return null;
  const { code } = error;
  return code === "charge_already_refunded" || code === "charge_disputed" ? code : null;
}

export const idOf = (object: string | { id: string } | null | undefined): string | null =>
  typeof object === "string" ? object : (object?.id ?? null);

const refundStatuses: Readonly<Record<string, RefundStatus>> = {
  succeeded: "succeeded",
  failed: "failed",
  canceled: "canceled",
};

/** A refund that waits for anything, also in a state that a later version of the API adds, is pending. */
const toRefund = (refund: Stripe.Refund): ProviderRefund => ({
  refundId: refund.id,
  status: refundStatuses[refund.status ?? ""] ?? "pending",
  paymentId: idOf(refund.payment_intent),
  reference: refund.metadata?.["refund_id"] ?? null,
  amountCents: refund.amount,
  failureCode: refund.failure_reason ?? null,
});

/** An inquiry that ends without a dispute takes no money. */
const disputeStatuses: Readonly<Record<string, ProviderDispute["status"]>> = {
  won: "won",
  warning_closed: "won",
  prevented: "won",
  lost: "lost",
};

function toDispute(dispute: Stripe.Dispute): ProviderDispute {
  const moved = dispute.balance_transactions.map(({ amount }) => amount);
  const sum = (amounts: readonly number[]) => amounts.reduce((total, cents) => total + cents, 0);
  return {
    disputeId: dispute.id,
    paymentId: idOf(dispute.payment_intent),
    amountCents: dispute.amount,
    reason: dispute.reason,
    status: disputeStatuses[dispute.status] ?? "open",
    withdrawnCents: Math.abs(sum(moved.filter((cents) => cents < 0))),
    reinstatedCents: sum(moved.filter((cents) => cents > 0)),
  };
}
