/**
 * Checks of the ledger that run every night: each finds rows that contradict each other, and changes nothing. Tests call
 * `checkLedger` after what they did.
 */
import type { Tx } from "../../core/db/db.ts";
import { findContradictions, type LedgerFinding } from "./ledger-checks-store.ts";
import { checkUsage } from "./ledger-usage.ts";

/** Returns every difference that the checks find, at most 100 of each kind; none in a correct database. */
export const checkLedger = async (tx: Tx): Promise<LedgerFinding[]> => [
  ...(await findContradictions(tx)),
  ...(await checkUsage(tx)),
];
