/** SQL of the check that the ledger has what the payment provider has. */
import { type Tx, sql } from "../../../core/db/db.ts";

export interface BookedSubject {
  readonly kind: "payment" | "refund" | "dispute";
  /** The provider's id. */
  readonly id: string;
  readonly workspaceId: string;
  /** What the ledger has of it on the account of the provider. */
  readonly cents: number;
}

/** What the ledger has of payments, refunds and disputes by their ids at the provider; none for those it does not know. */
export const listBookedSubjects = (
  tx: Tx,
  providerIds: readonly string[],
): Promise<BookedSubject[]> =>
  tx.many<BookedSubject>(sql`
    WITH posted AS (
      SELECT 'payment' AS kind, p.provider_id, p.workspace_id, t.id
        FROM payment p LEFT JOIN ledger_transaction t ON t.workspace_id = p.workspace_id AND t.idempotency_key = 'payment:' || p.id
       WHERE p.provider_id = ANY(${[...providerIds]}::text[])
      UNION ALL
      SELECT 'refund', r.provider_id, r.workspace_id, t.id
        FROM refund r LEFT JOIN ledger_transaction t ON t.workspace_id = r.workspace_id AND t.idempotency_key IN ('refund:' || r.id, 'refund_returned:' || r.id)
       WHERE r.provider_id = ANY(${[...providerIds]}::text[])
      UNION ALL
      SELECT 'dispute', d.provider_id, d.workspace_id, t.id
        FROM dispute d LEFT JOIN ledger_transaction t ON t.workspace_id = d.workspace_id AND t.kind IN ('chargeback', 'chargeback_reinstated')
         AND t.reference->>'disputeId' = d.id::text
       WHERE d.provider_id = ANY(${[...providerIds]}::text[])
    )
    SELECT p.kind, p.provider_id AS id, p.workspace_id AS "workspaceId", coalesce(sum(e.cents), 0)::bigint AS cents
      FROM posted p LEFT JOIN ledger_entry e ON e.workspace_id = p.workspace_id AND e.transaction_id = p.id AND e.account = 'stripe'
     GROUP BY p.kind, p.provider_id, p.workspace_id`);

/** The lowest id that a transaction of this time may have: ids begin with the time of recording. */
function firstIdAt(at: Date): string {
  const ms = at.getTime().toString(16).padStart(12, "0");
  return `${ms.slice(0, 8)}-${ms.slice(8)}-7000-8000-000000000000`;
}

/** The provider's id of what a transaction on its account is about; null for one that names nothing. */
const providerId = sql`
  CASE WHEN t.kind IN ('chargeback', 'chargeback_reinstated') THEN
         (SELECT d.provider_id FROM dispute d WHERE d.workspace_id = t.workspace_id AND d.id = (t.reference->>'disputeId')::uuid)
       WHEN t.kind IN ('refund', 'refund_returned') THEN
         (SELECT r.provider_id FROM refund r WHERE r.workspace_id = t.workspace_id AND r.id = (t.reference->>'refundId')::uuid)
       WHEN t.idempotency_key ~ '^payment:[0-9a-f-]{36}$' THEN
         (SELECT p.provider_id FROM payment p WHERE p.workspace_id = t.workspace_id AND p.id = substr(t.idempotency_key, 9)::uuid) END`;

export interface PostedTransaction {
  readonly transactionId: string;
  readonly workspaceId: string;
  readonly providerId: string | null;
}

/** What was posted to the account of the provider in [from, until), at most `limit` in the order of their ids. */
export const listPosted = (
  tx: Tx,
  { from, until, after }: { from: Date; until: Date; after: string | null },
  limit: number,
): Promise<PostedTransaction[]> =>
  tx.many<PostedTransaction>(sql`
    SELECT t.id AS "transactionId", t.workspace_id AS "workspaceId", ${providerId} AS "providerId"
      FROM ledger_transaction t
     WHERE t.id >= ${firstIdAt(from)}::uuid AND t.id < ${firstIdAt(until)}::uuid AND (${after}::uuid IS NULL OR t.id > ${after}::uuid)
       AND EXISTS (SELECT FROM ledger_entry e WHERE e.transaction_id = t.id AND e.account = 'stripe')
     ORDER BY t.id LIMIT ${limit}`);

/** What all transactions of workspaces that name nothing at the provider post to its account; none where that is 0. */
export const listUnnamedSums = (
  tx: Tx,
  workspaceIds: readonly string[],
): Promise<{ workspaceId: string; cents: number }[]> =>
  tx.many<{ workspaceId: string; cents: number }>(sql`
    SELECT e.workspace_id AS "workspaceId", sum(e.cents)::bigint AS cents
      FROM ledger_entry e JOIN ledger_transaction t ON t.workspace_id = e.workspace_id AND t.id = e.transaction_id
     WHERE e.workspace_id = ANY(${[...workspaceIds]}::uuid[]) AND e.account = 'stripe' AND ${providerId} IS NULL
     GROUP BY e.workspace_id HAVING sum(e.cents) <> 0`);

export interface OpenFinding {
  /** The provider's id, or that of a workspace. */
  readonly reference: string;
  readonly subject: BookedSubject["kind"] | "ledger";
  readonly workspaceId: string;
}

/** Findings of earlier runs that are not resolved. */
export const listOpenFindings = (tx: Tx, kind: string): Promise<OpenFinding[]> =>
  tx.many<OpenFinding>(sql`
    SELECT reference, detail->>'subject' AS subject, detail->>'workspaceId' AS "workspaceId"
      FROM ledger_finding WHERE kind = ${kind} AND resolved_at IS NULL ORDER BY first_seen_at`);
