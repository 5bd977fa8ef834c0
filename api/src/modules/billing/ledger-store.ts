/** SQL of the ledger, its balances and the billing history. */
import { type Tx, sql } from "../../core/db/db.ts";
import { uuidv7 } from "../../core/lib/crypto.ts";
import type { HistoryStatus, HistoryType } from "#contracts/billing-history.ts";

/** Accounts of the ledger. `receivable`, `cash` and `promo` make the customer's balances; the others are the platform's. */
export type LedgerAccount =
  | "receivable"
  | "cash"
  | "promo"
  | "revenue"
  | "tax"
  | "stripe"
  | "bank"
  | "promo_grant"
  | "goodwill"
  | "bad_debt";

export interface LedgerEntry {
  readonly account: LedgerAccount;
  /** Debit is positive, credit negative. */
  readonly cents: number;
  /** The grant, only and always for the account `promo`. */
  readonly promoGrantId?: string;
}

export interface LedgerTransaction {
  readonly workspaceId: string;
  /** What happened, such as `invoice_issued`. */
  readonly kind: string;
  /** Names the cause, at most 200 characters: the same cause of a workspace is posted once. */
  readonly idempotencyKey: string;
  /** Ids of what it is about. */
  readonly reference: Readonly<Record<string, string | number | null>>;
  /** When it takes effect; the time of recording is stored beside it. */
  readonly effectiveAt: Date;
  readonly entries: readonly LedgerEntry[];
}

/** Returns the id, or null if the cause is posted already. */
export async function insertTransaction(
  tx: Tx,
  posted: LedgerTransaction,
  now: Date,
): Promise<string | null> {
  const { entries } = posted;
  const row = await tx.maybeOne<{ id: string }>(sql`
    WITH posted AS (
      INSERT INTO ledger_transaction (id, workspace_id, kind, idempotency_key, reference, effective_at, recorded_at)
      VALUES (${uuidv7(now)}, ${posted.workspaceId}, ${posted.kind}, ${posted.idempotencyKey}, ${JSON.stringify(posted.reference)}::jsonb,
              ${posted.effectiveAt}, ${now})
      ON CONFLICT (workspace_id, idempotency_key) DO NOTHING
      RETURNING id, workspace_id
    ), entry AS (
      INSERT INTO ledger_entry (transaction_id, position, workspace_id, account, promo_grant_id, cents)
      SELECT p.id, e.position, p.workspace_id, e.account, e.promo_grant_id, e.cents
        FROM posted p
       CROSS JOIN unnest(${entries.map(({ account }) => account)}::text[], ${entries.map(({ promoGrantId }) => promoGrantId ?? null)}::uuid[],
                         ${entries.map(({ cents }) => cents)}::bigint[]) WITH ORDINALITY AS e (account, promo_grant_id, cents, position)
    )
    SELECT id FROM posted`);
  return row?.id ?? null;
}

export const findTransaction = (tx: Tx, workspaceId: string, idempotencyKey: string) =>
  tx.one<{ id: string; kind: string }>(sql`
    SELECT id, kind FROM ledger_transaction WHERE workspace_id = ${workspaceId} AND idempotency_key = ${idempotencyKey}`);

/** In cents. */
export interface Balances {
  /** Paid in and not used. */
  readonly cash: number;
  /** Promo credit that is not used. */
  readonly promo: number;
  /** Owed for finalized invoices. */
  readonly outstanding: number;
  /** Cash minus outstanding; negative when the workspace owes money. */
  readonly balance: number;
}

const balanceColumns = sql`cash_cents AS cash, promo_cents AS promo, receivable_cents AS outstanding, cash_cents - receivable_cents AS balance`;

export const lockAccount = (tx: Tx, workspaceId: string): Promise<Balances> =>
  tx.one<Balances>(
    sql`SELECT ${balanceColumns} FROM billing_account WHERE workspace_id = ${workspaceId} FOR UPDATE`,
  );

/** Null where row-level security hides the account. */
export const selectBalances = (tx: Tx, workspaceId: string): Promise<Balances | null> =>
  tx.maybeOne<Balances>(
    sql`SELECT ${balanceColumns} FROM billing_account WHERE workspace_id = ${workspaceId}`,
  );

export interface HistoryEntry {
  readonly workspaceId: string;
  readonly type: HistoryType;
  /** In cents; positive in the customer's favor. */
  readonly cents: number;
  readonly invoiceId?: string | null;
  readonly transactionId?: string | null;
  /** Words of its type for the reader: `number`, `code`, `brand`, `last4`, `reason` … */
  readonly detail?: Readonly<Record<string, string | number | null>>;
  /** The user who caused it; none for the system. */
  readonly createdBy?: string | null;
}

/** The caller holds the lock of the account and has posted the transaction, so that the balance is the one after it. */
export async function insertHistoryEntry(
  tx: Tx,
  entry: HistoryEntry,
  status: HistoryStatus,
  now: Date,
): Promise<string> {
  const id = uuidv7(now);
  await tx.execute(sql`
    WITH numbered AS (
      UPDATE billing_account SET history_entries = history_entries + 1,
             history_sequence = history_sequence + CASE ${status} WHEN 'succeeded' THEN 1 ELSE 0 END
       WHERE workspace_id = ${entry.workspaceId}
      RETURNING history_entries, CASE ${status} WHEN 'succeeded' THEN history_sequence END AS history_sequence,
                CASE ${status} WHEN 'succeeded' THEN cash_cents - receivable_cents END AS balance
    )
    INSERT INTO billing_history_entry (id, workspace_id, entry_number, type, status, amount_cents, balance_cents, sequence, invoice_id, transaction_id,
      detail, created_by, created_at, updated_at)
    VALUES (${id}, ${entry.workspaceId}, (SELECT history_entries FROM numbered), ${entry.type}, ${status}, ${entry.cents}, (SELECT balance FROM numbered),
      (SELECT history_sequence FROM numbered), ${entry.invoiceId ?? null}, ${entry.transactionId ?? null},
      ${JSON.stringify(entry.detail ?? {})}::jsonb, ${entry.createdBy ?? null}, ${now}, ${now})`);
  return id;
}

/** Ends a pending entry; no effect on one that has ended. Returns whether it did. */
export async function endHistoryEntry(
  tx: Tx,
  {
    workspaceId,
    id,
    status,
    transactionId,
  }: {
    workspaceId: string;
    id: string;
    status: "succeeded" | "failed";
    transactionId: string | null;
  },
  now: Date,
): Promise<boolean> {
  const changed = await tx.execute(sql`
    WITH numbered AS (
      UPDATE billing_account SET history_sequence = history_sequence + 1
       WHERE workspace_id = ${workspaceId} AND ${status} = 'succeeded'
         AND EXISTS (SELECT FROM billing_history_entry h WHERE h.workspace_id = ${workspaceId} AND h.id = ${id} AND h.status = 'pending')
      RETURNING history_sequence, cash_cents - receivable_cents AS balance
    )
    UPDATE billing_history_entry SET status = ${status}, transaction_id = coalesce(${transactionId}, transaction_id), updated_at = ${now},
           balance_cents = (SELECT balance FROM numbered), sequence = (SELECT history_sequence FROM numbered)
     WHERE workspace_id = ${workspaceId} AND id = ${id} AND status = 'pending'`);
  return changed === 1;
}
