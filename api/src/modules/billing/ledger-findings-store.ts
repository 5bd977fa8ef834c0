/** SQL of what the check of the ledger found. */
import { type Sql, type Tx, sql } from "../../core/db/db.ts";
import type { LedgerFinding } from "./ledger-checks-store.ts";
import { openCents } from "./billing-sql.ts";

/** What the check of the payment provider finds. */
export const providerFindingKind = "provider_balance";

/** Adds one finding, or sees it again. */
export const saveLedgerFinding = (
  tx: Tx,
  { kind, reference, detail }: LedgerFinding,
  now: Date,
): Promise<number> =>
  tx.execute(sql`
    INSERT INTO ledger_finding (id, kind, reference, detail, first_seen_at, last_seen_at)
    VALUES (gen_random_uuid(), ${kind}, ${reference}, ${JSON.stringify(detail)}::jsonb, ${now}, ${now})
    ON CONFLICT (kind, reference) WHERE resolved_at IS NULL DO UPDATE SET last_seen_at = excluded.last_seen_at, detail = excluded.detail`);

export const resolveLedgerFinding = (
  tx: Tx,
  { kind, reference }: Pick<LedgerFinding, "kind" | "reference">,
  now: Date,
): Promise<number> =>
  tx.execute(
    sql`UPDATE ledger_finding SET resolved_at = ${now} WHERE kind = ${kind} AND reference = ${reference} AND resolved_at IS NULL`,
  );

/** Adds new findings of the nightly check, and ends those that are no longer found. */
export const saveLedgerFindings = (
  tx: Tx,
  findings: readonly LedgerFinding[],
  now: Date,
): Promise<void> => replaceFindings(tx, sql`kind <> ${providerFindingKind}`, findings, now);

/** The same for the check of the payment provider, which runs on its own. */
export const saveProviderFindings = (
  tx: Tx,
  findings: readonly LedgerFinding[],
  now: Date,
): Promise<void> => replaceFindings(tx, sql`kind = ${providerFindingKind}`, findings, now);

/** `ofCheck` selects the findings that the same check made before. */
async function replaceFindings(
  tx: Tx,
  ofCheck: Sql,
  findings: readonly LedgerFinding[],
  now: Date,
): Promise<void> {
  const found = JSON.stringify(findings);
  await tx.execute(sql`
    INSERT INTO ledger_finding (id, kind, reference, detail, first_seen_at, last_seen_at)
    SELECT gen_random_uuid(), f.kind, f.reference, f.detail, ${now}, ${now}
      FROM (SELECT DISTINCT ON (kind, reference) * FROM jsonb_to_recordset(${found}::jsonb) AS r (kind text, reference text, detail jsonb)) f
    ON CONFLICT (kind, reference) WHERE resolved_at IS NULL DO UPDATE SET last_seen_at = excluded.last_seen_at, detail = excluded.detail`);
  await tx.execute(
    sql`UPDATE ledger_finding SET resolved_at = ${now} WHERE resolved_at IS NULL AND last_seen_at < ${now} AND ${ofCheck}`,
  );
}

/** A proposal to staff per workspace with invoices that are overdue and due since before: nothing happens by itself. */
export const listWriteOffProposals = (tx: Tx, dueBefore: Date): Promise<LedgerFinding[]> =>
  tx.many<LedgerFinding>(sql`
    SELECT 'long_unpaid' AS kind, i.workspace_id::text AS reference,
           jsonb_build_object('proposal', 'terminate_and_write_off', 'invoices', count(*),
             'cents', sum(${openCents(sql`i`)})) AS detail
      FROM invoice i
     WHERE i.kind = 'invoice' AND i.status = 'overdue' AND i.due_at <= ${dueBefore}
       AND ${openCents(sql`i`)} > 0
     GROUP BY i.workspace_id ORDER BY i.workspace_id LIMIT 500`);
