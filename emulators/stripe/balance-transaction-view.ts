/** A movement of the balance as Stripe's object. */
import type Stripe from "stripe";

interface Movement {
  /** Without its prefix. */
  readonly id: string;
  readonly type: Stripe.BalanceTransaction.Type;
  readonly category: string;
  readonly cents: number;
  readonly fee?: number;
  /** Default: when the source was created. */
  readonly created?: number;
}

export const transactionView = (
  source: { readonly id: string; readonly currency: string; readonly created: number },
  { id, type, category, cents, fee = 0, created = source.created }: Movement,
): Stripe.BalanceTransaction => ({
  id: `txn_${id}`,
  object: "balance_transaction",
  amount: cents,
  available_on: created,
  balance_type: "payments",
  created,
  currency: source.currency,
  description: null,
  exchange_rate: null,
  fee,
  fee_details:
    fee === 0
      ? []
      : [
          {
            amount: fee,
            application: null,
            currency: source.currency,
            description: "Stripe processing fees",
            type: "stripe_fee",
          },
        ],
  net: cents - fee,
  reporting_category: category,
  source: source.id,
  status: "available",
  type,
});
