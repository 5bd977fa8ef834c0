/** Balance transactions of Stripe in the terms of the port. */
import type Stripe from "stripe";
import type { ProviderMovement } from "../../ports/payments.ts";
import { idOf, type Send } from "./stripe-refunds.ts";

const pageSize = 100;
const toSeconds = (at: Date) => Math.floor(at.getTime() / 1000);

export async function* stripeMovements(
  stripe: Stripe,
  request: Send,
  from: Date,
  until: Date,
): AsyncGenerator<readonly ProviderMovement[]> {
  let last: string | undefined;
  for (;;) {
    const after = last === undefined ? {} : { starting_after: last };
    const page = await request("read", () =>
      stripe.balanceTransactions.list({
        limit: pageSize,
        created: { gte: toSeconds(from), lt: toSeconds(until) },
        // The source of a charge names its payment.
        expand: ["data.source"],
        ...after,
      }),
    );
    yield page.data.flatMap(toMovements);
    last = page.data.at(-1)?.id;
    if (!page.has_more || last === undefined) return;
  }
}

/** Reporting categories of Stripe that move money between a customer and the account. */
const categories = new Set(["charge", "refund", "refund_failure", "dispute", "dispute_reversal"]);

function toMovements(moved: Stripe.BalanceTransaction): ProviderMovement[] {
  const { reporting_category: category, currency, source, amount: cents } = moved;
  if (!categories.has(category) || currency !== "usd") return [];
  if (source === null || typeof source === "string") return [];
  const { object, id } = source;
  if (object !== "charge" && object !== "refund" && object !== "dispute") return [];
  const paymentId = idOf(source.payment_intent);
  if (paymentId === null) return [];
  const of = { paymentId, workspaceId: null, cents };
  if (object !== "charge") return [{ ...of, subject: { kind: object, id } }];
  // A charge has the metadata of its payment.
  const workspaceId = source.metadata["workspace_id"] ?? null;
  return [{ ...of, workspaceId, subject: { kind: "payment", id: paymentId } }];
}
