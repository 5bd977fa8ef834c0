/** SSH keys by a word of their name or comment, by their fingerprint or their id. */
import { type SearchResults, maxResultsPerType } from "#contracts/search.ts";
import { raw, sql, type Tx } from "../../core/db/db.ts";
import { isUuid } from "../../core/lib/crypto.ts";
import { likePrefix, likeContains } from "../../core/db/list.ts";
import { matchesSearch, wholeOnly } from "./store.ts";

export function searchCredentials(tx: Tx, workspaceId: string, term: string) {
  const id = isUuid(term) ? term : null;
  const shownFingerprint = wholeOnly(sql`c.fingerprint_sha256`);
  const fingerprint = `SHA256:${term.replace(/^SHA256:/i, "")}`;
  return tx.many<SearchResults["credentials"][number]>(sql`
    SELECT c.id, c.name, c.type, ${wholeOnly(sql`c.comment`)} AS comment, ${shownFingerprint} AS "fingerprintSha256" FROM credential c
     WHERE c.workspace_id = ${workspaceId} AND (${matchesSearch(term, undefined)} OR c.id = ${id})
     ORDER BY CASE WHEN lower(c.name) = lower(${term}) OR ${shownFingerprint} = ${fingerprint} OR c.id = ${id} THEN 0
                   WHEN c.name ILIKE ${likePrefix(term)} THEN 1 WHEN c.name ILIKE ${likeContains(term)} THEN 2 ELSE 3 END,
              lower(c.name), c.id
     LIMIT ${raw(String(maxResultsPerType))}`);
}
