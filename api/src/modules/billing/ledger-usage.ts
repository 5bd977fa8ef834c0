/** The nightly check that the lines of closed months are the usage of their intervals. */
import type { Tx } from "../../core/db/db.ts";
import type { LedgerFinding } from "./ledger-checks-store.ts";
import {
  findUsageDifferences,
  listBilledWorkspaces,
  listNewestClosedMonths,
} from "./ledger-usage-store.ts";

/** The month that was closed last, and those before it that its close corrected. */
const checkedMonths = 4;
/** Workspaces of a statement, which keeps within its time and memory. */
const batchSize = 2_000;
const mostFindings = 100;
/**
 * What arrived within 23 hours of the end of the newest month is on its documents: the close waits a day, and an hour is
 * more than a transaction takes. The documents of the next month have what arrived later.
 */
const arrivedMs = 23 * 3_600_000;

/** A finding per workspace, about its newest month that differs. At most 100. */
export async function checkUsage(
  tx: Tx,
  { months = checkedMonths }: { months?: number } = {},
): Promise<LedgerFinding[]> {
  const closed = await listNewestClosedMonths(tx, months);
  const [newest] = closed;
  if (newest === undefined) return [];
  const receivedBefore = new Date(newest.to * 1_000 + arrivedMs);
  const found = new Map<string, LedgerFinding>();
  let after: string | null = null;
  while (found.size < mostFindings) {
    const ids: string[] = await listBilledWorkspaces(tx, after, batchSize);
    after = ids.at(-1) ?? null;
    if (after === null) break;
    for (const month of closed) {
      const rows = await findUsageDifferences(tx, ids, month, {
        newest: newest.start,
        receivedBefore,
      });
      for (const row of rows)
        if (!found.has(row.reference)) found.set(row.reference, { kind: "usage", ...row });
    }
  }
  return [...found.values()].slice(0, mostFindings);
}
