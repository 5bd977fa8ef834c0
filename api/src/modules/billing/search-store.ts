/** SQL of the search for invoices and credit notes, under row-level security. */
import { maxResultsPerType, type SearchResults } from "#contracts/search.ts";
import { raw, sql, type Tx } from "../../core/db/db.ts";
import { isUuid } from "../../core/lib/crypto.ts";
import { isoTimestamp, likeContains } from "../../core/db/list.ts";
import { documentNumber, money } from "./billing-sql.ts";

/** Finds documents by a part of their number, or by their id; an exact number first, then the newest. */
export async function searchDocuments(
  tx: Tx,
  workspaceId: string,
  term: string,
): Promise<SearchResults["billing"]> {
  const id = isUuid(term) ? term : null;
  const rows = await tx.many<{ found: SearchResults["billing"][number] }>(sql`
    SELECT json_build_object('id', n.id, 'kind', n.kind, 'number', n.number, 'total', ${money(sql`n.total_cents`)},
             'issuedAt', ${isoTimestamp("n.issued_at")}) AS found
      FROM (SELECT i.*, ${documentNumber(sql`i`)} AS number FROM invoice i
             WHERE i.workspace_id = ${workspaceId} AND i.series_number IS NOT NULL) n
     WHERE n.number ILIKE ${likeContains(term)} OR n.id = ${id}
     ORDER BY lower(n.number) = lower(${term}) DESC, n.issued_at DESC, n.id DESC LIMIT ${raw(String(maxResultsPerType))}`);
  return rows.map(({ found }) => found);
}
