/** SQL of the circuit breaker of a region. */
import { sql, type Tx } from "../../core/db/db.ts";

export type Circuit = "closed" | "open" | "probe";

/** Interval of the attempts while a region does not respond. */
const probeIntervalMs = 15_000;

/**
 * Whether a command may call the region: `closed` while it responds. Otherwise one caller per interval gets `probe`,
 * and all others get `open`. Locks the region after instances and commands.
 */
export async function readCircuit(tx: Tx, now: Date, regionHandle: string): Promise<Circuit> {
  const due = new Date(now.getTime() - probeIntervalMs);
  const row = await tx.maybeOne<{ circuit: Circuit }>(sql`
    WITH probe AS (
      UPDATE region SET probed_at = ${now}
       WHERE handle = ${regionHandle} AND unreachable_since IS NOT NULL
         AND (probed_at IS NULL OR probed_at <= ${due} OR probed_at > ${now}) RETURNING handle
    )
    SELECT CASE WHEN unreachable_since IS NULL THEN 'closed' WHEN EXISTS (SELECT FROM probe) THEN 'probe' ELSE 'open' END AS circuit
      FROM region WHERE handle = ${regionHandle}`);
  return row?.circuit ?? "closed";
}
