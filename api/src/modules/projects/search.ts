/** Projects by a word of their name or description, or by their id. */
import { type SearchResults, maxResultsPerType } from "#contracts/search.ts";
import { raw, sql, type Tx } from "../../core/db/db.ts";
import { isUuid } from "../../core/lib/crypto.ts";
import { likePrefix, likeContains } from "../../core/db/list.ts";

export const searchProjects = (tx: Tx, workspaceId: string, term: string) =>
  tx.many<SearchResults["projects"][number]>(sql`
    SELECT p.id, p.name, p.colour, p.description FROM project p
     WHERE p.workspace_id = ${workspaceId}
       AND (p.name ILIKE ${likeContains(term)} OR p.description ILIKE ${likeContains(term)} OR p.id = ${isUuid(term) ? term : null})
     ORDER BY CASE WHEN lower(p.name) = lower(${term}) OR p.id = ${isUuid(term) ? term : null} THEN 0
                   WHEN p.name ILIKE ${likePrefix(term)} THEN 1 WHEN p.name ILIKE ${likeContains(term)} THEN 2 ELSE 3 END,
              lower(p.name), p.id
     LIMIT ${raw(String(maxResultsPerType))}`);
