/**
 * Machines by a word of their name, by their id or an address of theirs. The wall lets no pattern into
 * an index, so what can be told by comparing (a name, where names begin, an id, an address) is asked
 * for by itself; only what stands inside a name or an address is looked for from machine to machine.
 */
import { isIP } from "node:net";
import type { Instance } from "#contracts/instances.ts";
import { maxResultsPerType } from "#contracts/search.ts";
import { join, raw, type Sql, sql, type Tx } from "../../core/db/db.ts";
import { isUuid } from "../../core/lib/crypto.ts";
import { likeContains } from "../../core/db/list.ts";
import { listSearchHits } from "./store.ts";

/** What names are made of. */
const nameLike = /^[a-z0-9-]{1,63}$/;
/** What addresses are made of; one letter or digit alone is in nearly all of them. */
const ipCharacters = /^[0-9a-f.:]+$/;

const looksLikeIp = (term: string) =>
  ipCharacters.test(term) && (term.includes(".") || term.includes(":"));

/** Comes after whatever a name may go on with. */
const lastHostnameKey = "~";

const notTerminated = sql`i.status <> 'terminated'`;

/** Ways of finding some, each with its rank: the lower, the better. */
interface MatchStrategies {
  /** Told by comparing. */
  readonly exact: readonly Sql[];
  /** Told by looking at each machine; only where the sure ones did not find enough. */
  readonly fuzzy: Sql | null;
}

function matchStrategies(term: string): MatchStrategies {
  const isName = nameLike.test(term);
  const isAddress = isIP(term) !== 0;
  const exact: Sql[] = [];
  // Whoever knows the id may mean a machine that is gone.
  if (isUuid(term)) exact.push(sql`0 AS rank FROM instance i WHERE i.id = ${term}`);
  if (isAddress)
    exact.push(
      sql`0 AS rank FROM instance i WHERE (i.public_ip = ${term}::inet OR i.private_ip = ${term}::inet) AND ${notTerminated}`,
    );
  if (isName) {
    exact.push(sql`0 AS rank FROM instance i WHERE i.hostname = ${term} AND ${notTerminated}`);
    exact.push(
      sql`1 AS rank FROM instance i WHERE i.hostname >= ${term} AND i.hostname < ${term + lastHostnameKey} AND ${notTerminated}`,
    );
  }
  if (isUuid(term) || isAddress) return { exact, fuzzy: null };
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
