/**
 * The ledger: double entry, append-only, balanced by the database. Other parts of billing post with these functions and
 * write no table of it. Lock order: billing account, promo code, invoice, payment, number series.
 */
import type { Tx } from "../../core/db/db.ts";
import { ProblemError } from "../../core/lib/problem-error.ts";
import {
  type Balances,
  endHistoryEntry,
  findTransaction,
  type HistoryEntry,
  insertHistoryEntry,
  insertTransaction,
  type LedgerTransaction,
  lockAccount,
  selectBalances,
} from "./ledger-store.ts";

export type { Balances, HistoryEntry, LedgerEntry } from "./ledger-store.ts";
export type { LedgerTransaction } from "./ledger-store.ts";

/**
 * Locks the billing account of the workspace until the transaction ends, and returns its balances. Everything that moves
 * money of the workspace calls it first.
 */
export const lockBillingAccount = (tx: Tx, workspaceId: string): Promise<Balances> =>
  lockAccount(tx, workspaceId);

/** The balances in cents, without a lock. A token that is limited to some projects does not see them: a 403. */
export async function readBalances(tx: Tx, workspaceId: string): Promise<Balances> {
  const balances = await selectBalances(tx, workspaceId);
  if (balances === null)
    throw new ProblemError("permission_denied_missing_permission", { permission: "billing.view" });
  return balances;
}

/** Null for a token that is limited to some projects. */
export const findBalances = (tx: Tx, workspaceId: string): Promise<Balances | null> =>
  selectBalances(tx, workspaceId);

/**
 * Posts a balanced transaction once per idempotency key. `isNew` is false when the cause was posted before; then nothing
 * changes, and the caller skips its other effects. Throws when the key belongs to another kind, when the entries do not
 * sum to 0, and when a balance of the customer would become negative.
 */
export async function postTransaction(
  tx: Tx,
  transaction: LedgerTransaction,
  now: Date,
): Promise<{ readonly id: string; readonly isNew: boolean }> {
  const entries = transaction.entries.filter(({ cents }) => cents !== 0);
  const id = await insertTransaction(tx, { ...transaction, entries }, now);
  if (id !== null) return { id, isNew: true };
  const { workspaceId, idempotencyKey, kind } = transaction;
  const earlier = await findTransaction(tx, workspaceId, idempotencyKey);
  if (earlier.kind !== kind)
    throw new Error(`The ledger key ${idempotencyKey} belongs to ${earlier.kind}, not ${kind}`);
  return { id: earlier.id, isNew: false };
}

/**
 * Adds an entry to the billing history, with the balance after it. Call it after `postTransaction`, under the lock of the
 * account. Returns its id.
 */
export const addHistoryEntry = (tx: Tx, entry: HistoryEntry, now: Date): Promise<string> =>
  insertHistoryEntry(tx, entry, "succeeded", now);

/** Adds an entry whose result is not known yet; it has no balance until `settleHistoryEntry`. Returns its id. */
export const addPendingHistoryEntry = (tx: Tx, entry: HistoryEntry, now: Date): Promise<string> =>
  insertHistoryEntry(tx, entry, "pending", now);

/** Ends a pending entry with the transaction that was posted for it. Returns false when it has ended already. */
export const settleHistoryEntry = (
  tx: Tx,
  { workspaceId, id, transactionId }: { workspaceId: string; id: string; transactionId: string },
  now: Date,
): Promise<boolean> =>
  endHistoryEntry(tx, { workspaceId, id, status: "succeeded", transactionId }, now);

/** Ends a pending entry without effect on the balance. Returns false when it has ended already. */
export const failHistoryEntry = (
  tx: Tx,
  { workspaceId, id }: { workspaceId: string; id: string },
  now: Date,
): Promise<boolean> =>
  endHistoryEntry(tx, { workspaceId, id, status: "failed", transactionId: null }, now);
