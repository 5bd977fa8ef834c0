/** Projects by a word of their name or description, or by their id. */
import { type Found, foundAtMost } from "#contracts/search.ts";
import { raw, sql, type Tx } from "../core/db.ts";
import { isId } from "../core/keys.ts";
import { beginning, containing } from "../core/list.ts";

export const findProjects = (tx: Tx, workspaceId: string, term: string) =>
  tx.many<Found["projects"][number]>(sql`
    SELECT p.id, p.name, p.colour, p.description FROM project p
     WHERE p.workspace_id = ${workspaceId}
       AND (p.name ILIKE ${containing(term)} OR p.description ILIKE ${containing(term)} OR p.id = ${isId(term) ? term : null})
     ORDER BY CASE WHEN lower(p.name) = lower(${term}) OR p.id = ${isId(term) ? term : null} THEN 0
                   WHEN p.name ILIKE ${beginning(term)} THEN 1 WHEN p.name ILIKE ${containing(term)} THEN 2 ELSE 3 END,
              lower(p.name), p.id
     LIMIT ${raw(String(foundAtMost))}`);
