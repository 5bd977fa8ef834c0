/** SQL of the circuit breaker of a region. */
import { sql, type Tx } from "../../core/db/db.ts";

export type Circuit = "closed" | "open" | "probe";

/** Interval of the attempts while a region does not respond. */
const probeIntervalMs = 15_000;

/**
 * Whether a command may call the region: `closed` while it responds. Otherwise one caller per interval gets `probe`,
 * and all others get `open`. Locks the region after instances and commands, unless it is closed.
 */
export async function readCircuit(tx: Tx, now: Date, regionHandle: string): Promise<Circuit> {
  const isUnreachable = sql`SELECT FROM region WHERE handle = ${regionHandle} AND unreachable_since IS NOT NULL`;
  if ((await tx.maybeOne(isUnreachable)) === null) return "closed";
  // The row is read again under its lock: meanwhile it may have been marked as reachable.
  const due = new Date(now.getTime() - probeIntervalMs);
  const row = await tx.maybeOne<{ circuit: Circuit }>(sql`
    WITH locked AS (
      SELECT handle, unreachable_since, probed_at FROM region WHERE handle = ${regionHandle} FOR NO KEY UPDATE
    ), probe AS (
      UPDATE region r SET probed_at = ${now} FROM locked l
       WHERE r.handle = l.handle AND l.unreachable_since IS NOT NULL
         AND (l.probed_at IS NULL OR l.probed_at <= ${due} OR l.probed_at > ${now}) RETURNING r.handle
    )
    SELECT CASE WHEN unreachable_since IS NULL THEN 'closed' WHEN EXISTS (SELECT FROM probe) THEN 'probe' ELSE 'open' END AS circuit
      FROM locked`);
  return row?.circuit ?? "closed";
}
