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
 * and all others get `open`. Locks the region after instances and commands.
 */
export async function readCircuit(
  tx: Tx,
  now: Date,
  regionHandle: string,
  provider: ProviderKind = "compute",
): Promise<Circuit> {
  const { unreachableSince, probedAt } = columns[provider];
  const due = new Date(now.getTime() - probeIntervalMs);
  const row = await tx.maybeOne<{ circuit: Circuit }>(sql`
    WITH probe AS (
      UPDATE region SET ${probedAt} = ${now}
       WHERE handle = ${regionHandle} AND ${unreachableSince} IS NOT NULL
         AND (${probedAt} IS NULL OR ${probedAt} <= ${due} OR ${probedAt} > ${now}) RETURNING handle
    )
    SELECT CASE WHEN ${unreachableSince} IS NULL THEN 'closed' WHEN EXISTS (SELECT FROM probe) THEN 'probe' ELSE 'open' END AS circuit
      FROM region WHERE handle = ${regionHandle}`);
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
