/** What moved the balance of the account: charges, refunds, refunds that came back, and disputes. */
import type Stripe from "stripe";
import type { Account } from "./account.ts";
import { type ApiContext, isCreatedSince, listOf } from "./api-context.ts";
import { transactionView } from "./balance-transaction-view.ts";
import { disputeView, transactionsOf } from "./dispute-view.ts";
import { chargeView, refundView } from "./views.ts";

/** The price of Stripe for a card of the same country. */
const feeOf = (cents: number) => Math.round(cents * 0.029) + 30;

/** A pending refund takes money already; a charge that a bank still processes has brought none. */
function movementsOf(account: Account): Stripe.BalanceTransaction[] {
  const charges = [...account.charges.values()].filter(
    ({ failure, isPending }) => failure === null && !isPending,
  );
  return [
    ...charges.map((charge) =>
      transactionView(charge, {
        id: charge.id.slice(3),
        type: "charge",
        category: "charge",
        cents: charge.amount,
        fee: feeOf(charge.amount),
      }),
    ),
    ...[...account.refunds.values()].flatMap((refund) => [
      transactionView(refund, {
        id: refund.id.slice(3),
        type: "refund",
        category: "refund",
        cents: -refund.amount,
      }),
      ...(refund.failedAt === null
        ? []
        : [
            transactionView(refund, {
              id: `${refund.id.slice(3)}failed`,
              type: "refund_failure",
              category: "refund_failure",
              cents: refund.amount,
              created: refund.failedAt,
            }),
          ]),
    ]),
    ...[...account.disputes.values()].flatMap(transactionsOf),
  ];
}

/** The newest first. The source is an id unless `expand` names it. */
export function listBalanceTransactions({ account, query }: ApiContext) {
  const until = Number(query.get("created[lt]") ?? Number.MAX_SAFE_INTEGER);
  const isExpanded = [...query].some(
    ([name, value]) => name.startsWith("expand[") && value === "data.source",
  );
  const found = movementsOf(account)
    .filter((moved) => isCreatedSince(query, moved) && moved.created < until)
    .toSorted((one, other) => other.created - one.created || (one.id < other.id ? -1 : 1));
  const list = listOf("/v1/balance_transactions", found, query);
  if (!isExpanded) return list;
  const data = list.data.map((moved) => ({ ...moved, source: sourceOf(account, moved) }));
  return { ...list, data };
}

function sourceOf(account: Account, { source }: Stripe.BalanceTransaction): object | null {
  if (typeof source !== "string") return null;
  const charge = account.charges.get(source);
  if (charge !== undefined) return chargeView(charge, account.cards.get(charge.card));
  const refund = account.refunds.get(source);
  if (refund !== undefined) return refundView(refund);
  const dispute = account.disputes.get(source);
  return dispute === undefined ? null : disputeView(dispute);
}
