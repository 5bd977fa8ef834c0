/**
 * Machines by a word of their name, by their id or an address of theirs. The wall lets no pattern into
 * an index, so what can be told by comparing (a name, where names begin, an id, an address) is asked
 * for by itself; only what stands inside a name or an address is looked for from machine to machine.
 */
import { isIP } from "node:net";
import type { Instance } from "#contracts/instances.ts";
import { foundAtMost } from "#contracts/search.ts";
import { join, raw, type Sql, sql, type Tx } from "../core/db.ts";
import { isId } from "../core/keys.ts";
import { containing } from "../core/list.ts";
import { readHits } from "./store.ts";

/** What names are made of. */
const nameLike = /^[a-z0-9-]{1,63}$/;
/** What addresses are made of; one letter or digit alone is in nearly all of them. */
const ofAddress = /^[0-9a-f.:]+$/;
const isAddressLike = (term: string) =>
  ofAddress.test(term) && (term.includes(".") || term.includes(":"));
/** Comes after whatever a name may go on with. */
const afterAll = "~";

const live = sql`i.status <> 'terminated'`;

/** Ways of finding some, each with its rank: the lower, the better. */
interface Ways {
  /** Told by comparing. */
  readonly sure: readonly Sql[];
  /** Told by looking at each machine; only where the sure ones did not find enough. */
  readonly loose: Sql | null;
}

function waysOf(term: string): Ways {
  const isName = nameLike.test(term);
  const isAddress = isIP(term) !== 0;
  const sure: Sql[] = [];
  // Whoever knows the id may mean a machine that is gone.
  if (isId(term)) sure.push(sql`0 AS rank FROM instance i WHERE i.id = ${term}`);
  if (isAddress)
    sure.push(
      sql`0 AS rank FROM instance i WHERE (i.public_ip = ${term}::inet OR i.private_ip = ${term}::inet) AND ${live}`,
    );
  if (isName) {
    sure.push(sql`0 AS rank FROM instance i WHERE i.hostname = ${term} AND ${live}`);
    sure.push(
      sql`1 AS rank FROM instance i WHERE i.hostname >= ${term} AND i.hostname < ${term + afterAll} AND ${live}`,
    );
  }
  if (isId(term) || isAddress) return { sure, loose: null };
  if (isName) return { sure, loose: sql`i.hostname LIKE ${containing(term)}` };
  const isPart = isAddressLike(term);
  return {
    sure,
    loose: isPart
      ? sql`(host(i.public_ip) LIKE ${containing(term)} OR host(i.private_ip) LIKE ${containing(term)})`
      : null,
  };
}

export async function findMachines(
  tx: Tx,
  workspaceId: string,
  typed: string,
  now: Date,
): Promise<Instance[]> {
  const { sure, loose } = waysOf(typed.toLowerCase());
  const atMost = raw(String(foundAtMost));
  const of = (found: Sql) => sql`(
    SELECT i.id, i.hostname, ${found} AND i.workspace_id = ${workspaceId} ORDER BY i.hostname, i.id LIMIT ${atMost})`;
  const nothing = sql`SELECT NULL::uuid AS id, NULL::text AS hostname, 0 AS rank WHERE false`;
  const further =
    loose === null
      ? nothing
      : of(sql`2 AS rank FROM instance i WHERE ${live} AND ${loose}
          AND (SELECT count(DISTINCT id) FROM sure) < ${atMost}`);
  const hits = sql`
    WITH sure AS MATERIALIZED (${join([nothing, ...sure.map(of)], " UNION ALL ")})
    SELECT id, min(rank) AS rank FROM (SELECT * FROM sure UNION ALL ${further}) hit
     GROUP BY id, hostname ORDER BY min(rank), hostname, id LIMIT ${atMost}`;
  return await readHits(tx, workspaceId, hits, now);
}
