/** Charges the default card for an invoice, without the customer present. */
import { minimumChargeCents } from "#contracts/payments.ts";
import type { Tx } from "../../../core/db/db.ts";
import { uuidv7 } from "../../../core/lib/crypto.ts";
import { PaymentsError } from "../../../ports/payments.ts";
import { lockBillingAccount } from "../ledger.ts";
import { lockInvoice, setPaymentInFlight } from "../pay-invoices-store.ts";
import { findCard, findCustomer, type StoredCard } from "./payment-methods-store.ts";
import { type PaymentsDeps, requirePayments } from "./payments-deps.ts";
import {
  customerTimeMs,
  findInFlight,
  insertPayment,
  type PaymentRow,
  sumCarried,
} from "./payments-store.ts";
import { sendCharge } from "./send-charge.ts";
import { endWaitingPayment, isWaitingForCustomer } from "./waiting-payment.ts";

const reason = "an invoice is charged without a session";

/**
 * - `below_minimum`: the amount is carried forward; cards are charged from 50 cents on.
 * - `payment_in_progress`: another payment of the invoice has no result yet, or its customer started one less than an hour ago.
 * - `no_card`, `expired_card`: nothing was sent to the provider.
 */
export type ChargeResult =
  | { readonly kind: "not_charged"; readonly reason: NotCharged }
  | { readonly kind: "charged"; readonly payment: PaymentRow };
export type NotCharged =
  | "nothing_owed"
  | "below_minimum"
  | "payment_in_progress"
  | "no_card"
  | "expired_card";

/**
 * Charges what is open of the invoice, and of others that are too small to be charged alone: what exceeds the invoice goes to
 * the balance, which pays them. A lost response leaves the payment `unknown` until the reconciliation finds its
 * result; the invoice has a payment in flight meanwhile. Each call is an attempt of its own. A payment that its customer has
 * left is ended first.
 */
export async function chargeInvoice(
  deps: PaymentsDeps,
  invoice: { workspaceId: string; invoiceId: string },
): Promise<ChargeResult> {
  const payments = requirePayments(deps);
  const { db, clock } = deps;
  const { workspaceId } = invoice;
  const registerAttempt = () =>
    db.withSystemRole(reason, (tx) => register(tx, invoice, clock.now()));
  let attempt = await registerAttempt();
  if (typeof attempt === "object" && "left" in attempt) {
    const { left } = attempt;
    try {
      await endWaitingPayment(deps, payments, left, clock.now());
    } catch (error) {
      if (!(error instanceof PaymentsError)) throw error;
      deps.logger.warn({ err: error, kind: error.kind }, "a payment could not be ended");
      return { kind: "not_charged", reason: "payment_in_progress" };
    }
    attempt = await registerAttempt();
  }
  if (typeof attempt === "object" && "left" in attempt) attempt = "payment_in_progress";
  if (typeof attempt === "string") return { kind: "not_charged", reason: attempt };
  const charge = { ...attempt, workspaceId, description: "Invoice" };
  return { kind: "charged", payment: await sendCharge(deps, payments, charge) };
}

interface Attempt {
  readonly id: string;
  readonly amountCents: number;
  readonly card: StoredCard;
  readonly customerId: string;
}

async function register(
  tx: Tx,
  { workspaceId, invoiceId }: { workspaceId: string; invoiceId: string },
  now: Date,
): Promise<Attempt | { readonly left: PaymentRow } | NotCharged> {
  await lockBillingAccount(tx, workspaceId);
  const invoice = await lockInvoice(tx, workspaceId, invoiceId);
  if (invoice === null || invoice.open <= 0) return "nothing_owed";
  const amountCents = invoice.open + (await sumCarried(tx, workspaceId, invoiceId));
  if (amountCents < minimumChargeCents) return "below_minimum";
  const card = await findCard(tx, workspaceId, undefined, now);
  const customerId = await findCustomer(tx, workspaceId);
  if (card === null || customerId === null) return "no_card";
  if (card.is_expired) return "expired_card";
  const open = await findInFlight(tx, workspaceId, invoiceId);
  if (open !== null) {
    const isLeft = now.getTime() - open.created_at.getTime() >= customerTimeMs;
    return isLeft && isWaitingForCustomer(open) ? { left: open } : "payment_in_progress";
  }
  if (!(await setPaymentInFlight(tx, { workspaceId, id: invoiceId, isInFlight: true }, now)))
    return "payment_in_progress";
  const id = uuidv7(now);
  await insertPayment(
    tx,
    { id, workspaceId, invoiceId, amountCents, card, isOffSession: true, createdBy: null },
    now,
  );
  return { id, amountCents, card, customerId };
}
