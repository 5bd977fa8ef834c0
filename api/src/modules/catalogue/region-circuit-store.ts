/** SQL of the circuit breakers of a region, one for each of its providers. */
import { sql, type Tx } from "../../core/db/db.ts";
import type { ProviderKind } from "../../ports/regions.ts";

export type Circuit = "closed" | "open" | "probe";

/** Interval of the attempts while a provider does not respond. */
const probeIntervalMs = 15_000;

const columns = {
  compute: { unreachableSince: sql`unreachable_since`, probedAt: sql`probed_at` },
  bare_metal: {
    unreachableSince: sql`bare_metal_unreachable_since`,
    probedAt: sql`bare_metal_probed_at`,
  },
} as const;

/**
 * Whether a command may call the provider: `closed` while it responds. Otherwise one caller per interval gets `probe`,
 * and all others get `open`. Locks the region after instances and commands, unless it is closed.
 */
export async function readCircuit(
  tx: Tx,
  now: Date,
  regionHandle: string,
  provider: ProviderKind = "compute",
): Promise<Circuit> {
  const { unreachableSince, probedAt } = columns[provider];
  const isUnreachable = sql`SELECT FROM region WHERE handle = ${regionHandle} AND ${unreachableSince} IS NOT NULL`;
  if ((await tx.maybeOne(isUnreachable)) === null) return "closed";
  // The row is read again under its lock: meanwhile it may have been marked as reachable.
  const due = new Date(now.getTime() - probeIntervalMs);
  const row = await tx.maybeOne<{ circuit: Circuit }>(sql`
    WITH locked AS (
      SELECT handle, ${unreachableSince} AS since, ${probedAt} AS tried_at FROM region WHERE handle = ${regionHandle} FOR NO KEY UPDATE
    ), probe AS (
      UPDATE region r SET ${probedAt} = ${now} FROM locked l
       WHERE r.handle = l.handle AND l.since IS NOT NULL
         AND (l.tried_at IS NULL OR l.tried_at <= ${due} OR l.tried_at > ${now}) RETURNING r.handle
    )
    SELECT CASE WHEN since IS NULL THEN 'closed' WHEN EXISTS (SELECT FROM probe) THEN 'probe' ELSE 'open' END AS circuit
      FROM locked`);
  return row?.circuit ?? "closed";
}

export const markUnreachable = (
  tx: Tx,
  regionHandle: string,
  now: Date,
  provider: ProviderKind = "compute",
) => {
  const { unreachableSince } = columns[provider];
  return tx.execute(
    sql`UPDATE region SET ${unreachableSince} = ${now} WHERE handle = ${regionHandle} AND ${unreachableSince} IS NULL`,
  );
};

export const markReachable = (tx: Tx, regionHandle: string, provider: ProviderKind = "compute") => {
  const { unreachableSince } = columns[provider];
  return tx.execute(
    sql`UPDATE region SET ${unreachableSince} = NULL WHERE handle = ${regionHandle} AND ${unreachableSince} IS NOT NULL`,
  );
};
