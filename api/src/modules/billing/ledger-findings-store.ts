/** SQL of what the check of the ledger found. */
import { type Tx, sql } from "../../core/db/db.ts";
import type { LedgerFinding } from "./ledger-checks.ts";

/** Adds new findings, and ends those that are no longer found. */
export async function saveLedgerFindings(
  tx: Tx,
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
    sql`UPDATE ledger_finding SET resolved_at = ${now} WHERE resolved_at IS NULL AND last_seen_at < ${now}`,
  );
}

export interface OpenLedgerFinding {
  readonly kind: string;
  readonly reference: string;
}

export const listOpenLedgerFindings = (tx: Tx): Promise<OpenLedgerFinding[]> =>
  tx.many<OpenLedgerFinding>(
    sql`SELECT kind, reference FROM ledger_finding WHERE resolved_at IS NULL ORDER BY first_seen_at, kind, reference`,
  );
