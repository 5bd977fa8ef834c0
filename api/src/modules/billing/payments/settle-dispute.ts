/**
 * Applies what the payment provider says about a dispute. A bank takes the money back while it examines the dispute: what
 * the payment paid is owed again. If it decides for the seller, the money returns. May be applied any number of times and
 * in any order.
 */
import type { Tx } from "../../../core/db/db.ts";
import { uuidv7 } from "../../../core/lib/crypto.ts";
import { publishLiveEvent } from "../../../core/live/live-events.ts";
import type { ProviderDispute } from "../../../ports/payments.ts";
import { saveLedgerFinding, resolveLedgerFinding } from "../ledger-findings-store.ts";
import {
  addHistoryEntry,
  type LedgerEntry,
  lockBillingAccount,
  postTransaction,
} from "../ledger.ts";
import { payFromBalance } from "../pay-invoices.ts";
import { addPaid, lockInvoice, reservedCash } from "../pay-invoices-store.ts";
import {
  type DisputeRow,
  findCardOfPayment,
  listPaidInvoices,
  lockDispute,
  reopenInvoice,
  updateDispute,
} from "./disputes-store.ts";
import { findByProvider } from "./payments-store.ts";

interface Disputed {
  readonly workspaceId: string;
  readonly paymentId: string;
  /** Null for a top-up. */
  readonly invoiceId: string | null;
}

/** No effect for a payment that is not Boreal's. */
export async function settleDispute(tx: Tx, reported: ProviderDispute, now: Date): Promise<void> {
  const { disputeId: providerId, amountCents, reason } = reported;
  const payment =
    reported.paymentId === null ? null : await findByProvider(tx, reported.paymentId, null);
  if (payment === null) return;
  const { id: paymentId, workspaceId, invoiceId } = payment;
  await lockBillingAccount(tx, workspaceId);
  const row = await lockDispute(
    tx,
    { id: uuidv7(now), workspaceId, paymentId, providerId, amountCents, reason },
    now,
  );
  const disputed: Disputed = { workspaceId, paymentId, invoiceId };
  const withdrawn = Math.max(row.withdrawn, reported.withdrawnCents);
  const reinstated = Math.max(row.reinstated, Math.min(reported.reinstatedCents, withdrawn));
  let { loss } = row;
  if (withdrawn > row.withdrawn)
    loss += await takeBack(tx, row, { disputed, cents: withdrawn - row.withdrawn, reason }, now);
  if (reinstated > row.reinstated)
    loss -= await giveBack(
      tx,
      { ...row, loss },
      { disputed, cents: reinstated - row.reinstated, reason },
      now,
    );
  // A late event does not open it again.
  const status = row.status === "open" ? reported.status : row.status;
  await updateDispute(tx, { id: row.id, status, withdrawn, reinstated, loss }, now);
  const finding = { kind: "open_dispute", reference: row.id };
  if (status === "open")
    await saveLedgerFinding(
      tx,
      { ...finding, detail: { workspaceId, paymentId, cents: amountCents, reason, providerId } },
      now,
    );
  else await resolveLedgerFinding(tx, finding, now);
  await publishLiveEvent(tx, workspaceId, { topic: "billing", id: row.id });
}

interface Movement {
  readonly disputed: Disputed;
  readonly cents: number;
  readonly reason: string;
}

async function post(
  tx: Tx,
  { id, withdrawn, reinstated }: DisputeRow,
  { disputed, reason }: Movement,
  { kind, entries, cents }: { kind: string; entries: LedgerEntry[]; cents: number },
  now: Date,
): Promise<void> {
  const { workspaceId, paymentId, invoiceId } = disputed;
  const { id: transactionId } = await postTransaction(
    tx,
    {
      workspaceId,
      kind,
      idempotencyKey: `${kind}:${id}:${withdrawn}:${reinstated}`,
      reference: { disputeId: id, paymentId, invoiceId },
      effectiveAt: now,
      entries,
    },
    now,
  );
  if (cents === 0) return;
  const card = await findCardOfPayment(tx, paymentId);
  const detail = { ...card, dispute: reason };
  await addHistoryEntry(
    tx,
    { workspaceId, type: "chargeback", cents, invoiceId, transactionId, detail },
    now,
  );
}

/**
 * The bank took money back: from the invoice that the payment paid, from the balance, then from other paid invoices, the
 * newest first. Returns the rest, which is lost.
 */
async function takeBack(
  tx: Tx,
  dispute: DisputeRow,
  movement: Movement,
  now: Date,
): Promise<number> {
  const { workspaceId, invoiceId } = movement.disputed;
  const { cash } = await lockBillingAccount(tx, workspaceId);
  const free = Math.max(0, cash - (await reservedCash(tx, workspaceId)));
  let left = movement.cents;
  const take = (most: number): number => {
    const taken = Math.min(left, most);
    left -= taken;
    return taken;
  };
  const paid = await listPaidInvoices(tx, workspaceId, invoiceId);
  const isOwn = ({ id }: { id: string }) => id === invoiceId;
  const own = paid.filter(isOwn).map((found) => ({ ...found, cents: take(found.paid) }));
  const fromBalance = take(free);
  const others = paid
    .filter((found) => !isOwn(found))
    .map((found) => ({ ...found, cents: take(found.paid) }));
  const reopened = [...own, ...others].filter(({ cents }) => cents > 0);
  for (const { id, cents } of reopened) await reopenInvoice(tx, { workspaceId, id, cents }, now);
  const owed = reopened.reduce((sum, { cents }) => sum + cents, 0);
  await post(
    tx,
    dispute,
    movement,
    {
      kind: "chargeback",
      entries: [
        { account: "receivable", cents: owed },
        { account: "cash", cents: fromBalance },
        { account: "bad_debt", cents: left },
        { account: "stripe", cents: -movement.cents },
      ],
      cents: left - movement.cents,
    },
    now,
  );
  return left;
}

/** The bank gave money back: it ends a loss, pays the invoice, and the rest goes to the balance. Returns the ended loss. */
async function giveBack(
  tx: Tx,
  dispute: DisputeRow,
  movement: Movement,
  now: Date,
): Promise<number> {
  const { workspaceId, invoiceId } = movement.disputed;
  const ended = Math.min(dispute.loss, movement.cents);
  const invoice = invoiceId === null ? null : await lockInvoice(tx, workspaceId, invoiceId);
  const isInFlight = invoice?.isInFlight ?? false;
  const applied = isInFlight ? 0 : Math.min(movement.cents - ended, invoice?.open ?? 0);
  await post(
    tx,
    dispute,
    movement,
    {
      kind: "chargeback_reinstated",
      entries: [
        { account: "stripe", cents: movement.cents },
        { account: "bad_debt", cents: -ended },
        { account: "receivable", cents: -applied },
        { account: "cash", cents: applied + ended - movement.cents },
      ],
      cents: movement.cents - ended,
    },
    now,
  );
  if (applied > 0 && invoice !== null)
    await addPaid(tx, { workspaceId, id: invoice.id, cents: applied }, now);
  await payFromBalance(tx, workspaceId, now);
  return ended;
}
