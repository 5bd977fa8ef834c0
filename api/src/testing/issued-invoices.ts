/** Invoices and balances for tests as the month's close and payments leave them: rows, ledger and history agree. */
import { sql, type Tx } from "../core/db/db.ts";
import { addHistoryEntry, lockBillingAccount, postTransaction } from "../modules/billing/ledger.ts";
import { bookPayment } from "../modules/billing/pay-invoices.ts";
import { insertIssuedInvoice } from "./billing-rows.ts";

interface Owed {
  readonly workspaceId: string;
  readonly cents: number;
  readonly dueAt: Date;
}

/** An issued invoice of one line, with the next number of the series TST-2026. Returns its id. */
export async function issueTestInvoice(
  tx: Tx,
  { workspaceId, cents, dueAt }: Owed,
  now: Date,
): Promise<string> {
  await lockBillingAccount(tx, workspaceId);
  const { number } = await tx.one<{ number: number }>(
    sql`SELECT coalesce(max(next_number), 1) AS number FROM number_series WHERE code = 'TST-2026'`,
  );
  const id = await insertIssuedInvoice(tx, { workspaceId, cents, number, dueAt }, now);
  const { id: transactionId } = await postTransaction(
    tx,
    {
      workspaceId,
      kind: "invoice_issued",
      idempotencyKey: `invoice:${id}`,
      reference: { invoiceId: id },
      effectiveAt: now,
      entries: [
        { account: "receivable", cents },
        { account: "revenue", cents: -cents },
      ],
    },
    now,
  );
  const entry = { workspaceId, type: "invoice", cents: -cents, invoiceId: id } as const;
  await addHistoryEntry(tx, { ...entry, transactionId }, now);
  return id;
}

/** Pays it by bank transfer. */
export async function payTestInvoice(
  tx: Tx,
  { workspaceId, id: invoiceId, cents }: { workspaceId: string; id: string; cents: number },
  now: Date,
): Promise<void> {
  const { transactionId } = await bookPayment(
    tx,
    {
      workspaceId,
      invoiceId,
      cents,
      from: "bank",
      idempotencyKey: `bank:${invoiceId}`,
      effectiveAt: now,
    },
    now,
  );
  const entry = { workspaceId, type: "invoice_payment", cents, invoiceId } as const;
  await addHistoryEntry(tx, { ...entry, transactionId }, now);
}

/** Cash on the balance, which pays no invoice. */
export async function addTestCash(
  tx: Tx,
  { workspaceId, cents }: { workspaceId: string; cents: number },
  now: Date,
): Promise<void> {
  await lockBillingAccount(tx, workspaceId);
  const { id: transactionId } = await postTransaction(
    tx,
    {
      workspaceId,
      kind: "manual_credit",
      idempotencyKey: `cash:${now.toISOString()}`,
      reference: {},
      effectiveAt: now,
      entries: [
        { account: "goodwill", cents },
        { account: "cash", cents: -cents },
      ],
    },
    now,
  );
  await addHistoryEntry(tx, { workspaceId, type: "manual_credit", cents, transactionId }, now);
}
