/** Payment of open invoices, from the balance and by money that arrives. */
import type { Tx } from "../../core/db/db.ts";
import { uuidv7 } from "../../core/lib/crypto.ts";
import type { LedgerAccount } from "./ledger-store.ts";
import { addHistoryEntry, lockBillingAccount, postTransaction } from "./ledger.ts";
import { addPaid, listPayable, lockInvoice, reservedCash } from "./pay-invoices-store.ts";

/**
 * Pays open invoices from the balance, the oldest due first, without those that have a payment in flight. Call it under
 * the lock of the account, after cash arrived or an invoice was issued. Returns the ids of the invoices that are paid now.
 */
export async function payFromBalance(tx: Tx, workspaceId: string, now: Date): Promise<string[]> {
  const balances = await lockBillingAccount(tx, workspaceId);
  let cash = balances.cash - (await reservedCash(tx, workspaceId));
  const settled: string[] = [];
  for (const { id, open } of await listPayable(tx, workspaceId)) {
    const cents = Math.min(cash, open);
    if (cents <= 0) break;
    cash -= cents;
    await postTransaction(
      tx,
      {
        workspaceId,
        kind: "balance_applied",
        // The lock of the account makes each application a cause of its own.
        idempotencyKey: `balance:${uuidv7(now)}`,
        reference: { invoiceId: id },
        effectiveAt: now,
        entries: [
          { account: "cash", cents },
          { account: "receivable", cents: -cents },
        ],
      },
      now,
    );
    if (await addPaid(tx, { workspaceId, id, cents }, now)) settled.push(id);
  }
  return settled;
}

export interface ArrivedPayment {
  readonly workspaceId: string;
  /** Null for a top-up. */
  readonly invoiceId: string | null;
  /** More than 0. What exceeds the open amount of the invoice goes to the balance. */
  readonly cents: number;
  readonly from: Extract<LedgerAccount, "stripe" | "bank">;
  /** Names the payment: it arrives once, however often it is reported. */
  readonly idempotencyKey: string;
  readonly effectiveAt: Date;
}

/**
 * Books money that arrived from outside: on its invoice, and the rest on the balance, which then pays other open
 * invoices. The invoice has no payment in flight afterwards. `isNew` is false and nothing changes when the payment was
 * booked before. The history is the caller's: `addHistoryEntry` or `settleHistoryEntry` with `transactionId`.
 */
export async function bookPayment(
  tx: Tx,
  payment: ArrivedPayment,
  now: Date,
): Promise<{
  readonly transactionId: string;
  readonly isNew: boolean;
  readonly paidInvoiceIds: readonly string[];
}> {
  const { workspaceId, invoiceId, cents, from, idempotencyKey, effectiveAt } = payment;
  await lockBillingAccount(tx, workspaceId);
  const invoice = invoiceId === null ? null : await lockInvoice(tx, workspaceId, invoiceId);
  const applied = Math.min(cents, invoice?.open ?? 0);
  const { id: transactionId, isNew } = await postTransaction(
    tx,
    {
      workspaceId,
      kind: invoiceId === null ? "top_up" : "invoice_payment",
      idempotencyKey,
      reference: { invoiceId },
      effectiveAt,
      entries: [
        { account: from, cents },
        { account: "receivable", cents: -applied },
        { account: "cash", cents: applied - cents },
      ],
    },
    now,
  );
  if (!isNew) return { transactionId, isNew, paidInvoiceIds: [] };
  const isPaid =
    invoiceId !== null && (await addPaid(tx, { workspaceId, id: invoiceId, cents: applied }, now));
  const others = await payFromBalance(tx, workspaceId, now);
  const paidInvoiceIds = isPaid && invoiceId !== null ? [invoiceId, ...others] : others;
  return { transactionId, isNew, paidInvoiceIds };
}

/** Money that staff give: a manual credit, or a bank transfer that arrived. It pays open invoices at once. */
export async function addBalance(
  tx: Tx,
  credit: {
    readonly workspaceId: string;
    readonly cents: number;
    readonly source: "goodwill" | "bank";
    readonly reason: string;
    readonly by: string;
    readonly idempotencyKey: string;
    /** If a second person approved it. */
    readonly approvalId?: string;
  },
  now: Date,
): Promise<readonly string[]> {
  const { workspaceId, cents, source, reason, by, idempotencyKey, approvalId } = credit;
  await lockBillingAccount(tx, workspaceId);
  const { id: transactionId, isNew } = await postTransaction(
    tx,
    {
      workspaceId,
      kind: source === "bank" ? "bank_transfer" : "manual_credit",
      idempotencyKey,
      reference: { by },
      effectiveAt: now,
      entries: [
        { account: source, cents },
        { account: "cash", cents: -cents },
      ],
    },
    now,
  );
  if (!isNew) return [];
  await addHistoryEntry(
    tx,
    {
      workspaceId,
      type: source === "bank" ? "top_up" : "manual_credit",
      cents,
      transactionId,
      detail: { reason, source, ...(approvalId !== undefined && { approvalId }) },
      createdBy: by,
    },
    now,
  );
  return payFromBalance(tx, workspaceId, now);
}
