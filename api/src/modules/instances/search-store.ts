/**
 * Search for instances by a part of the hostname, by id or by IP address. Row-level security keeps patterns out of index
 * scans, so comparisons (a hostname, a prefix of it, an id, an IP address) are queries of their own; only a part inside
 * a hostname or an IP address is searched row by row.
 */
import type { Instance } from "#contracts/instances.ts";
import { maxResultsPerType } from "#contracts/search.ts";
import { join, raw, type Sql, sql, type Tx } from "../../core/db/db.ts";
import { isUuid } from "../../core/lib/crypto.ts";
import { plainAddress } from "../../core/lib/addresses.ts";
import { likeContains } from "../../core/db/list.ts";
import { listSearchHits } from "./store.ts";

/** Characters of hostnames. */
const nameLike = /^[a-z0-9-]{1,63}$/;
/** Characters of IP addresses; a separator is required too, because nearly every address contains any single one. */
const ipCharacters = /^[0-9a-f.:]+$/;

const looksLikeIp = (term: string) =>
  ipCharacters.test(term) && (term.includes(".") || term.includes(":"));

/** Sorts after every character of a hostname. */
const lastHostnameKey = "~";

const notTerminated = sql`i.status <> 'terminated'`;

/** Queries that find instances, each with a rank; a lower rank is a better match. */
interface MatchStrategies {
  /** Queries that use an index. */
  readonly exact: readonly Sql[];
  /** Condition checked row by row, only if the exact queries found too few. */
  readonly fuzzy: Sql | null;
}

function matchStrategies(term: string): MatchStrategies {
  const isName = nameLike.test(term);
  const address = plainAddress(term);
  const exact: Sql[] = [];
  // A search by id finds terminated instances too.
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
  if (isName) return { exact, fuzzy: sql`i.hostname LIKE ${likeContains(term)}` };
  const isPart = looksLikeIp(term);
  return {
    exact,
    fuzzy: isPart
      ? sql`(host(i.public_ip) LIKE ${likeContains(term)} OR host(i.private_ip) LIKE ${likeContains(term)})`
      : null,
  };
}

export async function searchInstances(
  tx: Tx,
  workspaceId: string,
  typed: string,
  now: Date,
): Promise<Instance[]> {
  const { exact, fuzzy } = matchStrategies(typed.toLowerCase());
  const atMost = raw(String(maxResultsPerType));
  const of = (found: Sql) => sql`(
    SELECT i.id, i.hostname, ${found} AND i.workspace_id = ${workspaceId} ORDER BY i.hostname, i.id LIMIT ${atMost})`;
  const nothing = sql`SELECT NULL::uuid AS id, NULL::text AS hostname, 0 AS rank WHERE false`;
  const further =
    fuzzy === null
      ? nothing
      : of(sql`2 AS rank FROM instance i WHERE ${notTerminated} AND ${fuzzy}
          AND (SELECT count(DISTINCT id) FROM sure) < ${atMost}`);
  const hits = sql`
    WITH sure AS MATERIALIZED (${join([nothing, ...exact.map(of)], " UNION ALL ")})
    SELECT id, min(rank) AS rank FROM (SELECT * FROM sure UNION ALL ${further}) hit
     GROUP BY id, hostname ORDER BY min(rank), hostname, id LIMIT ${atMost}`;
  return await listSearchHits(tx, workspaceId, hits, now);
}
