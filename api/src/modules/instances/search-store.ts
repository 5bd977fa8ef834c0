/**
 * Searches instances by hostname, display name, id or IP address. Row-level security keeps patterns from using an index, so
 * exact comparisons (hostname, hostname prefix, id, IP address) run as separate queries. Only substrings of
 * hostnames and IP addresses are matched row by row.
 */
import type { Instance } from "#contracts/instances.ts";
import { maxResultsPerType } from "#contracts/search.ts";
import { join, raw, type Sql, sql, type Tx } from "../../core/db/db.ts";
import { isUuid } from "../../core/lib/crypto.ts";
import { plainAddress } from "../../core/lib/addresses.ts";
import { likeContains } from "../../core/db/list.ts";
import { listSearchHits } from "./store.ts";

/** Characters of a hostname. */
const nameLike = /^[a-z0-9-]{1,63}$/;
/** Characters of an IP address. A single letter or digit occurs in nearly all of them. */
const ipCharacters = /^[0-9a-f.:]+$/;

const looksLikeIp = (term: string) =>
  ipCharacters.test(term) && (term.includes(".") || term.includes(":"));

/** Sorts after every character of a hostname: upper bound of a prefix range. */
const lastHostnameKey = "~";

const notTerminated = sql`i.status <> 'terminated'`;

/** Match conditions with their rank; a lower rank is better. */
interface MatchStrategies {
  /** Conditions that use an index. */
  readonly exact: readonly Sql[];
  /** Condition that scans instances; used only when the exact ones find too few. */
  readonly fuzzy: Sql | null;
}

function matchStrategies(term: string): MatchStrategies {
  const isName = nameLike.test(term);
  const address = plainAddress(term);
  const exact: Sql[] = [];
  // A search by id also finds terminated instances.
  if (isUuid(term)) exact.push(sql`0 AS rank FROM instance i WHERE i.id = ${term}`);
  if (address !== null)
    exact.push(
      sql`0 AS rank FROM instance i WHERE (i.public_ip = ${address}::inet OR i.private_ip = ${address}::inet) AND ${notTerminated}`,
    );
  if (isName) {
    exact.push(sql`0 AS rank FROM instance i WHERE i.hostname = ${term} AND ${notTerminated}`);
    exact.push(
      sql`1 AS rank FROM instance i WHERE i.hostname >= ${term} AND i.hostname < ${term + lastHostnameKey} AND ${notTerminated}`,
    );
  }
  if (isUuid(term) || address !== null) return { exact, fuzzy: null };
  // The index holds only the instances that have a display name.
  exact.push(
    sql`2 AS rank FROM instance i WHERE i.display_name IS NOT NULL AND i.display_name ILIKE ${likeContains(term)} AND ${notTerminated}`,
  );
  if (isName) return { exact, fuzzy: sql`i.hostname LIKE ${likeContains(term)}` };
  const isIpPart = looksLikeIp(term);
  return {
    exact,
    fuzzy: isIpPart
      ? sql`(host(i.public_ip) LIKE ${likeContains(term)} OR host(i.private_ip) LIKE ${likeContains(term)})`
      : null,
  };
}

export async function searchInstances(
  tx: Tx,
  workspaceId: string,
  input: string,
  now: Date,
): Promise<Instance[]> {
  const { exact, fuzzy } = matchStrategies(input.toLowerCase());
  const limit = raw(String(maxResultsPerType));
  const limitedMatches = (match: Sql) => sql`(
    SELECT i.id, i.hostname, ${match} AND i.workspace_id = ${workspaceId} ORDER BY i.hostname, i.id LIMIT ${limit})`;
  const nothing = sql`SELECT NULL::uuid AS id, NULL::text AS hostname, 0 AS rank WHERE false`;
  const fuzzyMatches =
    fuzzy === null
      ? nothing
      : limitedMatches(sql`2 AS rank FROM instance i WHERE ${notTerminated} AND ${fuzzy}
          AND (SELECT count(DISTINCT id) FROM exact_hit) < ${limit}`);
  const hits = sql`
    WITH exact_hit AS MATERIALIZED (${join([nothing, ...exact.map(limitedMatches)], " UNION ALL ")})
    SELECT id, min(rank) AS rank FROM (SELECT * FROM exact_hit UNION ALL ${fuzzyMatches}) hit
     GROUP BY id, hostname ORDER BY min(rank), hostname, id LIMIT ${limit}`;
  return await listSearchHits(tx, workspaceId, hits, now);
}
